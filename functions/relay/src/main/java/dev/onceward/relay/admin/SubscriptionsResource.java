package dev.onceward.relay.admin;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.relay.operate.SubscriptionOperations;
import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.status.CachedSubscriptionStatus;
import dev.onceward.relay.status.StatusAnswer;
import dev.onceward.relay.status.SubscriptionStatusJson;
import dev.onceward.relay.worker.SubscriptionWorker;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.admin.AdminApi;
import dev.onceward.runtime.admin.AdminParameters;
import dev.onceward.runtime.admin.AdminScope;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemException;
import dev.onceward.runtime.problem.ProblemType;

/// The admin API of the subscriptions: shows their state, pauses and resumes them, and moves their cursors.
@Path("/api/v1/subscriptions")
final class SubscriptionsResource {
    private static final Set<String> MOVE = Set.of("by", "why", "to");

    private final AdminApi admin;
    private final SubscriptionWorkers workers;
    private final SubscriptionOperations operations;
    private final MoveCursor moveCursor;
    private final CachedSubscriptionStatus status;

    SubscriptionsResource(AdminApi admin, SubscriptionWorkers workers, MoveCursor moveCursor,
            CachedSubscriptionStatus status) {
        this.admin = admin;
        this.workers = workers;
        this.operations = workers.stores().operations();
        this.moveCursor = moveCursor;
        this.status = status;
    }

    @GET
    public Uni<RestResponse<String>> all(@Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request,
                () -> status.now().map(answers -> AdminAnswer.json(json(answers))));
    }

    @GET
    @Path("/{name}")
    public Uni<RestResponse<String>> one(@RestPath String name, @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request,
                () -> status(workers.required(name)).map(AdminAnswer::json));
    }

    @POST
    @Path("/{name}/pause")
    public Uni<RestResponse<String>> pause(@RestPath String name, @Context HttpServerRequest request) {
        return change(name, request, Actor.NAMES, Actor::of,
                (subscription, actor) -> operations.pause(subscription, actor.withReason())
                        .map(done -> new JsonObject().put("paused", done)));
    }

    @POST
    @Path("/{name}/resume")
    public Uni<RestResponse<String>> resume(@RestPath String name, @Context HttpServerRequest request) {
        return change(name, request, Actor.NAMES, Actor::of,
                (subscription, actor) -> operations.resume(subscription, actor)
                        .map(done -> new JsonObject().put("resumed", done)));
    }

    @POST
    @Path("/{name}/move")
    public Uni<RestResponse<String>> move(@RestPath String name, @Context HttpServerRequest request) {
        return change(name, request, MOVE, Move::of,
                (subscription, move) -> moveCursor.move(subscription, move.actor(), move.to())
                        .map(done -> new JsonObject().put("moved", done)));
    }

    private record Move(Actor actor, CursorTarget to) {
        static Move of(AdminParameters parameters) {
            return new Move(Actor.of(parameters), CursorTarget.of(parameters.text("to").orElse(null)));
        }
    }

    private <T> Uni<RestResponse<String>> change(String name, HttpServerRequest request, Set<String> allowed,
            Function<AdminParameters, T> read, BiFunction<String, T, Uni<JsonObject>> change) {
        return admin.serve(AdminScope.OPERATE, request, () -> admin.body(request)
                .map(body -> AdminParameters.ofBody(body, allowed, read))
                .chain(parameters -> change.apply(workers.required(name).subscription().name(), parameters))
                .map(AdminAnswer::json));
    }

    private static JsonObject json(List<StatusAnswer> answers) {
        if (!answers.isEmpty() && answers.stream().allMatch(StatusAnswer::isUnknown)) {
            throw new ProblemException(new Problem(ProblemType.UNAVAILABLE,
                    "The status of no subscription can be read at the moment."));
        }
        var all = new JsonObject();
        answers.forEach(answer -> all.put(answer.subscription(), answer.json()));
        return new JsonObject().put("subscriptions", all);
    }

    private Uni<JsonObject> status(SubscriptionWorker worker) {
        return workers.stores().statuses().of(worker.subscription().name(), worker.subscription().wanted())
                .map(found -> found.map(SubscriptionStatusJson::of).orElseGet(JsonObject::new));
    }
}
