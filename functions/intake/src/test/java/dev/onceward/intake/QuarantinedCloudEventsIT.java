package dev.onceward.intake;

import java.time.Instant;
import java.util.List;

import io.restassured.response.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;

import static dev.onceward.intake.IntakeRequests.OPERATOR_TOKEN;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

class QuarantinedCloudEventsIT {
    private static final FunctionProcess FUNCTION = Intakes.bare()
            .with("onceward.admin.token", OPERATOR_TOKEN)
            .with("onceward.sources.events.preset", "standard-webhooks")
            .with("onceward.sources.events.secrets", "whsec_" + Signatures.SECRET)
            .with("onceward.sources.events.on-unverified", "quarantine")
            .with("onceward.sources.events.topic", "aside")
            .start();

    private final String one = fresh();
    private final String other = fresh();

    @AfterAll
    static void end() {
        FUNCTION.close();
    }

    @Test
    void a_quarantined_cloud_event_is_released_as_one_event() {
        var id = forged("application/cloudevents+json", event(one));
        release(id).then().statusCode(202).body("topic", equalTo("aside"));
        assertThat(stored(one)).isEqualTo(1);
        release(id).then().statusCode(404);
    }

    @Test
    void a_quarantined_batch_is_released_as_its_events() {
        var id = forged("application/cloudevents-batch+json", "[" + event(one) + "," + event(other) + "]");
        release(id).then().statusCode(202).body("size()", equalTo(2));
        assertThat(stored(one) + stored(other)).isEqualTo(2);
        release(id).then().statusCode(404);
    }

    @Test
    void a_quarantined_batch_with_an_invalid_item_stays_in_quarantine_after_a_release() {
        var id = forged("application/cloudevents-batch+json", "[" + event(one) + ",{}]");
        release(id).then().statusCode(207);
        release(id).then().statusCode(207);
        assertThat(stored(one)).isEqualTo(1);
    }

    private static String forged(String type, String body) {
        var before = ids();
        Signatures.signed(asking(FUNCTION), Signatures.STRANGE, "msg_" + fresh(), Instant.now(), body)
                .header("Content-Type", type).post("/events").then().statusCode(401);
        Eventually.holds(() -> ids().size() > before.size());
        return ids().stream().filter(id -> !before.contains(id)).findFirst().orElseThrow();
    }

    private static List<String> ids() {
        return operating(FUNCTION).get("/api/v1/sources/events/quarantine").path("quarantined.id");
    }

    private static Response release(String id) {
        return operating(FUNCTION).post("/api/v1/sources/events/quarantine/" + id + "/release");
    }

    private static String event(String id) {
        return "{\"specversion\":\"1.0\",\"type\":\"t\",\"source\":\"/s\",\"id\":\"%s\"}".formatted(id);
    }

    private static long stored(String id) {
        return sql().number("SELECT count(*) FROM onceward.event WHERE body = ?::bytea", event(id));
    }
}
