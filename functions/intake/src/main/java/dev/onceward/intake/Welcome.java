package dev.onceward.intake;

import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.Outcome.Refused;
import dev.onceward.intake.handshake.Greeted;
import dev.onceward.intake.handshake.Greeted.Answered;
import dev.onceward.intake.handshake.Greeted.Denied;
import dev.onceward.intake.handshake.Greeted.Learned;
import dev.onceward.intake.handshake.Greeted.Visiting;
import dev.onceward.intake.handshake.Greeting;
import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.handshake.Reply;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.verify.Findings;
import dev.onceward.intake.verify.Lessons;
import dev.onceward.intake.verify.Visits;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;
import dev.onceward.secret.Lesson;
import dev.onceward.secret.Lesson.Full;
import dev.onceward.secret.Lesson.Kept;
import dev.onceward.signature.Reason;

/// Answers the handshakes of a source's sender, which are no events and are not stored.
@Singleton
final class Welcome {
    private static final Problem NOT_NOW = new Problem(ProblemType.UNAVAILABLE,
            "The handshake could not be completed. It is to be tried again.");

    private final Visits visits;
    private final Lessons lessons;
    private final Findings findings;
    private final Ledger ledger;

    Welcome(Visits visits, Lessons lessons, Findings findings, Ledger ledger) {
        this.visits = visits;
        this.lessons = lessons;
        this.findings = findings;
        this.ledger = ledger;
    }

    /// One that comes before the sender can sign.
    Optional<Uni<Outcome>> open(Source source, Request request) {
        return greet(source, source.greeting(request),
                source.handshakes().stream().filter(handshake -> !handshake.isSigned()).toList());
    }

    /// One that was verified like an event, by this secret.
    Optional<Uni<Outcome>> signed(Source source, Request request, @Nullable String secret) {
        return greet(source, source.greeting(request, secret),
                source.handshakes().stream().filter(Handshake::isSigned).toList());
    }

    private Optional<Uni<Outcome>> greet(Source source, Greeting greeting, List<Handshake> handshakes) {
        return handshakes.stream()
                .map(handshake -> handshake.greet(greeting))
                .flatMap(Optional::stream)
                .findFirst()
                .map(greeted -> answer(source, greeted))
                .map(outcome -> outcome.onItem().invoke(said -> ledger.note(source, said)));
    }

    private Uni<Outcome> answer(Source source, Greeted greeted) {
        return switch (greeted) {
            case Answered(var reply) -> Uni.createFrom().item(said(reply));
            case Denied _ -> {
                findings.forged(source, Reason.NO_MATCH,
                        "the token of a handshake is not the source's handshake-token");
                yield Uni.createFrom().item(new Refused(Reception.NOT_GENUINE));
            }
            case Visiting(var address, var reply) -> orNotNow(source, visits.get(address).map(_ -> said(reply)));
            case Learned(var secret, var reply) -> orNotNow(source,
                    lessons.learn(source, secret).map(lesson -> said(lesson, reply)));
        };
    }

    private static Uni<Outcome> orNotNow(Source source, Uni<Outcome> outcome) {
        return outcome
                .onFailure().invoke(failure -> Log.warnf("a handshake was not completed: source=%s cause=%s",
                        source.name(), failure.toString()))
                .onFailure().recoverWithItem(new Refused(NOT_NOW));
    }

    private static Outcome said(Lesson lesson, Reply reply) {
        return switch (lesson) {
            case Kept _ -> said(reply);
            case Full _ -> new Refused(NOT_NOW);
        };
    }

    private static Outcome said(Reply reply) {
        return new Outcome.Greeted(reply);
    }
}
