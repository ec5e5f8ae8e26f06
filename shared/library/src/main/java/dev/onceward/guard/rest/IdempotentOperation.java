package dev.onceward.guard.rest;

import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.DecodeException;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.Guard;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardedRequest;
import dev.onceward.guard.Operation;
import dev.onceward.internal.answer.BuildAnswer;
import dev.onceward.internal.answer.FailedAnswer;
import dev.onceward.internal.answer.RestAnswer;
import dev.onceward.internal.rest.LogGuardFailures;
import dev.onceward.internal.rest.ReadKey;
import dev.onceward.internal.rest.RequestKey.Keyed;

import static java.util.Objects.requireNonNull;

/// An operation of idempotent endpoints with its settings.
///
/// @param unkept headers that a repetition does not get
record IdempotentOperation(Operation operation, ReadKey readKey, AnswerGuardResult answers, Set<String> unkept,
        LogGuardFailures log) {

    /// Runs a method in a guard. Fails as the method does if nobody has mapped its failure to an answer.
    Uni<RestAnswer> run(Guard guard, ResteasyReactiveRequestContext context, Keyed keyed,
            Supplier<Uni<@Nullable Object>> method) {
        var first = new AtomicReference<@Nullable RestAnswer>();
        var build = new BuildAnswer(context, operation.keepErrors());
        return guard.once(operation, request(keyed), Object.class, () -> method.get()
                .onItemOrFailure().transformToUni(build::of)
                .onItem().invoke(first::set)
                .<Object>map(answer -> answer.json(unkept)))
                .map(result -> result instanceof Completed ? requireNonNull(first.get()) : answers.of(result))
                .onItemOrFailure().transformToUni((answer, failure) -> failure == null
                        ? answered(keyed, answer)
                        : failed(keyed, failure));
    }

    private static GuardedRequest request(Keyed keyed) {
        var request = GuardedRequest.of(keyed.key(), keyed.fingerprint().bytes());
        return keyed.caller().isEmpty() ? request : request.by(keyed.caller());
    }

    private Uni<RestAnswer> answered(Keyed keyed, RestAnswer answer) {
        log.succeeded();
        return item(keyed, answer);
    }

    private Uni<RestAnswer> failed(Keyed keyed, Throwable failure) {
        return switch (failure) {
            case DecodeException _ -> answered(keyed, answers.notKept());
            case FailedAnswer failed when failed.answer() == null -> Uni.createFrom().failure(failed.getCause());
            case FailedAnswer failed -> item(keyed, requireNonNull(failed.answer()));
            default -> unavailable(keyed, failure);
        };
    }

    private Uni<RestAnswer> unavailable(Keyed keyed, Throwable failure) {
        log.failed(failure);
        return item(keyed, answers.unavailable());
    }

    private Uni<RestAnswer> item(Keyed keyed, RestAnswer answer) {
        return Uni.createFrom().item(answers.forKey(keyed.key(), answer));
    }
}
