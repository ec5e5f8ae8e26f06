package dev.onceward.intake;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.reading;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

class OrderingIT {
    private static final String STRUCTURED = """
            {"specversion": "1.0", "id": "%s", "source": "/shop", "type": "made", "partitionkey": "%s"}""";

    @ParameterizedTest
    @ValueSource(ints = {256, 900, 2048})
    void a_partition_key_of_more_than_255_characters_is_refused(int length) {
        asking().contentType("application/cloudevents+json; charset=utf-8")
                .body(STRUCTURED.formatted(fresh(), "\u4e00".repeat(length)))
                .post("/events").then().statusCode(400)
                .body("detail", containsString("the attribute partitionkey has %d characters; a key has 1 to 255"
                        .formatted(length)));
    }

    @Test
    void a_partition_key_of_the_greatest_length_is_stored_as_it_is() {
        var key = "\u4e00".repeat(255);
        var event = event(asking().contentType("application/cloudevents+json; charset=utf-8")
                .body(STRUCTURED.formatted(fresh(), key)).post("/events"));
        reading().get("/events/" + event).then().body("ordering", equalTo(key));
    }

    @Test
    void the_ordering_key_of_a_source_with_a_group_is_stored_with_the_group() {
        var event = event(asking().header("Idempotency-Key", fresh()).header("X-Customer", "7").body("{}")
                .post("/hooks/grouped"));
        reading().get("/events/" + event).then()
                .body("ordering", equalTo("7"))
                .body("orderingGroup", equalTo("customers"));
    }

    @Test
    void the_ordering_key_of_a_source_without_a_group_is_stored_without_a_group() {
        var event = event(asking().header("Idempotency-Key", fresh()).body("{\"customer\": 7}")
                .post("/hooks/ordered"));
        reading().get("/events/" + event).then()
                .body("ordering", equalTo("7"))
                .body("orderingGroup", nullValue());
    }
}
