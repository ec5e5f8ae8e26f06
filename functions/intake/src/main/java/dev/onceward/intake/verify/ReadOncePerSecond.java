package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.pace.AtMostEvery;

/// Reads at most once a second, for all callers together. A caller gets the result of a read that began after its call,
/// because a read that is already running may have missed the latest change.
final class ReadOncePerSecond<T> {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int MOST_WAITING = 100;

    private final AtMostEvery beginning;
    private final Function<Duration, Uni<?>> wait;
    private final Uni<T> work;
    private final T full;
    private int waiting;
    private @Nullable Uni<T> next;

    /// @param wait completes after a duration
    /// @param full the result for a caller that finds too many waiting
    ReadOncePerSecond(LongSupplier nanos, Function<Duration, Uni<?>> wait, Uni<T> work, T full) {
        this.beginning = new AtMostEvery(PAUSE, nanos);
        this.wait = wait;
        this.work = work;
        this.full = full;
    }

    Uni<T> pass() {
        return Uni.createFrom().deferred(this::join);
    }

    private synchronized Uni<T> join() {
        if (waiting >= MOST_WAITING) {
            return Uni.createFrom().item(full);
        }
        waiting++;
        var joined = next;
        if (joined == null) {
            joined = pause().onItem().transformToUni(_ -> begin()).memoize().indefinitely();
            next = joined;
        }
        return joined;
    }

    private Uni<?> pause() {
        var left = beginning.left();
        return left.isPositive() ? wait.apply(left) : Uni.createFrom().voidItem();
    }

    private synchronized Uni<T> begin() {
        next = null;
        waiting = 0;
        beginning.happensNow();
        return work;
    }
}
