package dev.onceward.runtime.time;

import java.time.Clock;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/// This machine's clock: for the time in an event's id and the age of a signature. Expiry and leases are PostgreSQL's.
final class MachineClock {

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
