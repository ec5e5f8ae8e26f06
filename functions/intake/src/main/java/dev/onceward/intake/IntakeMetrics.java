package dev.onceward.intake;

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

import dev.onceward.intake.Outcome.EndedBy;
import dev.onceward.log.EventLog;
import dev.onceward.problem.ProblemType;

/// What Prometheus is told. Labels are bounded: the configured sources and the problems' list.
@Singleton
final class IntakeMetrics {
    private final MeterRegistry registry;
    private final Timer key;
    private final Map<String, SourceMeters> sources = new ConcurrentHashMap<>();

    IntakeMetrics(MeterRegistry registry, EventLog log, Room room) {
        this.registry = registry;
        this.key = Timer.builder("onceward.intake.key")
                .description("How long it takes to find the key of a request")
                .serviceLevelObjectives(Duration.ofNanos(10_000), Duration.ofNanos(100_000), Duration.ofMillis(1),
                        Duration.ofMillis(10))
                .register(registry);
        Gauge.builder("onceward.intake.queue.depth", log, EventLog::waiting)
                .description("Entries that wait for the log or are on their way into it")
                .register(registry);
        Gauge.builder("onceward.intake.body.bytes", room, Room::taken)
                .description("The memory that the bodies of requests under way take")
                .register(registry);
    }

    <T> T timedKey(Supplier<T> rule) {
        var start = System.nanoTime();
        var found = rule.get();
        key.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        return found;
    }

    void processed(String source) {
        of(source).processed.increment();
    }

    void duplicate(String source, EndedBy by) {
        of(source).ended(by).increment();
    }

    void greeted(String source) {
        registry.counter("onceward.intake.handshakes", "source", source).increment();
    }

    void error(String source, ProblemType type) {
        registry.counter("onceward.intake.errors", "source", source, "problem", type.word()).increment();
    }

    private SourceMeters of(String source) {
        return sources.computeIfAbsent(source, name -> SourceMeters.of(registry, name));
    }

    private record SourceMeters(Counter processed, Counter byRedis, Counter byPostgres) {

        static SourceMeters of(MeterRegistry registry, String source) {
            return new SourceMeters(registry.counter("onceward.intake.processed", "source", source),
                    duplicates(registry, source, "redis"), duplicates(registry, source, "postgres"));
        }

        Counter ended(EndedBy by) {
            return switch (by) {
                case REDIS -> byRedis;
                case POSTGRES -> byPostgres;
            };
        }

        private static Counter duplicates(MeterRegistry registry, String source, String by) {
            return registry.counter("onceward.intake.duplicates", "source", source, "by", by);
        }
    }
}
