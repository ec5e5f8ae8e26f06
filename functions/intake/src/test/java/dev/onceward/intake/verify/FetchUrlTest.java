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
    void a_fetched_body_is_returned_byte_for_byte() {
        sender.answers(request -> request.response().end(Buffer.buffer(new byte[]{0, (byte) 0xff})));
        assertThat(get()).containsExactly(0, 0xff);
    }

    @Test
    void a_body_larger_than_a_key_is_refused() {
        sender.answers("x".repeat(LARGEST));
        assertThat(get()).hasSize(LARGEST);
        sender.answers("x".repeat(LARGEST + 1));
        assertThat(failure()).hasMessage("the response is larger than a key");
    }

    @Test
    void a_redirect_is_not_followed() {
        sender.answers(request -> request.response().setStatusCode(302)
                .putHeader("Location", sender.at("/inside").toString()).end());
        assertThat(failure()).hasMessage("the server answered 302");
        assertThat(sender.asked()).containsExactly("/key");
    }

    @Test
    void a_fetch_from_a_server_that_does_not_answer_times_out() {
        sender.answers(_ -> {});
        assertThat(failure(hurried)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void a_fetch_of_a_body_that_does_not_end_times_out() {
        sender.answers(request -> request.response().setChunked(true).write("k"));
        assertThat(failure(hurried)).isInstanceOf(TimeoutException.class);
    }

    /// There are two connections to a host.
    @Test
    void a_fetch_that_times_out_or_is_refused_releases_its_connection() {
        sender.answers(request -> request.response().setChunked(true).write("k"));
        var waiting = Stream.generate(() -> fetchUrl.get(sender.at("/key")).map(_ -> "an answer")
                .onFailure().recoverWithItem("none in time")).limit(3).toList();
        assertThat(Uni.join().all(waiting).andFailFast().await().atMost(PATIENCE)).containsOnly("none in time");
        sender.answers(request -> request.response().setChunked(true).write("x".repeat(LARGEST + 1)));
        for (var i = 0; i < 3; i++) {
            assertThat(failure()).hasMessage("the response is larger than a key");
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
