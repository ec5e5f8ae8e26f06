package dev.onceward.relay;

import java.util.Map;
import java.util.Set;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.log.Event;
import dev.onceward.log.EventId;
import dev.onceward.log.Trace;

import static java.time.Clock.systemUTC;
import static org.assertj.core.api.Assertions.assertThat;

class EventAttributesTest {

    @Test
    void an_event_that_says_no_more_has_what_a_cloud_event_must_have_and_a_time() {
        var event = new Event(EventId.next(systemUTC()), Some.STORED, "shop", "orders", null, null, Map.of(),
                Buffer.buffer(), Trace.NONE);
        assertThat(EventAttributes.of(event).keySet())
                .isEqualTo(Set.of("specversion", "id", "source", "type", "time"));
        assertThat(EventAttributes.of(event)).containsEntry("type", "orders");
        assertThat(EventAttributes.trace(event)).isEmpty();
        assertThat(EventAttributes.mediaType(event)).isEmpty();
    }
}
