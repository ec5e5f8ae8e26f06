package dev.onceward.relay.status;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.view.SubscriptionStatus;
import dev.onceward.relay.worker.LogFailures;
import dev.onceward.runtime.outage.RepeatedFailures;

/// How a subscription stands.
///
/// @param isUnknown whether that cannot be told in time, which is no reason not to tell the rest
/// @param standing nothing also if it has not begun
public record StatusAnswer(String subscription, boolean isUnknown, Optional<SubscriptionStatus> standing) {
    /// After it nothing more is asked, and what is left is unknown.
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /// One after the other.
    static Uni<List<StatusAnswer>> at(Collection<StatusQuestion> questions) {
        var away = new RepeatedFailures();
        var watched = questions.stream().map(question -> Watched.of(question, away)).toList();
        return Uni.createFrom().deferred(() -> at(watched, System.nanoTime() + LONGEST.toNanos()));
    }

    /// A question, and what was said in the log of failures to answer it.
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
        return isUnknown ? null : standing.map(SubscriptionStatusJson::of).orElseGet(JsonObject::new);
    }

    /// Without what is only an operator's affair.
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
                .map(standing -> new StatusAnswer(one.question().name(), false, standing))
                .onFailure().recoverWithItem(() -> unknown(one));
    }

    private static StatusAnswer unknown(Watched one) {
        return new StatusAnswer(one.question().name(), true, Optional.empty());
    }
}
