package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Duration;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.core.http.HttpClient;
import io.vertx.mutiny.core.http.HttpClientRequest;
import io.vertx.mutiny.core.http.HttpClientResponse;

/// Fetches a sender's address within limits of time and size. It follows no redirects.
@Singleton
public final class FetchUrl {
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final int LARGEST = 256 << 10;
    private static final int OK = 200;

    /// The client is created for the first request: most processes never send one, and its classes would slow down each
    /// start.
    private final Uni<HttpClient> client;
    private final Duration patience;

    @Inject
    FetchUrl(Vertx vertx) {
        this(vertx, USUAL);
    }

    FetchUrl(Vertx vertx, Duration patience) {
        this.client = Uni.createFrom()
                .item(() -> vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(2).setMaxWaitQueueSize(20)))
                .memoize().indefinitely();
        this.patience = patience;
    }

    public Uni<byte[]> get(URI address) {
        return client.flatMap(made -> made.request(visit(address)))
                .flatMap(FetchUrl::send)
                .map(Buffer::getBytes)
                .ifNoItem().after(patience).fail();
    }

    /// The connection, with its TLS handshake, may take half of the time. A connection that were ready after the caller
    /// had given up would stay open unused and keep its place in the pool.
    private RequestOptions visit(URI address) {
        return new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(address.toString())
                .setConnectTimeout(patience.toMillis() / 2);
    }

    /// Closes the connection of a response that is not read to its end. Otherwise slow servers would soon occupy all
    /// connections.
    private static Uni<Buffer> send(HttpClientRequest request) {
        return request.send().onCancellation().invoke(() -> request.reset())
                .flatMap(response -> read(response)
                        .onFailure().invoke(() -> leave(request, response))
                        .onCancellation().invoke(() -> leave(request, response)));
    }

    /// Without a handler, the reset that intake causes itself would be logged as an error.
    private static void leave(HttpClientRequest request, HttpClientResponse response) {
        var _ = response.getDelegate().exceptionHandler(_ -> {});
        var _ = request.reset();
    }

    private static Uni<Buffer> read(HttpClientResponse response) {
        return response.statusCode() == OK
                ? response.toMulti().collect().in(Buffer::buffer, FetchUrl::append)
                : Uni.createFrom().failure(new IllegalStateException("the server answered " + response.statusCode()));
    }

    private static void append(Buffer all, Buffer part) {
        if (all.length() + part.length() > LARGEST) {
            throw new IllegalStateException("the response is larger than a key");
        }
        var _ = all.appendBuffer(part);
    }
}
