package dev.onceward.payments.order;

import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny.SessionFactory;

import dev.onceward.guard.rest.Idempotent;
import dev.onceward.outbox.HibernateOutbox;
import dev.onceward.payments.card.ChargeCard;

import static java.util.Objects.requireNonNull;

/// Refunds of payments.
@Path("/refunds")
class RefundResource {
    private final ChargeCard chargeCard;
    private final SessionFactory sessions;
    private final HibernateOutbox outbox;

    RefundResource(ChargeCard chargeCard, SessionFactory sessions, HibernateOutbox outbox) {
        this.chargeCard = chargeCard;
        this.sessions = sessions;
        this.outbox = outbox;
    }

    record RefundRequest(String order) {
        RefundRequest {
            var _ = requireNonNull(order, "order is required");
        }
    }

    /// The key is the order's number as for the payment. It is another operation, so the two keys are different.
    @POST
    @Idempotent(operation = "order-refund")
    public Uni<Refund> refund(RefundRequest request) {
        return sessions.withSession(session -> session.find(Refund.class, request.order()))
                .onItem().ifNull().switchTo(() -> refundPayment(request.order()));
    }

    private Uni<Refund> refundPayment(String order) {
        return sessions.withSession(session -> session.find(Payment.class, order))
                .onItem().ifNull().failWith(() -> new NotFoundException())
                .onItem().transformToUni(this::charge)
                .onItem().transformToUni(this::store);
    }

    private Uni<Refund> charge(Payment payment) {
        return chargeCard.charge("order-refund:" + payment.order, payment.card, -payment.cents)
                .map(charge -> new Refund(payment.order, payment.cents, charge.id()));
    }

    private Uni<Refund> store(Refund refund) {
        return sessions.withTransaction(session -> session.persist(refund)
                .chain(() -> outbox.put(session, OrderEvents.refunded(refund))))
                .replaceWith(refund);
    }
}
