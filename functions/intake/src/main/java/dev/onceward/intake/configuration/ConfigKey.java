package dev.onceward.intake.configuration;

import java.util.function.Function;

import io.quarkus.runtime.configuration.ConfigurationException;

/// Where in the configuration something was read, for the sentence that says what is wrong with it.
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
