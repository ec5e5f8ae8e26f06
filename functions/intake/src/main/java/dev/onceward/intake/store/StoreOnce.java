package dev.onceward.intake.store;

import java.time.Duration;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.log.AppendOutcome;
import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.AppendOutcome.RefusedByPostgres;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.intake.log.EventLog;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.seen.LookupResult;
import dev.onceward.intake.seen.LookupResult.KnownKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.intake.seen.RememberedKey;
import dev.onceward.intake.seen.SeenKeys;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.intake.store.IntakeOutcome.FoundBy;
import dev.onceward.intake.store.IntakeOutcome.NewlyStored;
import dev.onceward.intake.store.Step.Continue;
import dev.onceward.intake.store.Step.Finished;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.wake.WakeRelay;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Stores an event once, in three steps: Redis finds most duplicates, the log decides about the rest, and Redis
/// remembers what the log decided. Nothing is claimed or locked: of two equal requests at the same time one is stored,
/// and both get the same answer.
@Singleton
public final class StoreOnce {
    private static final Problem OTHER_BODY = new Problem(ProblemType.KEY_REUSED,
            "This key was used before with another body. A retry must send the same bytes; another event needs "
                    + "another key.");
    private static final Problem UNKNOWN = new Problem(ProblemType.UNAVAILABLE,
            "It is unknown whether the event was stored. Send it again with the same key.");

    private final SeenKeys seenKeys;
    private final EventLog log;
    private final WakeRelay wakeRelay;
    private final ReportDuplicate reportDuplicate;

    StoreOnce(SeenKeys seenKeys, EventLog log, WakeRelay wakeRelay, ReportDuplicate reportDuplicate,
            MeterRegistry registry) {
        this.seenKeys = seenKeys;
        this.log = log;
        this.wakeRelay = wakeRelay;
        this.reportDuplicate = reportDuplicate;
        Gauge.builder("onceward.intake.queue.depth", log, EventLog::waiting)
                .description("Events that wait for the log or are being appended")
                .register(registry);
    }

    /// An event whose key Redis does not know.
    ///
    /// @param before the result of the lookup, before the event is appended
    public record UnseenEvent(StoreRequest storeRequest, UnknownKey before) {}

    /// An event that the log holds under the key.
    ///
    /// @param kept how long the log keeps the key
    /// @param isNew whether this request's event was stored, and not an earlier one
    public record LoggedEvent(UnseenEvent unseen, Receipt receipt, Fingerprint fingerprint, Duration kept,
            boolean isNew) {}

    /// Looks the key up in Redis. An event without a key is never a duplicate.
    public Uni<Step<UnseenEvent>> lookUp(StoreRequest storeRequest) {
        var key = storeRequest.event().key();
        return key == null
                ? Uni.createFrom().item(new Continue<>(new UnseenEvent(storeRequest, UnknownKey.anywhere())))
                : seenKeys.look(key).chain(found -> judge(storeRequest, found));
    }

    private Uni<Step<UnseenEvent>> judge(StoreRequest storeRequest, LookupResult found) {
        return switch (found) {
            case UnknownKey unknown -> Uni.createFrom().item(new Continue<>(new UnseenEvent(storeRequest, unknown)));
            case KnownKey known ->
                compare(storeRequest, new Duplicate(known.receipt(), FoundBy.REDIS),
                        known.hasBodyOf(storeRequest.event().fingerprint()))
                        .chain(step -> step.then(this::lookUp));
        };
    }

    /// Appends the event to the log, and continues only with an event that is committed.
    public Uni<Step<LoggedEvent>> append(UnseenEvent unseen) {
        return log.append(unseen.storeRequest().event()).map(appended -> judge(unseen, appended));
    }

    private Step<LoggedEvent> judge(UnseenEvent unseen, AppendOutcome appended) {
        var event = unseen.storeRequest().event();
        return switch (appended) {
            case Stored(var receipt) -> {
                wakeRelay.appended(receipt.topic());
                yield new Continue<>(new LoggedEvent(unseen, receipt, event.fingerprint(), event.kept(), true));
            }
            case AlreadyStored(var receipt, var fingerprint, var kept) ->
                new Continue<>(new LoggedEvent(unseen, receipt, fingerprint, kept, false));
            case RefusedByPostgres(var why) -> Step.refused(new Problem(ProblemType.NOT_STORABLE, why));
            case Unavailable _ -> Step.refused(UNKNOWN);
        };
    }

    /// Remembers the key in Redis. The sender does not wait for that: until Redis knows the key, the log finds the
    /// duplicates.
    public Uni<IntakeOutcome> remember(LoggedEvent logged) {
        var storeRequest = logged.unseen().storeRequest();
        var key = storeRequest.event().key();
        if (key != null) {
            var rememberedKey = new RememberedKey(key, logged.receipt(), logged.fingerprint(), logged.kept());
            var _ = logged.isNew()
                    ? seenKeys.rememberNew(logged.unseen().before(), rememberedKey)
                    : seenKeys.rememberDuplicate(logged.unseen().before(), rememberedKey);
        }
        return logged.isNew()
                ? Uni.createFrom().item(new NewlyStored(logged.receipt()))
                : compare(storeRequest, new Duplicate(logged.receipt(), FoundBy.POSTGRES),
                        logged.fingerprint().equals(storeRequest.event().fingerprint()))
                        .chain(step -> step.last(this::store));
    }

    /// The same body under one key is a duplicate; the source decides about another body. If the source accepts it as a
    /// new event, the event continues under a longer key that includes its fingerprint.
    private Uni<Step<StoreRequest>> compare(StoreRequest storeRequest, Duplicate duplicate, boolean isSameBody) {
        var event = storeRequest.event();
        return switch (isSameBody ? OnMismatch.REPLAY : storeRequest.onMismatch()) {
            case REPLAY -> reportDuplicate.logged(event, duplicate).map(Finished::new);
            case ACCEPT -> Uni.createFrom().item(new Continue<>(storeRequest.apart()));
            case REJECT -> Uni.createFrom().item(Step.refused(OTHER_BODY));
        };
    }

    private Uni<IntakeOutcome> store(StoreRequest storeRequest) {
        return lookUp(storeRequest)
                .chain(step -> step.then(this::append))
                .chain(step -> step.last(this::remember));
    }
}
