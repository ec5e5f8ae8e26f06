package dev.onceward.internal.postgres;

import java.util.concurrent.Executor;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import org.jspecify.annotations.Nullable;

/// Brings results back to the context of whoever waits for them. A result that several requests wait for comes on the context of
/// the one that asked first, and a time limit ends on no context at all. Code that runs there shares what belongs to the other
/// request, such as its session of Hibernate Reactive.
public final class CallerContext {
    private CallerContext() {}

    /// Emits on the context on which the result is subscribed to. Changes nothing for a caller that has none.
    public static <T extends @Nullable Object> Uni<T> emitOn(Uni<T> result) {
        return Uni.createFrom().deferred(() -> result.emitOn(executor(Vertx.currentContext())));
    }

    /// Runs at once what is on that context already.
    private static Executor executor(@Nullable Context caller) {
        return task -> {
            if (caller == null || caller.equals(Vertx.currentContext())) {
                task.run();
            } else {
                ((ContextInternal) caller).emit(null, _ -> task.run());
            }
        };
    }
}
