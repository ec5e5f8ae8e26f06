package dev.onceward.relay;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.courier.Run;
/// Runs on demand: for a cloud scheduler, a Knative PingSource or intake's nudge, plain or as a CloudEvent. What the
/// request holds is not looked at.
@Path("/run")
final class RunResource {
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Runs runs;
    private final RoutineLoops loops;
    private final Couriers couriers;
    private final RelayConfig config;
    private final Token token;

    RunResource(Runs runs, RoutineLoops loops, Couriers couriers, RelayConfig config, Token token) {
        this.runs = runs;
        this.loops = loops;
        this.couriers = couriers;
        this.config = config;
        this.token = token;
    }

    @POST
    public Uni<RestResponse<String>> run(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @QueryParam("deadline") @Nullable String deadline) {
        var refusal = token.refusesRun(authorization);
        if (refusal.isPresent()) {
            return Uni.createFrom().item(RelayAnswers.of(refusal.get()));
        }
        var time = deadline(deadline);
        return time.isEmpty()
                ? Uni.createFrom().item(RelayAnswers.malformed("deadline must be a duration up to 1h, such as 25s."))
                : run(time.get()).onFailure().recoverWithItem(RelayAnswers::unavailable);
    }

    private Uni<RestResponse<String>> run(Duration time) {
        if (loops.isOn()) {
            loops.call();
            return standings(List.of());
        }
        return runs.run(time).onItem().transformToUni(this::standings);
    }

    private Uni<RestResponse<String>> standings(List<Run.Done> done) {
        return Look.at(couriers.all()).map(looks -> {
            var all = new JsonObject();
            looks.forEach(look -> all.put(look.subscription(), json(look, done)));
            return RelayAnswers.ok(new JsonObject().put("mode", config.mode().name().toLowerCase(Locale.ROOT))
                    .put("subscriptions", all));
        });
    }

    private static JsonObject json(Look look, List<Run.Done> done) {
        var json = new JsonObject();
        done.stream().filter(one -> one.subscription().equals(look.subscription())).forEach(one -> json
                .put("delivered", one.delivered())
                .put("parked", one.parked())
                .put("dead", one.dead())
                .put("emptied", one.emptied()));
        return json.put("standing", look.numbers());
    }

    private Optional<Duration> deadline(@Nullable String text) {
        if (text == null) {
            return Optional.of(config.deadline());
        }
        try {
            return Optional.of(DurationConverter.parseDuration(text))
                    .filter(time -> !time.isNegative() && time.compareTo(LONGEST) <= 0);
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
