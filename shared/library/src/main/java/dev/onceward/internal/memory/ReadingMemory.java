package dev.onceward.internal.memory;

/// Counts the memory of one reading while it goes on, and gives it back at the end. It asks for it in steps, so that a body
/// of the usual size is read without asking: what is not counted is one step for each thread that reads.
public final class ReadingMemory implements AutoCloseable {
    static final int STEP = 64 << 10;

    private final BodyMemory memory;
    private long used;
    private long granted;

    public ReadingMemory(BodyMemory memory) {
        this.memory = memory;
    }

    /// @throws BodyMemoryFull if there is not as much left
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

    /// What was taken and is garbage now, so that the same reading may take it again.
    public void free(long bytes) {
        used -= bytes;
    }

    @Override
    public void close() {
        memory.giveBack(granted);
    }
}
