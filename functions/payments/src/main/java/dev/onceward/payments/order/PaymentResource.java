package dev.onceward.payments.order;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny.SessionFactory;

import dev.onceward.guard.rest.Idempotent;
import dev.onceward.outbox.HibernateOutbox;
import dev.onceward.payments.card.CardProcessor.CardCharge;
import dev.onceward.payments.card.ChargeCard;

import static java.util.Objects.requireNonNull;

/// Payments of orders.
@Path("/payments")
class PaymentResource {
    private final ChargeCard chargeCard;
    private final SessionFactory sessions;
    private final HibernateOutbox outbox;

    PaymentResource(ChargeCard chargeCard, SessionFactory sessions, HibernateOutbox outbox) {
        this.chargeCard = chargeCard;
        this.sessions = sessions;
        this.outbox = outbox;
    }

    record PaymentRequest(String order, String card, long cents) {
        PaymentRequest {
            var _ = requireNonNull(order, "order is required");
            var _ = requireNonNull(card, "card is required");
        }
    }

    /// Charges the card and then stores the payment. If the process dies in between, the customer's next attempt gets the
    /// same charge, because the processor is asked with the same key.
    @POST
    @Idempotent(operation = "order-payment")
    public Uni<Payment> pay(PaymentRequest request) {
        if (request.cents() <= 0) {
            throw new BadRequestException("The amount must be positive.");
        }
        return payment(request.order())
                .onItem().ifNull().switchTo(() -> chargeCard
                        .charge("order-payment:" + request.order(), request.card(), request.cents())
                        .onItem().transformToUni(charge -> store(request, charge)))
                .onItem().invoke(payment -> checkAmount(payment, request.cents()));
    }

    /// Two requests with keys of their own may be for the same order, which is paid once.
    private static void checkAmount(Payment payment, long wanted) {
        if (payment.cents != wanted) {
            throw new ClientErrorException("The order is paid already, with another amount.", Response.Status.CONFLICT);
        }
    }

    /// The payment and its event are one transaction.
    private Uni<Payment> store(PaymentRequest request, CardCharge charge) {
        var payment = new Payment(request.order(), request.card(), request.cents(), charge.id());
        return sessions.withTransaction(session -> session.persist(payment)
                .chain(() -> outbox.put(session, OrderEvents.accepted(payment))))
                .replaceWith(payment);
    }

    @GET
    @Path("/{order}")
    public Uni<Payment> find(String order) {
        return payment(order).onItem().ifNull().failWith(() -> new NotFoundException());
    }

    private Uni<Payment> payment(String order) {
        return sessions.withSession(session -> session.find(Payment.class, order));
    }
}
