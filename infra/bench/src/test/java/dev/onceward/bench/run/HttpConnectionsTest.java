package dev.onceward.bench.run;

import org.junit.jupiter.api.Test;

import dev.onceward.bench.run.Load.Answer;

import static org.assertj.core.api.Assertions.assertThat;

class HttpConnectionsTest {
    private static final String STORED = "HTTP/1.1 202 Accepted\r\nContent-Length: 7\r\n\r\n{\"a\":1}";
    private static final String REPLAYED = "HTTP/1.1 202 OK\r\nidempotent-replayed: true\r\ncontent-length: 0\r\n\r\n";
    private static final String REFUSED = "HTTP/1.1 503 No\r\nContent-Length: 2\r\nRetry-After: 1\r\n\r\nno";

    @Test
    void an_answer_received_in_pieces_is_complete_with_its_last_byte() {
        for (var text : new String[]{STORED, REPLAYED, REFUSED}) {
            for (var i = 0; i < text.length(); i++) {
                assertThat(HttpConnections.read(text.substring(0, i))).as(text.substring(0, i)).isEmpty();
            }
            assertThat(HttpConnections.read(text)).as(text).isPresent();
        }
    }

    @Test
    void an_answer_with_the_replay_header_is_recognised_as_a_replay() {
        assertThat(HttpConnections.read(STORED)).contains(Answer.STORED);
        assertThat(HttpConnections.read(REPLAYED)).contains(Answer.REPLAYED);
    }

    @Test
    void a_conflict_is_recognised_as_a_request_in_flight() {
        assertThat(HttpConnections.read("HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n"))
                .contains(Answer.IN_FLIGHT);
    }

    @Test
    void an_answer_other_than_2xx_is_not_accepted() {
        assertThat(HttpConnections.read(REFUSED)).contains(Answer.REFUSED);
    }
}
