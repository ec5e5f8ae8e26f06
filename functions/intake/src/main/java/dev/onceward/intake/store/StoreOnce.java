package dev.onceward.intake.store;

import java.time.Duration;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.log.AppendOutcome;
import dev.onceward.intake.log.EventLog;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.seen.LookupResult;
import dev.onceward.intake.seen.RememberedKey;
import dev.onceward.intake.seen.SeenKeys;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.intake.store.IntakeOutcome.FoundBy;
import dev.onceward.intake.store.IntakeOutcome.NewlyStored;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.wake.WakeRelay;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Stores an entry once: Redis ends most duplicates, the log decides the rest. No claim and no lock: two copies in
/// flight both end well, with one row and two equal answers.
@Singleton
public final class StoreOnce {
    private final SeenKeys seenKeys;
    private final EventLog log;
    private final WakeRelay wakeRelay;

    StoreOnce(SeenKeys seenKeys, EventLog log, WakeRelay wakeRelay) {
        this.seenKeys = seenKeys;
        this.log = log;
        this.wakeRelay = wakeRelay;
    }

    public Uni<IntakeOutcome> store(StoreRequest storeRequest) {
        var key = storeRequest.entry().key();
        return key == null
                ? append(storeRequest, LookupResult.UnknownKey.anywhere())
                : seenKeys.look(key).onItem().transformToUni(lookupResult -> decide(storeRequest, lookupResult));
    }

    private Uni<IntakeOutcome> decide(StoreRequest storeRequest, LookupResult lookupResult) {
        return switch (lookupResult) {
            case LookupResult.KnownKey(var receipt, var fingerprint) ->
                compare(storeRequest, new Duplicate(receipt, FoundBy.REDIS), fingerprint);
            case LookupResult.UnknownKey unknown -> append(storeRequest, unknown);
        };
    }

    private Uni<IntakeOutcome> append(StoreRequest storeRequest, LookupResult.UnknownKey before) {
        return log.append(storeRequest.entry())
                .onItem().transformToUni(appendOutcome -> settle(storeRequest, before, appendOutcome));
    }

    private Uni<IntakeOutcome> settle(StoreRequest storeRequest, LookupResult.UnknownKey before,
            AppendOutcome appendOutcome) {
        var newEvent = storeRequest.entry();
        return switch (appendOutcome) {
            case AppendOutcome.Stored(var receipt) -> {
                wakeRelay.appended(receipt.topic());
                remember(before, newEvent, receipt, newEvent.fingerprint(), newEvent.kept());
                yield Uni.createFrom().item(new NewlyStored(receipt));
            }
            case AppendOutcome.AlreadyStored(var receipt, var fingerprint, var kept) -> {
                remember(before, newEvent, receipt, fingerprint, kept);
                yield compare(storeRequest, new Duplicate(receipt, FoundBy.POSTGRES), fingerprint);
            }
            case AppendOutcome.RefusedByPostgres(var why) -> refused(ProblemType.NOT_STORABLE, why);
            case AppendOutcome.Unavailable _ -> refused(ProblemType.UNAVAILABLE,
                    "The event could not be stored. Whether it was is settled by sending it again.");
        };
    }

    /// The sender does not wait for it: the log already knows, and answers until Redis does too.
    private void remember(LookupResult.UnknownKey before, NewEvent newEvent, Receipt receipt, Fingerprint fingerprint,
            Duration kept) {
        var key = newEvent.key();
        if (key != null) {
            var _ = seenKeys.remember(before, new RememberedKey(key, receipt, fingerprint, kept));
        }
    }

    private Uni<IntakeOutcome> compare(StoreRequest storeRequest, Duplicate again, Fingerprint known) {
        var newEvent = storeRequest.entry();
        if (known.equals(newEvent.fingerprint())) {
            return Uni.createFrom().item(again);
        }
        return switch (storeRequest.onMismatch()) {
            case REPLAY -> Uni.createFrom().item(again);
            // Its key names its body, so this was another sender's choice of characters: it gets a longer key.
            case ACCEPT -> store(apart(storeRequest));
            case REJECT -> refused(ProblemType.KEY_REUSED,
                    "This key was used before with another body. A retry must send the same bytes; another event needs "
                            + "another key.");
        };
    }

    private static StoreRequest apart(StoreRequest storeRequest) {
        var newEvent = storeRequest.entry();
        var key = newEvent.key();
        return key == null
                ? storeRequest
                : new StoreRequest(newEvent.under(key.apart(newEvent.fingerprint().text())), storeRequest.onMismatch());
    }

    private static Uni<IntakeOutcome> refused(ProblemType type, String detail) {
        return Uni.createFrom().item(new RequestRefused(new Problem(type, detail)));
    }
}
