package dev.onceward.relay.status;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.relay.view.SubscriptionStatus;
import dev.onceward.relay.worker.LogFailures;

/// The status of a subscription, if it is known.
///
/// @param isUnknown whether it could not be computed in time; the other subscriptions are still answered
/// @param status also empty if the subscription has no cursors yet
public record StatusAnswer(String subscription, boolean isUnknown, Optional<SubscriptionStatus> status) {
    /// After this time no further subscription is asked for, and the rest is unknown.
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /// Computes the status of one subscription after the other.
    static Uni<List<StatusAnswer>> at(Collection<StatusQuestion> questions) {
        var away = new RepeatedFailures();
        var watched = questions.stream().map(question -> Watched.of(question, away)).toList();
        return Uni.createFrom().deferred(() -> at(watched, System.nanoTime() + LONGEST.toNanos()));
    }

    /// A question, with the state of its log messages.
    private record Watched(StatusQuestion question, LogFailures failures) {
        static Watched of(StatusQuestion question, RepeatedFailures away) {
            return new Watched(question, new LogFailures(question.name(), away,
                    "the relay cannot compute the status of the subscription, so its metrics are missing",
                    "the relay computes the status of the subscription again"));
        }
    }

    private static Uni<List<StatusAnswer>> at(List<Watched> watched, long end) {
        var looks = watched.stream()
                .map(one -> Uni.createFrom().deferred(() -> System.nanoTime() - end < 0
                        ? at(one)
                        : Uni.createFrom().item(unknown(one))))
                .toList();
        return looks.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.join().all(looks).usingConcurrencyOf(1).andFailFast();
    }

    @Nullable
    public JsonObject json() {
        return isUnknown ? null : status.map(SubscriptionStatusJson::of).orElseGet(JsonObject::new);
    }

    /// Returns the status without what only an operator may see.
    @Nullable
    public JsonObject numbers() {
        var numbers = json();
        if (numbers != null) {
            List.of("pausedBy", "why").forEach(numbers::remove);
        }
        return numbers;
    }

    private static Uni<StatusAnswer> at(Watched one) {
        return one.question().ask()
                .onItem().invoke(one.failures()::succeeded)
                .onFailure().invoke(one.failures()::failed)
                .map(status -> new StatusAnswer(one.question().name(), false, status))
                .onFailure().recoverWithItem(() -> unknown(one));
    }

    private static StatusAnswer unknown(Watched one) {
        return new StatusAnswer(one.question().name(), true, Optional.empty());
    }
}
