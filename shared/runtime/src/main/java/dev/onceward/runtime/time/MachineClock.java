package dev.onceward.runtime.time;

import java.time.Clock;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/// Provides this machine's clock, for the time in an event's id and the age of a signature. Leases and expiry use
/// PostgreSQL's clock.
final class MachineClock {

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
