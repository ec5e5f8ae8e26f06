package dev.onceward.intake.quarantine;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.quarkus.runtime.Startup;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.source.OnUnverified;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.batch.Batcher;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.request.Request;

/// Stores requests that failed verification, for the sources that want it. The answer to the sender does not wait for
/// this and does not depend on it. One statement is under way at a time, and after one that found no room or no
/// database there is a pause. A flood of forged requests therefore costs other senders nothing but a little memory.
@Startup
@Singleton
public final class Quarantine {
    private static final Duration WHILE_FULL = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    /// Stands for all sources. No source can have this name.
    private static final String ALL = "";

    private final QuarantineStatements store;
    private final Clock clock;
    private final MeterRegistry registry;
    private final Batcher<UnverifiedRequest, QuarantineResult> batcher;
    private final RetryPauses retryPauses = new RetryPauses(System::nanoTime);

    Quarantine(QuarantineStatements store, QuarantineConfig config, Clock clock, MeterRegistry registry) {
        this.store = store;
        this.clock = clock;
        this.registry = registry;
        this.batcher = new Batcher<>(config.checked().limits(), UnverifiedRequest::weight, this::addAll,
                QuarantineResult.FULL);
    }

    /// Queues the request if there is room for it, and returns at once.
    public void add(Source source, Request request, Unverified verdict) {
        if (source.onUnverified() == OnUnverified.REJECT) {
            return;
        }
        if (retryPauses.isOn(ALL)) {
            count(source.name(), QuarantineResult.FAILED);
        } else if (retryPauses.isOn(source.name()) || !offer(source, request, verdict)) {
            count(source.name(), QuarantineResult.FULL);
        }
    }

    /// A request that cannot be parsed because memory is short is refused like any other. Another answer would tell its
    /// sender that the request would have been kept.
    private boolean offer(Source source, Request request, Unverified verdict) {
        try {
            return batcher.offer(UnverifiedRequest.of(EventId.next(clock), source, request, verdict));
        } catch (BodyMemoryFull full) {
            return false;
        }
    }

    /// Lists the requests in quarantine, the newest first.
    public Uni<List<QuarantineListItem>> list(Source source) {
        return store.list(source.name());
    }

    public Uni<Optional<QuarantinedRequest>> find(Source source, UUID id) {
        return store.find(source.name(), id);
    }

    /// @return whether the request was in quarantine
    public Uni<Boolean> remove(Source source, UUID id) {
        return store.remove(source.name(), id).invoke(_ -> retryPauses.end(source.name()));
    }

    private Uni<List<QuarantineResult>> addAll(List<UnverifiedRequest> unverified) {
        var copies = RepeatedRequests.among(unverified);
        return store.add(copies).map(copies::results)
                .onFailure().recoverWithItem(failure -> failed(unverified, failure))
                .invoke(results -> note(unverified, results));
    }

    private List<QuarantineResult> failed(List<UnverifiedRequest> unverified, Throwable failure) {
        Log.warnf("intake could not put requests into quarantine: requests=%d cause=%s", unverified.size(),
                failure.toString());
        retryPauses.begin(ALL, AFTER_FAILURE);
        return Collections.nCopies(unverified.size(), QuarantineResult.FAILED);
    }

    private void note(List<UnverifiedRequest> unverified, List<QuarantineResult> results) {
        for (var i = 0; i < unverified.size(); i++) {
            var source = unverified.get(i).source();
            count(source, results.get(i));
            if (results.get(i) == QuarantineResult.FULL) {
                retryPauses.begin(source, WHILE_FULL);
            }
        }
    }

    private void count(String source, QuarantineResult quarantineResult) {
        Counter.builder("onceward.intake.quarantined")
                .description("Requests that were not genuine at sources with a quarantine, by what became of them")
                .tags("source", source, "outcome", quarantineResult.word())
                .register(registry)
                .increment();
    }
}
