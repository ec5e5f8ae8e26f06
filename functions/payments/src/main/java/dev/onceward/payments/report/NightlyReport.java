package dev.onceward.payments.report;

import java.time.LocalDate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// What was paid on a day.
@Entity
@Table(name = "nightly_report")
class NightlyReport {
    @Id
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
