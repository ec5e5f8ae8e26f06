package dev.onceward.intake;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.Aside.act;
import static dev.onceward.intake.Aside.arrived;
import static dev.onceward.intake.Aside.forged;
import static dev.onceward.intake.Aside.ids;
import static dev.onceward.intake.Aside.show;
import static dev.onceward.intake.Asking.PROBLEM;
import static dev.onceward.intake.Asking.READ_TOKEN;
import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.fresh;
import static dev.onceward.intake.Asking.operating;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

/// Who may use the admin API of the quarantine, and what it understands.
class QuarantineAdminIT {
    private final String key = "msg_" + fresh();
    private final String body = "{\"type\": \"invoice.paid\", \"n\": \"" + fresh() + "\"}";

    @Test
    void what_was_known_by_its_token_cannot_be_judged_anew() {
        var before = ids("token");
        asking().header("X-Token", "the-token-of-tomorrow").body(body).post("/hooks/token");
        act("token", arrived("token", before), "verify").then().body("step", equalTo("not-kept"));
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
        for (var token : new String[]{"", "Bearer operator-token-of-testz", "Bearer " + READ_TOKEN}) {
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
}
