package dev.onceward.intake;

import java.util.Optional;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static org.assertj.core.api.Assertions.assertThat;

class LogOutputIT {
    private static final FunctionProcess TALKATIVE = Intakes.withSources()
            .with("quarkus.log.console.json.enabled", "true")
            .with("quarkus.log.category.\"dev.onceward\".level", "DEBUG")
            .start();

    @AfterAll
    static void end() {
        TALKATIVE.close();
    }

    /// The sender is answered before Redis has the key, so PostgreSQL may end the first copies.
    @Test
    void a_duplicate_is_logged_with_its_details_as_fields() {
        var key = fresh();
        var first = event(asking(TALKATIVE).header(IntakeRequests.KEY, key).body("{}").post("/hooks/plain"));
        Eventually.holds(() -> {
            asking(TALKATIVE).header(IntakeRequests.KEY, key).body("{}").post("/hooks/plain").then().statusCode(202);
            return duplicate(key).filter(line -> ttl(line) > 0).isPresent();
        });
        var line = duplicate(key).orElseThrow();
        assertThat(line.getString("level")).isEqualTo("DEBUG");
        var fields = line.getJsonObject("mdc").getMap();
        assertThat(fields)
                .containsOnlyKeys("idempotency_key", "source", "event_id", "original_event_id", "ttl_remaining")
                .containsEntry("source", "plain")
                .containsEntry("original_event_id", first);
        assertThat(fields.get("event_id")).isNotEqualTo(first);
        assertThat(ttl(line)).isBetween(86_000, 86_400);
    }

    @Test
    void what_a_stranger_sends_does_not_get_into_the_log() {
        var mark = "mark" + fresh();
        asking().header("X-Mark", mark).body(mark).post("/hooks/" + mark).then().statusCode(404);
        asking().header("X-Mark", mark).body("{\"order\":\"" + mark).post("/hooks/orders").then().statusCode(400);
        asking().header("webhook-id", mark).body(mark).post("/hooks/signed").then().statusCode(401);
        asking().header("ce-" + mark, mark).post("/events").then().statusCode(400);
        asking().header("X-Mark", mark).get("/" + mark).then().statusCode(404);
        asking().header(IntakeRequests.KEY, mark).body(mark).post("/hooks/plain").then().statusCode(202);
        try (var wire = RawConnection.post("plain", "X-Mark: " + mark + "\0", "Content-Length: 0")) {
            assertThat(wire.status()).isEqualTo(400);
        }
        assertThat(Intakes.running().output()).doesNotContain(mark);
    }

    @Test
    void a_key_with_a_line_break_does_not_appear_in_the_log_output() {
        var mark = fresh();
        asking(TALKATIVE).body("{\"order\":{\"id\":\"a\\n%s\"}}".formatted(mark)).post("/hooks/orders").then()
                .statusCode(400);
        assertThat(TALKATIVE.output()).doesNotContain(mark);
    }

    @Test
    void a_start_logs_nothing_before_intake_listens() {
        assertThat(Intakes.running().port()).isPositive();
        var start = Intakes.running().output().lines().takeWhile(line -> !line.contains("Listening on")).toList();
        assertThat(start).isEmpty();
    }

    private static int ttl(JsonObject line) {
        return Integer.parseInt(line.getJsonObject("mdc").getString("ttl_remaining"));
    }

    /// The last line about it.
    private static Optional<JsonObject> duplicate(String key) {
        return TALKATIVE.output().lines()
                .filter(line -> line.endsWith("}") && line.contains("intake found a duplicate") && line.contains(key))
                .map(JsonObject::new)
                .reduce((_, last) -> last);
    }
}
