package dev.onceward.intake;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import static dev.onceward.intake.Asking.KEY;
import static dev.onceward.intake.Asking.PROBLEM;
import static dev.onceward.intake.Asking.READ_TOKEN;
import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.event;
import static dev.onceward.intake.Asking.fresh;
import static dev.onceward.intake.Asking.post;
import static dev.onceward.intake.Asking.reading;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

class ReadingIT {

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
    void the_body_is_the_bytes_that_came() {
        var bytes = (fresh() + "\0\u00ff\u00fe\r\n").getBytes(ISO_8859_1);
        var event = event(asking().body(bytes).post("/hooks/hash"));
        assertThat(reading().get("/events/" + event + "/body").asByteArray()).isEqualTo(bytes);
        reading().get("/events/" + event).then().body("encoding", equalTo("base64"));
    }

    @Test
    void no_browser_runs_what_a_stranger_sent() {
        var event = event(post("hash", "<script>" + fresh()));
        reading().get("/events/" + event + "/body").then().contentType("application/octet-stream")
                .header("X-Content-Type-Options", equalTo("nosniff"))
                .header("Content-Security-Policy", equalTo("sandbox"))
                .header("Cache-Control", equalTo("no-store"));
    }

    @Test
    void credentials_are_not_kept() {
        var event = event(asking().header("Authorization", "Basic abc").header("Cookie", "a=b").header(KEY, fresh())
                .post("/hooks/plain"));
        reading().get("/events/" + event).then()
                .body("headers.authorization", nullValue())
                .body("headers.cookie", nullValue());
    }

    @Test
    void the_trace_of_the_sender_is_kept() {
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
    void a_key_that_the_source_cannot_make_is_refused() {
        reading().queryParam("source", "plain").queryParam("key", "a\0b").get("/events").then().statusCode(400);
        reading().queryParam("source", "nobody").queryParam("key", "a").get("/events").then().statusCode(404);
        reading().get("/events").then().statusCode(400);
    }

    @Test
    void an_event_that_is_not_there_is_not_found() {
        reading().get("/events/" + UUID.randomUUID()).then().statusCode(404).contentType(PROBLEM)
                .body("type", endsWith("/unknown-event"));
        reading().get("/events/not-an-id").then().statusCode(404);
    }

    @Test
    void without_the_token_nobody_reads() {
        var event = event(post("plain", fresh(), "{}"));
        asking().get("/events/" + event).then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", equalTo("Bearer"));
        asking().header("Authorization", "Bearer read-token-of-testz").get("/events/" + event).then().statusCode(401);
        asking().get("/events/" + event + "/body").then().statusCode(401);
        asking().queryParam("source", "plain").queryParam("key", "a").get("/events").then().statusCode(401);
    }

    @Test
    void the_word_bearer_has_no_case() {
        asking().header("Authorization", "bearer " + READ_TOKEN).get("/events/" + UUID.randomUUID()).then()
                .statusCode(404);
    }

    @Test
    void the_root_says_what_this_is() {
        asking().get("/").then().statusCode(200).contentType("text/plain").body(containsString("POST /hooks/{source}"));
    }
}
