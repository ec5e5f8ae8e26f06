package dev.onceward.intake.release;

import java.util.UUID;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.quarantine.Quarantine;
import dev.onceward.intake.quarantine.QuarantinedRequest;
import dev.onceward.intake.receive.ReceiveCloudEvents;
import dev.onceward.intake.receive.ReceiveWebhook;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.ReceivedEvents;
import dev.onceward.intake.store.ReceivedEvents.One;
import dev.onceward.runtime.admin.Actor;

/// Releases or drops a request in quarantine for an operator, and logs each decision.
@Singleton
final class ReleaseOrDrop {
    private final Quarantine quarantine;
    private final ReceiveWebhook receiveWebhook;
    private final ReceiveCloudEvents cloudEvents;

    ReleaseOrDrop(Quarantine quarantine, ReceiveWebhook receiveWebhook, ReceiveCloudEvents cloudEvents) {
        this.quarantine = quarantine;
        this.receiveWebhook = receiveWebhook;
        this.cloudEvents = cloudEvents;
    }

    /// Stores the request as an event, and then removes it from quarantine. If the process dies in between, the request
    /// stays in quarantine, and the next release finds that it is a duplicate.
    Uni<ReceivedEvents> release(Source source, QuarantinedRequest quarantinedRequest, Actor actor) {
        return store(source, quarantinedRequest).onItem().transformToUni(received -> received.isStored()
                ? remove(source, quarantinedRequest.summary().id(), actor).replaceWith(received)
                : Uni.createFrom().item(received));
    }

    Uni<Boolean> drop(Source source, UUID id, Actor actor) {
        return quarantine.remove(source, id).onItem().invoke(dropped -> noteDrop(source, id, actor, dropped));
    }

    private Uni<ReceivedEvents> store(Source source, QuarantinedRequest quarantinedRequest) {
        return source.name().equals(Source.EVENTS)
                ? cloudEvents.release(source, quarantinedRequest.request())
                : receiveWebhook.release(source, quarantinedRequest.request(), quarantinedRequest.summary().id())
                        .map(One::new);
    }

    /// A failure to remove the request does not fail the release, because the event is stored.
    private Uni<Boolean> remove(Source source, UUID id, Actor actor) {
        return quarantine.remove(source, id)
                .onFailure()
                .invoke(failure -> Log.warnf(
                        "intake released a request but could not remove it from quarantine: source=%s id=%s cause=%s",
                        source.name(), id, failure.toString()))
                .onFailure().recoverWithItem(false)
                .onItem()
                .invoke(_ -> Log.infof("an operator released a request from quarantine: source=%s id=%s by=%s why=%s",
                        source.name(), id, actor.by(), actor.why()));
    }

    private static void noteDrop(Source source, UUID id, Actor actor, boolean dropped) {
        if (dropped) {
            Log.infof("an operator dropped a request from quarantine: source=%s id=%s by=%s why=%s", source.name(), id,
                    actor.by(),
                    actor.why());
        }
    }
}
