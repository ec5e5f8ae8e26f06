package dev.onceward.internal.wake;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WakeRelayOverHttpTest {
    private final Queue<HttpServerRequest> open = new ConcurrentLinkedQueue<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final HttpServer relay = done(Servers.vertx().getDelegate().createHttpServer()
            .requestHandler(request -> {
                open.add(request);
                calls.add(request.method() + " " + request.path() + " " + request.getHeader("authorization"));
            })
            .listen(0, "127.0.0.1"));
    private final WakeRelayOverHttp wakeRelayOverHttp = WakeRelays
            .callRelay("http://127.0.0.1:" + relay.actualPort() + "/run");

    @AfterEach
    void close() {
        var _ = done(relay.close());
    }

    @Test
    void events_appended_during_a_run_start_exactly_one_more_run() {
        wakeRelayOverHttp.appended();
        awaitCalls(1);
        assertThat(calls).containsExactly("POST /run Bearer operators-token-of-tests");
        for (var i = 0; i < 100; i++) {
            wakeRelayOverHttp.appended();
        }
        assertThat(calls).hasSize(1);
        answer();
        awaitCalls(2);
        answer();
        wakeRelayOverHttp.appended();
        awaitCalls(3);
        answer();
    }

    @Test
    void an_unreachable_relay_is_called_again_with_the_next_event() {
        var away = WakeRelays.callRelay("http://127.0.0.1:1/run");
        away.appended();
        wakeRelayOverHttp.appended();
        awaitCalls(1);
        var _ = done(open.remove().connection().close());
        var _ = Eventually.value(() -> {
            wakeRelayOverHttp.appended();
            return calls.size();
        }, seen -> seen == 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"relay", "/run", "ftp://relay/run", "http:", "http://a b/"})
    void an_invalid_wake_url_stops_the_start(String url) {
        assertThatThrownBy(() -> WakeRelays.callRelay(url))
                .hasMessageStartingWith("onceward.wake.url must be the address");
    }

    private static <T> T done(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    private void awaitCalls(int times) {
        var _ = Eventually.value(calls::size, seen -> seen == times);
    }

    private void answer() {
        var _ = done(open.remove().response().end());
    }
}
