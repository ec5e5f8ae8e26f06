package dev.onceward.internal.memory;

/// Counts the memory of parsing a body while it goes on, and gives it back at the end. Memory is taken in steps, so
/// that a body of the usual size is parsed without taking any: at most one step per parsing thread is not counted.
public final class ReadingMemory implements AutoCloseable {
    static final int STEP = 64 << 10;

    private final RequestMemory memory;
    private long used;
    private long granted;

    public ReadingMemory(RequestMemory memory) {
        this.memory = memory;
    }

    /// @throws BodyMemoryFull if there is not enough left
    public void take(long bytes) {
        used += bytes;
        var missing = used - granted - STEP;
        if (missing > 0) {
            var step = Math.max(missing, STEP);
            if (!memory.take(step)) {
                throw new BodyMemoryFull();
            }
            granted += step;
        }
    }

    /// Frees memory that is garbage now, so that the same parsing can take it again.
    public void free(long bytes) {
        used -= bytes;
    }

    @Override
    public void close() {
        memory.giveBack(granted);
    }
}
