package dev.onceward.intake;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.Draft.Ready;
import dev.onceward.intake.Draft.Wrong;
import dev.onceward.intake.source.KeptHeaders;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.intake.source.Source;
import dev.onceward.key.Extracted;
import dev.onceward.key.Extracted.Fallback;
import dev.onceward.key.Extracted.Found;
import dev.onceward.key.Extracted.Malformed;
import dev.onceward.key.Extracted.Missing;
import dev.onceward.key.Extracted.Unkeyed;
import dev.onceward.key.Key;
import dev.onceward.key.KeyText;
import dev.onceward.log.Entry;
import dev.onceward.log.EventId;
import dev.onceward.log.Trace;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;

/// Reads requests as events: finds the key and the ordering key, and keeps the headers worth keeping.
@Singleton
final class Drafts {
    private final Clock clock;
    private final IntakeMetrics metrics;
    private final UnreadIds unread;

    Drafts(Clock clock, IntakeMetrics metrics, UnreadIds unread) {
        this.clock = clock;
        this.metrics = metrics;
        this.unread = unread;
    }

    Draft webhook(Source source, Request request) {
        var key = metrics.timedKey(() -> source.rules().key().of(request));
        unread.note(source, key);
        var ordering = source.rules().ordering(request);
        return problem(key).or(() -> problem(ordering))
                .<Draft>map(Wrong::new)
                .orElseGet(() -> new Ready(new Submission(
                        entry(source, request, key(source, request, key), source.rules().type(request),
                                text(ordering), KeptHeaders.trace(request)),
                        onMismatch(source, key))));
    }

    /// A CloudEvent is the same as another if source and id are.
    Draft cloudEvent(Source source, CloudEvent event) {
        var key = own(Key.composite(source.name(), List.of(event.source(), event.id())), event.request(),
                source.onMismatch());
        var ordering = event.partitionKey().map(text -> KeyText.checked(text, "the attribute partitionkey"))
                .orElseGet(() -> source.rules().ordering(event.request()));
        return problem(ordering)
                .<Draft>map(Wrong::new)
                .orElseGet(() -> new Ready(new Submission(
                        entry(source, event.request(), key, event.type(), text(ordering), event.trace()),
                        source.onMismatch())));
    }

    /// Why there is no event without it.
    static Optional<Problem> problem(Extracted extracted) {
        return switch (extracted) {
            case Found _ -> Optional.empty();
            case Fallback _ -> Optional.empty();
            case Unkeyed _ -> Optional.empty();
            case Missing(var what) ->
                Optional.of(new Problem(ProblemType.KEY_MISSING, "The request needs " + what + "."));
            case Malformed(var what) ->
                Optional.of(new Problem(ProblemType.KEY_MALFORMED, "The request cannot be used: " + what + "."));
        };
    }

    private static OnMismatch onMismatch(Source source, Extracted key) {
        return key instanceof Found(var _, var mayCollide) && mayCollide ? OnMismatch.ACCEPT : source.onMismatch();
    }

    private static @Nullable Key key(Source source, Request request, Extracted key) {
        var value = text(key);
        return value == null ? null : own(new Key(source.name(), value), request, onMismatch(source, key));
    }

    /// Where other bodies are welcome, each has a key of its own, so that each is known for as long as its own key is kept.
    private static Key own(Key key, Request request, OnMismatch onMismatch) {
        return onMismatch == OnMismatch.ACCEPT ? key.apart(request.fingerprint().text()) : key;
    }

    private static @Nullable String text(Extracted extracted) {
        return extracted.value().orElse(null);
    }

    private Entry entry(Source source, Request request, @Nullable Key key, @Nullable String type,
            @Nullable String ordering,
            Trace trace) {
        return new Entry(EventId.next(clock), source.name(), source.topic(), type, ordering,
                source.rules().orderingGroup(), KeptHeaders.of(request, source.signing()),
                request.body(), trace, key, request.fingerprint(), source.retention());
    }
}
