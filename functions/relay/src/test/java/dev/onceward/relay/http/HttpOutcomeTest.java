package dev.onceward.relay.http;

import java.time.Duration;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.ReceiverAnswer;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.testing.HttpReceiver;

import static dev.onceward.relay.http.HttpSinks.CLOCK;
import static dev.onceward.relay.http.HttpSinks.PATIENCE;
import static dev.onceward.relay.http.HttpSinks.VERTX;
import static dev.onceward.relay.http.HttpSinks.send;
import static dev.onceward.relay.http.HttpSinks.some;
import static dev.onceward.relay.http.HttpSinks.subscription;
import static dev.onceward.relay.http.HttpSinks.target;
import static org.assertj.core.api.Assertions.assertThat;

class HttpOutcomeTest {

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 205, 299})
    void a_2xx_status_is_the_outcome_delivered(int status) {
        assertThat(outcome(status)).isEqualTo(new Delivered(false));
    }

    @ParameterizedTest
    @CsvSource({"true,true", "TRUE,true", "false,false", "'',false"})
    void the_idempotent_replayed_header_marks_the_delivered_event_as_a_duplicate(String replayed, boolean duplicate) {
        assertThat(outcome(response -> response.putHeader("Idempotent-Replayed", replayed).end("{}")))
                .isEqualTo(new Delivered(duplicate));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 422})
    void a_status_that_rejects_the_event_is_the_outcome_refused(int status) {
        assertThat(outcome(status)).isEqualTo(new Refused("answered " + status, new ReceiverAnswer(status, "")));
    }

    @Test
    void http_410_is_the_outcome_gone() {
        assertThat(outcome(410)).isEqualTo(new Gone("answered 410", new ReceiverAnswer(410, "")));
    }

    @ParameterizedTest
    @ValueSource(ints = {402, 405, 406, 408, 409, 411, 413, 415, 418, 425, 429, 451, 499, 500, 501, 502, 503, 504, 599})
    void any_other_error_status_is_the_outcome_failed(int status) {
        assertThat(outcome(status)).isEqualTo(new Failed("answered " + status, null, new ReceiverAnswer(status, "")));
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308})
    void redirects_are_not_followed(int status) {
        try (var elsewhere = HttpReceiver.answering(200);
                var receiver = HttpReceiver.answering(response -> response.setStatusCode(status)
                        .putHeader("Location", elsewhere.url()).end())) {
            assertThat(outcome(receiver)).isEqualTo(new Failed(
                    "answered " + status + ", and redirects are not followed", null, new ReceiverAnswer(status, "")));
            assertThat(elsewhere.got).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"429,7,7", "503,7,7", "503,100000,86400", "429,'Wed, 18 Nov 2026 12:00:30 GMT',30"})
    void the_retry_after_of_429_and_503_is_part_of_the_outcome(int status, String retryAfter, long seconds) {
        assertThat(outcome(response -> response.setStatusCode(status).putHeader("Retry-After", retryAfter).end()))
                .isEqualTo(
                        new Failed("answered " + status, Duration.ofSeconds(seconds), new ReceiverAnswer(status, "")));
    }

    @ParameterizedTest
    @CsvSource({"429,soon", "503,-1", "500,7", "408,7"})
    void an_invalid_retry_after_or_one_of_another_status_is_ignored(int status, String retryAfter) {
        assertThat(outcome(response -> response.setStatusCode(status).putHeader("Retry-After", retryAfter).end()))
                .isEqualTo(new Failed("answered " + status, null, new ReceiverAnswer(status, "")));
    }

    @Test
    void the_beginning_of_the_answer_is_kept_as_text() {
        var said = "é\0" + "x".repeat(20_000);
        assertThat(outcome(response -> response.setStatusCode(500).end(said)))
                .isEqualTo(new Failed("answered 500",
                        null, new ReceiverAnswer(500, "é\ufffd" + "x".repeat(8192 - 3))));
    }

    @Test
    void bytes_of_the_answer_that_are_no_text_are_replaced() {
        assertThat(outcome(response -> response.setStatusCode(500)
                .end(Buffer.buffer(new byte[]{'a', (byte) 0xff, 'b'}))))
                .isEqualTo(new Failed("answered 500", null, new ReceiverAnswer(500, "a\ufffdb")));
    }

    private static AttemptOutcome outcome(int status) {
        return outcome(response -> response.setStatusCode(status).end());
    }

    private static AttemptOutcome outcome(Handler<HttpServerResponse> answer) {
        try (var receiver = HttpReceiver.answering(answer)) {
            return outcome(receiver);
        }
    }

    private static AttemptOutcome outcome(HttpReceiver receiver) {
        var target = target(receiver.url(), new Binary());
        return send(new HttpSink(VERTX, subscription(target, 1, PATIENCE), target, CLOCK), some());
    }
}
