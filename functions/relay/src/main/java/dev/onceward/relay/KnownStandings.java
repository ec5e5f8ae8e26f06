package dev.onceward.relay;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.operate.Standing;

/// How all subscriptions stand, computed once at a time and for one subscription after the other, however many ask: each takes
/// PostgreSQL some time, and the leases need the connections.
@Singleton
final class KnownStandings {
    private final SharedWork<List<Look>> looking;
    private volatile List<Look> known = List.of();

    KnownStandings(Couriers couriers) {
        this.looking = new SharedWork<>(Look.at(couriers.all()).invoke(looks -> known = looks), Duration.ZERO);
    }

    /// As of now. Who finds too many waiting gets what is known.
    Uni<List<Look>> now() {
        return looking.join().orElseGet(() -> Uni.createFrom().item(known));
    }

    /// As of a few seconds ago.
    Uni<List<Look>> lately() {
        return known.isEmpty() ? now() : Uni.createFrom().item(known);
    }

    /// Nothing if it cannot be told.
    Optional<Standing> of(String subscription) {
        return known.stream().filter(look -> look.subscription().equals(subscription)).findFirst()
                .flatMap(Look::standing);
    }
}
