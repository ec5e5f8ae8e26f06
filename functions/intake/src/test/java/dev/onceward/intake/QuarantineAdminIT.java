package dev.onceward.intake;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.READ_TOKEN;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.intake.QuarantineRequests.act;
import static dev.onceward.intake.QuarantineRequests.arrived;
import static dev.onceward.intake.QuarantineRequests.forged;
import static dev.onceward.intake.QuarantineRequests.ids;
import static dev.onceward.intake.QuarantineRequests.show;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

/// Who may use the admin API of the quarantine, and what it understands.
class QuarantineAdminIT {
    private final String key = "msg_" + fresh();
    private final String body = "{\"type\": \"invoice.paid\", \"n\": \"" + fresh() + "\"}";

    @Test
    void a_quarantined_request_of_a_token_scheme_cannot_be_verified_again() {
        var before = ids("token");
        asking().header("X-Token", "the-token-of-tomorrow").body(body).post("/hooks/token");
        act("token", arrived("token", before), "verify").then().body("reason", equalTo("not-kept"));
    }

    @Test
    void verifying_a_quarantined_request_again_answers_the_failed_step_the_key_and_the_type() {
        act("aside", forged("aside", key, body), "verify").then().statusCode(200).body("verified", equalTo(false))
                .body("reason", equalTo("no-match")).body("key", equalTo(key)).body("type", equalTo("invoice.paid"));
    }

    @Test
    void a_drop_with_an_invalid_body_is_refused_and_leaves_the_request_in_quarantine() {
        var id = forged("aside", key, body);
        var at = "/api/v1/sources/aside/quarantine/" + id + "/drop";
        operating().body("{\"who\": \"me\"}").post(at).then().statusCode(400)
                .body("detail", equalTo("The body has an unknown member. Allowed are by, why."));
        operating().body("{\"by\": \"a\\nb\"}").post(at).then().statusCode(400)
                .body("detail", equalTo("by must be one line."));
        operating().body("{\"by\": \"" + "a".repeat(501) + "\"}").post(at).then().statusCode(400);
        operating().body("drop it").post(at).then().statusCode(400);
        operating().body(" ".repeat(9000)).post(at).then().statusCode(413);
        show("aside", id).then().statusCode(200);
    }

    @Test
    void the_quarantine_api_needs_the_operator_token() {
        var id = forged("aside", key, body);
        for (var token : new String[]{"", "Bearer operator-token-of-testz", "Bearer " + READ_TOKEN}) {
            var nobody = asking().header("Authorization", token);
            nobody.get("/api/v1/sources/aside/quarantine").then().statusCode(401).contentType(PROBLEM)
                    .header("WWW-Authenticate", equalTo("Bearer"));
            nobody.get("/api/v1/sources/aside/quarantine/" + id).then().statusCode(401);
            nobody.post("/api/v1/sources/aside/quarantine/" + id + "/drop").then().statusCode(401);
            asking().body("a".repeat(10_000)).post("/api/v1/sources/aside/quarantine/" + id + "/drop").then()
                    .statusCode(401);
            nobody.post("/api/v1/sources/aside/quarantine/" + id + "/release").then().statusCode(401);
            nobody.post("/api/v1/sources/aside/quarantine/" + id + "/verify").then().statusCode(401);
            nobody.body("{}").post("/api/v1/sources/aside/verify").then().statusCode(401);
        }
        show("aside", id).then().statusCode(200);
    }

    @Test
    void the_quarantine_api_is_refused_when_no_operator_token_is_configured() {
        try (var function = Intakes.bare().start()) {
            operating(function).get("/api/v1/sources/aside/quarantine").then().statusCode(401)
                    .body("detail", containsString("onceward.admin.token switches it on"));
        }
    }

    @Test
    void a_quarantined_request_is_not_found_under_an_unknown_id_or_another_source() {
        show("aside", UUID.randomUUID().toString()).then().statusCode(404);
        show("aside", "one").then().statusCode(400);
        operating().get("/api/v1/sources/nobody/quarantine").then().statusCode(404).body("type",
                endsWith("/unknown-source"));
        var id = forged("aside", key, body);
        show("token", id).then().statusCode(404);
        act("token", id, "drop").then().statusCode(404);
    }
}
