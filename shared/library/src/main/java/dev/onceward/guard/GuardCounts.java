package dev.onceward.guard;

import java.util.concurrent.atomic.LongAdder;

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

/// Counts what became of the calls of one process since it started. Register the numbers with the metrics of your
/// application.
public final class GuardCounts {
    private final LongAdder completed = new LongAdder();
    private final LongAdder replayed = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    private final LongAdder mismatched = new LongAdder();
    private final LongAdder superseded = new LongAdder();
    private final LongAdder held = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder leasesLost = new LongAdder();
    private final LongAdder unprotected = new LongAdder();
    private final LongAdder ranTwice = new LongAdder();

    GuardCounts() {}

    /// Calls that ran their operation.
    public long completed() {
        return completed.sum();
    }

    /// Repetitions that got the answer or the failure of an earlier call, or learned that it is not kept.
    public long replayed() {
        return replayed.sum();
    }

    /// Repetitions that came while the operation ran.
    public long inFlight() {
        return inFlight.sum();
    }

    /// Calls whose key belongs to another request.
    public long mismatched() {
        return mismatched.sum();
    }

    /// Calls that followed an operation which is not the last one any more.
    public long superseded() {
        return superseded.sum();
    }

    /// Calls that found a key which waits for an operator.
    public long held() {
        return held.sum();
    }

    /// Calls that were refused because Redis did not answer.
    public long refused() {
        return refused.sum();
    }

    /// Calls whose operation failed.
    public long failed() {
        return failed.sum();
    }

    /// Calls whose answer was dropped, because another call had claimed the key when it came.
    public long leasesLost() {
        return leasesLost.sum();
    }

    /// Calls that ran their operation unprotected, because Redis did not answer.
    public long unprotected() {
        return unprotected.sum();
    }

    /// Operations that ran unprotected, and of which another call ran the same key.
    public long ranTwice() {
        return ranTwice.sum();
    }

    void count(GuardResult<?> result) {
        switch (result) {
            case Completed<?> _ -> completed.increment();
            case Replayed<?> _,AnswerNotKept<?> _,FailedEarlier<?> _ -> replayed.increment();
            case InFlight<?> _ -> inFlight.increment();
            case Mismatch<?> _ -> mismatched.increment();
            case Superseded<?> _ -> superseded.increment();
            case Held<?> _ -> held.increment();
            case RedisUnavailable<?> _ -> refused.increment();
            case LeaseLost<?> _ -> leasesLost.increment();
        }
    }

    void countFailed() {
        failed.increment();
    }

    void countUnprotected() {
        unprotected.increment();
    }

    void countRanTwice() {
        ranTwice.increment();
    }
}
