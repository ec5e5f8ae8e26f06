package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.stream.Stream;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

class FetchUrlTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LARGEST = 256 << 10;

    private final KeyServer sender = new KeyServer();
    private final FetchUrl fetchUrl = sender.visits();
    private final FetchUrl hurried = new FetchUrl(sender.vertx(), Duration.ofSeconds(1));

    @AfterEach
    void end() {
        sender.close();
    }

    @Test
    void what_is_there_comes_back_byte_by_byte() {
        sender.answers(request -> request.response().end(Buffer.buffer(new byte[]{0, (byte) 0xff})));
        assertThat(get()).containsExactly(0, 0xff);
    }

    @Test
    void what_is_larger_than_a_key_is_refused() {
        sender.answers("x".repeat(LARGEST));
        assertThat(get()).hasSize(LARGEST);
        sender.answers("x".repeat(LARGEST + 1));
        assertThat(failure()).hasMessage("it is larger than a key");
    }

    @Test
    void nobody_is_followed_anywhere_else() {
        sender.answers(request -> request.response().setStatusCode(302)
                .putHeader("Location", sender.at("/inside").toString()).end());
        assertThat(failure()).hasMessage("it answered 302");
        assertThat(sender.asked()).containsExactly("/key");
    }

    @Test
    void who_does_not_answer_is_not_waited_for() {
        sender.answers(_ -> {});
        assertThat(failure(hurried)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void who_does_not_end_is_not_waited_for() {
        sender.answers(request -> request.response().setChunked(true).write("k"));
        assertThat(failure(hurried)).isInstanceOf(TimeoutException.class);
    }

    /// There are two connections to a host.
    @Test
    void whoever_keeps_us_waiting_keeps_no_connection() {
        sender.answers(request -> request.response().setChunked(true).write("k"));
        var waiting = Stream.generate(() -> fetchUrl.get(sender.at("/key")).map(_ -> "an answer")
                .onFailure().recoverWithItem("none in time")).limit(3).toList();
        assertThat(Uni.join().all(waiting).andFailFast().await().atMost(PATIENCE)).containsOnly("none in time");
        sender.answers(request -> request.response().setChunked(true).write("x".repeat(LARGEST + 1)));
        for (var i = 0; i < 3; i++) {
            assertThat(failure()).hasMessage("it is larger than a key");
        }
        sender.answers("key");
        assertThat(get()).hasSize(3);
    }

    private byte[] get() {
        return get(fetchUrl);
    }

    private byte[] get(FetchUrl by) {
        return by.get(sender.at("/key")).await().atMost(PATIENCE);
    }

    private Throwable failure() {
        return failure(fetchUrl);
    }

    private Throwable failure(FetchUrl by) {
        return catchThrowable(() -> get(by));
    }
}
