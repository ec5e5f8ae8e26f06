package dev.onceward.intake.configuration;

import java.time.Clock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.eclipse.microprofile.config.spi.ConfigSource;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.source.Source;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// Sources as they are read out of what a user wrote.
final class ReadSourceFromProperties {
    private ReadSourceFromProperties() {}

    static Source read(String name, Map<String, String> values) {
        return sources(config(name, values)).named(name).orElseThrow();
    }

    /// One source, and what is said of it.
    static SourcesConfig config(String name, Map<String, String> values) {
        var properties = new HashMap<String, String>();
        values.forEach((key, value) -> properties.put("onceward.sources.\"" + name + "\"." + key, value));
        properties.putIfAbsent("onceward.sources.\"" + name + "\".unsigned", "false");
        ConfigSource source = new PropertiesConfigSource(properties, "test", 100);
        return new SmallRyeConfigBuilder().withMapping(SourcesConfig.class).withSources(source).build()
                .getConfigMapping(SourcesConfig.class);
    }

    /// The same of what stands in the environment, where names are spelled as it has them.
    static Source fromEnvironment(String name, Map<String, String> values, Map<String, String> file) {
        var environment = new HashMap<String, String>();
        values.forEach((key, value) -> environment.put(
                "ONCEWARD_SOURCES_" + name.toUpperCase(Locale.ROOT).replace('-', '_') + "_" + key,
                value));
        ConfigSource written = new PropertiesConfigSource(file, "test", 100);
        var config = new SmallRyeConfigBuilder().withMapping(SourcesConfig.class).addDefaultInterceptors()
                .withSources(new EnvConfigSource(environment, 300), written).build()
                .getConfigMapping(SourcesConfig.class);
        return sources(config).named(name).orElseThrow();
    }

    private static Sources sources(SourcesConfig config) {
        return new Sources(config, Clock.systemUTC(), PublishedKeys.NONE);
    }

    static void refused(String name, Map<String, String> values, String sentence) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> read(name, values))
                .withMessageStartingWith(sentence)
                .withMessageNotContaining("!secret!");
    }
}
