package dev.onceward.intake.body;

import java.util.Arrays;

import io.vertx.core.buffer.Buffer;

import dev.onceward.internal.memory.BodyMemory;

/// The bytes of a body as they arrive, in one array, which is counted before it is made. Once half of the body is there, the
/// array is as large as the body. An array of that size at the first byte would let anybody take memory for bytes that were
/// never sent. While the array grows, the old one and the new one exist for a moment, once for each thread that reads bodies.
final class BodyBytes {
    private final BodyMemory memory;
    private final int expected;
    private byte[] bytes = new byte[0];
    private int length;

    /// @param expected how many bytes there will be, or may be at the most
    BodyBytes(BodyMemory memory, int expected) {
        this.memory = memory;
        this.expected = expected;
    }

    int length() {
        return length;
    }

    /// Whether there was memory for it.
    boolean add(Buffer part) {
        if (!grow(length + part.length())) {
            return false;
        }
        var _ = part.getBytes(bytes, length);
        length += part.length();
        return true;
    }

    /// All bytes, in an array of exactly their number.
    byte[] whole() {
        var spare = bytes.length - length;
        if (spare > 0) {
            bytes = Arrays.copyOf(bytes, length);
            memory.giveBack(spare);
        }
        return bytes;
    }

    /// Gives the memory back of a body that is refused, however long its request stays open.
    void drop() {
        memory.giveBack(bytes.length);
        bytes = new byte[0];
        length = 0;
    }

    private boolean grow(int size) {
        if (size <= bytes.length) {
            return true;
        }
        var larger = 2L * size >= expected ? Math.max(size, expected) : Math.max(size, 2 * bytes.length);
        if (!memory.take(larger - bytes.length)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, larger);
        return true;
    }
}
