package dev.onceward.intake;

import java.time.Instant;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.Aside.act;
import static dev.onceward.intake.Aside.arrived;
import static dev.onceward.intake.Aside.forged;
import static dev.onceward.intake.Aside.ids;
import static dev.onceward.intake.Aside.show;
import static dev.onceward.intake.Asking.REPLAYED;
import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.event;
import static dev.onceward.intake.Asking.fresh;
import static dev.onceward.intake.Asking.operating;
import static dev.onceward.intake.Asking.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

/// What an operator does with what was put aside: lets it in, or gives it up.
class QuarantineReleaseIT {
    private final String key = "msg_" + fresh();
    private final String body = "{\"type\": \"invoice.paid\", \"n\": \"" + fresh() + "\"}";

    @Test
    void what_is_released_is_stored_as_the_event_it_claims_to_be() {
        var id = forged("aside", key, body);
        var stored = event(act("aside", id, "release"));
        reading().queryParam("source", "aside").queryParam("key", key).get("/events").then().statusCode(200)
                .body("id", equalTo(stored)).body("body", equalTo(body)).body("type", equalTo("invoice.paid"))
                .body("headers.webhook-id", equalTo(key));
        show("aside", id).then().statusCode(404).body("type", endsWith("/not-in-quarantine"));
    }

    /// Nothing tells its events apart, but each row is one of them.
    @Test
    void two_operators_who_release_one_request_store_one_event() {
        var before = ids("keyless");
        asking().header("X-Dropbox-Signature", "00").body(body).post("/hooks/keyless").then().statusCode(401);
        var id = arrived("keyless", before);
        var released = IntStream.range(0, 8).parallel().mapToObj(_ -> act("keyless", id, "release").statusCode())
                .toList();
        assertThat(released).contains(200).isSubsetOf(200, 404);
        assertThat(
                IntakeServers.count("SELECT count(*) FROM onceward.event WHERE source = 'keyless' AND body = ?::bytea",
                        body))
                .isEqualTo(1);
    }

    @Test
    void what_is_released_after_its_sender_got_through_is_a_copy() {
        var id = forged("aside", key, body);
        var stored = event(Signatures.signed(asking(), Signatures.SECRET, key, Instant.now(), body)
                .post("/hooks/aside"));
        act("aside", id, "release").then().statusCode(202).header(REPLAYED, equalTo("true"))
                .body("id", equalTo(stored));
        show("aside", id).then().statusCode(404);
    }

    @Test
    void what_cannot_be_stored_stays_and_the_answer_says_why() {
        var id = forged("aside", key, body);
        Signatures.signed(asking(), Signatures.SECRET, key, Instant.now(), "{}").post("/hooks/aside").then()
                .statusCode(202);
        act("aside", id, "release").then().statusCode(422).body("type", endsWith("/key-reused"));
        show("aside", id).then().statusCode(200);
    }

    @Test
    void what_is_dropped_is_gone_and_nothing_is_stored() {
        var id = forged("aside", key, body);
        var before = IntakeServers.stored("aside");
        act("aside", id, "drop").then().statusCode(200).body("dropped", equalTo(true));
        show("aside", id).then().statusCode(404);
        act("aside", id, "drop").then().statusCode(404);
        act("aside", id, "release").then().statusCode(404);
        assertThat(IntakeServers.stored("aside")).isEqualTo(before);
    }

    @Test
    void who_released_or_dropped_it_and_why_is_in_the_log() {
        var released = forged("aside", key, body);
        operating().body("{\"by\": \"kim\", \"why\": \"their clock\"}")
                .post("/sources/aside/quarantine/" + released + "/release").then().statusCode(202);
        var dropped = forged("aside", "msg_" + fresh(), body);
        act("aside", dropped, "drop").then().statusCode(200);
        Deadline.until(() -> Intakes.running().output()
                .contains("an operator dropped a request from quarantine: source=aside id=" + dropped
                        + " by=operator why="));
        assertThat(Intakes.running().output())
                .contains("an operator released a request from quarantine: source=aside id=" + released
                        + " by=kim why=their clock");
    }
}
