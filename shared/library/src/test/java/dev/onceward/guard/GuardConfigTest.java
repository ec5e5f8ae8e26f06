package dev.onceward.guard;

import java.time.Duration;
import java.util.Map;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.guard.Operation.Store;
import dev.onceward.guard.Operation.WithoutRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GuardConfigTest {

    @Test
    void the_defaults_need_no_redis() {
        var config = read(Map.of("quarkus.application.name", "shop")).checked();
        assertThat(config.store()).isEqualTo(Store.TIERED);
        assertThat(config.withoutRedis()).isEqualTo(WithoutRedis.POSTGRES);
        assertThat(config.memoryForAnswers().asLongValue()).isEqualTo(16 << 20);
        assertThat(config.redis().timeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(config.redis().retention()).isEqualTo(Duration.ofHours(1));
        assertThat(config.redis().name()).isEqualTo("shop");
    }

    @Test
    void stores_are_written_in_lower_case() {
        var config = read(Map.of("onceward.guard.store", "redis", "onceward.guard.without-redis", "refuse"));
        assertThat(config.store()).isEqualTo(Store.REDIS);
        assertThat(config.withoutRedis()).isEqualTo(WithoutRedis.REFUSE);
    }

    @ParameterizedTest
    @CsvSource({"timeout,0s", "retention,0s", "pause,-1s"})
    void a_wrong_duration_stops_the_start_with_a_sentence(String setting, String value) {
        assertThatThrownBy(() -> read(Map.of("onceward.guard.redis." + setting, value)))
                .hasStackTraceContaining("onceward.guard.redis." + setting)
                .hasStackTraceContaining("must be a duration between");
    }

    @Test
    void redis_may_be_asked_again_without_a_pause() {
        assertThat(read(Map.of("onceward.guard.redis.pause", "0s")).redis().pause()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "{a}"})
    void a_wrong_name_is_refused_with_a_sentence(String name) {
        var config = read(Map.of("onceward.guard.redis.name", name));
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(config::checked)
                .withMessageContaining("onceward.guard.redis.").withMessageContaining("must");
    }

    private static GuardConfig read(Map<String, String> properties) {
        return new SmallRyeConfigBuilder().addDiscoveredConverters().addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .withMapping(GuardConfig.class).build().getConfigMapping(GuardConfig.class);
    }
}
