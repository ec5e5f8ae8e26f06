package dev.onceward.intake;

import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.Draft.Ready;
import dev.onceward.intake.Draft.Wrong;
import dev.onceward.intake.Outcome.Refused;
import dev.onceward.intake.quarantine.Quarantine;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.verify.Verification;
import dev.onceward.key.Key;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;
import dev.onceward.signature.Verdict.Wanting;

/// What happens to a request of a known source: greet it if it is a handshake, verify it, read it as an event, store it,
/// count it.
@Singleton
final class Reception {
    static final Problem NOT_GENUINE = new Problem(ProblemType.NOT_GENUINE,
            "The signature of this request was not accepted.");
    private static final Problem NO_KEY = new Problem(ProblemType.UNAVAILABLE,
            "The key that this request was signed with could not be fetched. Nothing was stored.");

    private final Verification verification;
    private final Quarantine quarantine;
    private final Welcome welcome;
    private final Drafts drafts;
    private final Intake intake;
    private final Ledger ledger;
    private final Blocked blocked;

    Reception(Verification verification, Quarantine quarantine, Welcome welcome, Drafts drafts, Intake intake,
            Ledger ledger, Blocked blocked) {
        this.verification = verification;
        this.quarantine = quarantine;
        this.welcome = welcome;
        this.drafts = drafts;
        this.intake = intake;
        this.ledger = ledger;
        this.blocked = blocked;
    }

    /// What is asked before a sender can sign, and nothing else, comes by other verbs than POST.
    Optional<Uni<Outcome>> greeting(Source source, Request request) {
        return welcome.open(source, request);
    }

    Uni<Outcome> webhook(Source source, Request request) {
        return welcome.open(source, request).orElseGet(() -> verified(source, request));
    }

    private Uni<Outcome> verified(Source source, Request request) {
        return verify(source, request).onItem().transformToUni(verdict -> switch (verdict) {
            case Genuine(var secret) -> genuine(source, request, secret);
            case Forged _,Wanting _ -> refuse(source, problem(verdict));
        });
    }

    private Uni<Outcome> genuine(Source source, Request request, @Nullable String secret) {
        return welcome.signed(source, request, secret).orElseGet(() -> event(source, request));
    }

    private Uni<Outcome> event(Source source, Request request) {
        return receive(source, drafts.webhook(source, request));
    }

    /// One that an operator answers for. No handshake: those are between us and the sender. Where nothing tells the
    /// sender's events apart, the row does that this one was kept in, so that two operators do not make two events of it.
    Uni<Outcome> released(Source source, Request request, UUID row) {
        var draft = drafts.webhook(source, request);
        return receive(source, draft instanceof Ready(var submission)
                ? new Ready(submission.orUnder(new Key(source.name(), "released~" + row)))
                : draft);
    }

    /// One event of a request that was verified as a whole.
    Uni<Outcome> cloudEvent(Source source, CloudEvent event) {
        return receive(source, drafts.cloudEvent(source, event));
    }

    /// What is not genuine is kept aside, if the source says so, while its sender is refused.
    Uni<Verdict> verify(Source source, Request request) {
        return verification.verify(source, request).onItem().invoke(verdict -> keep(source, request, verdict));
    }

    private void keep(Source source, Request request, Verdict verdict) {
        if (verdict instanceof Forged forged) {
            quarantine.add(source, request, forged);
        }
    }

    /// The sender learns that it failed, an attacker nothing more.
    static Problem problem(Verdict verdict) {
        return verdict instanceof Wanting ? NO_KEY : NOT_GENUINE;
    }

    Uni<Outcome> refuse(Source source, Problem problem) {
        var refused = new Refused(problem);
        ledger.note(source, refused);
        return Uni.createFrom().item(refused);
    }

    private Uni<Outcome> receive(Source source, Draft draft) {
        return switch (draft) {
            case Wrong(var problem) -> refuse(source, problem);
            case Ready(var submission) -> intake.store(submission)
                    .onItem().invoke(outcome -> ledger.note(source, outcome))
                    .onItem().transformToUni(outcome -> blocked.logged(submission, outcome));
        };
    }
}
