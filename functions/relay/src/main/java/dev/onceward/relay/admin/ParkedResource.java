package dev.onceward.relay.admin;

import java.util.Set;
import java.util.function.BiFunction;

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
import dev.onceward.relay.view.ListAttempts;
import dev.onceward.relay.view.ListParked;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.admin.AdminApi;
import dev.onceward.runtime.admin.AdminParameters;
import dev.onceward.runtime.admin.AdminScope;

/// The admin API of a subscription's parked events: lists them and their attempts, redrives and drops them.
@Path("/api/v1/subscriptions/{name}")
final class ParkedResource {
    private static final int MOST_LISTED = 1000;

    private final AdminApi admin;
    private final SubscriptionWorkers workers;
    private final SubscriptionOperations operations;
    private final ListParked parked;
    private final ListAttempts attempts;

    ParkedResource(AdminApi admin, SubscriptionWorkers workers) {
        this.admin = admin;
        this.workers = workers;
        var stores = workers.stores();
        this.operations = stores.operations();
        this.parked = stores.listParked();
        this.attempts = stores.attempts();
    }

    @GET
    @Path("/parked")
    public Uni<RestResponse<String>> parked(@RestPath String name, @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> {
            var filter = ReadParkedFilter.toList(AdminParameters.ofQuery(request, ReadParkedFilter.NAMES));
            return parked.list(subscription(name), filter, MOST_LISTED)
                    .map(events -> AdminAnswer.json(ListsJson.parked(events)));
        });
    }

    @GET
    @Path("/events/{event}/attempts")
    public Uni<RestResponse<String>> attempts(@RestPath String name, @RestPath String event,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> attempts
                .of(subscription(name), AdminParameters.uuid("The id of an event", event), MOST_LISTED)
                .map(list -> AdminAnswer.json(ListsJson.attempts(list))));
    }

    @POST
    @Path("/parked/redrive")
    public Uni<RestResponse<String>> redrive(@RestPath String name, @Context HttpServerRequest request) {
        return change(name, request, ParkedChange.OF_REDRIVE, (subscription, change) -> change.dryRun()
                ? operations.redrivable(subscription, change.filter()).map(events -> json("wouldRedrive", events))
                : operations.redrive(subscription, change.filter(), change.perSecond(), change.actor())
                        .map(events -> json("redriven", events)));
    }

    @POST
    @Path("/parked/drop")
    public Uni<RestResponse<String>> drop(@RestPath String name, @Context HttpServerRequest request) {
        return change(name, request, ParkedChange.OF_DROP, (subscription, change) -> change.dryRun()
                ? operations.droppable(subscription, change.filter()).map(events -> json("wouldDrop", events))
                : operations.drop(subscription, change.filter(), change.actor().withReason())
                        .map(events -> json("dropped", events)));
    }

    private Uni<RestResponse<String>> change(String name, HttpServerRequest request, Set<String> allowed,
            BiFunction<String, ParkedChange, Uni<JsonObject>> change) {
        return admin.serve(AdminScope.OPERATE, request, () -> admin.body(request)
                .map(body -> AdminParameters.ofBody(body, allowed, ParkedChange::of))
                .chain(parameters -> change.apply(subscription(name), parameters))
                .map(AdminAnswer::json));
    }

    private static JsonObject json(String name, int events) {
        return new JsonObject().put(name, events);
    }

    private String subscription(String name) {
        return workers.required(name).subscription().name();
    }
}
