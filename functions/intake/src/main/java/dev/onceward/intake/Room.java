package dev.onceward.intake;

import java.util.concurrent.atomic.AtomicLong;

import jakarta.inject.Singleton;

/// The memory that the bodies of all requests may take together, from their first byte to their answer. Each has a cap of
/// its own, but strangers can send as many at a time as they like.
@Singleton
final class Room {
    private final long size;
    private final AtomicLong taken = new AtomicLong();

    Room(IntakeConfig config) {
        this.size = config.bodyBytes().asLongValue();
    }

    long taken() {
        return taken.get();
    }

    /// What one body takes of it. It grows on one thread, and is over on whichever thread the answer comes from.
    final class Share {
        private long own;

        /// Whether there was as much left.
        synchronized boolean grow(int bytes) {
            if (taken.addAndGet(bytes) > size) {
                taken.addAndGet(-bytes);
                return false;
            }
            own += bytes;
            return true;
        }

        synchronized void end() {
            taken.addAndGet(-own);
            own = 0;
        }
    }
}
