package dev.onceward.relay.http;

import java.time.Clock;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.SocketAddress;

import dev.onceward.relay.address.AddressLookup.NoAddress;
import dev.onceward.relay.address.AddressLookup.PublicAddress;
import dev.onceward.relay.address.FindAddress;
import dev.onceward.relay.format.HttpFormat;
import dev.onceward.relay.format.RequestHead;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Http;
import dev.onceward.runtime.log.Event;

/// Posts events to an address. An attempt is one request: it follows no redirect and uses no proxy, because both would
/// lead to addresses that were not checked.
public final class HttpSink implements Sink {
    private static final int IDLE_SECONDS = 30;

    private final Vertx vertx;
    private final HttpClient client;
    private final FindAddress address;
    private final HttpFormat format;
    private final RequestHead head;
    private final JudgeAnswer judge;

    public HttpSink(Vertx vertx, Subscription subscription, Http target, Clock clock) {
        this.vertx = vertx;
        this.address = new FindAddress(vertx, target.url(), target.allowPrivate());
        this.format = HttpFormat.of(target.format(), clock);
        this.head = new RequestHead(target.url(), target.headers());
        this.judge = new JudgeAnswer(clock);
        this.client = vertx.httpClientBuilder()
                .with(new PoolOptions().setHttp1MaxSize(subscription.concurrency()))
                .with(new HttpClientOptions()
                        .setKeepAliveTimeout(IDLE_SECONDS)
                        .setConnectTimeout(Math.toIntExact(subscription.timeout().toMillis())))
                .withConnectHandler(connection -> connection.exceptionHandler(HttpSink::note))
                .build();
    }

    @Override
    public Uni<AttemptOutcome> send(Event event) {
        return Uni.createFrom().emitter(emitter -> begin(event, emitter));
    }

    @Override
    public Uni<Void> close() {
        return Uni.createFrom().deferred(() -> UniHelper.toUni(client.close()));
    }

    private void begin(Event event, UniEmitter<? super AttemptOutcome> emitter) {
        var context = vertx.getOrCreateContext();
        var attempt = new HttpAttempt(context);
        attempt.outcome().onSuccess(emitter.onTermination(attempt::giveUp)::complete);
        context.runOnContext(_ -> run(attempt, event));
    }

    private void run(HttpAttempt attempt, Event event) {
        address.find()
                .compose(located -> switch (located) {
                    case PublicAddress(var server) -> post(attempt, server, event);
                    case NoAddress(var why) -> Future.succeededFuture(new Failed(why, null, null));
                })
                .otherwise(failure -> new Failed(HttpFailureText.of(failure), null, null))
                .onSuccess(attempt::answered);
    }

    private Future<AttemptOutcome> post(HttpAttempt attempt, SocketAddress server, Event event) {
        var message = format.write(event);
        return client.request(head.to(server, message, event.trace()))
                .onFailure(_ -> address.skip())
                .map(request -> request.exceptionHandler(HttpSink::note))
                .compose(attempt::hold)
                .compose(request -> request.send(message.body()))
                .compose(ReadAnswer::of)
                .map(judge::judge);
    }

    /// Logs a failure at DEBUG only, because the attempt's outcome contains it. Vert.x would log it as an error.
    private static void note(Throwable failure) {
        Log.debugf("an attempt over HTTP failed: cause=%s", HttpFailureText.of(failure));
    }
}
