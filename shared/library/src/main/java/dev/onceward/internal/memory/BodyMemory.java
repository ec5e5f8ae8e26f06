package dev.onceward.internal.memory;

/// The memory that the bodies of all requests may take together. What is read from a body takes some of it too: a list of
/// empty objects is twenty times as large in memory as it is on the wire.
public interface BodyMemory {

    /// Without a limit, for what a stranger cannot make large.
    BodyMemory UNLIMITED = new BodyMemory() {
        @Override
        public boolean take(long bytes) {
            return true;
        }

        @Override
        public void giveBack(long bytes) {}
    };

    /// Whether there was as much left.
    boolean take(long bytes);

    void giveBack(long bytes);
}
