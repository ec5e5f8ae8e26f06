package dev.onceward.internal.answer;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

/// Runs a method on the thread that called it, which may block, while a guard lives on other threads. So the method keeps what
/// belongs to its thread, such as its transaction.
public final class RunOnCallingThread {
    private RunOnCallingThread() {}

    /// Waits until the guard runs the method or has a result without it.
    ///
    /// @param guarded the guard, for a handler that it calls if the method may run
    /// @return the result of the guard, which needs what the method has returned
    public static <R> CompletableFuture<R> run(Function<Supplier<Uni<@Nullable Object>>, Uni<R>> guarded,
            Callable<@Nullable Object> method) {
        var granted = new CompletableFuture<@Nullable Void>();
        var returned = new CompletableFuture<@Nullable Object>();
        var result = guarded.apply(() -> {
            granted.complete(null);
            return Uni.createFrom().completionStage(returned);
        }).subscribeAsCompletionStage();
        CompletableFuture.anyOf(granted, result).exceptionally(_ -> null).join();
        if (granted.isDone()) {
            complete(returned, method);
        }
        return result;
    }

    /// What the guard does with what the method returned begins on this thread too.
    private static void complete(CompletableFuture<@Nullable Object> returned, Callable<@Nullable Object> method) {
        try {
            returned.complete(method.call());
        } catch (Throwable failure) {
            returned.completeExceptionally(failure);
        }
    }
}
