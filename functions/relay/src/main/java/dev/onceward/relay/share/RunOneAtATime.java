package dev.onceward.relay.share;

import java.time.Duration;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.pace.AtMostEvery;

/// Runs work once at a time for all callers together. A caller gets the result of a run that began after its call, so
/// the result is never older than the call.
public final class RunOneAtATime<T> {
    private static final int MOST_WAITING = 100;

    private final Uni<T> work;
    private final AtMostEvery beginning;
    private Uni<?> current = Uni.createFrom().voidItem();
    private @Nullable Uni<T> next;
    private int waiting;

    /// @param rest the least time between two beginnings
    public RunOneAtATime(Uni<T> work, Duration rest) {
        this.work = work;
        this.beginning = new AtMostEvery(rest);
    }

    /// @return empty if too many callers wait already
    public synchronized Optional<Uni<T>> join() {
        if (waiting >= MOST_WAITING) {
            return Optional.empty();
        }
        waiting++;
        var joined = next;
        if (joined == null) {
            joined = current.onItem().transformToUni(_ -> rest()).onItem().transformToUni(_ -> begin())
                    .memoize().indefinitely();
            next = joined;
        }
        return Optional.of(joined);
    }

    private synchronized Uni<?> rest() {
        var left = beginning.left();
        return left.isPositive()
                ? Uni.createFrom().voidItem().onItem().delayIt().by(left)
                : Uni.createFrom().voidItem();
    }

    private synchronized Uni<T> begin() {
        var running = work.memoize().indefinitely();
        current = running.onItemOrFailure().transform((_, _) -> true);
        beginning.happensNow();
        next = null;
        waiting = 0;
        return running;
    }
}
