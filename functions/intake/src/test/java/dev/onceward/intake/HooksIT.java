package dev.onceward.intake;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

class HooksIT {

    @Test
    void a_new_event_is_answered_202_with_its_topic_and_location() {
        var answer = post("orders", "{\"order\":{\"id\":\"%s\"}}".formatted(fresh()));
        answer.then().statusCode(202).contentType("application/json")
                .body("topic", equalTo("shop/orders"))
                .body("duplicate", equalTo(false))
                .header("Location", equalTo("/events/" + event(answer)))
                .header(REPLAYED, nullValue());
    }

    @Test
    void the_idempotency_key_is_echoed_as_it_was_sent() {
        var key = '"' + fresh() + "\";a=1";
        post("plain", key, "{}").then().statusCode(202).header(KEY, equalTo(key));
    }

    @Test
    void a_duplicate_gets_the_first_answer_and_the_idempotent_replayed_header() {
        var key = fresh();
        var first = post("plain", key, "once");
        post("plain", key, "once").then().statusCode(202)
                .body(equalTo(first.asString()))
                .header("Location", equalTo(first.header("Location")))
                .header(KEY, equalTo(key))
                .header(REPLAYED, equalTo("true"));
    }

    @Test
    void concurrent_requests_with_one_key_store_one_event() {
        var key = fresh();
        var events = IntStream.range(0, 32).parallel().mapToObj(_ -> event(post("plain", key, "once")))
                .collect(Collectors.toSet());
        assertThat(events).hasSize(1);
    }

    @Test
    void one_idempotency_key_at_two_sources_stores_two_events() {
        var key = fresh();
        var one = event(post("plain", key, "{}"));
        assertThat(event(post("small", key, "{}"))).isNotEqualTo(one);
    }

    @Test
    void another_body_under_a_known_key_is_refused() {
        var key = fresh();
        var first = event(post("plain", key, "one"));
        post("plain", key, "two").then().statusCode(422).contentType(PROBLEM)
                .body("type", endsWith("/key-reused"));
        assertThat(event(post("plain", key, "one"))).isEqualTo(first);
    }

    @Test
    void another_body_under_a_known_key_is_a_new_event_where_the_source_accepts_it() {
        var key = fresh();
        var one = event(post("accepting", key, "one"));
        var two = event(post("accepting", key, "two"));
        assertThat(two).isNotEqualTo(one);
        assertThat(event(post("accepting", key, "one"))).isEqualTo(one);
        assertThat(event(post("accepting", key, "two"))).isEqualTo(two);
    }

    @Test
    void another_body_under_a_known_key_gets_the_first_answer_where_the_source_replays_it() {
        var key = fresh();
        var first = post("replaying", key, "one");
        post("replaying", key, "two").then().statusCode(202).body(equalTo(first.asString())).header(REPLAYED,
                equalTo("true"));
    }

    @Test
    void a_request_without_an_idempotency_key_is_answered_400_naming_the_header() {
        post("plain", "{}").then().statusCode(400).contentType(PROBLEM)
                .body("type", endsWith("/key-missing"))
                .body("status", equalTo(400))
                .body("detail", equalTo("The request needs the header Idempotency-Key."));
    }

    @Test
    void a_source_that_is_not_configured_is_answered_404() {
        post("nobody", "{}").then().statusCode(404).contentType(PROBLEM).body("type", endsWith("/unknown-source"));
    }

    @Test
    void the_cloud_events_source_accepts_no_requests_under_hooks() {
        post("events", fresh(), "{}").then().statusCode(404).body("type", endsWith("/unknown-source"));
    }

    @Test
    void a_media_type_that_the_source_does_not_take_is_refused() {
        asking().header(KEY, fresh()).contentType("application/x-www-form-urlencoded").body("a=b").post("/hooks/typed")
                .then().statusCode(415).contentType(PROBLEM)
                .body("detail", equalTo("The source typed accepts application/json, text/xml."));
    }

    @Test
    void parameters_and_case_of_a_media_type_do_not_matter() {
        asking().header(KEY, fresh()).contentType("Application/JSON; charset=utf-8").body("{}").post("/hooks/typed")
                .then().statusCode(202);
    }

    @Test
    void get_head_and_delete_of_a_webhook_source_are_answered_405() {
        asking().get("/hooks/plain").then().statusCode(405).contentType(PROBLEM);
        asking().head("/hooks/plain").then().statusCode(405);
        asking().delete("/hooks/plain").then().statusCode(405);
    }

    @ParameterizedTest
    @CsvSource({"POST, nobody, 404", "POST, typed, 415", "DELETE, plain, 405", "GET, plain, 405"})
    void a_body_that_nobody_reads_does_not_hold_up_the_next_request_of_its_connection(String method, String source,
            int status) {
        var body = "x".repeat(300_000);
        try (var wire = RawConnection.open()) {
            var _ = wire
                    .send(method + " /hooks/" + source + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                            + "Content-Length: " + body.length() + "\r\n\r\n" + body);
            var _ = wire.send("POST /hooks/plain HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \"" + fresh()
                    + "\"\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
            assertThat(wire.wholeAnswer()).startsWith("HTTP/1.1 " + status).contains("HTTP/1.1 202 ");
        }
    }

    @Test
    void a_source_is_one_segment_of_the_path_with_or_without_a_slash() {
        asking().header(KEY, fresh()).body("{}").post("/hooks/plain/").then().statusCode(202);
        for (var path : List.of("/hooks", "/hooks/", "/hooks//", "/hooks/plain/more", "/hooks/hooks/plain")) {
            asking().header(KEY, fresh()).body("{}").post(path).then().statusCode(404).contentType(PROBLEM)
                    .body("type", endsWith("/not-found"));
        }
    }

    @Test
    void an_unknown_path_is_answered_404() {
        asking().get("/nothing/here").then().statusCode(404).contentType(PROBLEM).body("type", endsWith("/not-found"));
    }
}
