package dev.onceward.intake;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.Aside.act;
import static dev.onceward.intake.Aside.arrived;
import static dev.onceward.intake.Aside.forge;
import static dev.onceward.intake.Aside.forged;
import static dev.onceward.intake.Aside.ids;
import static dev.onceward.intake.Aside.list;
import static dev.onceward.intake.Aside.rows;
import static dev.onceward.intake.Aside.show;
import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.event;
import static dev.onceward.intake.Asking.fresh;
import static dev.onceward.intake.Asking.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

/// What is put aside, and how it is shown.
class QuarantineIT {
    private final String key = "msg_" + fresh();
    private final String body = "{\"type\": \"invoice.paid\", \"n\": \"" + fresh() + "\"}";

    @Test
    void the_sender_is_told_the_same_as_by_a_source_that_keeps_nothing() {
        var rejected = forge("signed", key, body);
        var kept = forge("aside", key, body);
        assertThat(kept.asString()).isEqualTo(rejected.asString());
        assertThat(kept.statusCode()).isEqualTo(rejected.statusCode()).isEqualTo(401);
        assertThat(kept.headers().asList()).isEqualTo(rejected.headers().asList());
        Deadline.until(
                () -> IntakeServers.count("SELECT count(*) FROM onceward.quarantined WHERE body = ?::bytea", body) > 0);
        assertThat(rows("aside")).isPositive();
        assertThat(rows("signed")).isZero();
    }

    @Test
    void it_is_shown_with_all_that_tells_what_went_wrong() {
        var id = forged("aside", key, body);
        show("aside", id).then().statusCode(200)
                .header("X-Content-Type-Options", equalTo("nosniff"))
                .header("Cache-Control", equalTo("no-store"))
                .body("id", equalTo(id)).body("reason", equalTo("no-match")).body("why", equalTo("no secret matches"))
                .body("times", equalTo(1)).body("bytes", equalTo(body.length()))
                .body("method", equalTo("POST")).body("query", equalTo(""))
                .body("headers.webhook-id", equalTo(key)).body("headers.webhook-signature", startsWith("v1,"))
                .body("encoding", equalTo("utf-8")).body("body", equalTo(body));
    }

    @Test
    void what_is_no_text_is_shown_as_base64() {
        var before = ids("aside");
        asking().queryParam("a", "b").body(new byte[]{-1, -2, 0}).header("webhook-id", key).post("/hooks/aside");
        show("aside", arrived("aside", before)).then().body("encoding", equalTo("base64"))
                .body("body", equalTo("//4A")).body("query", equalTo("a=b")).body("reason", equalTo("missing"));
    }

    @Test
    void copies_are_one_that_counts_them() {
        var id = forged("aside", key, body);
        forge("aside", key, body).then().statusCode(401);
        forge("aside", key, body).then().statusCode(401);
        Deadline.until(() -> show("aside", id).<Integer>path("times") == 3);
        assertThat(IntakeServers.count("SELECT count(*) FROM onceward.quarantined WHERE body = ?::bytea",
                body)).isEqualTo(1);
    }

    @Test
    void two_events_with_the_same_bytes_are_no_copies() {
        var id = forged("aside", key, body);
        assertThat(forged("aside", "msg_" + fresh(), body)).isNotEqualTo(id);
    }

    @Test
    void the_newest_comes_first_in_the_list_and_bodies_are_not_in_it() {
        var first = forged("aside", key, body);
        var second = forged("aside", "msg_" + fresh(), body + " ");
        assertThat(ids("aside").indexOf(second)).isLessThan(ids("aside").indexOf(first));
        assertThat(list("aside").getFirst()).containsOnlyKeys("id", "at", "lastAt", "times", "reason", "why", "bytes");
    }

    @Test
    void a_header_that_came_twice_is_kept_twice() {
        var before = ids("aside");
        asking().header("webhook-id", key, key).body(body).post("/hooks/aside");
        var id = arrived("aside", before);
        show("aside", id).then().body("reason", equalTo("repeated")).body("headers.webhook-id.size()", equalTo(2));
        act("aside", id, "verify").then().body("step", equalTo("repeated"));
    }

    @Test
    void no_credential_is_kept() {
        var before = ids("token");
        asking().header("X-Token", "the-token-of-tomorrow").header("Authorization", "Bearer a").header("Cookie", "a=b")
                .header("X-Hook-Secret", "a").header("X-Other", "c").body(body).post("/hooks/token").then()
                .statusCode(401);
        show("token", arrived("token", before)).then().statusCode(200)
                .body("headers", hasKey("x-other"))
                .body("headers", not(hasKey("x-token")))
                .body("headers", not(hasKey("authorization")))
                .body("headers", not(hasKey("cookie")))
                .body("headers", not(hasKey("x-hook-secret")));
        assertThat(
                IntakeServers.count("SELECT count(*) FROM onceward.quarantined WHERE headers::text LIKE '%tomorrow%'"))
                .isZero();
    }

    @Test
    void no_token_in_an_address_is_kept() {
        var before = ids("address");
        asking().queryParam("token", "the-token-of-tomorrow").body(body).post("/hooks/address").then().statusCode(401);
        show("address", arrived("address", before)).then().body("query", equalTo(""));
    }

    @Test
    void a_stored_event_holds_no_token_either() {
        var stored = event(asking().header("X-Token", "this-is-the-token").body(body).post("/hooks/token"));
        reading().get("/events/" + stored).then().statusCode(200).body("headers", not(hasKey("x-token")));
    }

    @Test
    void what_nothing_tells_apart_is_no_copy() {
        var before = ids("keyless");
        asking().header("X-Dropbox-Signature", "00").body(body).post("/hooks/keyless");
        var first = arrived("keyless", before);
        asking().header("X-Dropbox-Signature", "01").body(body).post("/hooks/keyless");
        Deadline.until(() -> ids("keyless").size() == before.size() + 2);
        show("keyless", first).then().body("times", equalTo(1));
    }

    /// With it, whoever reads the quarantine could teach intake a secret.
    @Test
    void what_lets_a_sender_teach_is_not_kept() {
        var before = ids("taught");
        asking().queryParam("token", "made-up-test-token").header("X-Hook-Signature", "00").body(body)
                .post("/hooks/taught")
                .then().statusCode(401);
        show("taught", arrived("taught", before)).then().body("query", equalTo(""));
    }

    @Test
    void what_became_of_each_is_counted() {
        var kept = metric("kept");
        var again = metric("again");
        var _ = forged("aside", key, body);
        forge("aside", key, body).then().statusCode(401);
        Deadline.until(() -> metric("again") == again + 1);
        assertThat(metric("kept")).isEqualTo(kept + 1);
    }

    @Test
    void what_is_old_is_forgotten() {
        var id = forged("aside", key, body);
        var other = forged("aside", "msg_" + fresh(), body);
        age(id, Duration.ofDays(15));
        age(other, Duration.ofDays(13));
        Deadline.until(() -> show("aside", id).statusCode() == 404);
        show("aside", other).then().statusCode(200);
    }

    private static void age(String id, Duration by) {
        IntakeServers.run("UPDATE onceward.quarantined SET at = at - make_interval(secs => ?) WHERE id = ?::uuid",
                (double) by.toSeconds(), id);
    }

    private static double metric(String outcome) {
        return Metric.of(Intakes.running(), "onceward_intake_quarantined_total{outcome=\"" + outcome
                + "\",source=\"aside\"}");
    }
}
