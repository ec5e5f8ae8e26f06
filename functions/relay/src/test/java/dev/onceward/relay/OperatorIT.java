package dev.onceward.relay;

import java.util.concurrent.atomic.AtomicInteger;

import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;

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
    }

    @Test
    void a_refused_event_is_dead_until_it_is_redriven_and_later_events_of_its_key_are_blocked() {
        status.set(422);
        var first = world.append("orders", "customer-1", BODY);
        Eventually.holds(() -> dead() == 1);
        var second = world.append("orders", "customer-1", BODY);
        var other = world.append("orders", "customer-2", BODY);
        Eventually.holds(() -> dead() == 2);
        list("parked").body("parked", hasSize(2)).body("parked[0].event", equalTo(first.toString()))
                .body("parked[0].error", containsString("422"));
        command("parked/redrive", "{\"dryRun\": true}").body("wouldRedrive", equalTo(2));
        command("parked/drop", "{\"ordering\": \"customer-1\", \"why\": \"sold\", \"dryRun\": true}").body("wouldDrop",
                equalTo(1));
        command("parked/drop", "{\"event\": \"" + second + "\", \"why\": \"sold\", \"dryRun\": true}").body("wouldDrop",
                equalTo(0));
        command("parked/drop",
                "{\"event\": \"" + second + "\", \"state\": \"blocked\", \"why\": \"sold\", \"dryRun\": true}")
                .body("wouldDrop", equalTo(1));

        status.set(204);
        receiver.got.clear();
        command("parked/redrive", "{\"event\": \"" + first + "\", \"by\": \"ada\", \"why\": \"repaired\"}")
                .body("redriven", equalTo(1));
        Eventually.holds(() -> receiver.got.size() == 2);
        assertThat(receiver.got).extracting(got -> got.header("ce-id")).containsExactly(first.toString(),
                second.toString());
        command("parked/drop", "{\"event\": \"" + other + "\", \"why\": \"sold by now\"}").body("dropped", equalTo(1));
        Eventually.holds(() -> dead() == 0);
        assertThat(world.sql
                .query("SELECT string_agg(action || ' ' || actor || ': ' || (detail ->> 'why'), ', ' ORDER BY n) "
                        + "FROM onceward.audit"))
                .isEqualTo("redrive ada: repaired, drop operator: sold by now");
        list("events/" + first + "/attempts").body("attempts", hasSize(1))
                .body("attempts[0].attempt", equalTo(1)).body("attempts[0].outcome", equalTo("refused"))
                .body("attempts[0].status", equalTo(422)).body("attempts[0].answer", equalTo("that was not for us"));
    }

    @Test
    void http_410_pauses_the_subscription_and_resume_delivers_the_event() {
        status.set(410);
        var _ = world.append("orders", null, BODY);
        Eventually.holds(() -> status().contains("\"paused\":true"));
        assertThat(status()).contains("\"pausedBy\":\"relay\"");
        status.set(204);
        receiver.got.clear();
        command("resume", "{}").body("resumed", equalTo(true));
        Eventually.holds(() -> receiver.got.size() == 1);
    }

    @Test
    void a_paused_subscription_gets_no_event_until_it_is_resumed() {
        Eventually.holds(() -> status().contains("\"leased\":16"));
        command("pause", "{\"why\": \"the receiver moves\"}").body("paused", equalTo(true));
        Eventually.holds(() -> status().contains("\"leased\":0"));
        var _ = world.append("orders", null, BODY);
        Eventually.holds(() -> status().contains("\"lagEvents\":1"));
        assertThat(receiver.got).isEmpty();
        command("resume", "{\"why\": \"it has moved\"}").body("resumed", equalTo(true));
        Eventually.holds(() -> receiver.got.size() == 1);
        assertThat(world.sql.texts("SELECT detail ->> 'why' FROM onceward.audit ORDER BY n"))
                .containsExactly("the receiver moves", "it has moved");
    }

    @Test
    void a_cursor_that_is_moved_back_delivers_past_events_again() {
        var first = world.append("orders", null, BODY);
        Eventually.holds(() -> receiver.got.size() == 1);
        command("move", "{\"to\": \"earliest\", \"why\": \"lost\"}").body("moved", equalTo(true));
        Eventually.holds(() -> receiver.got.size() == 2);
        command("move", "{\"to\": \"" + first + "\"}").body("moved", equalTo(true));
        Eventually.holds(() -> receiver.got.size() == 3);
        assertThat(receiver.got).extracting(got -> got.header("ce-id")).containsOnly(first.toString());
    }

    @Test
    void without_postgresql_the_lag_metric_is_nan_and_subscriptions_are_answered_503() {
        Eventually.holds(() -> lag().equals("0.0"));
        world.backends.postgres().stop();
        Eventually.holds(() -> lag().equals("NaN"));
        given().port(relay.port()).header("Authorization", RelayFixture.BEARER).get("/api/v1/subscriptions").then()
                .statusCode(503);
        world.backends.postgres().start();
        Eventually.holds(() -> lag().equals("0.0"));
        given().port(relay.port()).header("Authorization", RelayFixture.BEARER).get("/api/v1/subscriptions").then()
                .statusCode(200).body("subscriptions.books.lagEvents", equalTo(0));
    }

    private long dead() {
        return world.sql.number("SELECT count(*) FROM onceward.parked WHERE state = 'dead'");
    }

    private String status() {
        return given().port(relay.port()).header("Authorization", RelayFixture.BEARER)
                .get("/api/v1/subscriptions/books")
                .asString();
    }

    private String lag() {
        return given().port(relay.managementPort()).get("/q/metrics").asString().lines()
                .filter(line -> line.startsWith("onceward_relay_lag_events{"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst().orElse("nothing");
    }

    private ValidatableResponse command(String command, String body) {
        return given().port(relay.port()).header("Authorization", RelayFixture.BEARER).body(body)
                .post("/api/v1/subscriptions/books/" + command).then().statusCode(200);
    }

    private ValidatableResponse list(String list) {
        return given().port(relay.port()).header("Authorization", RelayFixture.BEARER)
                .get("/api/v1/subscriptions/books/" + list).then().statusCode(200);
    }
}
