package dev.onceward.intake;

import java.util.UUID;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.Outcome.Refused;
import dev.onceward.intake.quarantine.Evidence;
import dev.onceward.intake.quarantine.Quarantine;
import dev.onceward.intake.source.Source;

/// What an operator decides about a request in quarantine, with a line in the log for each.
@Singleton
final class Custody {
    private static final int SOME = 207;

    private final Quarantine quarantine;
    private final Reception reception;
    private final CloudEventsResource cloudEvents;
    private final Answers answers;

    Custody(Quarantine quarantine, Reception reception, CloudEventsResource cloudEvents, Answers answers) {
        this.quarantine = quarantine;
        this.reception = reception;
        this.cloudEvents = cloudEvents;
        this.answers = answers;
    }

    /// @param answer as the sender of a webhook would get it
    private record Released(RestResponse<String> answer, boolean isStored) {}

    /// Stores it as the event it claims to be, and removes it after that: who dies in between leaves it in quarantine, and
    /// when it is released again its key ends it as a copy.
    Uni<RestResponse<String>> release(Source source, Evidence evidence, Actor actor) {
        return store(source, evidence).onItem().transformToUni(released -> released.isStored
                ? remove(source, evidence.summary().id(), actor).replaceWith(released.answer)
                : Uni.createFrom().item(released.answer));
    }

    Uni<Boolean> drop(Source source, UUID id, Actor actor) {
        return quarantine.remove(source, id).onItem().invoke(dropped -> noteDrop(source, id, actor, dropped));
    }

    private Uni<Released> store(Source source, Evidence evidence) {
        return source.name().equals(Source.EVENTS)
                ? cloudEvents.genuine(source, evidence.request())
                        .map(answer -> new Released(answer, isWhole(answer.getStatus())))
                : reception.released(source, evidence.request(), evidence.summary().id())
                        .map(outcome -> new Released(answers.of(source, outcome), !(outcome instanceof Refused)));
    }

    /// A source's sender may want to hear another status than ours for what was taken.
    private static boolean isWhole(int status) {
        return status / 100 == 2 && status != SOME;
    }

    /// That it is still there is no reason to say that it was not stored.
    private Uni<Boolean> remove(Source source, UUID id, Actor actor) {
        return quarantine.remove(source, id)
                .onFailure().invoke(failure -> Log.warnf("released and still in quarantine: source=%s id=%s cause=%s",
                        source.name(), id, failure.toString()))
                .onFailure().recoverWithItem(false)
                .onItem().invoke(_ -> Log.infof("released from quarantine: source=%s id=%s by=%s why=%s",
                        source.name(), id, actor.by(), actor.why()));
    }

    private static void noteDrop(Source source, UUID id, Actor actor, boolean dropped) {
        if (dropped) {
            Log.infof("dropped from quarantine: source=%s id=%s by=%s why=%s", source.name(), id, actor.by(),
                    actor.why());
        }
    }
}
