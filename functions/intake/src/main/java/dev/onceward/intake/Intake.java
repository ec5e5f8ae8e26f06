package dev.onceward.intake;

import java.time.Duration;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.Outcome.Again;
import dev.onceward.intake.Outcome.EndedBy;
import dev.onceward.intake.Outcome.New;
import dev.onceward.intake.Outcome.Refused;
import dev.onceward.log.Appended;
import dev.onceward.log.Entry;
import dev.onceward.log.EventLog;
import dev.onceward.log.Receipt;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Fingerprint;
import dev.onceward.seen.Memory;
import dev.onceward.seen.Seen;
import dev.onceward.seen.Sighting;
import dev.onceward.wake.Announce;

/// Stores an entry once: Redis ends most duplicates, the log decides the rest. No claim and no lock: two copies in
/// flight both end well, with one row and two equal answers.
@Singleton
final class Intake {
    private final Seen seen;
    private final EventLog log;
    private final Announce announce;

    Intake(Seen seen, EventLog log, Announce announce) {
        this.seen = seen;
        this.log = log;
        this.announce = announce;
    }

    Uni<Outcome> store(Submission submission) {
        var key = submission.entry().key();
        return key == null
                ? append(submission, Sighting.Unknown.anywhere())
                : seen.look(key).onItem().transformToUni(sighting -> decide(submission, sighting));
    }

    private Uni<Outcome> decide(Submission submission, Sighting sighting) {
        return switch (sighting) {
            case Sighting.Known(var receipt, var fingerprint) ->
                compare(submission, new Again(receipt, EndedBy.REDIS), fingerprint);
            case Sighting.Unknown unknown -> append(submission, unknown);
        };
    }

    private Uni<Outcome> append(Submission submission, Sighting.Unknown before) {
        return log.append(submission.entry())
                .onItem().transformToUni(appended -> settle(submission, before, appended));
    }

    private Uni<Outcome> settle(Submission submission, Sighting.Unknown before, Appended appended) {
        var entry = submission.entry();
        return switch (appended) {
            case Appended.Stored(var receipt) -> {
                announce.appended(receipt.topic());
                remember(before, entry, receipt, entry.fingerprint(), entry.kept());
                yield Uni.createFrom().item(new New(receipt));
            }
            case Appended.Known(var receipt, var fingerprint, var kept) -> {
                remember(before, entry, receipt, fingerprint, kept);
                yield compare(submission, new Again(receipt, EndedBy.POSTGRES), fingerprint);
            }
            case Appended.Refused(var why) -> refused(ProblemType.NOT_STORABLE, why);
            case Appended.Unavailable _ -> refused(ProblemType.UNAVAILABLE,
                    "The event could not be stored. Whether it was is settled by sending it again.");
        };
    }

    /// The sender does not wait for it: the log already knows, and answers until Redis does too.
    private void remember(Sighting.Unknown before, Entry entry, Receipt receipt, Fingerprint fingerprint,
            Duration kept) {
        var key = entry.key();
        if (key != null) {
            var _ = seen.remember(before, new Memory(key, receipt, fingerprint, kept));
        }
    }

    private Uni<Outcome> compare(Submission submission, Again again, Fingerprint known) {
        var entry = submission.entry();
        if (known.equals(entry.fingerprint())) {
            return Uni.createFrom().item(again);
        }
        return switch (submission.onMismatch()) {
            case REPLAY -> Uni.createFrom().item(again);
            // Its key names its body, so this was another sender's choice of characters: it gets a longer key.
            case ACCEPT -> store(apart(submission));
            case REJECT -> refused(ProblemType.KEY_REUSED,
                    "This key was used before with another body. A retry must send the same bytes; another event needs "
                            + "another key.");
        };
    }

    private static Submission apart(Submission submission) {
        var entry = submission.entry();
        var key = entry.key();
        return key == null
                ? submission
                : new Submission(entry.under(key.apart(entry.fingerprint().text())), submission.onMismatch());
    }

    private static Uni<Outcome> refused(ProblemType type, String detail) {
        return Uni.createFrom().item(new Refused(new Problem(type, detail)));
    }
}
