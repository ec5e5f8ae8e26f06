package dev.onceward.intake.receive;

import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.intake.body.BodyMemoryLimit;
import dev.onceward.intake.body.ReadRequest;
import dev.onceward.intake.count.CountOutcomes;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
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
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;
import dev.onceward.runtime.body.ReadBody;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Receives a webhook: reads it, answers it if it is a handshake, verifies it, derives its key, looks the key up,
/// appends the event, remembers the key, and counts the outcome. A step can finish the webhook with an outcome; the
/// steps after it are then skipped.
@Singleton
public final class ReceiveWebhook {
    private static final Problem NO_KEY = new Problem(ProblemType.UNAVAILABLE,
            "The key that this request was signed with could not be fetched. Nothing was stored.");
    static final Problem BY_POST = new Problem(ProblemType.METHOD_NOT_ALLOWED, "Webhooks must be sent by POST.");

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
                .onFailure(BodyMemoryFull.class).recoverWithItem(() -> Step.refused(ReadBody.NO_MEMORY))
                .chain(step -> store(source, step))
                .onTermination().invoke(memory::end);
    }

    /// The last steps, which webhooks and CloudEvents share. A request that an earlier step finished is only counted.
    Uni<IntakeOutcome> store(Source source, Step<StoreRequest> derived) {
        return derived.then(storeOnce::lookUp)
                .chain(step -> step.then(storeOnce::append))
                .chain(step -> step.last(storeOnce::remember))
                .invoke(outcome -> countOutcomes.note(source, outcome));
    }

    Uni<Step<ReceivedRequest>> read(Source source, HttpServerRequest http, RequestMemory memory) {
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
            case Verified(var secret) ->
                new Continue<>(new VerifiedRequest(received.source(), received.request(), secret));
            case Unverified _ -> Step.refused(RecordUnverified.VERIFICATION_FAILED);
            case KeyUnavailable _ -> Step.refused(NO_KEY);
        };
    }

    private Step<StoreRequest> deriveKey(VerifiedRequest verified) {
        return Step.of(parseEvent.webhook(verified));
    }

    /// A request by another method than POST can only be a handshake of a sender that cannot sign yet.
    Uni<IntakeOutcome> receiveBodiless(Source source, HttpServerRequest http) {
        return answerHandshake.unsigned(new ReceivedRequest(source, ReadBody.bodiless(http)))
                .map(step -> switch (step) {
                    case Finished(var outcome) -> counted(source, outcome);
                    case Continue(var _) -> new RequestRefused(BY_POST);
                });
    }

    private IntakeOutcome counted(Source source, IntakeOutcome outcome) {
        countOutcomes.note(source, outcome);
        return outcome;
    }

    /// Stores a webhook that an operator releases from quarantine. It cannot be a handshake, because handshakes are not
    /// quarantined.
    ///
    /// @param row the id of the quarantined request. It is the key where the key rule finds none, so that releasing the
    ///        request twice stores one event
    public Uni<IntakeOutcome> release(Source source, Request request, UUID row) {
        return store(source, Step.of(parseEvent.released(VerifiedRequest.released(source, request), row)));
    }
}
