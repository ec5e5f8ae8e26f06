package dev.onceward.guard;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.GuardedKey;
import dev.onceward.internal.guard.KeepAnswerOrFailure;
import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.KeyClaim.RedisIsAway;
import dev.onceward.internal.guard.KeyClaim.RedisIsBusy;
import dev.onceward.internal.guard.RedisGuardStore;

/// Runs operations whose keys are in Redis while Redis does not answer, and remembers their keys and answers in memory. When
/// Redis answers again, it claims these keys: a key that is free gets its answer, and the operation of any other ran twice. The
/// memory for keys and answers is limited. Of more answers it only remembers that they were given.
final class RunUnprotected {
    private static final int MOST_KEYS = 10_000;
    private static final int MOST_ANSWER_BYTES = 16 * 1024 * 1024;
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    private final RedisGuardStore redis;
    private final GuardCounts counts;
    private final Duration pause;
    private final ScheduledExecutorService timers;
    private final Map<GuardedKey, UnprotectedRun> runs = new ConcurrentHashMap<>();
    private final AtomicBoolean isComparing = new AtomicBoolean();
    private final AtomicInteger answerBytes = new AtomicInteger();

    private record UnprotectedRun(ClaimRequest request, boolean hasCompleted, @Nullable Buffer answer) {
        int answerLength() {
            return answer == null ? 0 : answer.length();
        }
    }

    /// @param pause between two looks whether Redis answers again
    RunUnprotected(RedisGuardStore redis, GuardCounts counts, Duration pause, ScheduledExecutorService timers) {
        this.redis = redis;
        this.counts = counts;
        this.timers = timers;
        this.pause = pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
    }

    <T extends @Nullable Object> Uni<T> run(ClaimRequest request, Supplier<Uni<T>> handler) {
        return Uni.createFrom().deferred(() -> begin(request, handler))
                .onItem().invoke(answer -> completed(request.key(), answer))
                .onFailure().invoke(() -> failed(request.key()));
    }

    private <T extends @Nullable Object> Uni<T> begin(ClaimRequest request, Supplier<Uni<T>> handler) {
        var key = request.key();
        counts.countUnprotected();
        Log.warnf("an operation runs unprotected, because Redis does not answer: %s", key);
        if (runs.size() >= MOST_KEYS) {
            Log.warnf("too many keys wait for Redis, so it will not be known whether this operation runs twice: %s",
                    key);
        } else if (runs.putIfAbsent(key, new UnprotectedRun(request.withoutBody(), false, null)) != null) {
            ranTwice(key);
        }
        return handler.get();
    }

    private void completed(GuardedKey key, @Nullable Object answer) {
        var _ = runs.computeIfPresent(key, (_, run) -> run.hasCompleted()
                ? run
                : new UnprotectedRun(run.request(), true, remembered(run.request(), answer)));
        compareLater();
    }

    /// Repetitions of a call whose answer is not remembered learn that the operation has completed, and not its answer.
    private @Nullable Buffer remembered(ClaimRequest request, @Nullable Object answer) {
        var fitting = request.fitting(KeepAnswerOrFailure.encodedIfPossible(request.key(), answer));
        if (fitting != null && answerBytes.addAndGet(fitting.length()) > MOST_ANSWER_BYTES) {
            answerBytes.addAndGet(-fitting.length());
            Log.warnf("too many answers wait for Redis, so this one will not be kept: %s", request.key());
            return null;
        }
        return fitting;
    }

    private void forget(GuardedKey key) {
        var run = runs.remove(key);
        if (run != null) {
            answerBytes.addAndGet(-run.answerLength());
        }
    }

    private void failed(GuardedKey key) {
        counts.countFailed();
        var _ = runs.computeIfPresent(key, (_, run) -> run.hasCompleted() ? run : null);
    }

    private void ranTwice(GuardedKey key) {
        counts.countRanTwice();
        Log.warnf("an operation ran twice, because Redis did not answer: %s", key);
    }

    private void compareLater() {
        if (isComparing.compareAndSet(false, true)) {
            var _ = Uni.createFrom().voidItem().onItem().delayIt().onExecutor(timers).by(pause)
                    .onItem().transformToUni(_ -> compareAll())
                    .onTermination().invoke(this::compared)
                    .subscribeAsCompletionStage();
        }
    }

    private void compared() {
        isComparing.set(false);
        if (runs.values().stream().anyMatch(UnprotectedRun::hasCompleted)) {
            compareLater();
        }
    }

    /// Stops at the first key for which Redis does not answer.
    private Uni<List<Boolean>> compareAll() {
        var ended = runs.values().stream().filter(UnprotectedRun::hasCompleted).toList();
        return Multi.createFrom().iterable(ended)
                .onItem().transformToUniAndConcatenate(run -> UniHelper.toUni(redis.claim(run.request()))
                        .onItem().transformToUni(claim -> compare(run, claim)))
                .select().first(isAnswered -> isAnswered)
                .collect().asList();
    }

    /// While another call runs the operation, or has died a moment ago, it is too early to tell.
    private Uni<Boolean> compare(UnprotectedRun run, KeyClaim claim) {
        var key = run.request().key();
        return switch (claim) {
            case RedisIsAway(),RedisIsBusy() -> Uni.createFrom().item(false);
            case LeasedByAnother _ -> Uni.createFrom().item(true);
            case ClaimGranted(var lease) -> UniHelper.toUni(new KeepAnswerOrFailure(redis, false, timers)
                    .keep(lease, run.answer()).onSuccess(_ -> forget(key)));
            default -> Uni.createFrom().item(true).onItem().invoke(() -> {
                ranTwice(key);
                forget(key);
            });
        };
    }
}
