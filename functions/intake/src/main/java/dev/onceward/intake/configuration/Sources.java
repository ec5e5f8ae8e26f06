package dev.onceward.intake.configuration;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import jakarta.inject.Singleton;

import io.quarkus.runtime.Startup;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.source.Source;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemException;
import dev.onceward.runtime.problem.ProblemType;

/// Holds all configured sources. They are read at the start, so that a wrong configuration stops it.
@Startup
@Singleton
public final class Sources {
    private final Map<String, Source> sources = new TreeMap<>();

    Sources(SourcesConfig config, Clock clock, PublishedKeys keys) {
        var written = new SourcePropertyNames(config.sources().keySet());
        config.sources().forEach((name, source) -> put(new ReadSource(name, source, clock, keys), name,
                written.of(name, source.all())));
    }

    /// A name without properties of its own is not a source.
    private void put(ReadSource source, String name, Set<String> written) {
        if (!written.isEmpty()) {
            RejectUnknownProperties.check(new ConfigKey("onceward.sources." + name), written);
            sources.put(name, source.read());
        }
    }

    /// CloudEvents have an address of their own, so their source receives no webhooks.
    public Optional<Source> hook(String name) {
        return name.equals(Source.EVENTS) ? Optional.empty() : named(name);
    }

    public Optional<Source> events() {
        return named(Source.EVENTS);
    }

    public Optional<Source> named(String name) {
        return Optional.ofNullable(sources.get(name));
    }

    /// @throws ProblemException if no such source is configured
    public Source required(String name) {
        return named(name).orElseThrow(() -> new ProblemException(
                new Problem(ProblemType.UNKNOWN_SOURCE, "No source of this name is configured.")));
    }

    public Map<String, Source> all() {
        return sources;
    }
}
