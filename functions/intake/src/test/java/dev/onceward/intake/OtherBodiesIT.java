package dev.onceward.intake;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.reading;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/// Sources where another body under a known key is another event.
class OtherBodiesIT {

    @ParameterizedTest
    @MethodSource("sources")
    void a_repetition_stays_a_duplicate_when_the_first_body_under_its_key_has_expired(String source, String key,
            String one, String two) {
        var first = post(source, key, one);
        var second = post(source, key, two);
        sql().execute("UPDATE onceward.key SET expires_at = now() - interval '1 s' WHERE event_id = ?::uuid",
                first);
        RedisCommand.flush(Servers.redis());
        asking().header(KEY, key).body(two).post("/hooks/" + source).then().statusCode(202)
                .header(REPLAYED, equalTo("true")).body("id", equalTo(second));
        assertThat(post(source, key, one)).isNotEqualTo(first);
    }

    static Stream<Arguments> sources() {
        var a = fresh();
        return Stream.of(arguments("accepting", fresh(), "one", "two"),
                arguments("hybrid", fresh(), "{\"a\":\"%s\",\"n\":1}".formatted(a),
                        "{\"a\":\"%s\",\"n\":2}".formatted(a)));
    }

    @Test
    void of_several_events_under_one_key_the_newest_is_shown_and_the_others_are_named() {
        var key = fresh();
        var events = IntStream.range(0, 3).mapToObj(n -> post("accepting", key, "body " + n)).toList();
        var _ = post("accepting", key + "~another", "another");
        reading().queryParam("source", "accepting").queryParam("key", key).get("/events").then().statusCode(200)
                .body("id", equalTo(events.getLast())).body("body", equalTo("body 2"))
                .body("others", equalTo(List.of(events.get(1), events.get(0))));
    }

    @Test
    void the_only_event_under_a_key_is_shown_without_other_ids() {
        var key = fresh();
        var event = post("accepting", key, "body");
        reading().queryParam("source", "accepting").queryParam("key", key).get("/events").then().statusCode(200)
                .body("id", equalTo(event)).body("others", nullValue());
        reading().queryParam("source", "accepting").queryParam("key", fresh()).get("/events").then().statusCode(404);
    }

    @Test
    void sql_like_wildcards_in_a_key_match_only_themselves() {
        var key = fresh();
        var event = post("accepting", key + "%_\\", "body");
        var _ = post("accepting", key + "abc", "body");
        reading().queryParam("source", "accepting").queryParam("key", key + "%_\\").get("/events").then()
                .statusCode(200).body("id", equalTo(event)).body("others", nullValue());
    }

    @Test
    void two_bodies_under_a_key_of_255_characters_are_two_events() {
        var key = (fresh() + "x".repeat(255)).substring(0, 255);
        var events = List.of(post("accepting", key, "one"), post("accepting", key, "two"));
        var answer = reading().queryParam("source", "accepting").queryParam("key", key).get("/events").then()
                .statusCode(200).extract();
        assertThat(Stream.concat(Stream.of(answer.<String>path("id")), answer.<List<String>>path("others").stream()))
                .containsExactlyInAnyOrderElementsOf(events);
    }

    /// In a millisecond of its own, because ids are made in their order.
    private static String post(String source, String key, String body) {
        var before = System.currentTimeMillis();
        Eventually.holds(() -> System.currentTimeMillis() > before);
        return event(IntakeRequests.post(source, key, body));
    }
}
