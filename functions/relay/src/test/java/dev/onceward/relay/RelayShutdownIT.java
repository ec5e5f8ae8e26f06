package dev.onceward.relay;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.restassured.path.json.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.relay.http.HttpSinks;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// A process that is told to end settles what is under way and gives its leases back, and the next one goes on from there.
class RelayShutdownIT {
    private static final int EVENTS = 80;
    private static final long ANSWER_MILLIS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RelayFixture world = new RelayFixture();
    private final HttpReceiver receiver = HttpReceiver.answering(response -> HttpSinks.VERTX.setTimer(ANSWER_MILLIS,
            _ -> response.setStatusCode(204).end()));

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void a_stopped_loop_releases_its_leases_and_the_next_loop_delivers_each_other_event_once() {
        var sent = append();
        try (var relay = relay("loop").start()) {
            Eventually.holds(() -> receiver.got.size() > 10);
            end(relay);
        }
        assertThat(receiver.got).hasSizeLessThan(EVENTS);
        nobodyHoldsALease();
        try (var _ = relay("loop").start()) {
            Eventually.holds(() -> receiver.got.size() >= EVENTS);
        }
        eachOnceAndInOrder(sent);
    }

    @Test
    void a_stopped_run_answers_releases_its_leases_and_the_next_run_delivers_each_other_event_once() {
        var sent = append();
        try (var relay = relay("triggered").start()) {
            var running = CompletableFuture.supplyAsync(() -> run(relay));
            Eventually.holds(() -> receiver.got.size() > 10);
            end(relay);
            var answer = running.join();
            assertThat(answer.getBoolean("subscriptions.books.emptied")).isFalse();
            assertThat(answer.getInt("subscriptions.books.delivered")).isBetween(1, receiver.got.size());
        }
        assertThat(receiver.got).hasSizeLessThan(EVENTS);
        nobodyHoldsALease();
        try (var next = relay("triggered").start()) {
            assertThat(run(next).getBoolean("subscriptions.books.emptied")).isTrue();
        }
        eachOnceAndInOrder(sent);
    }

    private static void end(FunctionProcess relay) {
        var start = System.nanoTime();
        relay.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
    }

    private void nobodyHoldsALease() {
        assertThat(world.sql.query("SELECT count(*) FROM onceward.cursor "
                + "WHERE owner IS NULL AND lease_until = '-infinity'")).isEqualTo("16");
    }

    private void eachOnceAndInOrder(List<String> sent) {
        assertThat(receiver.got).extracting(got -> got.header("ce-id")).containsExactlyElementsOf(sent);
    }

    /// All of one key, so that they take their time.
    private List<String> append() {
        return IntStream.range(0, EVENTS)
                .mapToObj(_ -> world.append("orders", "customer-1", "{}".getBytes(UTF_8)).toString()).toList();
    }

    private static JsonPath run(FunctionProcess relay) {
        return given().port(relay.port()).header("Authorization", RelayFixture.BEARER).post("/run").then()
                .statusCode(200)
                .extract().jsonPath();
    }

    private StartFunction relay(String mode) {
        return world.books(receiver.url()).with("onceward.relay.mode", mode)
                .with("onceward.relay.page-time", "500ms")
                .with("onceward.subscriptions.books.ordering", "key");
    }
}
