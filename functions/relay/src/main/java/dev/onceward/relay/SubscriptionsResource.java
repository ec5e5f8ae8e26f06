package dev.onceward.relay;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

import dev.onceward.operate.HeldEvent;
import dev.onceward.operate.HeldEvents;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;

/// The operator's desk: how subscriptions stand, and what can be done with them.
@Path("/subscriptions")
final class SubscriptionsResource {
    private static final int MOST_LISTED = 1000;

    private final Couriers couriers;
    private final Verbs verbs;
    private final HeldEvents held;
    private final Token token;

    SubscriptionsResource(Couriers couriers, Verbs verbs, Token token) {
        this.couriers = couriers;
        this.verbs = verbs;
        this.held = couriers.stores().held();
        this.token = token;
    }

    @GET
    public Uni<RestResponse<String>> all(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization) {
        return token.refuses(authorization)
                .map(problem -> Uni.createFrom().item(RelayAnswers.of(problem)))
                .orElseGet(() -> standings().map(RelayAnswers::ok)
                        .onFailure().recoverWithItem(RelayAnswers::unavailable));
    }

    @GET
    @Path("{name}")
    public Uni<RestResponse<String>> one(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name) {
        return answer(authorization, name, null, (courier, _) -> standing(courier));
    }

    /// A POST, because what is looked for may be long and is nobody else's affair.
    @POST
    @Path("{name}/parked")
    public Uni<RestResponse<String>> parked(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name, @Nullable String body) {
        return answer(authorization, name, body, (courier, wish) -> held
                .list(courier.subscription().name(), wish.choice(), MOST_LISTED)
                .map(SubscriptionsResource::json));
    }

    @POST
    @Path("{name}/pause")
    public Uni<RestResponse<String>> pause(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name, @Nullable String body) {
        return answer(authorization, name, body, (_, wish) -> verbs.pause(name, wish));
    }

    @POST
    @Path("{name}/resume")
    public Uni<RestResponse<String>> resume(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name, @Nullable String body) {
        return answer(authorization, name, body, (_, wish) -> verbs.resume(name, wish));
    }

    @POST
    @Path("{name}/redrive")
    public Uni<RestResponse<String>> redrive(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name, @Nullable String body) {
        return answer(authorization, name, body, (_, wish) -> verbs.redrive(name, wish));
    }

    @POST
    @Path("{name}/drop")
    public Uni<RestResponse<String>> drop(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name, @Nullable String body) {
        return answer(authorization, name, body, (_, wish) -> verbs.drop(name, wish));
    }

    @POST
    @Path("{name}/move")
    public Uni<RestResponse<String>> move(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization,
            @PathParam("name") String name, @Nullable String body) {
        return answer(authorization, name, body, (_, wish) -> verbs.move(name, wish));
    }

    private Uni<RestResponse<String>> answer(@Nullable String authorization, String name, @Nullable String body,
            BiFunction<Courier, Wish, Uni<JsonObject>> verb) {
        Optional<Problem> refusal = token.refuses(authorization).or(() -> couriers.named(name).isPresent()
                ? Optional.empty()
                : Optional
                        .of(new Problem(ProblemType.UNKNOWN_SUBSCRIPTION, "GET /subscriptions lists all there are.")));
        return refusal.map(problem -> Uni.createFrom().item(RelayAnswers.of(problem)))
                .orElseGet(() -> Uni.createFrom()
                        .deferred(() -> verb.apply(couriers.named(name).orElseThrow(), Wish.of(body)))
                        .map(RelayAnswers::ok)
                        .onFailure(IllegalArgumentException.class)
                        .recoverWithItem(wrong -> RelayAnswers.malformed(String.valueOf(wrong.getMessage())))
                        .onFailure().recoverWithItem(RelayAnswers::unavailable));
    }

    private Uni<JsonObject> standings() {
        return Look.at(couriers.all()).map(SubscriptionsResource::standings);
    }

    private static JsonObject standings(List<Look> looks) {
        if (!looks.isEmpty() && looks.stream().allMatch(Look::isUnknown)) {
            throw new IllegalStateException("nothing can be told of any subscription");
        }
        var all = new JsonObject();
        looks.forEach(look -> all.put(look.subscription(), look.standing()));
        return new JsonObject().put("subscriptions", all);
    }

    private static Uni<JsonObject> standing(Courier courier) {
        return courier.standing().map(standing -> standing.map(StandingJson::of).orElseGet(JsonObject::new));
    }

    private static JsonObject json(List<HeldEvent> events) {
        var list = new JsonArray();
        events.forEach(event -> list.add(new JsonObject()
                .put("event", event.event().toString())
                .put("state", event.state())
                .put("ordering", event.ordering())
                .put("attempts", event.attempts())
                .put("parkedAt", event.parkedAt())
                .put("nextAt", event.nextAt())
                .put("error", event.error())));
        return new JsonObject().put("parked", list);
    }
}
