package dev.onceward.relay;

import java.util.Collection;
import java.util.List;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.courier.Courier;

/// How a subscription stands.
///
/// @param standing nothing if that cannot be told in time, which is no reason not to tell the rest
record Look(String subscription, @Nullable JsonObject standing) {

    static Uni<List<Look>> at(Collection<Courier> couriers) {
        var looks = couriers.stream().map(Look::at).toList();
        return looks.isEmpty() ? Uni.createFrom().item(List.of()) : Uni.join().all(looks).andFailFast();
    }

    /// Without what is only an operator's affair.
    @Nullable
    JsonObject numbers() {
        if (standing == null) {
            return null;
        }
        var numbers = standing.copy();
        List.of("pausedBy", "why").forEach(numbers::remove);
        return numbers;
    }

    boolean isUnknown() {
        return standing == null;
    }

    private static Uni<Look> at(Courier courier) {
        var name = courier.subscription().name();
        return courier.standing()
                .map(standing -> new Look(name, standing.map(StandingJson::of).orElseGet(JsonObject::new)))
                .onFailure()
                .invoke(failure -> Log.warnf("cannot tell how a subscription stands: subscription=%s cause=%s",
                        name, failure.toString()))
                .onFailure().recoverWithItem(new Look(name, null));
    }
}
