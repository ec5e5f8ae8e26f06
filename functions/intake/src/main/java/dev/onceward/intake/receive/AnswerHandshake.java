package dev.onceward.intake.receive;

import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.handshake.HandshakeOutcome;
import dev.onceward.intake.handshake.HandshakeOutcome.Answered;
import dev.onceward.intake.handshake.HandshakeOutcome.ConfirmByFetch;
import dev.onceward.intake.handshake.HandshakeOutcome.Denied;
import dev.onceward.intake.handshake.HandshakeOutcome.SecretReceived;
import dev.onceward.intake.handshake.HandshakeReply;
import dev.onceward.intake.handshake.HandshakeRequest;
import dev.onceward.intake.secret.AcceptedSecret;
import dev.onceward.intake.secret.AcceptedSecret.KeptSecret;
import dev.onceward.intake.secret.AcceptedSecret.TooManySecrets;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.intake.store.Step;
import dev.onceward.intake.store.Step.Continue;
import dev.onceward.intake.store.Step.Finished;
import dev.onceward.intake.verify.FetchUrl;
import dev.onceward.intake.verify.KeepHandshakeSecrets;
import dev.onceward.intake.verify.RecordUnverified;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Answers the handshakes of a sender. A handshake is not an event and is not stored.
@Singleton
final class AnswerHandshake {
    private static final Problem NOT_NOW = new Problem(ProblemType.UNAVAILABLE,
            "The handshake could not be completed. Try it again.");

    private final FetchUrl fetchUrl;
    private final KeepHandshakeSecrets keepHandshakeSecrets;
    private final RecordUnverified recordUnverified;

    AnswerHandshake(FetchUrl fetchUrl, KeepHandshakeSecrets keepHandshakeSecrets, RecordUnverified recordUnverified) {
        this.fetchUrl = fetchUrl;
        this.keepHandshakeSecrets = keepHandshakeSecrets;
        this.recordUnverified = recordUnverified;
    }

    /// Answers an unsigned handshake. A request that is not a handshake continues.
    Uni<Step<ReceivedRequest>> unsigned(ReceivedRequest received) {
        var source = received.source();
        return source.handshakes().unsigned().isEmpty()
                ? Uni.createFrom().item(new Continue<>(received))
                : answer(source, source.handshakes().unsigned(), new HandshakeRequest(received.request(),
                        source.credentials().secrets(), source.handshakes().token()), received);
    }

    /// Answers a handshake that was verified like an event, with the secret that matched. A request that is not a
    /// handshake continues.
    Uni<Step<VerifiedRequest>> signed(VerifiedRequest verified) {
        var source = verified.source();
        return source.handshakes().signed().isEmpty()
                ? Uni.createFrom().item(new Continue<>(verified))
                : answer(source, source.handshakes().signed(), new HandshakeRequest(verified.request(),
                        matching(verified), source.handshakes().token()), verified);
    }

    private static List<SecretText> matching(VerifiedRequest verified) {
        return verified.source().credentials().secrets().stream()
                .filter(secret -> secret.id().equals(verified.secret()))
                .toList();
    }

    private <T> Uni<Step<T>> answer(Source source, List<Handshake> handshakes, HandshakeRequest handshakeRequest,
            T other) {
        return handshakes.stream()
                .map(handshake -> handshake.answer(handshakeRequest))
                .flatMap(Optional::stream)
                .findFirst()
                .map(handshakeOutcome -> answer(source, handshakeOutcome).<Step<T>>map(Finished::new))
                .orElseGet(() -> Uni.createFrom().item(new Continue<>(other)));
    }

    private Uni<IntakeOutcome> answer(Source source, HandshakeOutcome handshakeOutcome) {
        return switch (handshakeOutcome) {
            case Answered(var handshakeReply) -> Uni.createFrom().item(reply(handshakeReply));
            case Denied _ -> {
                recordUnverified.failed(source, RefusalReason.NO_MATCH,
                        "the token of a handshake is not the source's handshake-token");
                yield Uni.createFrom().item(new RequestRefused(RecordUnverified.VERIFICATION_FAILED));
            }
            case ConfirmByFetch(var address, var handshakeReply) ->
                orNotNow(source, fetchUrl.get(address).map(_ -> reply(handshakeReply)));
            case SecretReceived(var secret, var handshakeReply) -> orNotNow(source,
                    keepHandshakeSecrets.keep(source, secret)
                            .map(acceptedSecret -> reply(acceptedSecret, handshakeReply)));
        };
    }

    private static Uni<IntakeOutcome> orNotNow(Source source, Uni<IntakeOutcome> outcome) {
        return outcome
                .onFailure().invoke(failure -> Log.warnf("intake could not complete a handshake: source=%s cause=%s",
                        source.name(), failure.toString()))
                .onFailure().recoverWithItem(new RequestRefused(NOT_NOW));
    }

    private static IntakeOutcome reply(AcceptedSecret acceptedSecret, HandshakeReply handshakeReply) {
        return switch (acceptedSecret) {
            case KeptSecret _ -> reply(handshakeReply);
            case TooManySecrets _ -> new RequestRefused(NOT_NOW);
        };
    }

    private static IntakeOutcome reply(HandshakeReply handshakeReply) {
        return new IntakeOutcome.HandshakeAnswered(handshakeReply);
    }
}
