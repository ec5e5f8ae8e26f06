package dev.onceward.intake;

import java.time.LocalDate;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.post;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

class KeyRulesIT {

    @Test
    void a_value_in_the_body_is_the_key() {
        var id = fresh();
        var first = event(post("orders", "{\"order\":{\"id\":\"%s\"}}".formatted(id)));
        assertThat(event(post("orders", "{\"order\":{\"id\":\"%s\"}}".formatted(id)))).isEqualTo(first);
        post("orders", "{\"order\":{\"id\":\"%s\"},\"more\":1}".formatted(id)).then().statusCode(422);
    }

    @Test
    void a_body_without_the_key_value_is_answered_400() {
        post("orders", "{\"order\":{}}").then().statusCode(400)
                .body("detail", containsString("a value at /order/id in the body"));
    }

    @Test
    void a_header_is_the_key() {
        var delivery = fresh();
        var first = event(asking().header("X-Delivery", delivery).body("{}").post("/hooks/header"));
        assertThat(event(asking().header("x-delivery", delivery).body("{}").post("/hooks/header"))).isEqualTo(first);
    }

    @Test
    void the_whole_body_is_the_key() {
        var body = fresh();
        var first = event(post("hash", body));
        assertThat(event(post("hash", body))).isEqualTo(first);
        assertThat(event(post("hash", body + " "))).isNotEqualTo(first);
    }

    @Test
    void chosen_values_are_the_key_however_the_body_is_written() {
        var a = fresh();
        post("fields", "{\"a\":\"%s\",\"b\":1.0}".formatted(a)).then().statusCode(202);
        post("fields", "{ \"b\": 1, \"a\": \"%s\" }".formatted(a)).then().statusCode(422);
    }

    @Test
    void two_bodies_that_share_the_chosen_values_are_two_events_if_the_rule_is_hybrid() {
        var one = "{\"a\":\"%s\",\"n\":1}".formatted(fresh());
        var first = event(post("hybrid", one));
        assertThat(event(post("hybrid", one.replace("1}", "2}")))).isNotEqualTo(first);
        assertThat(event(post("hybrid", one))).isEqualTo(first);
    }

    @Test
    void several_rules_together_are_the_key() {
        var body = "{\"id\":\"%s\"}".formatted(fresh());
        var first = event(asking().header("X-Shop", "a").body(body).post("/hooks/composite"));
        assertThat(event(asking().header("X-Shop", "b").body(body).post("/hooks/composite"))).isNotEqualTo(first);
        assertThat(event(asking().header("X-Shop", "a").body(body).post("/hooks/composite"))).isEqualTo(first);
        post("composite", body).then().statusCode(400);
    }

    @Test
    void without_dedup_every_request_is_an_event() {
        assertThat(event(post("each", "{}"))).isNotEqualTo(event(post("each", "{}")));
    }

    @Test
    void requests_of_one_day_are_duplicates_under_a_daily_key_rule() {
        var day = LocalDate.now(UTC);
        var first = post("daily", "{}");
        var second = post("daily", "{}");
        if (!LocalDate.now(UTC).equals(day)) {
            // It turned somewhere in between; what comes now is of the day that began.
            first = post("daily", "{}");
            second = post("daily", "{}");
        }
        second.then().header(REPLAYED, equalTo("true")).body("id", equalTo(event(first)));
    }

    @Test
    void the_first_rule_that_finds_a_key_gives_it() {
        var body = fresh();
        var hashed = event(post("first", body));
        assertThat(event(post("first", fresh(), body))).isNotEqualTo(hashed);
        assertThat(event(post("first", body))).isEqualTo(hashed);
    }

    @Test
    void an_event_without_the_ordering_key_of_its_source_is_accepted() {
        post("ordered", fresh(), "{}").then().statusCode(202);
    }

    @Test
    void an_ordering_key_that_is_no_string_or_number_is_refused() {
        post("ordered", fresh(), "{\"customer\": []}").then().statusCode(400)
                .body("detail", containsString("the value at /customer must be a string or a number"));
    }
}
