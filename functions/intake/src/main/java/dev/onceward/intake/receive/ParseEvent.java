package dev.onceward.intake.receive;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.cloudevents.CloudEvent;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.source.EventRules;
import dev.onceward.intake.source.KeptHeaders;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.StoreRequest;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Fallback;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;
import dev.onceward.internal.key.ExtractedKey.Missing;
import dev.onceward.internal.key.ExtractedKey.Unkeyed;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.body.Parsed;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads a verified request as an event: derives its key and its ordering key, and takes the headers that are stored.
@Singleton
public final class ParseEvent {
    private final Clock clock;
    private final CountMissingEventIds missingEventIds;
    private final Timer keyTimer;

    ParseEvent(Clock clock, CountMissingEventIds missingEventIds, MeterRegistry registry) {
        this.clock = clock;
        this.missingEventIds = missingEventIds;
        this.keyTimer = Timer.builder("onceward.intake.key")
                .description("How long it takes to find the key of a request")
                .serviceLevelObjectives(Duration.ofNanos(10_000), Duration.ofNanos(100_000), Duration.ofMillis(1),
                        Duration.ofMillis(10))
                .register(registry);
    }

    Parsed<StoreRequest> webhook(VerifiedRequest verified) {
        var source = verified.source();
        var request = verified.request();
        var key = extractKey(source, request);
        var ordering = ordering(source.rules(), request);
        return problem(key).or(() -> problem(ordering))
                .<Parsed<StoreRequest>>map(Invalid::new)
                .orElseGet(() -> new Valid<>(new StoreRequest(
                        event(source, request, key(source, request, key), type(source.rules(), request),
                                text(ordering), KeptHeaders.trace(request)),
                        onMismatch(source, key))));
    }

    /// Reads a webhook that an operator releases from quarantine. Where the key rule finds no key, the id of the
    /// quarantined request is the key.
    Parsed<StoreRequest> released(VerifiedRequest verified, UUID row) {
        return switch (webhook(verified)) {
            case Valid(var storeRequest) ->
                new Valid<>(storeRequest.orUnder(new Key(verified.source().name(), "released~" + row)));
            case Invalid<StoreRequest> invalid -> invalid;
        };
    }

    /// Two CloudEvents are the same if their source and id are.
    Parsed<StoreRequest> cloudEvent(Source source, CloudEvent event) {
        var key = own(Key.composite(source.name(), List.of(event.source(), event.id())), event.request(),
                source.rules().onMismatch());
        var ordering = event.partitionKey().map(text -> KeyText.checked(text, "the attribute partitionkey"))
                .orElseGet(() -> ordering(source.rules(), event.request()));
        return problem(ordering)
                .<Parsed<StoreRequest>>map(Invalid::new)
                .orElseGet(() -> new Valid<>(new StoreRequest(
                        event(source, event.request(), key, event.type(), text(ordering), event.trace()),
                        source.rules().onMismatch())));
    }

    private ExtractedKey extractKey(Source source, Request request) {
        var start = System.nanoTime();
        var key = source.rules().key().of(request);
        keyTimer.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        if (key instanceof Fallback fallback) {
            missingEventIds.note(source, fallback);
        }
        return key;
    }

    /// The problem to answer if the key could not be derived.
    public static Optional<Problem> problem(ExtractedKey extractedKey) {
        return switch (extractedKey) {
            case Found _ -> Optional.empty();
            case Fallback _ -> Optional.empty();
            case Unkeyed _ -> Optional.empty();
            case Missing(var what) ->
                Optional.of(new Problem(ProblemType.KEY_MISSING, "The request needs " + what + "."));
            case Malformed(var what) ->
                Optional.of(new Problem(ProblemType.KEY_MALFORMED, "The request cannot be used: " + what + "."));
        };
    }

    /// An event without an ordering key is not refused. It has no order with any other event.
    private static ExtractedKey ordering(EventRules rules, Request request) {
        var found = rules.ordering() == null ? new Unkeyed() : rules.ordering().of(request);
        return found instanceof Missing ? new Unkeyed() : found;
    }

    /// An event whose type cannot be read is not refused. It is stored without a type.
    public static @Nullable String type(EventRules rules, Request request) {
        return rules.type() != null && rules.type().of(request) instanceof Found(var type, var _) ? type : null;
    }

    private static OnMismatch onMismatch(Source source, ExtractedKey key) {
        return key instanceof Found(var _, var mayCollide) && mayCollide
                ? OnMismatch.ACCEPT
                : source.rules().onMismatch();
    }

    private static @Nullable Key key(Source source, Request request, ExtractedKey key) {
        var value = text(key);
        return value == null ? null : own(new Key(source.name(), value), request, onMismatch(source, key));
    }

    /// Where another body under a known key is a new event, the fingerprint becomes part of the key, so that each body
    /// is known for as long as its own key is kept.
    private static Key own(Key key, Request request, OnMismatch onMismatch) {
        return onMismatch == OnMismatch.ACCEPT ? key.apart(request.fingerprint().text()) : key;
    }

    private static @Nullable String text(ExtractedKey extractedKey) {
        return extractedKey.value().orElse(null);
    }

    private NewEvent event(Source source, Request request, @Nullable Key key, @Nullable String type,
            @Nullable String ordering,
            EventTrace eventTrace) {
        return new NewEvent(EventId.next(clock), source.name(), source.rules().topic(), type, ordering,
                source.rules().orderingGroup(), KeptHeaders.of(request, source.signing()),
                request.body(), eventTrace, key, request.fingerprint(), source.rules().retention());
    }
}
