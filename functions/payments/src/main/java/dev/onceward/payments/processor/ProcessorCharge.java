package dev.onceward.payments.processor;

import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A charge in the books of the card processor.
@Entity
@Table(name = "processor_charge")
class ProcessorCharge {
    @Id
    String key = "";
    String id = UUID.randomUUID().toString();
    String card = "";
    long cents;
    int requests = 1;

    /// For Hibernate.
    ProcessorCharge() {}

    ProcessorCharge(String key, String card, long cents) {
        this.key = key;
        this.card = card;
        this.cents = cents;
    }
}
