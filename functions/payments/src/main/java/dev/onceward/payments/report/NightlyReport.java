package dev.onceward.payments.report;

import java.time.LocalDate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// What was paid on a day.
@Entity
@Table(name = "nightly_report")
class NightlyReport {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long number = 0L;
    LocalDate day = LocalDate.EPOCH;
    long entries;
    long cents;

    /// For Hibernate.
    NightlyReport() {}

    NightlyReport(LocalDate day, long entries, long cents) {
        this.day = day;
        this.entries = entries;
        this.cents = cents;
    }
}
