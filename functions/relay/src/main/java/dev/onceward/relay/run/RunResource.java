package dev.onceward.relay.run;

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

import dev.onceward.relay.admin.RelayAdminToken;
import dev.onceward.relay.admin.RelayAnswers;
import dev.onceward.relay.admin.RunAccess.FullAccess;
import dev.onceward.relay.admin.RunAccess.NoAccess;
import dev.onceward.relay.admin.RunAccess.RunOnly;
import dev.onceward.relay.setup.RelayConfig;
import dev.onceward.relay.status.CachedSubscriptionStatus;
import dev.onceward.relay.status.StatusAnswer;
import dev.onceward.relay.worker.DrainSubscription;

/// Runs on demand: for a cloud scheduler, a Knative PingSource or a call of intake, plain or as a CloudEvent. What the
/// request holds is not looked at.
@Path("/run")
final class RunResource {
    private static final Duration LONGEST = Duration.ofHours(1);

    private final RelayRuns relayRuns;
    private final RunLoops loops;
    private final CachedSubscriptionStatus standings;
    private final RelayConfig config;
    private final RelayAdminToken relayAdminToken;

    RunResource(RelayRuns relayRuns, RunLoops loops, CachedSubscriptionStatus standings, RelayConfig config,
            RelayAdminToken relayAdminToken) {
        this.relayRuns = relayRuns;
        this.loops = loops;
        this.standings = standings;
        this.config = config;
        this.relayAdminToken = relayAdminToken;
    }

    @POST
    public Uni<RestResponse<String>> run(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @QueryParam("deadline") @Nullable String deadline) {
        return switch (relayAdminToken.mayRun(authorization)) {
            case NoAccess(var problem) -> Uni.createFrom().item(RelayAnswers.of(problem));
            case RunOnly() -> deadline == null
                    ? runOnly()
                    : Uni.createFrom().item(RelayAnswers.malformed(
                            "Without the operator's token a run has no deadline but that of onceward.relay.deadline."));
            case FullAccess() -> deadline(deadline).map(this::run)
                    .orElseGet(() -> Uni.createFrom().item(RelayAnswers
                            .malformed("deadline must be a duration up to 1h, such as 25s.")));
        };
    }

    private Uni<RestResponse<String>> runOnly() {
        if (loops.isOn()) {
            loops.callByAnybody();
            return Uni.createFrom().item(RelayAnswers.nothing());
        }
        return relayRuns.shared().map(run -> run.map(
                isDone -> isDone ? RelayAnswers.nothing() : RelayAnswers.postgresIsAway()))
                .orElseGet(RunResource::tooMany);
    }

    private Uni<RestResponse<String>> run(Duration time) {
        if (loops.isOn()) {
            loops.call();
            return standings.lately().map(looks -> answer(looks, List.of()));
        }
        return relayRuns.run(time)
                .map(run -> run.onItem().transformToUni(done -> standings.now().map(looks -> answer(looks, done)))
                        .onFailure().recoverWithItem(RelayAnswers::unavailable))
                .orElseGet(RunResource::tooMany);
    }

    private static Uni<RestResponse<String>> tooMany() {
        return Uni.createFrom().item(RelayAnswers.tooManyWait());
    }

    private RestResponse<String> answer(List<StatusAnswer> looks, List<DrainSubscription.Done> done) {
        var all = new JsonObject();
        looks.forEach(statusAnswer -> all.put(statusAnswer.subscription(), json(statusAnswer, done)));
        return RelayAnswers.ok(new JsonObject().put("mode", config.mode().name().toLowerCase(Locale.ROOT))
                .put("subscriptions", all));
    }

    private static JsonObject json(StatusAnswer statusAnswer, List<DrainSubscription.Done> done) {
        var json = new JsonObject();
        done.stream().filter(one -> one.subscription().equals(statusAnswer.subscription())).forEach(one -> json
                .put("delivered", one.delivered())
                .put("parked", one.parked())
                .put("dead", one.dead())
                .put("emptied", one.emptied()));
        return json.put("standing", statusAnswer.numbers());
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
