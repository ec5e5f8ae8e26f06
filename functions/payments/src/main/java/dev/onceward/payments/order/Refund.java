package dev.onceward.payments.order;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// The refund of a payment.
@Entity
@Table(name = "refund")
class Refund {
    @Id
    @Column(name = "order_number")
    public String order = "";
    public long cents;
    public String charge = "";

    /// For Hibernate.
    Refund() {}

    Refund(String order, long cents, String charge) {
        this.order = order;
        this.cents = cents;
        this.charge = charge;
    }
}
