package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.secret.SecretAge;
import dev.onceward.intake.secret.SecretName;
import dev.onceward.intake.secret.UsedSecrets;
import dev.onceward.intake.source.Source;

/// Stores which secrets matched, and reports secrets that can be removed. An old secret that stays after a rotation is
/// one more that can leak.
@Singleton
public final class ReportOldSecrets {
    private static final Duration DAY = Duration.ofDays(1);

    private final CountSecretUse use;
    private final Sources sources;
    private final UsedSecrets store;
    private final MultiGauge unused;
    private final Map<SecretName, LogThrottle> warnings = new ConcurrentHashMap<>();
    private volatile Map<SecretName, Double> written = Map.of();

    ReportOldSecrets(CountSecretUse use, Sources sources, UsedSecrets store, MeterRegistry registry) {
        this.use = use;
        this.sources = sources;
        this.store = store;
        this.unused = MultiGauge.builder("onceward.intake.secret.unused.days")
                .description(
                        "Days since the secret last matched in any replica, or since it was configured if it never did")
                .register(registry);
    }

    /// Matches that cannot be written are written by the next call.
    @Scheduled(every = "1m", identity = "secret-use", concurrentExecution = ConcurrentExecution.SKIP)
    public Uni<Void> write() {
        return Uni.createFrom().deferred(() -> write(known(), use.counts()))
                .onFailure().invoke(this::unknown)
                .onFailure().recoverWithNull();
    }

    private Uni<Void> write(Set<SecretName> known, Map<SecretName, Double> counts) {
        return known.isEmpty()
                ? Uni.createFrom().voidItem()
                : store.write(known, matched(counts))
                        .onItem().invoke(() -> written = counts)
                        .onItem().transformToUni(_ -> store.ages())
                        .onItem().invoke(ages -> say(ages.stream().filter(age -> known.contains(age.name())).toList()))
                        .replaceWithVoid();
    }

    private Set<SecretName> matched(Map<SecretName, Double> counts) {
        var before = written;
        return counts.entrySet().stream()
                .filter(count -> count.getValue() > before.getOrDefault(count.getKey(), 0d))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Set<SecretName> known() {
        return sources.all().values().stream().flatMap(ReportOldSecrets::names).collect(Collectors.toSet());
    }

    private static Stream<SecretName> names(Source source) {
        return source.credentials().secrets().stream().map(secret -> new SecretName(source.name(), secret.id()));
    }

    private void say(List<SecretAge> ages) {
        unused.register(ages.stream().map(ReportOldSecrets::gauge).toList(), true);
        ages.stream().filter(SecretAge::isSpare).forEach(this::warn);
    }

    private static Row<Number> gauge(SecretAge age) {
        return Row.of(Tags.of("source", age.name().source(), "secret", age.name().secret()), days(age));
    }

    private void warn(SecretAge age) {
        warnings.computeIfAbsent(age.name(), _ -> new LogThrottle(DAY, System::nanoTime)).next()
                .ifPresent(_ -> Log.warnf(
                        "a secret has matched no request for days and can be removed: source=%s secret=%s days=%d",
                        age.name().source(),
                        age.name().secret(), age.unused().toDays()));
    }

    private static double days(SecretAge age) {
        return Math.floor(age.unused().toMinutes() * 100d / DAY.toMinutes()) / 100;
    }

    /// Removes the gauges while the ages are unknown, because an outdated number would look like a current one.
    private void unknown(Throwable failure) {
        unused.register(List.<Row<?>>of(), true);
        Log.warnf("intake could not write which secrets matched: cause=%s", failure.toString());
    }
}
