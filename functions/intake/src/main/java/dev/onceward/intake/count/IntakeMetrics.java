package dev.onceward.intake.count;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import dev.onceward.intake.body.BodyMemoryLimit;
import dev.onceward.intake.log.EventLog;
import dev.onceward.intake.store.IntakeOutcome.FoundBy;
import dev.onceward.runtime.problem.ProblemType;

/// What Prometheus is told. Labels are bounded: the configured sources and the problems' list.
@Singleton
public final class IntakeMetrics {
    private final MeterRegistry registry;
    private final Timer key;
    private final Map<String, SourceMeters> sources = new ConcurrentHashMap<>();

    IntakeMetrics(MeterRegistry registry, EventLog log, BodyMemoryLimit bodyMemoryLimit) {
        this.registry = registry;
        this.key = Timer.builder("onceward.intake.key")
                .description("How long it takes to find the key of a request")
                .serviceLevelObjectives(Duration.ofNanos(10_000), Duration.ofNanos(100_000), Duration.ofMillis(1),
                        Duration.ofMillis(10))
                .register(registry);
        Gauge.builder("onceward.intake.queue.depth", log, EventLog::waiting)
                .description("Entries that wait for the log or are on their way into it")
                .register(registry);
        Gauge.builder("onceward.intake.body.bytes", bodyMemoryLimit, BodyMemoryLimit::taken)
                .description("The memory that the bodies of requests under way take")
                .register(registry);
    }

    public <T> T timedKey(Supplier<T> rule) {
        var start = System.nanoTime();
        var found = rule.get();
        key.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        return found;
    }

    public void processed(String source) {
        of(source).processed.increment();
    }

    public void duplicate(String source, FoundBy by) {
        of(source).ended(by).increment();
    }

    public void handshakeAnswered(String source) {
        counter("onceward.intake.handshakes", "Handshakes of senders that were answered", "source", source).increment();
    }

    public void error(String source, ProblemType type) {
        counter("onceward.intake.errors", "Requests and events that were refused or could not be stored, by problem",
                "source", source, "problem", type.word()).increment();
    }

    private SourceMeters of(String source) {
        return sources.computeIfAbsent(source, name -> new SourceMeters(
                counter("onceward.intake.processed", "New events that were stored", "source", name),
                duplicates(name, "redis"), duplicates(name, "postgres")));
    }

    private Counter duplicates(String source, String by) {
        return counter("onceward.intake.duplicates", "Events that were stored before, by who knew them", "source",
                source, "by", by);
    }

    private Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private record SourceMeters(Counter processed, Counter byRedis, Counter byPostgres) {

        Counter ended(FoundBy by) {
            return switch (by) {
                case REDIS -> byRedis;
                case POSTGRES -> byPostgres;
            };
        }
    }
}
