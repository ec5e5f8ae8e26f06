package dev.onceward.intake.receive;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.SampleSource;
import dev.onceward.intake.signature.Unsigned;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.key.ExtractedKey.Fallback;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.testing.LogOutput;

import static org.assertj.core.api.Assertions.assertThat;

class CountMissingEventIdsTest {
    private static final Fallback TWICE = new Fallback("hash", new Malformed("it names a member twice"));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CountMissingEventIds missingEventIds = new CountMissingEventIds(registry);
    private final Source source = SampleSource.of(new Unsigned());

    @Test
    void a_missing_event_id_is_counted_by_its_reason() {
        missingEventIds.note(source, TWICE);
        missingEventIds.note(source, TWICE);
        missingEventIds.note(source, new Fallback("hash", new Missing("a value at /id in the body")));
        assertThat(count("malformed")).isEqualTo(2);
        assertThat(count("missing")).isEqualTo(1);
        assertThat(registry.get("onceward.intake.event.id.unread").counters())
                .allSatisfy(
                        counter -> assertThat(counter.getId().getDescription()).startsWith("Events whose sender's"));
    }

    @Test
    void the_first_missing_event_id_of_a_minute_is_logged_with_the_reason() {
        var logged = LogOutput.of(CountMissingEventIds.class);
        missingEventIds.note(source, TWICE);
        missingEventIds.note(source, TWICE);
        logged.close();
        assertThat(logged.lines()).singleElement().asString().startsWith("WARN")
                .contains("source=shop reason=malformed why=it names a member twice times=1");
    }

    private double count(String reason) {
        return registry.get("onceward.intake.event.id.unread").tags("source", "shop", "reason", reason).counter()
                .count();
    }
}
