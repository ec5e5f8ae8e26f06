package dev.onceward.intake;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Over HTTP/2 many requests share a connection, so that none may take the others with it.
class HttpTwoIT {
    private static final int PATIENCE_SECONDS = 20;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false)
            .setHttp2MaxPoolSize(1)
            .setDefaultPort(Intakes.running().port()));

    @AfterEach
    void end() {
        soon(vertx.close().toCompletionStage().toCompletableFuture());
    }

    @Test
    void a_refused_request_resets_its_http_2_stream_and_keeps_the_connection() {
        var ended = new CompletableFuture<Throwable>();
        var request = post("small").setChunked(true).exceptionHandler(ended::complete);
        var answer = request.response().toCompletionStage().toCompletableFuture();
        var _ = request.write(Buffer.buffer("x".repeat(101)));
        assertThat(soon(answer).statusCode()).isEqualTo(413);
        assertThat(soon(ended)).isInstanceOf(StreamResetException.class);
        assertThat(soon(whole("small", "x".repeat(100))).statusCode()).isEqualTo(202);
        assertThat(soon(whole("small", "x".repeat(100))).request().connection()).isSameAs(request.connection());
    }

    @Test
    void the_answer_to_head_has_no_body() {
        var answer = client.request(HttpMethod.HEAD, "/hooks/plain")
                .compose(HttpClientRequest::send)
                .compose(head -> head.body().map(body -> head.statusCode() + " with " + body.length() + " bytes"));
        assertThat(soon(answer.toCompletionStage().toCompletableFuture())).isEqualTo("405 with 0 bytes");
        assertThat(soon(whole("plain", "{}")).statusCode()).isEqualTo(202);
    }

    private HttpClientRequest post(String source) {
        return soon(client.request(HttpMethod.POST, "/hooks/" + source).toCompletionStage().toCompletableFuture());
    }

    private CompletableFuture<HttpClientResponse> whole(String source, String body) {
        return post(source).putHeader(IntakeRequests.KEY, IntakeRequests.fresh()).send(body).toCompletionStage()
                .toCompletableFuture();
    }

    private static <T> T soon(CompletableFuture<T> future) {
        return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
