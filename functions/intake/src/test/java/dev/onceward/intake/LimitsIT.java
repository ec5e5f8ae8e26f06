package dev.onceward.intake;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.post;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

class LimitsIT {

    @Test
    void a_body_at_the_cap_is_accepted_and_one_byte_more_is_refused() {
        post("small", fresh(), "x".repeat(100)).then().statusCode(202);
        post("small", fresh(), "x".repeat(101)).then().statusCode(413).contentType(PROBLEM)
                .body("type", endsWith("/too-large"))
                .body("detail", equalTo("The body may have at most 100 bytes."));
    }

    @Test
    void the_default_cap_of_a_body_is_one_mebibyte() {
        post("plain", fresh(), "x".repeat(1 << 20)).then().statusCode(202);
        post("plain", fresh(), "x".repeat((1 << 20) + 1)).then().statusCode(413);
    }

    @Test
    void a_declared_length_over_the_cap_is_refused_unread_and_ends_the_connection() {
        try (var wire = RawConnection.post("small", "Content-Length: 1000000")) {
            assertThat(wire.answer()).contains(" 413 ").containsIgnoringCase("connection: close");
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void a_content_length_over_the_caps_of_all_sources_is_refused() {
        try (var wire = RawConnection.post("small", "Content-Length: 1000000000")) {
            assertThat(wire.status()).isEqualTo(413);
        }
    }

    @Test
    void chunks_over_the_cap_are_refused_at_the_first_byte_over_it_and_end_the_connection() {
        try (var wire = RawConnection.post("small", "Transfer-Encoding: chunked")
                .send("65\r\n" + "x".repeat(101) + "\r\n")) {
            assertThat(wire.status()).isEqualTo(413);
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void a_body_over_the_cap_is_refused_over_http_2_as_well() throws IOException, InterruptedException {
        try (var client = HttpClient.newBuilder().version(Version.HTTP_2).build()) {
            var _ = client.send(HttpRequest.newBuilder(at("/")).build(), BodyHandlers.discarding());
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(at("/hooks/small"))
                    .POST(BodyPublishers.ofString("x".repeat(101)))
                    .build(), BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(Version.HTTP_2);
            assertThat(answer.statusCode()).isEqualTo(413);
        }
    }

    @Test
    void a_chunked_body_is_accepted() {
        try (var wire = RawConnection.post("hash", "Transfer-Encoding: chunked")
                .send("3\r\nabc\r\n24\r\n" + fresh() + "\r\n0\r\n\r\n")) {
            assertThat(wire.status()).isEqualTo(202);
        }
    }

    @Test
    void a_malformed_chunk_ends_the_connection_and_no_event_is_stored() {
        var before = Intakes.stored("hash");
        try (var wire = RawConnection.post("hash", "Transfer-Encoding: chunked").send("3\r\nabc\r\nzz\r\n")) {
            assertThat(wire.isEnded()).isTrue();
        }
        assertThat(Intakes.stored("hash")).isEqualTo(before);
    }

    @Test
    void a_request_without_a_content_length_has_an_empty_body() {
        try (var wire = RawConnection.post("hash")) {
            assertThat(wire.status()).isEqualTo(202);
        }
    }

    @Test
    void a_body_shorter_than_its_length_is_not_stored() {
        var before = Intakes.stored("hash");
        try (var wire = RawConnection.post("hash", "Content-Length: 100").send(fresh()).hangUp()) {
            assertThat(wire.isEnded()).isTrue();
        }
        assertThat(Intakes.stored("hash")).isEqualTo(before);
    }

    @Test
    void bytes_after_the_content_length_are_not_part_of_the_body() {
        var key = fresh();
        try (var wire = RawConnection.post("plain", "Idempotency-Key: " + key, "Content-Length: 3").send("abcdef")) {
            assertThat(wire.status()).isEqualTo(202);
        }
        post("plain", key, "abc").then().statusCode(202);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "99999999999999999999", "3, 4", "0x10"})
    void an_invalid_content_length_is_refused(String length) {
        try (var wire = RawConnection.post("hash", "Content-Length: " + length).send("abc")) {
            assertThat(wire.status()).isEqualTo(400);
        }
    }

    @Test
    void a_body_that_arrives_too_slowly_is_answered_408_and_its_connection_ends() {
        var before = Intakes.stored("hash");
        try (var wire = RawConnection.post("hash", "Content-Length: 100").send("abc")) {
            assertThat(wire.answer()).contains(" 408 ").containsIgnoringCase("connection: close");
            assertThat(wire.isEnded()).isTrue();
        }
        assertThat(Intakes.stored("hash")).isEqualTo(before);
    }

    @Test
    void headers_over_the_limit_are_refused() {
        asking().header(KEY, fresh()).header("X-Long", "x".repeat(30_000)).body("{}").post("/hooks/plain").then()
                .statusCode(431);
    }

    @Test
    void a_url_over_the_length_limit_is_refused() {
        asking().body("{}").post("/hooks/" + "x".repeat(9_000)).then().statusCode(414);
    }

    @Test
    void a_hundred_thousand_brackets_are_refused_where_json_is_read() {
        post("orders", "[".repeat(100_000)).then().statusCode(400)
                .body("detail", containsString("nested deeper than 100 levels"));
    }

    @Test
    void a_hundred_thousand_brackets_are_bytes_where_json_is_not_read() {
        post("plain", fresh(), "[".repeat(100_000)).then().statusCode(202);
    }

    @Test
    void a_batch_of_eight_thousand_brackets_is_refused() {
        asking().header("Content-Type", "application/cloudevents-batch+json").body("[".repeat(8_000)).post("/events")
                .then().statusCode(400);
    }

    @Test
    void invalid_utf_8_is_refused_where_json_is_read() {
        asking().body("{\"order\":{\"id\":\"\u00ff\"}}".getBytes(ISO_8859_1)).post("/hooks/orders").then()
                .statusCode(400)
                .contentType(PROBLEM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "a\\u0000b", "\\ud800", "\\n"})
    void a_key_in_the_body_with_a_control_character_or_half_a_surrogate_pair_is_refused(String id) {
        post("orders", "{\"order\":{\"id\":\"%s\"}}".formatted(id)).then().statusCode(400)
                .body("type", endsWith("/key-malformed"));
    }

    @Test
    void a_nul_in_the_path_is_answered_404() {
        asking().urlEncodingEnabled(false).body("{}").post("/hooks/plain%00").then().statusCode(404);
    }

    private static URI at(String path) {
        return URI.create("http://localhost:" + Intakes.running().port() + path);
    }
}
