package dev.onceward.intake.body;

import java.util.concurrent.atomic.AtomicLong;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.internal.memory.RequestMemory;

/// Limits the memory that the bodies of all requests take together, from the first byte of a body to its answer,
/// including what is parsed from it. Each body has a limit of its own, but strangers can send as many bodies at a time
/// as they like.
@Singleton
public final class BodyMemoryLimit {
    private final long size;
    private final AtomicLong taken = new AtomicLong();

    BodyMemoryLimit(IntakeConfig config, MeterRegistry registry) {
        this.size = config.bodyBytes().asLongValue();
        Gauge.builder("onceward.intake.body.bytes", taken, AtomicLong::get)
                .description("The memory that the bodies of requests under way take")
                .register(registry);
    }

    /// Returns the share of one request. The caller ends the share when the request is answered.
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

    /// The share that one request has of the memory. It grows on one thread, and ends on the thread that sends the
    /// answer. After its end it takes no more memory, because nobody would give that back.
    public final class Share implements RequestMemory {
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
