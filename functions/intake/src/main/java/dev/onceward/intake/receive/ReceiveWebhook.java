package dev.onceward.intake.receive;

import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.cloudevents.CloudEvent;
import dev.onceward.intake.count.CountOutcomes;
import dev.onceward.intake.count.LogDuplicate;
import dev.onceward.intake.quarantine.Quarantine;
import dev.onceward.intake.receive.ParsedEvent.NotAnEvent;
import dev.onceward.intake.receive.ParsedEvent.ReadyToStore;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.Verdict.Genuine;
import dev.onceward.intake.signature.Verdict.Wanting;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.intake.store.StoreOnce;
import dev.onceward.intake.verify.VerifyRequest;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// What happens to a request of a known source: answer it if it is a handshake, verify it, read it as an event, store it,
/// count it.
@Singleton
public final class ReceiveWebhook {
    static final Problem NOT_GENUINE = new Problem(ProblemType.NOT_GENUINE,
            "The signature of this request was not accepted.");
    private static final Problem NO_KEY = new Problem(ProblemType.UNAVAILABLE,
            "The key that this request was signed with could not be fetched. Nothing was stored.");

    private final VerifyRequest verifyRequest;
    private final Quarantine quarantine;
    private final AnswerHandshake answerHandshake;
    private final ParseEvent parseEvent;
    private final StoreOnce storeOnce;
    private final CountOutcomes countOutcomes;
    private final LogDuplicate logDuplicate;

    ReceiveWebhook(VerifyRequest verifyRequest, Quarantine quarantine, AnswerHandshake answerHandshake,
            ParseEvent parseEvent,
            StoreOnce storeOnce,
            CountOutcomes countOutcomes, LogDuplicate logDuplicate) {
        this.verifyRequest = verifyRequest;
        this.quarantine = quarantine;
        this.answerHandshake = answerHandshake;
        this.parseEvent = parseEvent;
        this.storeOnce = storeOnce;
        this.countOutcomes = countOutcomes;
        this.logDuplicate = logDuplicate;
    }

    /// What is asked before a sender can sign, and nothing else, comes by other verbs than POST.
    Optional<Uni<IntakeOutcome>> handshake(Source source, Request request) {
        return answerHandshake.open(source, request);
    }

    Uni<IntakeOutcome> webhook(Source source, Request request) {
        return answerHandshake.open(source, request).orElseGet(() -> verified(source, request));
    }

    private Uni<IntakeOutcome> verified(Source source, Request request) {
        return verify(source, request).onItem().transformToUni(verdict -> switch (verdict) {
            case Genuine(var secret) -> genuine(source, request, secret);
            case Forged _,Wanting _ -> refuse(source, problem(verdict));
        });
    }

    private Uni<IntakeOutcome> genuine(Source source, Request request, @Nullable String secret) {
        return answerHandshake.signed(source, request, secret).orElseGet(() -> event(source, request));
    }

    private Uni<IntakeOutcome> event(Source source, Request request) {
        return receive(source, parseEvent.webhook(source, request));
    }

    /// One that an operator answers for. No handshake: those are between us and the sender. Where nothing tells the
    /// sender's events apart, the row does that this one was kept in, so that two operators do not make two events of it.
    public Uni<IntakeOutcome> released(Source source, Request request, UUID row) {
        var parsedEvent = parseEvent.webhook(source, request);
        return receive(source, parsedEvent instanceof ReadyToStore(var toStore)
                ? new ReadyToStore(toStore.orUnder(new Key(source.name(), "released~" + row)))
                : parsedEvent);
    }

    /// One event of a request that was verified as a whole.
    Uni<IntakeOutcome> cloudEvent(Source source, CloudEvent event) {
        return receive(source, parseEvent.cloudEvent(source, event));
    }

    /// What is not genuine is kept aside, if the source says so, while its sender is refused.
    Uni<Verdict> verify(Source source, Request request) {
        return verifyRequest.verify(source, request).onItem().invoke(verdict -> keep(source, request, verdict));
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

    Uni<IntakeOutcome> refuse(Source source, Problem problem) {
        var refused = new RequestRefused(problem);
        countOutcomes.note(source, refused);
        return Uni.createFrom().item(refused);
    }

    private Uni<IntakeOutcome> receive(Source source, ParsedEvent parsedEvent) {
        return switch (parsedEvent) {
            case NotAnEvent(var problem) -> refuse(source, problem);
            case ReadyToStore(var toStore) -> storeOnce.store(toStore)
                    .onItem().invoke(outcome -> countOutcomes.note(source, outcome))
                    .onItem().transformToUni(outcome -> logDuplicate.logged(toStore, outcome));
        };
    }
}
