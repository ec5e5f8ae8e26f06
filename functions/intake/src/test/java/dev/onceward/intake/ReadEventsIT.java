package dev.onceward.intake;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.READ_TOKEN;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.post;
import static dev.onceward.intake.IntakeRequests.reading;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

class ReadEventsIT {

    @Test
    void an_event_is_shown_with_its_headers_and_its_body() {
        var body = "{ \"customer\": \"c-1\" }";
        var event = event(asking().header("X-Shop", "north").header(KEY, fresh()).body(body).post("/hooks/ordered"));
        reading().get("/events/" + event).then().statusCode(200)
                .body("id", equalTo(event)).body("source", equalTo("ordered")).body("topic", equalTo("ordered"))
                .body("ordering", equalTo("c-1")).body("headers.x-shop", equalTo("north"))
                .body("encoding", equalTo("utf-8")).body("body", equalTo(body));
    }

    @Test
    void the_body_of_an_event_is_returned_byte_for_byte() {
        var bytes = (fresh() + "\0\u00ff\u00fe\r\n").getBytes(ISO_8859_1);
        var event = event(asking().body(bytes).post("/hooks/hash"));
        assertThat(reading().get("/events/" + event + "/body").asByteArray()).isEqualTo(bytes);
        reading().get("/events/" + event).then().body("encoding", equalTo("base64"));
    }

    @Test
    void the_body_of_an_event_has_headers_that_keep_browsers_from_running_it() {
        var event = event(post("hash", "<script>" + fresh()));
        reading().get("/events/" + event + "/body").then().contentType("application/octet-stream")
                .header("X-Content-Type-Options", equalTo("nosniff"))
                .header("Content-Security-Policy", equalTo("sandbox"))
                .header("Cache-Control", equalTo("no-store"));
    }

    @Test
    void credential_headers_of_a_request_are_not_stored() {
        var event = event(asking().header("Authorization", "Basic abc").header("Cookie", "a=b").header(KEY, fresh())
                .post("/hooks/plain"));
        reading().get("/events/" + event).then()
                .body("headers.authorization", nullValue())
                .body("headers.cookie", nullValue());
    }

    @Test
    void the_trace_context_of_the_sender_is_stored_with_the_event() {
        var parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var event = event(asking().header("traceparent", parent).header("tracestate", "a=b").header(KEY, fresh())
                .post("/hooks/plain"));
        reading().get("/events/" + event).then().body("traceparent", equalTo(parent)).body("tracestate",
                equalTo("a=b"));
    }

    @Test
    void an_event_is_found_by_its_key() {
        var key = fresh();
        var event = event(post("plain", key, "{}"));
        reading().queryParam("source", "plain").queryParam("key", key).get("/events").then().statusCode(200)
                .body("id", equalTo(event));
    }

    @Test
    void a_key_that_no_event_has_is_not_found() {
        reading().queryParam("source", "plain").queryParam("key", fresh()).get("/events").then().statusCode(404);
    }

    @Test
    void a_lookup_with_an_invalid_key_or_an_unknown_source_is_refused() {
        reading().queryParam("source", "plain").queryParam("key", "a\0b").get("/events").then().statusCode(400);
        reading().queryParam("source", "nobody").queryParam("key", "a").get("/events").then().statusCode(404);
        reading().get("/events").then().statusCode(400);
    }

    @Test
    void an_unknown_event_id_is_answered_404() {
        reading().get("/events/" + UUID.randomUUID()).then().statusCode(404).contentType(PROBLEM)
                .body("type", endsWith("/unknown-event"));
        reading().get("/events/not-an-id").then().statusCode(404);
    }

    @Test
    void events_are_not_shown_without_the_read_token() {
        var event = event(post("plain", fresh(), "{}"));
        asking().get("/events/" + event).then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", equalTo("Bearer"));
        asking().header("Authorization", "Bearer read-token-of-testz").get("/events/" + event).then().statusCode(401);
        asking().get("/events/" + event + "/body").then().statusCode(401);
        asking().queryParam("source", "plain").queryParam("key", "a").get("/events").then().statusCode(401);
    }

    @Test
    void the_bearer_scheme_of_the_authorization_header_is_case_insensitive() {
        asking().header("Authorization", "bearer " + READ_TOKEN).get("/events/" + UUID.randomUUID()).then()
                .statusCode(404);
    }

    @Test
    void the_root_path_lists_the_endpoints() {
        asking().get("/").then().statusCode(200).contentType("text/plain").body(containsString("POST /hooks/{source}"));
    }
}
