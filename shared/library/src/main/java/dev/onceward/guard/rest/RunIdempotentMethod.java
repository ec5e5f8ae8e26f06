package dev.onceward.guard.rest;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.Guard;
import dev.onceward.internal.answer.InvokeMethod;
import dev.onceward.internal.rest.RequestKey.Keyed;
import dev.onceward.internal.rest.RequestKey.Keyless;
import dev.onceward.internal.rest.RequestKey.RefusedKey;

/// Runs a method of a resource in a guard. It is outside of the interceptors for transactions and validation, so a transaction
/// ends before its answer is kept.
@Idempotent(operation = "")
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 100)
class RunIdempotentMethod {
    private final Guard guard;
    private final IdempotentOperations operations;

    RunIdempotentMethod(Guard guard, IdempotentOperations operations) {
        this.guard = guard;
        this.operations = operations;
    }

    @AroundInvoke
    @Nullable
    Object run(InvocationContext call) throws Exception {
        var context = CurrentRequestManager.get();
        var method = new InvokeMethod(call, context);
        if (method.isNested()) {
            return call.proceed();
        }
        var operation = operations.of(call.getInterceptorBinding(Idempotent.class).operation());
        return switch (operation.readKey().of(context)) {
            case Keyless() -> call.proceed();
            case RefusedKey(var problem, var detail) -> method.returning(
                    Uni.createFrom().item(operation.answers().problem(problem, detail))
                            .onItem().invoke(answer -> SendAnswer.instead(context, answer)));
            case Keyed keyed -> method.returning(
                    method.run(handler -> operation.run(guard, context, keyed, handler))
                            .onItem().invoke(answer -> SendAnswer.instead(context, answer)));
        };
    }
}
