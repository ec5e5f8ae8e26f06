package dev.onceward.intake.verify;

import java.net.URI;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.core.http.HttpClient;
import io.vertx.mutiny.core.http.HttpClientRequest;

/// A world with one server, which answers for every host. No test can be Amazon otherwise.
final class SingleServerVertx extends Vertx {
    private final URI server;

    SingleServerVertx(KeyServer server) {
        super(server.vertx().getDelegate());
        this.server = server.at("/");
    }

    @Override
    public HttpClient createHttpClient(HttpClientOptions options) {
        return new HttpClient(getDelegate().createHttpClient(options)) {
            @Override
            public Uni<HttpClientRequest> request(RequestOptions request) {
                return super.request(request.setHost(server.getHost()).setPort(server.getPort()).setSsl(false));
            }
        };
    }
}
