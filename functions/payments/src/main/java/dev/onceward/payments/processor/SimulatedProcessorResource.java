package dev.onceward.payments.processor;

import java.time.Duration;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;

import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny.Session;
import org.hibernate.reactive.mutiny.Mutiny.SessionFactory;

import dev.onceward.payments.card.CardProcessor.CardCharge;
import dev.onceward.payments.card.CardProcessor.CardRequest;

/// Plays a card processor: slow, and with cards that fail. The card `declined` is never charged. The card `unreliable` is
/// charged by the first request, which fails all the same; the next request with the same key gets the charge.
@Path("/card-processor/charges")
class SimulatedProcessorResource {
    private static final int DECLINED = 402;
    private static final int UNAVAILABLE = 503;

    private final SessionFactory sessions;
    private final Duration duration;

    SimulatedProcessorResource(SessionFactory sessions,
            @ConfigProperty(name = "card-processor.duration", defaultValue = "500ms") Duration duration) {
        this.sessions = sessions;
        this.duration = duration;
    }

    @POST
    public Uni<CardCharge> charge(@HeaderParam("Idempotency-Key") String key, CardRequest request) {
        return Uni.createFrom().voidItem().onItem().delayIt().by(duration)
                .onItem().transformToUni(_ -> request.card().equals("declined")
                        ? Uni.createFrom().failure(new WebApplicationException(DECLINED))
                        : sessions.withTransaction(session -> book(session, key, request)))
                .onItem().transformToUni(SimulatedProcessorResource::answer);
    }

    private static Uni<ProcessorCharge> book(Session session, String key, CardRequest request) {
        return session.find(ProcessorCharge.class, key)
                .onItem().ifNotNull().invoke(charge -> charge.requests++)
                .onItem().ifNull()
                .switchTo(() -> bookNew(session, new ProcessorCharge(key, request.card(), request.cents())));
    }

    private static Uni<ProcessorCharge> bookNew(Session session, ProcessorCharge charge) {
        return session.persist(charge).replaceWith(charge);
    }

    private static Uni<CardCharge> answer(ProcessorCharge charge) {
        return charge.card.equals("unreliable") && charge.requests == 1
                ? Uni.createFrom().failure(new WebApplicationException(UNAVAILABLE))
                : Uni.createFrom().item(new CardCharge(charge.id));
    }
}
