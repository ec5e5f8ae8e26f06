package dev.onceward.intake.receive;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.cloudevents.CloudEvent;
import dev.onceward.intake.count.IntakeMetrics;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.receive.ParsedEvent.NotAnEvent;
import dev.onceward.intake.receive.ParsedEvent.ReadyToStore;
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
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads requests as events: finds the key and the ordering key, and keeps the headers worth keeping.
@Singleton
public final class ParseEvent {
    private final Clock clock;
    private final IntakeMetrics metrics;
    private final CountMissingEventIds unread;

    ParseEvent(Clock clock, IntakeMetrics metrics, CountMissingEventIds unread) {
        this.clock = clock;
        this.metrics = metrics;
        this.unread = unread;
    }

    ParsedEvent webhook(Source source, Request request) {
        var key = metrics.timedKey(() -> source.rules().key().of(request));
        unread.note(source, key);
        var ordering = source.rules().ordering(request);
        return problem(key).or(() -> problem(ordering))
                .<ParsedEvent>map(NotAnEvent::new)
                .orElseGet(() -> new ReadyToStore(new StoreRequest(
                        entry(source, request, key(source, request, key), source.rules().type(request),
                                text(ordering), KeptHeaders.trace(request)),
                        onMismatch(source, key))));
    }

    /// A CloudEvent is the same as another if source and id are.
    ParsedEvent cloudEvent(Source source, CloudEvent event) {
        var key = own(Key.composite(source.name(), List.of(event.source(), event.id())), event.request(),
                source.onMismatch());
        var ordering = event.partitionKey().map(text -> KeyText.checked(text, "the attribute partitionkey"))
                .orElseGet(() -> source.rules().ordering(event.request()));
        return problem(ordering)
                .<ParsedEvent>map(NotAnEvent::new)
                .orElseGet(() -> new ReadyToStore(new StoreRequest(
                        entry(source, event.request(), key, event.type(), text(ordering), event.trace()),
                        source.onMismatch())));
    }

    /// Why there is no event without it.
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

    private static OnMismatch onMismatch(Source source, ExtractedKey key) {
        return key instanceof Found(var _, var mayCollide) && mayCollide ? OnMismatch.ACCEPT : source.onMismatch();
    }

    private static @Nullable Key key(Source source, Request request, ExtractedKey key) {
        var value = text(key);
        return value == null ? null : own(new Key(source.name(), value), request, onMismatch(source, key));
    }

    /// Where other bodies are welcome, each has a key of its own, so that each is known for as long as its own key is kept.
    private static Key own(Key key, Request request, OnMismatch onMismatch) {
        return onMismatch == OnMismatch.ACCEPT ? key.apart(request.fingerprint().text()) : key;
    }

    private static @Nullable String text(ExtractedKey extractedKey) {
        return extractedKey.value().orElse(null);
    }

    private NewEvent entry(Source source, Request request, @Nullable Key key, @Nullable String type,
            @Nullable String ordering,
            EventTrace eventTrace) {
        return new NewEvent(EventId.next(clock), source.name(), source.topic(), type, ordering,
                source.rules().orderingGroup(), KeptHeaders.of(request, source.signing()),
                request.body(), eventTrace, key, request.fingerprint(), source.retention());
    }
}
