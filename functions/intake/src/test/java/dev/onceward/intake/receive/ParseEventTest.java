package dev.onceward.intake.receive;

import java.time.Clock;
import java.util.UUID;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.intake.SampleSource;
import dev.onceward.intake.signature.Unsigned;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.StoreRequest;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.body.Parsed;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;

import static org.assertj.core.api.Assertions.assertThat;

class ParseEventTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ParseEvent parseEvent = new ParseEvent(Clock.systemUTC(), new CountMissingEventIds(registry),
            registry);

    @Test
    void an_event_with_the_sender_s_id_is_not_counted_as_missing_one() {
        assertThat(parse("event-id", "{\"id\":\"evt_1\"}").event().key()).isEqualTo(new Key("shop", "evt_1"));
        assertThat(registry.find("onceward.intake.event.id.unread").counters()).isEmpty();
    }

    @Test
    void an_event_without_the_sender_s_id_has_the_hash_of_its_body_as_key_and_is_counted() {
        var key = parse("event-id", "{}").event().key();
        assertThat(key).isNotNull().extracting(Key::value).asString().matches("[0-9a-f]{64}");
        assertThat(registry.get("onceward.intake.event.id.unread").tags("source", "shop", "reason", "missing")
                .counter().count()).isEqualTo(1);
    }

    @Test
    void the_time_to_find_a_key_is_measured_once_for_each_webhook() {
        var _ = parse("json:/id", "{\"id\":1}");
        var _ = parse("json:/id", "{\"id\":2}");
        assertThat(registry.get("onceward.intake.key").timer().count()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"uuid, released~6ba7b810-9dad-11d1-80b4-00c04fd430c8", "json:/id, 7"})
    void a_released_webhook_without_a_key_of_its_own_has_the_row_of_the_quarantine_as_key(String rule, String key) {
        var verified = new VerifiedRequest(source(rule), request("{\"id\":7}"), null);
        var released = parseEvent.released(verified, UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"));
        assertThat(stored(released).event().key()).isEqualTo(new Key("shop", key));
    }

    private StoreRequest parse(String rule, String body) {
        return stored(parseEvent.webhook(new VerifiedRequest(source(rule), request(body), null)));
    }

    private static StoreRequest stored(Parsed<StoreRequest> parsed) {
        return switch (parsed) {
            case Valid(var storeRequest) -> storeRequest;
            case Invalid(var problem) -> throw new AssertionError(problem);
        };
    }

    private static Source source(String rule) {
        return SampleSource.of(rule, new Unsigned());
    }

    private static Request request(String body) {
        return new Request(MultiMap.caseInsensitiveMultiMap(), Buffer.buffer(body));
    }
}
