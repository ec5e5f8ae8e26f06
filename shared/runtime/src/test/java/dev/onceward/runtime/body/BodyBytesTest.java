package dev.onceward.runtime.body;

import java.util.Arrays;
import java.util.Random;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.memory.RequestMemory;

import static org.assertj.core.api.Assertions.assertThat;

class BodyBytesTest {
    private static final int DECLARED = 100_000;

    private final CountedBytes memory = new CountedBytes();

    private static final class CountedBytes implements RequestMemory {
        private long taken;
        private long size = Long.MAX_VALUE;

        @Override
        public boolean take(long bytes) {
            var fits = taken + bytes <= size;
            taken += fits ? bytes : 0;
            return fits;
        }

        @Override
        public void giveBack(long bytes) {
            taken -= bytes;
        }
    }

    @Test
    void a_body_is_the_bytes_of_its_parts_in_order() {
        var sent = new byte[DECLARED];
        new Random(1).nextBytes(sent);
        var body = read(DECLARED, sent, 777);
        assertThat(body.toArray()).isEqualTo(sent);
        assertThat(memory.taken).isEqualTo(DECLARED);
    }

    @Test
    void a_body_without_a_declared_length_takes_only_its_own_bytes_in_the_end() {
        var body = read(1 << 20, new byte[DECLARED], 777);
        assertThat(memory.taken).isBetween((long) DECLARED, 2L * DECLARED);
        assertThat(body.toArray()).hasSize(DECLARED);
        assertThat(memory.taken).isEqualTo(DECLARED);
    }

    /// Otherwise anybody could take memory for bytes that are never sent.
    @Test
    void a_body_takes_at_most_twice_the_bytes_that_arrived() {
        var body = new BodyBytes(memory, DECLARED);
        for (var come = 100; come <= DECLARED; come += 100) {
            assertThat(body.add(Buffer.buffer(new byte[100]))).isTrue();
            assertThat(memory.taken).isBetween((long) come, 2L * come);
        }
    }

    @Test
    void a_part_without_memory_is_not_added_and_a_dropped_body_takes_no_memory() {
        memory.size = 1_000;
        var body = new BodyBytes(memory, DECLARED);
        assertThat(body.add(Buffer.buffer(new byte[900]))).isTrue();
        assertThat(body.add(Buffer.buffer(new byte[900]))).isFalse();
        assertThat(body.length()).isEqualTo(900);
        body.drop();
        assertThat(memory.taken).isZero();
    }

    @Test
    void a_request_without_a_body_has_an_empty_one() {
        assertThat(new BodyBytes(memory, DECLARED).toArray()).isEmpty();
    }

    private BodyBytes read(int expected, byte[] sent, int size) {
        var body = new BodyBytes(memory, expected);
        for (var start = 0; start < sent.length; start += size) {
            var part = Arrays.copyOfRange(sent, start, Math.min(sent.length, start + size));
            assertThat(body.add(Buffer.buffer(part))).isTrue();
        }
        return body;
    }
}
