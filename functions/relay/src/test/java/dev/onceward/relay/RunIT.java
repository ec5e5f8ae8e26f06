package dev.onceward.relay;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.relay.http.HttpSinks;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.endsWith;

/// Runs on demand.
class RunIT {
    private static final byte[] BODY = "{}".getBytes(UTF_8);

    private final RelayFixture world = new RelayFixture();
    private final AtomicBoolean slow = new AtomicBoolean();
    private final HttpReceiver receiver = HttpReceiver.answering(response -> {
        if (slow.get()) {
            var _ = HttpSinks.VERTX.setTimer(100, _ -> response.setStatusCode(204).end());
        } else {
            response.setStatusCode(204).end();
        }
    });
    private FunctionProcess relay = triggered().start();

    @BeforeEach
    void ready() {
        Eventually.holds(() -> given().port(relay.managementPort()).get("/q/health/ready").statusCode() == 200);
    }

    @AfterEach
    void close() {
        relay.close();
        receiver.close();
    }

    @Test
    void a_run_delivers_all_events_and_answers_what_it_delivered() {
        for (var n = 0; n < 20; n++) {
            var _ = world.append("orders", "customer-" + n % 3, BODY);
        }
        run("").then().statusCode(200);
        assertThat(receiver.got).hasSize(20);
        var _ = world.append("orders", null, BODY);
        var answer = run("").then().statusCode(200).extract().jsonPath();
        assertThat(answer.getString("mode")).isEqualTo("triggered");
        assertThat(answer.getInt("subscriptions.books.delivered")).isEqualTo(1);
        assertThat(answer.getBoolean("subscriptions.books.emptied")).isTrue();
        assertThat(answer.getInt("subscriptions.books.status.lagEvents")).isZero();
        assertThat(receiver.got).hasSize(21);
    }

    @Test
    void a_cloud_event_triggers_a_run_as_well() {
        var _ = world.append("orders", null, BODY);
        given().port(relay.port()).header("Authorization", RelayFixture.BEARER).header("ce-id", "1")
                .header("ce-specversion", "1.0").header("ce-type", "dev.knative.sources.ping")
                .header("ce-source", "/ping").contentType("application/json").body("{}")
                .post("/run").then().statusCode(200);
        assertThat(receiver.got).hasSize(1);
    }

    @Test
    void a_run_that_ended_holds_no_lease() {
        run("").then().statusCode(200);
        assertThat(world.sql.query("SELECT count(*) FROM onceward.cursor WHERE lease_until > now()")).isEqualTo("0");
        assertThat(world.sql.query("SELECT count(*) FROM onceward.cursor")).isEqualTo("16");
    }

    @Test
    void concurrent_runs_in_two_processes_deliver_each_event_once() throws Exception {
        for (var n = 0; n < 200; n++) {
            var _ = world.append("orders", "customer-" + n % 7, BODY);
        }
        try (var other = triggered().start()) {
            Eventually.holds(() -> given().port(other.managementPort()).get("/q/health/ready").statusCode() == 200);
            var there = Thread.ofVirtual().start(() -> given().port(other.port())
                    .header("Authorization", RelayFixture.BEARER).post("/run").then().statusCode(200));
            var twice = Thread.ofVirtual().start(() -> run("").then().statusCode(200));
            run("").then().statusCode(200);
            there.join();
            twice.join();
            run("").then().statusCode(200);
        }
        assertThat(receiver.got).hasSize(200).extracting(got -> got.header("ce-id")).doesNotHaveDuplicates();
    }

    @Test
    void a_run_ends_at_its_deadline_and_answers_that_events_are_left() {
        slow.set(true);
        for (var n = 0; n < 300; n++) {
            var _ = world.append("orders", "customer-1", BODY);
        }
        var start = System.nanoTime();
        var answer = run("?deadline=1s").then().statusCode(200).extract().jsonPath();
        // And no later than the page that was under way.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofSeconds(1),
                Duration.ofSeconds(20));
        assertThat(answer.getBoolean("subscriptions.books.emptied")).isFalse();
        assertThat(answer.getInt("subscriptions.books.delivered")).isBetween(1, receiver.got.size());
    }

    @Test
    void an_invalid_deadline_is_refused() {
        run("?deadline=soon").then().statusCode(400).contentType("application/problem+json")
                .body("detail", containsString("25s"));
        run("?deadline=1s").then().statusCode(200);
    }

    @Test
    void a_run_without_the_token_is_refused_and_delivers_no_event() {
        var _ = world.append("orders", null, BODY);
        given().port(relay.port()).post("/run").then().statusCode(401).header("WWW-Authenticate", "Bearer")
                .body("type", endsWith("/token-needed"));
        given().port(relay.port()).header("Authorization", RelayFixture.BEARER + "!").post("/run").then()
                .statusCode(401);
        assertThat(receiver.got).isEmpty();
    }

    @Test
    void a_run_is_refused_naming_the_settings_when_none_of_them_allows_runs() {
        start(triggered().with("onceward.admin.token", ""));
        given().port(relay.port()).post("/run").then().statusCode(401)
                .body("detail", containsString("onceward.admin.token"))
                .body("detail", containsString("onceward.relay.run-without-token=true"));
    }

    @Test
    void a_run_without_the_token_is_answered_204_without_a_body_where_that_is_allowed() {
        start(triggered().with("onceward.relay.run-without-token", "true"));
        var _ = world.append("orders", null, BODY);
        given().port(relay.port()).post("/run").then().statusCode(204).body(emptyString());
        assertThat(receiver.got).hasSize(1);
        var _ = world.append("orders", null, BODY);
        given().port(relay.port()).header("Authorization", "Bearer of-the-platform").post("/run").then().statusCode(204)
                .body(emptyString());
        assertThat(receiver.got).hasSize(2);
        given().port(relay.port()).post("/run?deadline=0s").then().statusCode(400)
                .body("detail", containsString("onceward.relay.deadline"));
        assertThat(run("").then().statusCode(200).extract().jsonPath().getString("mode")).isEqualTo("triggered");
    }

    private void start(StartFunction other) {
        relay.close();
        relay = other.start();
        ready();
    }

    private Response run(String query) {
        return given().port(relay.port()).header("Authorization", RelayFixture.BEARER).post("/run" + query);
    }

    private StartFunction triggered() {
        return world.books(receiver.url()).with("onceward.relay.mode", "triggered")
                .with("onceward.subscriptions.books.ordering", "key");
    }
}
