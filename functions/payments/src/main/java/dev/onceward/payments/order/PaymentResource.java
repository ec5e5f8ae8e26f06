package dev.onceward.payments.order;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny.Session;
import org.hibernate.reactive.mutiny.Mutiny.SessionFactory;

import dev.onceward.guard.rest.Idempotent;
import dev.onceward.outbox.SessionOutbox;
import dev.onceward.payments.card.ChargeCard;

/// Payments of orders.
@Path("/payments")
class PaymentResource {
    private final ChargeCard chargeCard;
    private final SessionFactory sessions;
    private final SessionOutbox outbox;

    PaymentResource(ChargeCard chargeCard, SessionFactory sessions, SessionOutbox outbox) {
        this.chargeCard = chargeCard;
        this.sessions = sessions;
        this.outbox = outbox;
    }

    record PaymentRequest(String order, String card, long cents) {}

    /// Charges the card and then stores the payment. If the process dies in between, the customer's next attempt gets the
    /// same charge, because the processor is asked with the same key.
    @POST
    @Idempotent(operation = "order-payment")
    public Uni<Payment> pay(PaymentRequest request) {
        if (request.cents() <= 0) {
            throw new BadRequestException("The amount must be positive.");
        }
        return chargeCard.charge("order-payment:" + request.order(), request.card(), request.cents())
                .map(charge -> new Payment(request.order(), request.card(), request.cents(), charge.id()))
                .onItem().transformToUni(payment -> sessions.withTransaction(session -> stored(session, payment)));
    }

    /// The payment and its event are one transaction. The payment may be there already, if the process died after the commit.
    private Uni<Payment> stored(Session session, Payment payment) {
        return session.find(Payment.class, payment.order)
                .onItem().ifNull().switchTo(() -> session.persist(payment)
                        .chain(() -> outbox.put(session, OrderEvents.accepted(payment)))
                        .replaceWith(payment));
    }

    @GET
    @Path("/{order}")
    public Uni<Payment> payment(String order) {
        return sessions.withSession(session -> session.find(Payment.class, order))
                .onItem().ifNull().failWith(() -> new NotFoundException());
    }
}
