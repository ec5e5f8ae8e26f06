package dev.onceward.guard.rest;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import org.jspecify.annotations.Nullable;

/// Has the priority of the interceptor of `@Transactional`, and records the state of the key when the method has ended.
@Transacted
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 200)
class RecordTransaction {

    @AroundInvoke
    @Nullable
    Object record(InvocationContext call) throws Exception {
        var result = call.proceed();
        var _ = MethodRuns.count("transaction");
        var _ = MethodRuns.promise("transaction").complete(
                SendKey.sql().query("SELECT state FROM onceward.operation_key WHERE key = 'transaction'"));
        return result;
    }
}
