package dev.onceward.intake;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import jakarta.inject.Singleton;

import io.quarkus.runtime.Startup;

/// All configured sources. Made at the start, so that a wrong configuration stops it.
@Startup
@Singleton
final class Sources {
    private final Map<String, Source> sources = new TreeMap<>();

    Sources(SourcesConfig config, Clock clock) {
        config.sources().forEach((name, source) -> sources.put(name, new ReadSource(name, source, clock).read()));
    }

    /// CloudEvents have an address of their own.
    Optional<Source> hook(String name) {
        return name.equals(Source.EVENTS) ? Optional.empty() : named(name);
    }

    Optional<Source> events() {
        return named(Source.EVENTS);
    }

    Optional<Source> named(String name) {
        return Optional.ofNullable(sources.get(name));
    }

    Map<String, Source> all() {
        return sources;
    }
}
