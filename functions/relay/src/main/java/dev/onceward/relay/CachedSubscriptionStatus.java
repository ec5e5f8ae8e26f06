package dev.onceward.relay;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.operate.SubscriptionStatus;

/// How all subscriptions stand, computed once at a time and for one subscription after the other, however many ask: each takes
/// PostgreSQL some time, and the leases need the connections.
@Singleton
final class CachedSubscriptionStatus {
    private final CoalesceWork<List<StatusAnswer>> looking;
    private volatile List<StatusAnswer> known = List.of();

    CachedSubscriptionStatus(SubscriptionWorkers workers) {
        this.looking = new CoalesceWork<>(StatusAnswer.at(workers.all()).invoke(looks -> known = looks),
                Duration.ZERO);
    }

    /// As of now. Who finds too many waiting gets what is known.
    Uni<List<StatusAnswer>> now() {
        return looking.join().orElseGet(() -> Uni.createFrom().item(known));
    }

    /// As of a few seconds ago.
    Uni<List<StatusAnswer>> lately() {
        return known.isEmpty() ? now() : Uni.createFrom().item(known);
    }

    /// Nothing if it cannot be told.
    Optional<SubscriptionStatus> of(String subscription) {
        return known.stream().filter(look -> look.subscription().equals(subscription)).findFirst()
                .flatMap(StatusAnswer::standing);
    }
}
