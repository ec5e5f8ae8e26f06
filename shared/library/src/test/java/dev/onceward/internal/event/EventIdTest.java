package dev.onceward.internal.event;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EventIdTest {
    static final int MILLION = 1_000_000;

    /// RFC 9562, appendix A.6: 2022-02-22T19:22:22Z is `017F22E2-79B0-7…`.
    @RepeatedTest(20)
    void an_event_id_has_the_time_the_version_and_the_variant_of_a_uuid_7() {
        assertThat(at("2022-02-22T19:22:22Z")).asString().matches("017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-.{12}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-18T12:00:00.001Z", "2026-11-18T13:00:00Z", "2100-01-01T00:00:00Z"})
    void an_event_id_made_later_sorts_after_an_earlier_event_id(String later) {
        assertThat(at(later).toString()).isGreaterThan(at("2026-11-18T12:00:00Z").toString());
    }

    @Test
    void a_million_event_ids_of_one_millisecond_are_all_different() {
        var ids = new HashSet<UUID>();
        IntStream.range(0, MILLION).forEach(_ -> ids.add(at("2026-11-18T12:00:00Z")));
        assertThat(ids).hasSize(MILLION);
    }

    static final Clock NOON = Clock.fixed(Instant.parse("2026-11-18T12:00:00Z"), ZoneOffset.UTC);

    static UUID at(String time) {
        return EventId.next(time.equals("2026-11-18T12:00:00Z")
                ? NOON
                : Clock.fixed(Instant.parse(time), ZoneOffset.UTC));
    }
}
