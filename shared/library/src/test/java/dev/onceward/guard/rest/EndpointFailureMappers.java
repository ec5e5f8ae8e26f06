package dev.onceward.guard.rest;

import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

import dev.onceward.guard.rest.EndpointFailures.BreaksMapper;
import dev.onceward.guard.rest.EndpointFailures.MappedLater;
import dev.onceward.guard.rest.EndpointFailures.OutOfStock;
import dev.onceward.guard.rest.EndpointFailures.WarehouseOnFire;

/// How the application answers what its methods throw.
class EndpointFailureMappers {

    @ServerExceptionMapper
    public RestResponse<OrderConfirmation> outOfStock(OutOfStock failure) {
        return ResponseBuilder.<OrderConfirmation>create(410).entity(new OrderConfirmation("out of stock", 0)).build();
    }

    @ServerExceptionMapper
    public Uni<RestResponse<String>> later(MappedLater failure) {
        return Uni.createFrom().item(ResponseBuilder.<String>create(418).entity("mapped later").build());
    }

    @ServerExceptionMapper
    public RestResponse<String> onFire(WarehouseOnFire failure) {
        return ResponseBuilder.<String>create(507).entity("on fire").build();
    }

    @ServerExceptionMapper
    public RestResponse<String> broken(BreaksMapper failure) {
        throw new IllegalArgumentException("the mapper is broken", failure);
    }
}
