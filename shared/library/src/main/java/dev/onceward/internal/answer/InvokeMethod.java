package dev.onceward.internal.answer;

import java.lang.reflect.Array;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.interceptor.InvocationContext;

import io.quarkus.arc.ClientProxy;
import io.quarkus.runtime.BlockingOperationControl;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

/// Invokes an intercepted method of a resource, which returns a Uni or blocks.
public final class InvokeMethod {
    private static final String RUNNING = InvokeMethod.class.getName();

    private final InvocationContext call;
    private final Class<?> type;
    private final boolean mayBlock = BlockingOperationControl.isBlockingAllowed();
    private final boolean isNested;

    /// @param context of the request; null outside of a request
    /// @throws IllegalStateException if the answer of the method cannot be kept
    public InvokeMethod(InvocationContext call, @Nullable ResteasyReactiveRequestContext context) {
        this.call = call;
        this.type = call.getMethod().getReturnType();
        if (context == null || !call.getTarget().equals(ClientProxy.unwrap(context.getEndpointInstance()))) {
            throw unsuitable("it is not the method of a resource that a request has called. Use Guard.once there");
        }
        if (AnswerType.of(call.getMethod()).isStreamed()) {
            throw unsuitable("it returns a stream or a file, which cannot be kept");
        }
        if (!mayBlock && !isAsync()) {
            throw unsuitable("it is non-blocking and returns no Uni. Leave @NonBlocking out, or return a Uni");
        }
        this.isNested = context.getProperty(RUNNING) != null;
        context.setProperty(RUNNING, true);
    }

    private IllegalStateException unsuitable(String why) {
        return new IllegalStateException("@Idempotent cannot be used for the method %s.%s: %s.".formatted(
                call.getMethod().getDeclaringClass().getName(), call.getMethod().getName(), why));
    }

    private boolean isAsync() {
        return type == Uni.class || CompletionStage.class.isAssignableFrom(type);
    }

    /// Whether an idempotent method of the same request has called this one, which is part of it then.
    public boolean isNested() {
        return isNested;
    }

    /// Runs the method in a guard; on this thread if it may block.
    ///
    /// @param guarded the guard, for a handler that runs the method
    public <R> Uni<R> run(Function<Supplier<Uni<@Nullable Object>>, Uni<R>> guarded) {
        return mayBlock
                ? Uni.createFrom().completionStage(RunOnCallingThread.run(
                        handler -> guarded.apply(() -> handler.get().onItem().transformToUni(InvokeMethod::flat)),
                        call::proceed))
                : guarded.apply(() -> Uni.createFrom().deferred(Unchecked.supplier(() -> flat(call.proceed()))));
    }

    private static Uni<@Nullable Object> flat(@Nullable Object returned) {
        return switch (returned) {
            case Uni<?> uni -> uni.map(item -> item);
            case CompletionStage<?> stage -> Uni.createFrom().completionStage(stage).map(item -> item);
            case null, default -> Uni.createFrom().item(returned);
        };
    }

    /// Returns a value of the type of the method when there is an answer. The value is not the answer.
    public @Nullable Object returning(Uni<RestAnswer> answer) {
        if (type == Uni.class) {
            return answer.replaceWithNull();
        }
        var done = answer.subscribeAsCompletionStage();
        return isAsync() ? done.thenApply(_ -> null) : none(done);
    }

    /// Waits for the answer. Fails as the method does.
    private @Nullable Object none(CompletableFuture<?> answer) {
        try {
            var _ = answer.join();
        } catch (CompletionException failed) {
            InvokeMethod.<RuntimeException>rethrow(failed.getCause());
        }
        return type.isPrimitive() && type != void.class ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    /// A method may throw exceptions that the compiler does not know of here.
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(@Nullable Throwable failure) throws E {
        throw (E) requireNonNull(failure);
    }
}
