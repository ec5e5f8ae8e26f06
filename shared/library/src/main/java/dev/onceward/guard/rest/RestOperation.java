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
record RestOperation(Operation operation, ReadKey readKey, AnswerGuardResult answers, Set<String> unkept,
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
                .onFailure(DecodeException.class).recoverWithItem(answers::notKept)
                .onItem().invoke(log::succeeded)
                .onFailure(failure -> !(failure instanceof FailedAnswer)).recoverWithItem(this::unavailable)
                .onFailure(FailedAnswer.class).recoverWithUni(RestOperation::failed)
                .map(answer -> answers.forKey(keyed.key(), answer));
    }

    private static GuardedRequest request(Keyed keyed) {
        var request = GuardedRequest.of(keyed.key(), keyed.fingerprint().bytes());
        return keyed.caller().isEmpty() ? request : request.by(keyed.caller());
    }

    private RestAnswer unavailable(Throwable failure) {
        log.failed(failure);
        return answers.unavailable();
    }

    private static Uni<RestAnswer> failed(Throwable failure) {
        var answer = ((FailedAnswer) failure).answer();
        return answer == null
                ? Uni.createFrom().failure(failure.getCause())
                : Uni.createFrom().item(answer);
    }
}
