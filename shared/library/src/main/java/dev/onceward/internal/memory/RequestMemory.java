package dev.onceward.internal.memory;

/// The memory that one request may take for its body and for what is parsed from it: a list of empty objects is twenty
/// times as large in memory as in the body.
public interface RequestMemory {

    /// Has no limit, for requests whose size strangers cannot choose.
    RequestMemory UNLIMITED = new RequestMemory() {
        @Override
        public boolean take(long bytes) {
            return true;
        }

        @Override
        public void giveBack(long bytes) {}
    };

    /// Takes memory, and returns whether there was enough left.
    boolean take(long bytes);

    void giveBack(long bytes);
}
