package dev.onceward.relay.status;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.share.RunOneAtATime;
import dev.onceward.relay.view.SubscriptionStatus;

/// Computes the status of all subscriptions, at most one at a time however many callers ask, because each takes
/// PostgreSQL some time and the leases need the connections.
@Singleton
public final class CachedSubscriptionStatus {
    private final RunOneAtATime<List<StatusAnswer>> looking;
    private volatile List<StatusAnswer> known = List.of();

    CachedSubscriptionStatus(SubscriptionWorkers workers) {
        this.looking = new RunOneAtATime<>(StatusAnswer.at(questions(workers)).invoke(looks -> known = looks),
                Duration.ZERO);
    }

    private static List<StatusQuestion> questions(SubscriptionWorkers workers) {
        return workers.all().stream()
                .map(worker -> new StatusQuestion(worker.subscription(), workers.stores().statuses()))
                .toList();
    }

    /// The present status. If too many callers wait, a caller gets the last known status.
    public Uni<List<StatusAnswer>> now() {
        return looking.join().orElseGet(() -> Uni.createFrom().item(known));
    }

    /// The status of a few seconds ago.
    public Uni<List<StatusAnswer>> lately() {
        return known.isEmpty() ? now() : Uni.createFrom().item(known);
    }

    /// Empty if the status is unknown.
    public Optional<SubscriptionStatus> of(String subscription) {
        return known.stream().filter(look -> look.subscription().equals(subscription)).findFirst()
                .flatMap(StatusAnswer::status);
    }
}
