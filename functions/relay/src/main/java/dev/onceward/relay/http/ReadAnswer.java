package dev.onceward.relay.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Reads the beginning of an answer. Its first bytes are kept, and some more are read so that the connection can be
/// used again. A longer answer is aborted, otherwise a receiver could keep the relay reading for ever.
final class ReadAnswer {
    static final int KEPT = 8 << 10;
    static final int READ = 64 << 10;

    private final HttpClientResponse response;
    private final Promise<HttpAnswer> answer = Promise.promise();
    private final Buffer kept = Buffer.buffer();
    private int read;

    private ReadAnswer(HttpClientResponse response) {
        this.response = response;
    }

    static Future<HttpAnswer> of(HttpClientResponse response) {
        var reading = new ReadAnswer(response);
        response.exceptionHandler(reading::end)
                .endHandler(_ -> reading.end(null))
                .handler(reading::take);
        return reading.answer.future();
    }

    private void take(Buffer chunk) {
        kept.appendBuffer(chunk, 0, Math.min(chunk.length(), KEPT - kept.length()));
        read += chunk.length();
        if (read > READ) {
            end(null);
            response.request().reset();
        }
    }

    private void end(@Nullable Throwable cut) {
        answer.tryComplete(new HttpAnswer(response.statusCode(), response.headers(), text(), cut));
    }

    /// Replaces NUL, which PostgreSQL's text cannot contain.
    private String text() {
        return kept.toString(UTF_8).replace('\0', '\ufffd');
    }
}
