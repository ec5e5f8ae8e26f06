package dev.onceward.outbox;

import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OutgoingEventTest {
    private static final UUID ID = UUID.fromString("0190c8a2-7d5b-7000-8000-000000000001");

    @ParameterizedTest
    @CsvSource(textBlock = """
            ordering key, shop, orders, paid, long
            ordering key, shop, orders, paid, ''
            source,       long, orders, paid, k
            topic,        shop, long,   paid, k
            type,         shop, orders, long, k""")
    void an_event_with_a_text_that_is_too_long_or_empty_is_not_built(String what, String source, String topic,
            String type,
            String orderingKey) {
        var event = OutgoingEvent.builder().id(ID).source(lengthened(source)).topic(lengthened(topic))
                .type(lengthened(type)).orderingKey(lengthened(orderingKey));
        assertThatIllegalArgumentException().isThrownBy(event::build)
                .withMessageStartingWith("The " + what + " of the event " + ID + " has ")
                .withMessageEndingWith(
                        " characters: it must have 1 to 255, none of them a control character or an unpaired surrogate.");
    }

    @Test
    void an_event_needs_a_source_and_a_topic() {
        assertThatIllegalArgumentException().isThrownBy(() -> OutgoingEvent.builder().id(ID).topic("orders").build())
                .withMessage("The source of the event " + ID + " is missing.");
        assertThatIllegalArgumentException().isThrownBy(() -> OutgoingEvent.builder().id(ID).source("shop").build())
                .withMessage("The topic of the event " + ID + " is missing.");
    }

    @Test
    void an_event_without_an_id_of_its_own_gets_a_uuid_of_version_7() {
        var event = OutgoingEvent.builder().source("shop").topic("orders").build();
        assertThat(event.id().version()).isEqualTo(7);
    }

    @Test
    void what_the_builder_is_told_later_does_not_change_an_event() {
        var builder = OutgoingEvent.builder().source("shop").topic("orders").header("X-Shop", "1");
        var event = builder.build();
        var _ = builder.header("x-shop", "2").topic("other");
        assertThat(event.headers()).containsOnlyKeys("x-shop").containsValue("1");
        assertThat(event.topic()).isEqualTo("orders");
    }

    private static String lengthened(String text) {
        return text.equals("long") ? "\u4e00".repeat(256) : text;
    }
}
