package dev.onceward.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.Aside.act;
import static dev.onceward.intake.Aside.arrived;
import static dev.onceward.intake.Aside.forge;
import static dev.onceward.intake.Aside.forged;
import static dev.onceward.intake.Aside.ids;
import static dev.onceward.intake.Aside.list;
import static dev.onceward.intake.Aside.rows;
import static dev.onceward.intake.Aside.show;
import static dev.onceward.intake.Asking.PROBLEM;
import static dev.onceward.intake.Asking.REPLAYED;
import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.event;
import static dev.onceward.intake.Asking.fresh;
import static dev.onceward.intake.Asking.operating;
import static dev.onceward.intake.Asking.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

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
                () -> Servers.count("SELECT count(*) FROM onceward.quarantined WHERE body = ?::bytea", body) > 0);
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
        assertThat(Servers.count("SELECT count(*) FROM onceward.quarantined WHERE body = ?::bytea",
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
        assertThat(Servers.count("SELECT count(*) FROM onceward.quarantined WHERE headers::text LIKE '%tomorrow%'"))
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
                Servers.count("SELECT count(*) FROM onceward.event WHERE source = 'keyless' AND body = ?::bytea", body))
                .isEqualTo(1);
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
    void what_was_known_by_its_token_cannot_be_judged_anew() {
        var before = ids("token");
        asking().header("X-Token", "the-token-of-tomorrow").body(body).post("/hooks/token");
        act("token", arrived("token", before), "verify").then().body("step", equalTo("not-kept"));
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
        var before = Servers.stored("aside");
        act("aside", id, "drop").then().statusCode(200).body("dropped", equalTo(true));
        show("aside", id).then().statusCode(404);
        act("aside", id, "drop").then().statusCode(404);
        act("aside", id, "release").then().statusCode(404);
        assertThat(Servers.stored("aside")).isEqualTo(before);
    }

    @Test
    void who_released_or_dropped_it_and_why_is_in_the_log() {
        var released = forged("aside", key, body);
        operating().body("{\"by\": \"kim\", \"why\": \"their clock\"}")
                .post("/sources/aside/quarantine/" + released + "/release").then().statusCode(202);
        var dropped = forged("aside", "msg_" + fresh(), body);
        act("aside", dropped, "drop").then().statusCode(200);
        Deadline.until(() -> Intakes.running().output().contains("dropped from quarantine: source=aside id=" + dropped
                + " by=operator why="));
        assertThat(Intakes.running().output()).contains("released from quarantine: source=aside id=" + released
                + " by=kim why=their clock");
    }

    @Test
    void it_can_be_verified_again_with_the_secrets_of_today_and_the_time_it_came() {
        act("aside", forged("aside", key, body), "verify").then().statusCode(200).body("genuine", equalTo(false))
                .body("step", equalTo("no-match")).body("key", equalTo(key)).body("type", equalTo("invoice.paid"));
    }

    @Test
    void a_letter_that_cannot_be_understood_does_nothing() {
        var id = forged("aside", key, body);
        var at = "/sources/aside/quarantine/" + id + "/drop";
        operating().body("{\"who\": \"me\"}").post(at).then().statusCode(400)
                .body("detail", equalTo("The body has an unknown member. Allowed are by, why."));
        operating().body("{\"by\": \"a\\nb\"}").post(at).then().statusCode(400)
                .body("detail", equalTo("by must be one line."));
        operating().body("{\"by\": \"" + "a".repeat(201) + "\"}").post(at).then().statusCode(400);
        operating().body("drop it").post(at).then().statusCode(400);
        operating().body(" ".repeat(9000)).post(at).then().statusCode(413);
        show("aside", id).then().statusCode(200);
    }

    @Test
    void only_who_has_the_token_is_at_the_desk() {
        var id = forged("aside", key, body);
        for (var token : new String[]{"", "Bearer operatf", "Bearer read-me"}) {
            var nobody = asking().header("Authorization", token);
            nobody.get("/sources/aside/quarantine").then().statusCode(401).contentType(PROBLEM)
                    .header("WWW-Authenticate", equalTo("Bearer"));
            nobody.get("/sources/aside/quarantine/" + id).then().statusCode(401);
            nobody.post("/sources/aside/quarantine/" + id + "/drop").then().statusCode(401);
            nobody.post("/sources/aside/quarantine/" + id + "/release").then().statusCode(401);
            nobody.post("/sources/aside/quarantine/" + id + "/verify").then().statusCode(401);
            nobody.body("{}").post("/sources/aside/verify").then().statusCode(401);
        }
        show("aside", id).then().statusCode(200);
    }

    @Test
    void without_a_token_the_desk_is_switched_off() {
        try (var function = Intakes.bare().start()) {
            operating(function).get("/sources/aside/quarantine").then().statusCode(401)
                    .body("detail", containsString("onceward.intake.token switches it on"));
        }
    }

    @Test
    void what_is_not_there_is_not_found() {
        show("aside", UUID.randomUUID().toString()).then().statusCode(404);
        show("aside", "one").then().statusCode(400);
        operating().get("/sources/nobody/quarantine").then().statusCode(404).body("type", endsWith("/unknown-source"));
        var id = forged("aside", key, body);
        show("token", id).then().statusCode(404);
        act("token", id, "drop").then().statusCode(404);
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
        Servers.run("UPDATE onceward.quarantined SET at = at - make_interval(secs => ?) WHERE id = ?::uuid",
                (double) by.toSeconds(), id);
    }

    private static double metric(String outcome) {
        return Metric.of(Intakes.running(), "onceward_intake_quarantined_total{outcome=\"" + outcome
                + "\",source=\"aside\"}");
    }
}
