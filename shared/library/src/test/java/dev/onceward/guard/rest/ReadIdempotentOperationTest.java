package dev.onceward.guard.rest;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.guard.Operation;
import dev.onceward.guard.Operation.OnAbandon;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadIdempotentOperationTest {
    private static final String PAYMENT = "onceward.guard.operations.payment.";

    @Test
    void an_operation_without_settings_is_like_one_in_code() {
        assertThat(read(Map.of()).operation()).isEqualTo(Operation.named("payment"));
    }

    @Test
    void settings_become_options() {
        var read = read(Map.of(PAYMENT + "lease", "2m", PAYMENT + "retention", "1d", PAYMENT + "on-abandon", "hold",
                PAYMENT + "keep-errors", "true", PAYMENT + "max-answer-bytes", "10"));
        assertThat(read.operation()).isEqualTo(Operation.named("payment").withLease(Duration.ofMinutes(2))
                .withRetention(Duration.ofDays(1)).withOnAbandon(OnAbandon.HOLD).withKeptErrors()
                .withMaxAnswerBytes(10));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "lease; 10ms; The lease of the operation payment is PT0.01S: it must be between PT1S and PT876000H.",
            "retention; 0s; The retention of the operation payment is PT0S: it must be positive and at most PT876000H.",
            "max-answer-bytes; -1; The largest answer of the operation payment has -1 bytes: it must not be negative.",
            "key; body:/id; must be one of header:NAME",
            "key; json:id; needs a JSON pointer that starts with '/'",
            "key; uuid; must find a key: uuid and hybrid do not",
            "key; header:X-Id | hybrid; must find a key: uuid and hybrid do not",
            "key; event-id; needs a preset",
            "caller; X-Tenant; must be principal or header:NAME",
            "caller; header:; names no header",
            "fields; amount; must be JSON pointers that start with '/', such as /order/note",
            "ignored-fields; /; must be JSON pointers that start with '/', such as /order/note",
            "on-abandon; wait; allowed values: ",
            "profile; http; allowed values: ",
            "lease; soon; soon",
    })
    void a_wrong_setting_is_refused_with_its_property_and_what_is_allowed(String key, String value, String message) {
        assertThatThrownBy(() -> read(Map.of(PAYMENT + key, value)))
                .hasStackTraceContaining(PAYMENT + key).hasStackTraceContaining(message);
    }

    @Test
    void either_fields_count_or_they_are_ignored() {
        assertThatThrownBy(() -> read(Map.of(PAYMENT + "fields", "/a", PAYMENT + "ignored-fields", "/b")))
                .isInstanceOf(ConfigurationException.class).hasMessage(PAYMENT
                        + "ignored-fields goes without fields: name the fields that count, or those that do not");
    }

    static IdempotentConfig config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder().addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .withMapping(IdempotentConfig.class).build().getConfigMapping(IdempotentConfig.class);
    }

    private static IdempotentOperation read(Map<String, String> properties) {
        var settings = requireNonNull(config(properties).operations().get("payment"));
        return new ReadIdempotentOperation("payment", settings, Optional.empty()).read();
    }
}
