package dev.onceward.relay.status;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.share.ShareRunningWork;
import dev.onceward.relay.view.SubscriptionStatus;

/// How all subscriptions stand, computed once at a time and for one subscription after the other, however many ask: each takes
/// PostgreSQL some time, and the leases need the connections.
@Singleton
public final class CachedSubscriptionStatus {
    private final ShareRunningWork<List<StatusAnswer>> looking;
    private volatile List<StatusAnswer> known = List.of();

    CachedSubscriptionStatus(SubscriptionWorkers workers) {
        this.looking = new ShareRunningWork<>(StatusAnswer.at(questions(workers)).invoke(looks -> known = looks),
                Duration.ZERO);
    }

    private static List<StatusQuestion> questions(SubscriptionWorkers workers) {
        return workers.all().stream()
                .map(worker -> new StatusQuestion(worker.subscription(), workers.stores().standings()))
                .toList();
    }

    /// As of now. Who finds too many waiting gets what is known.
    public Uni<List<StatusAnswer>> now() {
        return looking.join().orElseGet(() -> Uni.createFrom().item(known));
    }

    /// As of a few seconds ago.
    public Uni<List<StatusAnswer>> lately() {
        return known.isEmpty() ? now() : Uni.createFrom().item(known);
    }

    /// Nothing if it cannot be told.
    public Optional<SubscriptionStatus> of(String subscription) {
        return known.stream().filter(look -> look.subscription().equals(subscription)).findFirst()
                .flatMap(StatusAnswer::standing);
    }
}
