package example.shop;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/// A clock of the application's own.
class ShopClock {
    static final Instant OPENING = Instant.parse("2001-02-03T04:05:06Z");

    @Produces
    @Singleton
    Clock clock() {
        return Clock.fixed(OPENING, ZoneOffset.UTC);
    }
}
