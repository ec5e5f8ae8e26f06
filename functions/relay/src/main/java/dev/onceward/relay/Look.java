package dev.onceward.relay;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.operate.Standing;
import dev.onceward.relay.courier.Courier;

/// How a subscription stands.
///
/// @param isUnknown whether that cannot be told in time, which is no reason not to tell the rest
/// @param standing nothing also if it has not begun
record Look(String subscription, boolean isUnknown, Optional<Standing> standing) {
    /// After it nothing more is asked, and what is left is unknown.
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /// One after the other.
    static Uni<List<Look>> at(Collection<Courier> couriers) {
        return Uni.createFrom().deferred(() -> at(couriers, System.nanoTime() + LONGEST.toNanos()));
    }

    private static Uni<List<Look>> at(Collection<Courier> couriers, long end) {
        var looks = couriers.stream()
                .map(courier -> Uni.createFrom().deferred(() -> System.nanoTime() - end < 0
                        ? at(courier)
                        : Uni.createFrom().item(unknown(courier))))
                .toList();
        return looks.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.join().all(looks).usingConcurrencyOf(1).andFailFast();
    }

    @Nullable
    JsonObject json() {
        return isUnknown ? null : standing.map(StandingJson::of).orElseGet(JsonObject::new);
    }

    /// Without what is only an operator's affair.
    @Nullable
    JsonObject numbers() {
        var numbers = json();
        if (numbers != null) {
            List.of("pausedBy", "why").forEach(numbers::remove);
        }
        return numbers;
    }

    private static Uni<Look> at(Courier courier) {
        return courier.standing()
                .map(standing -> new Look(courier.subscription().name(), false, standing))
                .onFailure().invoke(failure -> Log.debugf("cannot tell how a subscription stands: subscription=%s "
                        + "cause=%s", courier.subscription().name(), failure.toString()))
                .onFailure().recoverWithItem(() -> unknown(courier));
    }

    private static Look unknown(Courier courier) {
        return new Look(courier.subscription().name(), true, Optional.empty());
    }
}
