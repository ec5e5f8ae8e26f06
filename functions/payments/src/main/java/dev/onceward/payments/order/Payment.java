package dev.onceward.payments.order;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.core.Response;

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

    /// Two requests with keys of their own may be for the same order, which is paid once.
    void checkAmount(long wanted) {
        if (cents != wanted) {
            throw new ClientErrorException("The order is paid already, with another amount.", Response.Status.CONFLICT);
        }
    }
}
