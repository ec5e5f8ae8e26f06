package dev.onceward.intake.configuration;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.common.annotation.RunOnVirtualThread;

import dev.onceward.intake.secret.ReloadOutcome.Changed;
import dev.onceward.intake.secret.ReloadOutcome.Same;
import dev.onceward.intake.secret.ReloadOutcome.Unusable;
import dev.onceward.intake.source.Source;

/// Reads the secrets in files again when the files change, so that secrets can be rotated without a restart. Reading
/// files blocks, so it happens on a virtual thread.
@Singleton
final class ReloadSecretFiles {
    private final List<Source> renewable;
    private final Map<String, String> troubles = new ConcurrentHashMap<>();

    ReloadSecretFiles(Sources sources) {
        this.renewable = sources.all().values().stream().filter(source -> !source.credentials().areWritten()).toList();
    }

    @Scheduled(every = "5s", identity = "secrets", concurrentExecution = ConcurrentExecution.SKIP)
    @RunOnVirtualThread
    void look() {
        renewable.forEach(this::look);
    }

    private void look(Source source) {
        switch (source.credentials().reload()) {
            case Same _ -> right(source);
            case Changed(var ids) -> {
                right(source);
                Log.infof("intake read changed secrets: source=%s secrets=%s", source.name(), String.join(",", ids));
            }
            case Unusable(var why) -> wrong(source, why);
        }
    }

    private void right(Source source) {
        if (troubles.remove(source.name()) != null) {
            Log.infof("intake can read the secrets again: source=%s path=%s", source.name(),
                    source.credentials().places());
        }
    }

    private void wrong(Source source, String why) {
        if (!why.equals(troubles.put(source.name(), why))) {
            Log.errorf("intake cannot use the changed secrets and keeps the previous ones: source=%s path=%s why=%s",
                    source.name(), source.credentials().places(), why);
        }
    }
}
