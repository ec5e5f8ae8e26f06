package dev.onceward.payments.order;

import io.vertx.core.json.JsonObject;

import dev.onceward.outbox.OutgoingEvent;

/// The events that report payments and refunds.
final class OrderEvents {
    private OrderEvents() {}

    static OutgoingEvent accepted(Payment payment) {
        return event("payment.accepted", payment.order, payment.cents);
    }

    static OutgoingEvent refunded(Refund refund) {
        return event("payment.refunded", refund.order, -refund.cents);
    }

    private static OutgoingEvent event(String type, String order, long cents) {
        return OutgoingEvent.builder().source("payments").topic("payments").type(type).orderingKey(order)
                .header("content-type", "application/json")
                .body(new JsonObject().put("order", order).put("cents", cents).encode())
                .build();
    }
}
