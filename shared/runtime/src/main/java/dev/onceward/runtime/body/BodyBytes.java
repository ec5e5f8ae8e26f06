package dev.onceward.runtime.body;

import java.util.Arrays;

import io.vertx.core.buffer.Buffer;

import dev.onceward.internal.memory.RequestMemory;

/// Collects the bytes of a body in one array as they arrive. The array is counted against the memory limit before it is
/// allocated. Once half of the body has arrived, the array is as large as the body. An array of that size at the first
/// byte would let anybody take memory for bytes that are never sent. While the array grows, the old and the new array
/// exist for a moment, once for each thread that reads bodies.
final class BodyBytes {
    private final RequestMemory memory;
    private final int expected;
    private byte[] bytes = new byte[0];
    private int length;

    /// @param expected the declared length of the body, or else the largest length that is allowed
    BodyBytes(RequestMemory memory, int expected) {
        this.memory = memory;
        this.expected = expected;
    }

    int length() {
        return length;
    }

    /// Returns whether the memory limit had room for the part.
    boolean add(Buffer part) {
        if (!grow(length + part.length())) {
            return false;
        }
        var _ = part.getBytes(bytes, length);
        length += part.length();
        return true;
    }

    /// Returns all bytes, in an array of exactly their number.
    byte[] toArray() {
        var spare = bytes.length - length;
        if (spare > 0) {
            bytes = Arrays.copyOf(bytes, length);
            memory.giveBack(spare);
        }
        return bytes;
    }

    /// Gives the memory of a refused body back at once, because its request may stay open for long.
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
