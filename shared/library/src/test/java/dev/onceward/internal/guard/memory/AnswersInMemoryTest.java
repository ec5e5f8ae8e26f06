package dev.onceward.internal.guard.memory;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.internal.guard.redis.EntryName;
import dev.onceward.internal.guard.redis.EntryState;
import dev.onceward.internal.guard.redis.RedisClaim.EndedForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.EndedInRedis;
import dev.onceward.internal.guard.redis.RedisToken;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.testing.RunConcurrently;

import static org.assertj.core.api.Assertions.assertThat;

class AnswersInMemoryTest {
    private static final Fingerprint BODY = Fingerprint.of(List.of("12 EUR"));
    private static final Fingerprint OTHER_BODY = Fingerprint.of(List.of("13 EUR"));
    private static final Buffer ANSWER = Buffer.buffer("{\"number\": 7}");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int KIB = 1024;

    /// The time of a process may be any number.
    private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5);
    private final AnswersInMemory memory = new AnswersInMemory(100 * KIB, time::get);

    @ParameterizedTest
    @EnumSource(EntryState.class)
    void an_answer_is_found_by_its_name_for_its_body(EntryState state) {
        memory.remember(token("a"), state, ANSWER, HOUR);
        assertThat(memory.find(name("a"), BODY)).hasValueSatisfying(
                found -> assertThat(found).isEqualTo(new EndedInRedis(state, ANSWER, Duration.ofSeconds(59))));
        assertThat(memory.find(name("a"), OTHER_BODY)).contains(new EndedForAnotherBody());
        assertThat(memory.find(name("b"), BODY)).isEmpty();
    }

    /// A second earlier than elsewhere.
    @ParameterizedTest
    @CsvSource({"PT1H,PT59S", "PT1M,PT59S", "PT10S,PT9S"})
    void an_answer_is_found_for_a_minute_at_most_and_never_as_long_as_it_is_kept(Duration kept, Duration found) {
        memory.remember(token("a"), EntryState.COMPLETED, ANSWER, kept);
        pass(found.minusNanos(1));
        assertThat(memory.find(name("a"), BODY)).isPresent();
        pass(Duration.ofNanos(1));
        assertThat(memory.find(name("a"), BODY)).isEmpty();
        assertThat(memory.find(name("a"), OTHER_BODY)).isEmpty();
    }

    /// An operation may take long, and its process may pause before it remembers.
    @Test
    void the_time_of_an_answer_begins_before_anybody_was_asked_for_it() {
        var early = token("a");
        pass(Duration.ofSeconds(50));
        memory.remember(early, EntryState.COMPLETED, ANSWER, HOUR);
        pass(Duration.ofSeconds(9));
        assertThat(memory.find(name("a"), BODY)).isEmpty();
        memory.remember(early, EntryState.COMPLETED, ANSWER, HOUR);
        assertThat(memory.find(name("a"), BODY)).isEmpty();
    }

    @Test
    void an_answer_that_is_over_is_replaced_and_no_other() {
        memory.remember(token("a"), EntryState.COMPLETED, ANSWER, HOUR);
        memory.remember(token("a"), EntryState.COMPLETED, Buffer.buffer("second"), HOUR);
        assertThat(text("a")).isEqualTo(ANSWER);
        pass(Duration.ofMinutes(1));
        memory.remember(token("a"), EntryState.COMPLETED, Buffer.buffer("third"), HOUR);
        assertThat(text("a")).isEqualTo(Buffer.buffer("third"));
    }

    @Test
    void the_oldest_answers_are_forgotten_when_there_are_too_many() {
        IntStream.range(0, 20).forEach(n -> remember("key-" + n, 10 * KIB));
        assertThat(IntStream.range(0, 20).filter(n -> memory.find(name("key-" + n), BODY).isPresent()))
                .containsExactly(11, 12, 13, 14, 15, 16, 17, 18, 19);
    }

    /// Each takes half a KiB beside its text.
    @Test
    void small_answers_are_limited_too() {
        IntStream.range(0, 1000).forEach(n -> remember("key-" + n, 0));
        assertThat(IntStream.range(0, 1000).filter(n -> memory.find(name("key-" + n), BODY).isPresent()).count())
                .isBetween(150L, 250L);
    }

    @Test
    void answers_that_are_over_make_room_for_others() {
        IntStream.range(0, 9).forEach(n -> remember("early-" + n, 10 * KIB));
        pass(Duration.ofMinutes(1));
        IntStream.range(0, 9).forEach(n -> remember("late-" + n, 10 * KIB));
        assertThat(IntStream.range(0, 9)).allMatch(n -> memory.find(name("late-" + n), BODY).isPresent());
    }

    @Test
    void an_answer_that_is_larger_than_the_memory_drives_out_no_other() {
        remember("small", KIB);
        remember("large", 100 * KIB);
        assertThat(memory.find(name("small"), BODY)).isPresent();
        assertThat(memory.find(name("large"), BODY)).isEmpty();
    }

    @Test
    void a_memory_of_no_bytes_remembers_nothing() {
        var none = new AnswersInMemory(0, time::get);
        none.remember(token("a"), EntryState.UNANSWERED, Buffer.buffer(), HOUR);
        assertThat(none.find(name("a"), BODY)).isEmpty();
    }

    /// What is counted as forgotten is forgotten, and what is counted is there.
    @Test
    void threads_that_remember_at_the_same_time_leave_as_many_answers_as_fit() throws Exception {
        var _ = RunConcurrently.run(50, thread -> () -> {
            IntStream.range(0, 200).forEach(n -> remember("key-" + (thread + n) % 100, 10 * KIB));
            return thread;
        });
        IntStream.range(0, 9).forEach(n -> remember("last-" + n, 10 * KIB));
        assertThat(IntStream.range(0, 9)).allMatch(n -> memory.find(name("last-" + n), BODY).isPresent());
        assertThat(IntStream.range(0, 100)).noneMatch(n -> memory.find(name("key-" + n), BODY).isPresent());
    }

    private void remember(String name, int bytes) {
        memory.remember(token(name), EntryState.COMPLETED, Buffer.buffer(new byte[bytes]), HOUR);
    }

    private Buffer text(String name) {
        return ((EndedInRedis) memory.find(name(name), BODY).orElseThrow()).text();
    }

    private static EntryName name(String key) {
        return new EntryName("database", "op1", List.of(key));
    }

    private RedisToken token(String name) {
        return new RedisToken(name(name), "token", BODY, time.get(), OptionalLong.empty());
    }

    private void pass(Duration duration) {
        time.addAndGet(duration.toNanos());
    }
}
