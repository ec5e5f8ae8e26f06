package dev.onceward.intake;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.reading;
import static dev.onceward.intake.QuarantineRequests.act;
import static dev.onceward.intake.QuarantineRequests.arrived;
import static dev.onceward.intake.QuarantineRequests.forge;
import static dev.onceward.intake.QuarantineRequests.forged;
import static dev.onceward.intake.QuarantineRequests.ids;
import static dev.onceward.intake.QuarantineRequests.list;
import static dev.onceward.intake.QuarantineRequests.rows;
import static dev.onceward.intake.QuarantineRequests.show;
import static dev.onceward.testing.servers.Servers.sql;
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
    void the_answer_to_a_quarantined_request_equals_the_answer_to_a_rejected_request() {
        var rejected = forge("signed", key, body);
        var kept = forge("aside", key, body);
        assertThat(kept.asString()).isEqualTo(rejected.asString());
        assertThat(kept.statusCode()).isEqualTo(rejected.statusCode()).isEqualTo(401);
        assertThat(kept.headers().asList()).isEqualTo(rejected.headers().asList());
        Eventually.holds(
                () -> sql().number("SELECT count(*) FROM onceward.quarantined WHERE body = ?::bytea", body) > 0);
        assertThat(rows("aside")).isPositive();
        assertThat(rows("signed")).isZero();
    }

    @Test
    void a_quarantined_request_is_shown_with_its_reason_headers_and_body() {
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
    void a_quarantined_body_that_is_no_text_is_shown_as_base64() {
        var before = ids("aside");
        asking().queryParam("a", "b").body(new byte[]{-1, -2, 0}).header("webhook-id", key).post("/hooks/aside");
        show("aside", arrived("aside", before)).then().body("encoding", equalTo("base64"))
                .body("body", equalTo("//4A")).body("query", equalTo("a=b")).body("reason", equalTo("missing"));
    }

    @Test
    void repeated_unverified_requests_are_one_quarantine_row_that_counts_them() {
        var id = forged("aside", key, body);
        forge("aside", key, body).then().statusCode(401);
        forge("aside", key, body).then().statusCode(401);
        Eventually.holds(() -> show("aside", id).<Integer>path("times") == 3);
        assertThat(sql().number("SELECT count(*) FROM onceward.quarantined WHERE body = ?::bytea",
                body)).isEqualTo(1);
    }

    @Test
    void unverified_requests_with_equal_bodies_and_different_ids_are_two_quarantine_rows() {
        var id = forged("aside", key, body);
        assertThat(forged("aside", "msg_" + fresh(), body)).isNotEqualTo(id);
    }

    @Test
    void the_quarantine_list_has_the_newest_request_first_and_no_bodies() {
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
        act("aside", id, "verify").then().body("reason", equalTo("repeated"));
    }

    @Test
    void credential_headers_of_a_quarantined_request_are_not_stored() {
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
                sql().number("SELECT count(*) FROM onceward.quarantined WHERE headers::text LIKE '%tomorrow%'"))
                .isZero();
    }

    @Test
    void a_token_in_the_query_of_a_quarantined_request_is_not_stored() {
        var before = ids("address");
        asking().queryParam("token", "the-token-of-tomorrow").body(body).post("/hooks/address").then().statusCode(401);
        show("address", arrived("address", before)).then().body("query", equalTo(""));
    }

    @Test
    void the_token_header_of_a_verified_event_is_not_stored() {
        var stored = event(asking().header("X-Token", "this-is-the-token").body(body).post("/hooks/token"));
        reading().get("/events/" + stored).then().statusCode(200).body("headers", not(hasKey("x-token")));
    }

    @Test
    void equal_unverified_requests_of_a_source_without_a_key_are_two_quarantine_rows() {
        var before = ids("keyless");
        asking().header("X-Dropbox-Signature", "00").body(body).post("/hooks/keyless");
        var first = arrived("keyless", before);
        asking().header("X-Dropbox-Signature", "01").body(body).post("/hooks/keyless");
        Eventually.holds(() -> ids("keyless").size() == before.size() + 2);
        show("keyless", first).then().body("times", equalTo(1));
    }

    /// With it, whoever reads the quarantine could teach intake a secret.
    @Test
    void the_handshake_token_of_a_quarantined_request_is_not_stored() {
        var before = ids("taught");
        asking().queryParam("token", "made-up-test-token").header("X-Hook-Signature", "00").body(body)
                .post("/hooks/taught")
                .then().statusCode(401);
        show("taught", arrived("taught", before)).then().body("query", equalTo(""));
    }

    @Test
    void unverified_requests_are_counted_by_quarantine_outcome() {
        var kept = metric("kept");
        var again = metric("again");
        var _ = forged("aside", key, body);
        forge("aside", key, body).then().statusCode(401);
        Eventually.holds(() -> metric("again") == again + 1);
        assertThat(metric("kept")).isEqualTo(kept + 1);
    }

    @Test
    void a_quarantined_request_is_deleted_after_its_retention() {
        var id = forged("aside", key, body);
        var other = forged("aside", "msg_" + fresh(), body);
        age(id, Duration.ofDays(15));
        age(other, Duration.ofDays(13));
        Eventually.holds(() -> show("aside", id).statusCode() == 404);
        show("aside", other).then().statusCode(200);
    }

    private static void age(String id, Duration by) {
        sql().execute("UPDATE onceward.quarantined SET at = at - make_interval(secs => ?) WHERE id = ?::uuid",
                (double) by.toSeconds(), id);
    }

    private static double metric(String outcome) {
        return PrometheusMetrics.value(Intakes.running(), "onceward_intake_quarantined_total{outcome=\"" + outcome
                + "\",source=\"aside\"}");
    }
}
