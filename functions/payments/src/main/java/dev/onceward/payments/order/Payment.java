package dev.onceward.payments.order;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// The payment of an order. The order's number is the key, so that the database too refuses a second payment.
@Entity
@Table(name = "payment")
class Payment {
    @Id
    @Column(name = "order_number")
    public String order = "";
    public String card = "";
    public long cents;
    public String charge = "";

    /// For Hibernate.
    Payment() {}

    Payment(String order, String card, long cents, String charge) {
        this.order = order;
        this.card = card;
        this.cents = cents;
        this.charge = charge;
    }
}
