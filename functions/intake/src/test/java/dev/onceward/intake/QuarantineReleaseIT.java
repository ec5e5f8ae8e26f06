package dev.onceward.intake;

import java.time.Instant;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;

import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.intake.IntakeRequests.reading;
import static dev.onceward.intake.QuarantineRequests.act;
import static dev.onceward.intake.QuarantineRequests.arrived;
import static dev.onceward.intake.QuarantineRequests.forged;
import static dev.onceward.intake.QuarantineRequests.ids;
import static dev.onceward.intake.QuarantineRequests.show;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

/// What an operator does with what was put aside: lets it in, or gives it up.
class QuarantineReleaseIT {
    private final String key = "msg_" + fresh();
    private final String body = "{\"type\": \"invoice.paid\", \"n\": \"" + fresh() + "\"}";

    @Test
    void a_released_request_is_stored_as_an_event_with_its_own_key_and_type() {
        var id = forged("aside", key, body);
        var stored = event(act("aside", id, "release"));
        reading().queryParam("source", "aside").queryParam("key", key).get("/events").then().statusCode(200)
                .body("id", equalTo(stored)).body("body", equalTo(body)).body("type", equalTo("invoice.paid"))
                .body("headers.webhook-id", equalTo(key));
        show("aside", id).then().statusCode(404).body("type", endsWith("/not-in-quarantine"));
    }

    /// Nothing tells its events apart, but each row is one of them.
    @Test
    void concurrent_releases_of_one_quarantined_request_store_one_event() {
        var before = ids("keyless");
        asking().header("X-Dropbox-Signature", "00").body(body).post("/hooks/keyless").then().statusCode(401);
        var id = arrived("keyless", before);
        var released = IntStream.range(0, 8).parallel().mapToObj(_ -> act("keyless", id, "release").statusCode())
                .toList();
        assertThat(released).contains(200).isSubsetOf(200, 404);
        assertThat(
                sql().number("SELECT count(*) FROM onceward.event WHERE source = 'keyless' AND body = ?::bytea",
                        body))
                .isEqualTo(1);
    }

    @Test
    void a_request_released_after_its_sender_delivered_it_is_a_duplicate() {
        var id = forged("aside", key, body);
        var stored = event(Signatures.signed(asking(), Signatures.SECRET, key, Instant.now(), body)
                .post("/hooks/aside"));
        act("aside", id, "release").then().statusCode(202).header(REPLAYED, equalTo("true"))
                .body("id", equalTo(stored));
        show("aside", id).then().statusCode(404);
    }

    @Test
    void a_request_that_cannot_be_stored_on_release_stays_in_quarantine_and_the_answer_names_the_problem() {
        var id = forged("aside", key, body);
        Signatures.signed(asking(), Signatures.SECRET, key, Instant.now(), "{}").post("/hooks/aside").then()
                .statusCode(202);
        act("aside", id, "release").then().statusCode(422).body("type", endsWith("/key-reused"));
        show("aside", id).then().statusCode(200);
    }

    @Test
    void a_dropped_request_leaves_the_quarantine_and_no_event_is_stored() {
        var id = forged("aside", key, body);
        var before = Intakes.stored("aside");
        act("aside", id, "drop").then().statusCode(200).body("dropped", equalTo(true));
        show("aside", id).then().statusCode(404);
        act("aside", id, "drop").then().statusCode(404);
        act("aside", id, "release").then().statusCode(404);
        assertThat(Intakes.stored("aside")).isEqualTo(before);
    }

    @Test
    void the_log_output_names_the_operator_and_the_reason_of_a_release_or_drop() {
        var released = forged("aside", key, body);
        operating().body("{\"by\": \"kim\", \"why\": \"their clock\"}")
                .post("/api/v1/sources/aside/quarantine/" + released + "/release").then().statusCode(202);
        var dropped = forged("aside", "msg_" + fresh(), body);
        act("aside", dropped, "drop").then().statusCode(200);
        Eventually.holds(() -> Intakes.running().output()
                .contains("an operator dropped a request from quarantine: source=aside id=" + dropped
                        + " by=operator why="));
        assertThat(Intakes.running().output())
                .contains("an operator released a request from quarantine: source=aside id=" + released
                        + " by=kim why=their clock");
    }
}
