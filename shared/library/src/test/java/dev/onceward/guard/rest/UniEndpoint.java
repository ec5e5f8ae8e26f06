package dev.onceward.guard.rest;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;

/// Methods that return a Uni. The order in the path names the test that calls them.
@Path("/uni/{order}")
class UniEndpoint {

    record OrderedGoods(String article, int cents) {}

    record OrderConfirmation(String order, int run) {}

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
    public Uni<String> waiting(@RestPath String order) {
        var run = MethodRuns.count(order);
        return Uni.createFrom().completionStage(MethodRuns.promise(order)).map(text -> text + run);
    }
}
