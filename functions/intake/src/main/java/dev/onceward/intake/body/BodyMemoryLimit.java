package dev.onceward.intake.body;

import java.util.concurrent.atomic.AtomicLong;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// The memory that the bodies of all requests may take together, from their first byte to their answer, and what is read
/// from them while it is read. Each body has a limit of its own, but strangers can send as many at a time as they like.
@Singleton
public final class BodyMemoryLimit {
    public static final Problem NO_MEMORY = new Problem(ProblemType.UNAVAILABLE,
            "There is no room for another body at the moment. Nothing was stored.");

    private final long size;
    private final AtomicLong taken = new AtomicLong();

    BodyMemoryLimit(IntakeConfig config, MeterRegistry registry) {
        this.size = config.bodyBytes().asLongValue();
        Gauge.builder("onceward.intake.body.bytes", taken, AtomicLong::get)
                .description("The memory that the bodies of requests under way take")
                .register(registry);
    }

    /// The share of one request. Whoever asked for it ends it when the request is answered.
    public Share newShare() {
        return new Share();
    }

    private boolean reserve(long bytes) {
        if (taken.addAndGet(bytes) > size) {
            taken.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /// What one request takes of the memory. It grows on one thread, and ends on the thread that the answer comes from. Once
    /// it has ended it takes nothing any more: nobody would give that back.
    public final class Share implements BodyMemory {
        private long own;
        private boolean over;

        private Share() {}

        @Override
        public synchronized boolean take(long bytes) {
            if (over || !reserve(bytes)) {
                return false;
            }
            own += bytes;
            return true;
        }

        @Override
        public synchronized void giveBack(long bytes) {
            if (!over) {
                taken.addAndGet(-bytes);
                own -= bytes;
            }
        }

        public synchronized void end() {
            taken.addAndGet(-own);
            own = 0;
            over = true;
        }
    }
}
