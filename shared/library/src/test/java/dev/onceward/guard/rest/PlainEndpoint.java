package dev.onceward.guard.rest;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/// An endpoint that is not idempotent.
@Path("/plain")
class PlainEndpoint {

    @POST
    public String plain(OrderedGoods goods) {
        return goods.article() + " " + MethodRuns.count("plain");
    }
}
