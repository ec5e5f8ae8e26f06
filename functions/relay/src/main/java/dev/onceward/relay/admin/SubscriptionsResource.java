package dev.onceward.relay.admin;

import java.util.List;
import java.util.function.Function;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.status.CachedSubscriptionStatus;
import dev.onceward.relay.status.StatusAnswer;
import dev.onceward.relay.status.SubscriptionStatusJson;
import dev.onceward.relay.worker.SubscriptionWorker;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// The admin API: how subscriptions stand, and what can be done with them.
@Path("/subscriptions")
final class SubscriptionsResource {
    private final SubscriptionWorkers workers;
    private final SubscriptionCommands subscriptionCommands;
    private final CachedSubscriptionStatus known;
    private final RelayAdminToken relayAdminToken;

    SubscriptionsResource(SubscriptionWorkers workers, CachedSubscriptionStatus known,
            SubscriptionCommands subscriptionCommands,
            RelayAdminToken relayAdminToken) {
        this.workers = workers;
        this.known = known;
        this.subscriptionCommands = subscriptionCommands;
        this.relayAdminToken = relayAdminToken;
    }

    @GET
    public Uni<RestResponse<String>> all(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization) {
        return relayAdminToken.refuses(authorization).map(SubscriptionsResource::refused)
                .orElseGet(() -> standings().map(RelayAnswers::ok)
                        .onFailure().recoverWithItem(RelayAnswers::unavailable));
    }

    @GET
    @Path("{name}")
    public Uni<RestResponse<String>> one(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name) {
        return answer(authorization, name, this::standing);
    }

    /// All a POST, also what only looks: what is looked for may be long and is nobody else's affair.
    @POST
    @Path("{name}/{verb}")
    public Uni<RestResponse<String>> act(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name, @PathParam("verb") String verb, @Nullable String body) {
        return answer(authorization, name, _ -> subscriptionCommands.act(name, verb, CommandBody.of(body)));
    }

    private Uni<RestResponse<String>> answer(@Nullable String authorization, String name,
            Function<SubscriptionWorker, Uni<JsonObject>> work) {
        return relayAdminToken.refuses(authorization).map(SubscriptionsResource::refused)
                .orElseGet(() -> workers.named(name)
                        .map(worker -> answer(worker, work)).orElseGet(() -> refused(
                                new Problem(ProblemType.UNKNOWN_SUBSCRIPTION,
                                        "GET /subscriptions lists all there are."))));
    }

    private static Uni<RestResponse<String>> answer(SubscriptionWorker worker,
            Function<SubscriptionWorker, Uni<JsonObject>> work) {
        return Uni.createFrom().deferred(() -> work.apply(worker))
                .map(RelayAnswers::ok)
                .onFailure(IllegalArgumentException.class)
                .recoverWithItem(wrong -> RelayAnswers.malformed(String.valueOf(wrong.getMessage())))
                .onFailure().recoverWithItem(RelayAnswers::unavailable);
    }

    private static Uni<RestResponse<String>> refused(Problem problem) {
        return Uni.createFrom().item(RelayAnswers.of(problem));
    }

    private Uni<JsonObject> standings() {
        return known.now().map(SubscriptionsResource::standings);
    }

    private static JsonObject standings(List<StatusAnswer> looks) {
        if (!looks.isEmpty() && looks.stream().allMatch(StatusAnswer::isUnknown)) {
            throw new IllegalStateException("nothing can be told of any subscription");
        }
        var all = new JsonObject();
        looks.forEach(look -> all.put(look.subscription(), look.json()));
        return new JsonObject().put("subscriptions", all);
    }

    private Uni<JsonObject> standing(SubscriptionWorker worker) {
        return workers.stores().standings().of(worker.subscription().name(), worker.subscription().wanted())
                .map(standing -> standing.map(SubscriptionStatusJson::of).orElseGet(JsonObject::new));
    }
}
