package dev.onceward.guard.rest;

import java.time.Duration;
import java.util.Optional;

import jakarta.ws.rs.core.HttpHeaders;

import dev.onceward.guard.GuardResult;
import dev.onceward.guard.GuardResult.AnswerNotKept;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.LeaseLost;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.RedisUnavailable;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.GuardResult.Superseded;
import dev.onceward.internal.answer.IdempotencyProblem;
import dev.onceward.internal.answer.RestAnswer;
import dev.onceward.internal.answer.StatusProfile;
import dev.onceward.internal.key.IdempotencyKey;
import dev.onceward.internal.key.KeyText;

/// Makes HTTP answers of the results of a guard.
///
/// @param retention how long answers are kept, which each answer publishes
/// @param documentation where problems link to, if not to a page of their own
record AnswerGuardResult(StatusProfile profile, Duration retention, Optional<String> documentation) {
    static final String REPLAYED = "Idempotent-Replayed";
    private static final String TRUE = "true";
    private static final int SERVER_ERROR = 500;
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration AFTER_A_DECISION = Duration.ofSeconds(60);

    RestAnswer of(GuardResult<Object> result) {
        return switch (result) {
            case Completed(var answer) -> RestAnswer.ofKept(answer).orElseGet(this::notKept);
            case Replayed(var answer) -> RestAnswer.ofKept(answer).map(this::replayed).orElseGet(this::notKept);
            case AnswerNotKept() -> notKept();
            case FailedEarlier(var _) -> failedEarlier();
            case InFlight(var retryAfter) -> later(IdempotencyProblem.IN_FLIGHT,
                    "Send the request again to get its answer.", retryAfter);
            case LeaseLost() -> later(IdempotencyProblem.IN_FLIGHT,
                    "Another request with this key has taken over. Send the request again to get its answer.", SOON);
            case Held() -> later(IdempotencyProblem.HELD,
                    "It is not known what the first request with this key has done.", AFTER_A_DECISION);
            case RedisUnavailable() -> later(IdempotencyProblem.UNAVAILABLE,
                    "Nothing has run. Send the request again with the same key.", SOON);
            case Superseded(var _) -> problem(IdempotencyProblem.KEY_REUSED, "Another operation came first.");
            case Mismatch() -> mismatch();
        };
    }

    /// It was too large, or an operator has given one that is no answer of HTTP.
    RestAnswer notKept() {
        return problem(IdempotencyProblem.ANSWER_NOT_KEPT,
                "The first request with this key has completed. There is no answer that could be sent again.")
                .with(REPLAYED, TRUE);
    }

    private RestAnswer mismatch() {
        return problem(IdempotencyProblem.KEY_REUSED,
                "A repetition has the method, the address and the body of the first request. Use a new key for another one.");
    }

    private RestAnswer replayed(RestAnswer answer) {
        return profile == StatusProfile.ACCEPTED && answer.status() >= SERVER_ERROR
                ? failedEarlier()
                : answer.with(REPLAYED, TRUE);
    }

    private RestAnswer failedEarlier() {
        return problem(IdempotencyProblem.FAILED_EARLIER, "Its failure is kept, and it does not run again.")
                .with(REPLAYED, TRUE);
    }

    /// What a client has to know of the key beside the answer: the key itself, and for how many seconds its answer is kept.
    RestAnswer forKey(String key, RestAnswer answer) {
        var published = answer.with("Idempotency-Retention", Long.toString(retention.toSeconds()));
        return KeyText.printableAscii(key)
                ? published.with(IdempotencyKey.HEADER, IdempotencyKey.quoted(key))
                : published;
    }

    /// The operation may have run and not be kept.
    RestAnswer unavailable() {
        return later(IdempotencyProblem.UNAVAILABLE, "Send the request again with the same key.", SOON);
    }

    private RestAnswer later(IdempotencyProblem problem, String detail, Duration retryAfter) {
        return problem(problem, detail)
                .with(HttpHeaders.RETRY_AFTER, Long.toString(Math.ceilDiv(retryAfter.toMillis(), 1000)));
    }

    RestAnswer problem(IdempotencyProblem problem, String detail) {
        return problem.answer(profile, documentation, detail);
    }
}
