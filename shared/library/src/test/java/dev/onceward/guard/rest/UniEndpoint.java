package dev.onceward.guard.rest;

import java.util.concurrent.CompletionStage;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;

/// Methods that do not block. The order in the path names the test that calls them.
@Path("/uni/{order}")
class UniEndpoint {
    private final RequestNote note;

    UniEndpoint(RequestNote note) {
        this.note = note;
    }

    @POST
    @Path("object")
    @ResponseStatus(201)
    @Idempotent(operation = "order")
    public Uni<OrderConfirmation> object(@RestPath String order, OrderedGoods goods) {
        return Uni.createFrom().item(() -> new OrderConfirmation(order, MethodRuns.count(order)));
    }

    @POST
    @Path("waiting")
    @Idempotent(operation = "order")
    public Uni<String> waiting(@RestPath String order, HttpServerRequest request) {
        MethodRuns.watch(order, request);
        var run = MethodRuns.count(order);
        return Uni.createFrom().completionStage(MethodRuns.promise(order)).map(text -> text + run);
    }

    @POST
    @Path("stage")
    @Idempotent(operation = "order")
    public CompletionStage<String> stage(@RestPath String order) {
        var run = MethodRuns.count(order);
        return Uni.createFrom().item("run " + run).subscribeAsCompletionStage();
    }

    @POST
    @Path("noted")
    @Idempotent(operation = "order")
    public Uni<String> noted(@RestPath String order) {
        var run = MethodRuns.count(order);
        note.write("run " + run);
        return Uni.createFrom().item(() -> note.text());
    }

    @POST
    @Path("waiting-noted")
    @Cancellable(false)
    @Idempotent(operation = "order")
    public Uni<String> waitingNoted(@RestPath String order, HttpServerRequest request) {
        MethodRuns.watch(order, request);
        note.write("run " + MethodRuns.count(order));
        return Uni.createFrom().completionStage(MethodRuns.promise(order)).map(_ -> note.text());
    }

    @POST
    @Path("nothing")
    @Idempotent(operation = "order")
    public Uni<Void> nothing(@RestPath String order) {
        return Uni.createFrom().item(() -> MethodRuns.count(order)).replaceWithVoid();
    }

    @POST
    @Path("throwing")
    @Idempotent(operation = "order")
    public Uni<String> throwing(@RestPath String order) {
        return Uni.createFrom().failure(() -> EndpointFailures.of(order));
    }

    @POST
    @Path("throwing-kept")
    @Idempotent(operation = "kept")
    public Uni<String> throwingKept(@RestPath String order) {
        return throwing(order);
    }
}
