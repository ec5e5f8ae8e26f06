package dev.onceward.intake.receive;

import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.intake.body.BodyMemoryLimit;
import dev.onceward.intake.body.Parsed.Invalid;
import dev.onceward.intake.body.Parsed.Valid;
import dev.onceward.intake.body.ReadRequest;
import dev.onceward.intake.count.CountOutcomes;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.Verdict.Genuine;
import dev.onceward.intake.signature.Verdict.Wanting;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.intake.store.Step;
import dev.onceward.intake.store.Step.Continue;
import dev.onceward.intake.store.Step.Finished;
import dev.onceward.intake.store.StoreOnce;
import dev.onceward.intake.store.StoreRequest;
import dev.onceward.intake.verify.RecordUnverified;
import dev.onceward.intake.verify.VerifyRequest;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Receives a webhook: reads it, answers it if it is a handshake, verifies it, derives its key, looks the key up, appends the
/// event, remembers the key, and counts the outcome. A step that finishes the webhook says with which outcome.
@Singleton
public final class ReceiveWebhook {
    private static final Problem NO_KEY = new Problem(ProblemType.UNAVAILABLE,
            "The key that this request was signed with could not be fetched. Nothing was stored.");
    private static final Problem BY_POST = new Problem(ProblemType.METHOD_NOT_ALLOWED,
            "Webhooks of this source come by POST.");

    private final BodyMemoryLimit bodyMemoryLimit;
    private final ReadRequest readRequest;
    private final AnswerHandshake answerHandshake;
    private final VerifyRequest verifyRequest;
    private final ParseEvent parseEvent;
    private final StoreOnce storeOnce;
    private final CountOutcomes countOutcomes;

    ReceiveWebhook(BodyMemoryLimit bodyMemoryLimit, ReadRequest readRequest, AnswerHandshake answerHandshake,
            VerifyRequest verifyRequest, ParseEvent parseEvent, StoreOnce storeOnce, CountOutcomes countOutcomes) {
        this.bodyMemoryLimit = bodyMemoryLimit;
        this.readRequest = readRequest;
        this.answerHandshake = answerHandshake;
        this.verifyRequest = verifyRequest;
        this.parseEvent = parseEvent;
        this.storeOnce = storeOnce;
        this.countOutcomes = countOutcomes;
    }

    Uni<IntakeOutcome> receive(Source source, HttpServerRequest http) {
        var memory = bodyMemoryLimit.newShare();
        return read(source, http, memory)
                .chain(step -> step.then(answerHandshake::unsigned))
                .chain(step -> step.then(this::verify))
                .chain(step -> step.then(answerHandshake::signed))
                .map(step -> step.next(this::deriveKey))
                .onFailure(BodyMemoryFull.class).recoverWithItem(() -> Step.refused(BodyMemoryLimit.NO_MEMORY))
                .chain(step -> store(source, step))
                .onTermination().invoke(memory::end);
    }

    /// The last steps, which a webhook and a CloudEvent share. What is finished already is only counted.
    Uni<IntakeOutcome> store(Source source, Step<StoreRequest> derived) {
        return derived.then(storeOnce::lookUp)
                .chain(step -> step.then(storeOnce::append))
                .chain(step -> step.last(storeOnce::remember))
                .invoke(outcome -> countOutcomes.note(source, outcome));
    }

    Uni<Step<ReceivedRequest>> read(Source source, HttpServerRequest http, BodyMemory memory) {
        return readRequest.read(source, http, memory).map(parsed -> switch (parsed) {
            case Valid(var request) -> new Continue<>(new ReceivedRequest(source, request));
            case Invalid(var problem) -> Step.refused(problem);
        });
    }

    Uni<Step<VerifiedRequest>> verify(ReceivedRequest received) {
        return verifyRequest.verify(received.source(), received.request()).map(verdict -> judge(received, verdict));
    }

    private static Step<VerifiedRequest> judge(ReceivedRequest received, Verdict verdict) {
        return switch (verdict) {
            case Genuine(var secret) ->
                new Continue<>(new VerifiedRequest(received.source(), received.request(), secret));
            case Forged _ -> Step.refused(RecordUnverified.NOT_GENUINE);
            case Wanting _ -> Step.refused(NO_KEY);
        };
    }

    private Step<StoreRequest> deriveKey(VerifiedRequest verified) {
        return Step.of(parseEvent.webhook(verified));
    }

    /// A request by another method than POST can only be a handshake of a sender that cannot sign yet.
    Uni<IntakeOutcome> receiveBodiless(Source source, HttpServerRequest http) {
        return answerHandshake.unsigned(new ReceivedRequest(source, ReadRequest.bodiless(http)))
                .map(step -> switch (step) {
                    case Finished(var outcome) -> counted(source, outcome);
                    case Continue(var _) -> new RequestRefused(BY_POST);
                });
    }

    private IntakeOutcome counted(Source source, IntakeOutcome outcome) {
        countOutcomes.note(source, outcome);
        return outcome;
    }

    /// Stores a webhook that an operator answers for. It cannot be a handshake: those are between a sender and intake.
    ///
    /// @param row the row of the quarantine. Where nothing tells the sender's events apart the row is the key, so that two
    ///         operators do not make two events of it
    public Uni<IntakeOutcome> release(Source source, Request request, UUID row) {
        return store(source, Step.of(parseEvent.released(VerifiedRequest.released(source, request), row)));
    }
}
