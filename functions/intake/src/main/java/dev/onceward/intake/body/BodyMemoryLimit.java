package dev.onceward.intake.body;

import java.util.concurrent.atomic.AtomicLong;

import jakarta.inject.Singleton;

import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.internal.memory.BodyMemory;

/// The memory that the bodies of all requests may take together, from their first byte to their answer, and what is read
/// from them while it is read. Each body has a cap of its own, but strangers can send as many at a time as they like.
@Singleton
public final class BodyMemoryLimit {
    private final long size;
    private final AtomicLong taken = new AtomicLong();

    BodyMemoryLimit(IntakeConfig config) {
        this.size = config.bodyBytes().asLongValue();
    }

    public long taken() {
        return taken.get();
    }

    private boolean reserve(long bytes) {
        if (taken.addAndGet(bytes) > size) {
            taken.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /// What one body takes of it. It grows on one thread, and is over on whichever thread the answer comes from. What is
    /// over takes nothing any more, or it would be missing for ever.
    final class Share implements BodyMemory {
        private long own;
        private boolean over;

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

        synchronized void end() {
            taken.addAndGet(-own);
            own = 0;
            over = true;
        }
    }
}
