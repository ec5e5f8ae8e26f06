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

import io.quarkus.logging.Log;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.run.RunAccess.Granted.Full;
import dev.onceward.relay.run.RunAccess.Granted.Nothing;
import dev.onceward.relay.run.RunAccess.Granted.RunOnly;
import dev.onceward.relay.setup.RelayConfig;
import dev.onceward.relay.status.CachedSubscriptionStatus;
import dev.onceward.relay.status.StatusAnswer;
import dev.onceward.relay.worker.DrainSubscription;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemAnswer;
import dev.onceward.runtime.problem.ProblemType;

/// Runs the relay on demand: for a cloud scheduler, a Knative PingSource or a call of intake, plain or as a CloudEvent. The
/// body of the request is not read.
@Path("/run")
final class RunResource {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Problem NO_POSTGRES = new Problem(ProblemType.UNAVAILABLE,
            "PostgreSQL cannot be reached at the moment.");
    private static final Problem TOO_MANY = new Problem(ProblemType.UNAVAILABLE,
            "Too many callers wait for a run already. The run goes on without this caller.");

    private final RelayRuns relayRuns;
    private final RunLoops loops;
    private final CachedSubscriptionStatus status;
    private final RelayConfig config;
    private final RunAccess access;

    RunResource(RelayRuns relayRuns, RunLoops loops, CachedSubscriptionStatus status, RelayConfig config,
            RunAccess access) {
        this.relayRuns = relayRuns;
        this.loops = loops;
        this.status = status;
        this.config = config;
        this.access = access;
    }

    @POST
    public Uni<RestResponse<String>> run(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @QueryParam("deadline") @Nullable String deadline) {
        return switch (access.of(authorization)) {
            case Nothing(var problem) -> problem(problem);
            case RunOnly() -> deadline == null
                    ? runOnly()
                    : problem(malformed(
                            "Without the operator's token a run has no deadline but that of onceward.relay.deadline."));
            case Full() -> deadline(deadline).map(this::run)
                    .orElseGet(() -> problem(malformed("deadline must be a duration up to 1h, such as 25s.")));
        };
    }

    private Uni<RestResponse<String>> runOnly() {
        if (loops.isOn()) {
            loops.callByAnybody();
            return Uni.createFrom().item(RestResponse.<String>noContent());
        }
        return relayRuns.shared().map(run -> run.map(
                isDone -> isDone ? RestResponse.<String>noContent() : ProblemAnswer.of(NO_POSTGRES)))
                .orElseGet(RunResource::tooMany);
    }

    private Uni<RestResponse<String>> run(Duration time) {
        if (loops.isOn()) {
            loops.call();
            return status.lately().map(answers -> answer(answers, List.of()));
        }
        return relayRuns.run(time)
                .map(run -> run.onItem().transformToUni(done -> status.now().map(answers -> answer(answers, done)))
                        .onFailure()
                        .invoke(failure -> Log.warnf("the relay cannot tell the state of its subscriptions: "
                                + "cause=%s", failure.toString()))
                        .onFailure().recoverWithItem(() -> ProblemAnswer.of(NO_POSTGRES)))
                .orElseGet(RunResource::tooMany);
    }

    private static Uni<RestResponse<String>> tooMany() {
        return problem(TOO_MANY);
    }

    private static Uni<RestResponse<String>> problem(Problem problem) {
        return Uni.createFrom().item(ProblemAnswer.of(problem));
    }

    private static Problem malformed(String detail) {
        return new Problem(ProblemType.MALFORMED, detail);
    }

    private RestResponse<String> answer(List<StatusAnswer> answers, List<DrainSubscription.Done> done) {
        var all = new JsonObject();
        answers.forEach(statusAnswer -> all.put(statusAnswer.subscription(), json(statusAnswer, done)));
        return AdminAnswer.json(new JsonObject().put("mode", config.mode().name().toLowerCase(Locale.ROOT))
                .put("subscriptions", all));
    }

    private static JsonObject json(StatusAnswer statusAnswer, List<DrainSubscription.Done> done) {
        var json = new JsonObject();
        done.stream().filter(one -> one.subscription().equals(statusAnswer.subscription())).forEach(one -> json
                .put("delivered", one.delivered())
                .put("parked", one.parked())
                .put("dead", one.dead())
                .put("emptied", one.emptied()));
        return json.put("status", statusAnswer.numbers());
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
