package dev.onceward.intake.configuration;

import java.util.function.Function;

import io.quarkus.runtime.configuration.ConfigurationException;

/// The place of settings in the configuration, which error messages name.
record ConfigKey(String prefix) {

    <A, B> B read(String key, Function<A, B> reader, A value) {
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException refused) {
            throw wrong(key, String.valueOf(refused.getMessage()));
        }
    }

    ConfigurationException wrong(String key, String what) {
        return new ConfigurationException(name(key) + " " + what);
    }

    String name(String key) {
        return prefix + "." + key;
    }
}
