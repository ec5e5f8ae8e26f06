package dev.onceward.payments.ledger;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// An amount of the ledger. Nothing in the table refuses a second entry for the same event: the inbox does that.
@Entity
@Table(name = "ledger_entry")
class LedgerEntry {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long number = 0L;
    @Column(name = "order_number")
    String order = "";
    long cents;
    Instant at = Instant.EPOCH;
}
