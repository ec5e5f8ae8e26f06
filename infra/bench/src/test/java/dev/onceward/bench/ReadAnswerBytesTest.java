package dev.onceward.bench;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadAnswerBytesTest {
    private static final String STORED = "HTTP/1.1 202 Accepted\r\nContent-Length: 7\r\n\r\n{\"a\":1}";
    private static final String REPLAYED = "HTTP/1.1 202 Accepted\r\nidempotent-replayed: true\r\ncontent-length: 0\r\n\r\n";
    private static final String CHUNKED = "HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n";

    private final ReadAnswerBytes readAnswerBytes = new ReadAnswerBytes();

    @Test
    void an_answer_received_in_pieces_is_complete_with_its_last_byte() {
        for (var text : new String[]{STORED, REPLAYED, CHUNKED}) {
            readAnswerBytes.clear();
            var last = text.length() - 1;
            for (var i = 0; i < last; i++) {
                assertThat(readAnswerBytes.add(Buffer.buffer(text.substring(i, i + 1)))).as(text.substring(0, i + 1))
                        .isFalse();
            }
            assertThat(readAnswerBytes.add(Buffer.buffer(text.substring(last)))).as(text).isTrue();
        }
    }

    @Test
    void an_answer_with_the_replay_header_is_recognised_as_a_replay() {
        assertThat(readAnswerBytes.add(Buffer.buffer(STORED))).isTrue();
        assertThat(readAnswerBytes.replayed()).isFalse();

        readAnswerBytes.clear();

        assertThat(readAnswerBytes.add(Buffer.buffer(REPLAYED))).isTrue();
        assertThat(readAnswerBytes.replayed()).isTrue();
    }

    @Test
    void an_answer_other_than_2xx_is_not_accepted() {
        assertThat(readAnswerBytes.add(Buffer.buffer(CHUNKED))).isTrue();

        assertThat(readAnswerBytes.accepted()).isFalse();
    }
}
