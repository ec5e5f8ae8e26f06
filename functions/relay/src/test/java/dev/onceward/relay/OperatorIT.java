package dev.onceward.relay;

import java.util.concurrent.atomic.AtomicInteger;

import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.relay.testing.AwaitInRelay;
import dev.onceward.relay.testing.HttpReceiver;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

/// What an operator sees and does.
class OperatorIT {
    private static final byte[] BODY = "{}".getBytes(UTF_8);

    private final RelayFixture world = new RelayFixture();
    private final AtomicInteger status = new AtomicInteger(204);
    private final HttpReceiver receiver = HttpReceiver
            .answering(response -> response.setStatusCode(status.get()).end("that was not for us"));
    private final FunctionProcess relay = world.books(receiver.url())
            .with("onceward.subscriptions.books.ordering", "key")
            .with("onceward.relay.lease", "1s")
            .with("onceward.relay.page-time", "500ms")
            .start();

    @AfterEach
    void close() {
        relay.close();
        receiver.close();
        world.close();
    }

    @Test
    void a_refused_event_is_dead_until_it_is_redriven_and_later_events_of_its_key_are_blocked() {
        status.set(422);
        var first = world.append("orders", "customer-1", BODY);
        AwaitInRelay.until(() -> dead() == 1);
        var second = world.append("orders", "customer-1", BODY);
        var other = world.append("orders", "customer-2", BODY);
        AwaitInRelay.until(() -> dead() == 2);
        verb("parked", "{}").body("parked", hasSize(2)).body("parked[0].event", equalTo(first.toString()))
                .body("parked[0].error", containsString("422"));
        verb("redrive", "{\"dryRun\": true}").body("would", equalTo(2));
        verb("drop", "{\"ordering\": \"customer-1\", \"why\": \"sold\", \"dryRun\": true}").body("would", equalTo(1));
        verb("drop", "{\"event\": \"" + second + "\", \"why\": \"sold\", \"dryRun\": true}").body("would", equalTo(0));
        verb("drop", "{\"event\": \"" + second + "\", \"state\": \"blocked\", \"why\": \"sold\", \"dryRun\": true}")
                .body("would", equalTo(1));

        status.set(204);
        receiver.got.clear();
        verb("redrive", "{\"event\": \"" + first + "\", \"by\": \"ada\"}").body("redriven", equalTo(1));
        AwaitInRelay.until(() -> receiver.got.size() == 2);
        assertThat(receiver.got).extracting(got -> got.header("ce-id")).containsExactly(first.toString(),
                second.toString());
        verb("drop", "{\"event\": \"" + other + "\", \"why\": \"sold by now\"}").body("dropped", equalTo(1));
        AwaitInRelay.until(() -> dead() == 0);
        assertThat(world.ask("SELECT string_agg(action || ' ' || actor, ', ' ORDER BY n) FROM onceward.audit"))
                .isEqualTo("redrive ada, drop operator");
        verb("attempts", "{\"event\": \"" + first + "\"}").body("attempts", hasSize(1))
                .body("attempts[0].attempt", equalTo(1)).body("attempts[0].outcome", equalTo("refused"))
                .body("attempts[0].status", equalTo(422)).body("attempts[0].answer", equalTo("that was not for us"));
    }

    @Test
    void http_410_pauses_the_subscription_and_resume_delivers_the_event() {
        status.set(410);
        var _ = world.append("orders", null, BODY);
        AwaitInRelay.until(() -> standing().contains("\"paused\":true"));
        assertThat(standing()).contains("\"pausedBy\":\"relay\"");
        status.set(204);
        receiver.got.clear();
        verb("resume", "{}").body("resumed", equalTo(true));
        AwaitInRelay.until(() -> receiver.got.size() == 1);
    }

    @Test
    void a_paused_subscription_gets_no_event_until_it_is_resumed() {
        AwaitInRelay.until(() -> standing().contains("\"leased\":16"));
        verb("pause", "{\"why\": \"the receiver moves\"}").body("paused", equalTo(true));
        AwaitInRelay.until(() -> standing().contains("\"leased\":0"));
        var _ = world.append("orders", null, BODY);
        AwaitInRelay.until(() -> standing().contains("\"lagEvents\":1"));
        assertThat(receiver.got).isEmpty();
        verb("resume", "{}").body("resumed", equalTo(true));
        AwaitInRelay.until(() -> receiver.got.size() == 1);
    }

    @Test
    void a_cursor_that_is_moved_back_delivers_past_events_again() {
        var first = world.append("orders", null, BODY);
        AwaitInRelay.until(() -> receiver.got.size() == 1);
        verb("move", "{\"to\": \"earliest\"}").body("moved", equalTo(true));
        AwaitInRelay.until(() -> receiver.got.size() == 2);
        verb("move", "{\"to\": \"" + first + "\"}").body("moved", equalTo(true));
        AwaitInRelay.until(() -> receiver.got.size() == 3);
        assertThat(receiver.got).extracting(got -> got.header("ce-id")).containsOnly(first.toString());
    }

    @Test
    void without_postgresql_the_lag_metric_is_nan_and_subscriptions_are_answered_503() {
        AwaitInRelay.until(() -> lag().equals("0.0"));
        world.backends.postgres().stop();
        AwaitInRelay.until(() -> lag().equals("NaN"));
        given().port(relay.port()).header("Authorization", RelayFixture.BEARER).get("/subscriptions").then()
                .statusCode(503);
        world.backends.postgres().start();
        AwaitInRelay.until(() -> lag().equals("0.0"));
        given().port(relay.port()).header("Authorization", RelayFixture.BEARER).get("/subscriptions").then()
                .statusCode(200).body("subscriptions.books.lagEvents", equalTo(0));
    }

    private int dead() {
        return Integer.parseInt(world.ask("SELECT count(*) FROM onceward.parked WHERE state = 'dead'"));
    }

    private String standing() {
        return given().port(relay.port()).header("Authorization", RelayFixture.BEARER).get("/subscriptions/books")
                .asString();
    }

    private String lag() {
        return given().port(relay.managementPort()).get("/q/metrics").asString().lines()
                .filter(line -> line.startsWith("onceward_relay_lag_events{"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst().orElse("nothing");
    }

    private ValidatableResponse verb(String verb, String body) {
        return given().port(relay.port()).header("Authorization", RelayFixture.BEARER).body(body)
                .post("/subscriptions/books/" + verb).then().statusCode(200);
    }
}
