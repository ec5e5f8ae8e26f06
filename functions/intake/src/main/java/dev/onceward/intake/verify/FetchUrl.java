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

/// Gets what is at an address of a sender: without following it anywhere else, within bounds.
@Singleton
public final class FetchUrl {
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final int LARGEST = 256 << 10;
    private static final int OK = 200;

    /// Made for the first visit: most processes never make one, and the client's classes would cost each start.
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

    /// Half of the patience is for the connection, its handshake of TLS included: one that was ready after its visitor has
    /// left would be nobody's and keep its place.
    private RequestOptions visit(URI address) {
        return new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(address.toString())
                .setConnectTimeout(patience.toMillis() / 2);
    }

    /// What is not read to its end takes its connection with it: whoever answers slowly would else soon hold them all.
    private static Uni<Buffer> send(HttpClientRequest request) {
        return request.send().onCancellation().invoke(() -> request.reset())
                .flatMap(response -> read(response)
                        .onFailure().invoke(() -> leave(request, response))
                        .onCancellation().invoke(() -> leave(request, response)));
    }

    /// Without a handler the end that we made ourselves would be logged as an error.
    private static void leave(HttpClientRequest request, HttpClientResponse response) {
        var _ = response.getDelegate().exceptionHandler(_ -> {});
        var _ = request.reset();
    }

    private static Uni<Buffer> read(HttpClientResponse response) {
        return response.statusCode() == OK
                ? response.toMulti().collect().in(Buffer::buffer, FetchUrl::append)
                : Uni.createFrom().failure(new IllegalStateException("it answered " + response.statusCode()));
    }

    private static void append(Buffer all, Buffer part) {
        if (all.length() + part.length() > LARGEST) {
            throw new IllegalStateException("it is larger than a key");
        }
        var _ = all.appendBuffer(part);
    }
}
