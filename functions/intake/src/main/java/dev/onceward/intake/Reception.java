package dev.onceward.intake;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.Draft.Ready;
import dev.onceward.intake.Draft.Wrong;
import dev.onceward.intake.Outcome.Refused;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

/// What happens to a request of a known source: verify it, read it as an event, store it, count it.
@Singleton
final class Reception {
    static final Problem NOT_GENUINE = new Problem(ProblemType.NOT_GENUINE,
            "The signature of this request was not accepted.");

    private final Drafts drafts;
    private final Intake intake;
    private final Ledger ledger;
    private final Blocked blocked;

    Reception(Drafts drafts, Intake intake, Ledger ledger, Blocked blocked) {
        this.drafts = drafts;
        this.intake = intake;
        this.ledger = ledger;
        this.blocked = blocked;
    }

    Uni<Outcome> webhook(Source source, Request request) {
        return switch (verify(source, request)) {
            case Genuine() -> receive(source, drafts.webhook(source, request));
            case Forged _ -> refuse(source, NOT_GENUINE);
        };
    }

    /// One event of a request that was verified as a whole.
    Uni<Outcome> cloudEvent(Source source, CloudEvent event) {
        return receive(source, drafts.cloudEvent(source, event));
    }

    /// Why is for our log only. The sender learns that it failed, an attacker nothing more.
    Verdict verify(Source source, Request request) {
        var verdict = source.scheme().verify(request);
        if (verdict instanceof Forged(var why)) {
            Log.debugf("not genuine: source=%s why=%s", source.name(), why);
        }
        return verdict;
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
