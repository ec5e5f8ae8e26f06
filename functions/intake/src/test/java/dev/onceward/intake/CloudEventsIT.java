package dev.onceward.intake;

import java.util.List;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.reading;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

class CloudEventsIT {
    private final String id = fresh();

    @Test
    void a_binary_event_is_accepted() {
        binary("/shop", id).contentType("application/json").body("{}").post("/events").then().statusCode(202)
                .body("topic", equalTo("events"))
                .body("duplicate", equalTo(false));
    }

    @Test
    void a_structured_event_is_accepted_and_stored_as_it_came() {
        var body = structured("/shop", id).replace("}", " , \"data\" : { \"a\":1.0 } }");
        var event = event(send("application/cloudevents+json; charset=utf-8", body));
        reading().get("/events/" + event).then().body("type", equalTo("order.made")).body("body", equalTo(body));
    }

    @Test
    void cloud_events_with_equal_source_and_id_are_duplicates_in_every_mode() {
        var first = event(binary("/shop", id).body("{}").post("/events"));
        send("application/cloudevents+json", structured("/shop", id)).then().statusCode(202)
                .body("id", equalTo(first))
                .header(REPLAYED, equalTo("true"));
        batch(structured("/shop", id)).then().statusCode(202)
                .body("[0].id", equalTo(first))
                .body("[0].replayed", equalTo(true));
    }

    @Test
    void one_id_from_two_cloud_event_sources_stores_two_events() {
        var first = event(binary("/shop", id).post("/events"));
        assertThat(event(binary("/store", id).post("/events"))).isNotEqualTo(first);
    }

    @Test
    void the_key_distinguishes_cloud_events_whose_source_and_id_concatenate_to_one_text() {
        var first = event(binary("/a", "b" + id).post("/events"));
        assertThat(event(binary("/ab", id).post("/events"))).isNotEqualTo(first);
    }

    @Test
    void attributes_are_percent_decoded_once() {
        var encoded = event(binary("/caf%C3%A9%20%22%2541%22", id).post("/events"));
        var spelled = structured("/caf\u00e9 \\\"%41\\\"", id);
        assertThat(event(send("application/cloudevents+json; charset=utf-8", spelled))).isEqualTo(encoded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%C0%A0", "%E9", "%", "%4", "%zz", "%00", "%ED%A0%80"})
    void an_attribute_that_does_not_percent_decode_to_text_is_refused(String source) {
        binary(source, id).post("/events").then().statusCode(400).contentType(PROBLEM).body("type",
                endsWith("/malformed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ce-id", "ce-source", "ce-type", "ce-specversion"})
    void a_binary_event_without_a_required_attribute_is_refused(String missing) {
        var request = asking();
        for (var header : new String[]{"ce-id", "ce-source", "ce-type"}) {
            request = header.equals(missing) ? request : request.header(header, "a");
        }
        request = missing.equals("ce-specversion") ? request : request.header("ce-specversion", "1.0");
        request.post("/events").then().statusCode(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "\"text\"", "{}", "{\"id\":1}", "\u0000"})
    void a_structured_body_that_is_no_event_is_refused(String body) {
        send("application/cloudevents+json", body).then().statusCode(400).contentType(PROBLEM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"Upper\":\"a\"", "\"a_b\":\"a\"", "\"ext\":{}", "\"time\":\"now\"",
            "\"ext\":\"a\\u0000b\"",
            "\"data\":1,\"data_base64\":\"MQ==\"", "\"id\":\"again\""})
    void an_invalid_attribute_is_refused(String more) {
        var body = structured("/shop", id).replace("}", "," + more + "}");
        send("application/cloudevents+json", body).then().statusCode(400);
    }

    @Test
    void an_unsupported_specversion_is_refused() {
        send("application/cloudevents+json", structured("/shop", id).replace("1.0", "0.3")).then().statusCode(400);
    }

    @Test
    void an_unsupported_event_format_is_answered_415() {
        send("application/cloudevents+xml", "<event/>").then().statusCode(415).contentType(PROBLEM);
    }

    @Test
    void a_request_that_is_no_cloud_event_is_refused() {
        send("application/json", "{}").then().statusCode(400);
    }

    @Test
    void a_body_over_the_cap_is_refused() {
        binary("/shop", id).body(new byte[8193]).post("/events").then().statusCode(413);
    }

    @Test
    void the_partition_key_is_the_ordering_key() {
        var event = event(binary("/shop", id).header("ce-partitionkey", "customer-1").post("/events"));
        reading().get("/events/" + event).then().body("ordering", equalTo("customer-1"));
    }

    @Test
    void a_batch_answers_item_by_item_in_its_order() {
        var answer = batch(structured("/shop", id), structured("/shop", id + "-2"), structured("/shop", id));
        answer.then().statusCode(202)
                .body("size()", equalTo(3))
                .body("status", equalTo(List.of(202, 202, 202)))
                .body("[0].replayed", nullValue())
                .body("[2].replayed", equalTo(true));
        assertThat(answer.<String>path("[0].id")).isEqualTo(answer.path("[2].id")).isNotEqualTo(answer.path("[1].id"));
    }

    @Test
    void an_invalid_batch_item_does_not_prevent_the_other_items_from_being_stored() {
        var answer = batch(structured("/shop", id), "{\"id\":\"x\"}", "12", structured("/shop", id + "-2"));
        answer.then().statusCode(207)
                .body("status", equalTo(List.of(202, 400, 400, 202)))
                .body("[1].type", endsWith("/malformed"));
        reading().get("/events/" + answer.path("[3].id")).then().statusCode(200)
                .body("body", equalTo(structured("/shop", id + "-2")));
    }

    @Test
    void a_batch_of_only_invalid_items_is_refused() {
        batch("1", "{}").then().statusCode(400).body("size()", equalTo(2));
    }

    @Test
    void an_empty_batch_is_accepted() {
        batch().then().statusCode(202).body("size()", equalTo(0));
    }

    @Test
    void a_batch_with_too_many_items_is_refused_whole() {
        var before = Intakes.stored("events");
        var item = structured("/shop", id);
        batch(item, item, item, item, item, item).then().statusCode(400)
                .body("detail", equalTo("A batch may have at most 5 events."));
        assertThat(Intakes.stored("events")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[", "[1,]", "[] []"})
    void a_batch_that_is_no_array_is_refused(String body) {
        send("application/cloudevents-batch+json", body).then().statusCode(400).contentType(PROBLEM);
    }

    private static RequestSpecification binary(String source, String id) {
        return asking().header("ce-specversion", "1.0").header("ce-type", "order.made")
                .header("ce-source", source)
                .header("ce-id", id);
    }

    private static String structured(String source, String id) {
        return "{\"specversion\":\"1.0\",\"type\":\"order.made\",\"source\":\"%s\",\"id\":\"%s\"}".formatted(source,
                id);
    }

    private static Response batch(String... items) {
        return send("application/cloudevents-batch+json", '[' + String.join(" , ", items) + ']');
    }

    private static Response send(String type, String body) {
        return asking().header("Content-Type", type).body(body.getBytes(UTF_8))
                .post("/events");
    }
}
