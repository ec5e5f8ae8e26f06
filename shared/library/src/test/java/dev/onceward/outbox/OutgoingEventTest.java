package dev.onceward.outbox;

import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.internal.event.EventTrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OutgoingEventTest {
    private static final UUID ID = UUID.fromString("0190c8a2-7d5b-7000-8000-000000000001");
    /// It must stay the same for ever: another id would make another event of each one that is put again.
    private static final String PAID = "e3ea6b05-3eda-8b42-b32c-534d5dbc6313";

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
                .withMessageMatching(
                        "The %s of the event %s (is missing|has 256 characters): it must have 1 to 255.*\\."
                                .formatted(what, ID));
    }

    @Test
    void a_business_key_that_is_too_long_or_empty_is_refused() {
        var event = OutgoingEvent.builder().id(ID).source("shop").topic("orders");
        assertThatIllegalArgumentException().isThrownBy(event.businessKey("")::build)
                .withMessageStartingWith(
                        "The business key of the event " + ID + " is missing: it must have 1 to 255 characters.");
        assertThatIllegalArgumentException().isThrownBy(event.businessKey("x".repeat(256))::build)
                .withMessageStartingWith("The business key of the event " + ID + " has 256 characters");
    }

    @Test
    void an_event_needs_a_source_and_a_topic() {
        assertThatIllegalArgumentException().isThrownBy(() -> OutgoingEvent.builder().id(ID).topic("orders").build())
                .withMessage("The source of the event " + ID + " is missing: it must have 1 to 255 characters.");
        assertThatIllegalArgumentException().isThrownBy(() -> OutgoingEvent.builder().id(ID).source("shop").build())
                .withMessage("The topic of the event " + ID + " is missing: it must have 1 to 255 characters.");
    }

    @Test
    void an_event_without_an_id_of_its_own_gets_a_uuid_of_version_7() {
        var event = OutgoingEvent.builder().source("shop").topic("orders").build();
        assertThat(event.id().version()).isEqualTo(7);
    }

    @Test
    void a_business_key_decides_the_id_together_with_source_and_type() {
        assertThat(keyed("shop", "orders", "paid", "k").id()).hasToString(PAID)
                .isEqualTo(keyed("shop", "elsewhere", "paid", "k").id())
                .isNotEqualTo(keyed("shop", "orders", "refunded", "k").id())
                .isNotEqualTo(keyed("shop", "orders", "paid", "l").id())
                .isNotEqualTo(keyed("depot", "orders", "paid", "k").id())
                .isNotEqualTo(keyed("shopp", "orders", "aid", "k").id());
    }

    @Test
    void a_business_key_decides_the_id_together_with_the_topic_where_there_is_no_type() {
        assertThat(keyed("shop", "paid", null, "k").id()).isEqualTo(keyed("shop", "orders", "paid", "k").id())
                .isNotEqualTo(keyed("shop", "orders", null, "k").id());
    }

    @Test
    void an_event_with_a_business_key_has_no_id_of_its_own() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutgoingEvent.builder().id(ID).source("shop").topic("orders").businessKey("k")
                        .build())
                .withMessageContaining("must have no id of its own");
    }

    @Test
    void an_event_takes_the_correlation_of_the_message_that_caused_it_or_begins_one_with_it() {
        var chained = OutgoingEvent.builder().source("shop").topic("orders").causedBy("m-1", "order-7").build();
        assertThat(chained.trace()).isEqualTo(new EventTrace(null, null, "order-7", "m-1"));
        var first = OutgoingEvent.builder().source("shop").topic("orders").causedBy("m-1", null).build();
        assertThat(first.trace()).isEqualTo(new EventTrace(null, null, "m-1", "m-1"));
    }

    /// They may come from a stranger's request, and PostgreSQL would refuse a NUL.
    @Test
    void a_correlation_or_causation_that_cannot_be_delivered_is_left_out() {
        var event = OutgoingEvent.builder().source("shop").topic("orders").correlation("\0")
                .causation("x".repeat(256)).build();
        assertThat(event.trace()).isEqualTo(EventTrace.NONE);
    }

    @Test
    void what_the_builder_is_told_later_does_not_change_an_event() {
        var builder = OutgoingEvent.builder().source("shop").topic("orders").header("X-Shop", "1");
        var event = builder.build();
        var _ = builder.header("x-shop", "2").topic("other");
        assertThat(event.headers()).containsOnlyKeys("x-shop").containsValue("1");
        assertThat(event.topic()).isEqualTo("orders");
    }

    private static OutgoingEvent keyed(String source, String topic, @Nullable String type, String key) {
        return OutgoingEvent.builder().source(source).topic(topic).type(type)
                .businessKey(key).build();
    }

    private static String lengthened(String text) {
        return text.equals("long") ? "\u4e00".repeat(256) : text;
    }
}
