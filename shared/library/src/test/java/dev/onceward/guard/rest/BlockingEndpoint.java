package dev.onceward.guard.rest;

import java.util.List;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestForm;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

/// Methods that block. The order in the path names the test that calls them.
@Path("/blocking/{order}")
class BlockingEndpoint {
    private final RequestNote note;

    BlockingEndpoint(RequestNote note) {
        this.note = note;
    }

    @POST
    @Path("object")
    @ResponseStatus(201)
    @Idempotent(operation = "order")
    public OrderConfirmation object(@RestPath String order, OrderedGoods goods) {
        return new OrderConfirmation(order, MethodRuns.count(order));
    }

    @POST
    @Path("virtual")
    @RunOnVirtualThread
    @Idempotent(operation = "order")
    public String virtual(@RestPath String order) {
        return "virtual " + Thread.currentThread().isVirtual() + " run " + MethodRuns.count(order);
    }

    @POST
    @Path("virtual-uni")
    @Blocking
    @RunOnVirtualThread
    @Idempotent(operation = "order")
    public Uni<String> virtualUni(@RestPath String order) {
        return Uni.createFrom().item(virtual(order));
    }

    @POST
    @Path("worker-uni")
    @Blocking
    @Idempotent(operation = "order")
    public Uni<String> workerUni(@RestPath String order) {
        return Uni.createFrom().item(worker(order));
    }

    @POST
    @Path("worker")
    @Idempotent(operation = "order")
    public String worker(@RestPath String order) {
        note.write(Thread.currentThread().getName().replaceFirst("executor-thread.*", "worker"));
        return note.text() + " run " + MethodRuns.count(order);
    }

    @POST
    @Path("waiting")
    @Idempotent(operation = "order")
    public String waiting(@RestPath String order, HttpServerRequest request) {
        MethodRuns.watch(order, request);
        var run = MethodRuns.count(order);
        return MethodRuns.promise(order).join() + run;
    }

    @POST
    @Path("transacted")
    @Transacted
    @Idempotent(operation = "order")
    public String transacted(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("nothing")
    @Idempotent(operation = "order")
    public void nothing(@RestPath String order) {
        var _ = MethodRuns.count(order);
    }

    @POST
    @Path("marked")
    @Idempotent(operation = "order")
    public Response marked(@RestPath String order) {
        return Response.ok("run " + MethodRuns.count(order)).header(MarkBody.HEADER, "yes").build();
    }

    @PUT
    @Path("number")
    @Idempotent(operation = "order")
    public int anotherNumber(@RestPath String order) {
        return MethodRuns.count(order);
    }

    @POST
    @Path("number")
    @Idempotent(operation = "order")
    public int number(@RestPath String order) {
        return MethodRuns.count(order) + 40;
    }

    @POST
    @Path("response")
    @Idempotent(operation = "cookies")
    public Response response(@RestPath String order) {
        return Response.status(402).entity(new OrderConfirmation(order, MethodRuns.count(order)))
                .type(MediaType.APPLICATION_JSON_TYPE).header("X-Stock", "low").header("X-Stock", "red")
                .header("X-Session", "s").header("Authorization", "Bearer b")
                .cookie(new NewCookie.Builder("session").value("s").build()).build();
    }

    @POST
    @Path("rest-response")
    @Idempotent(operation = "order")
    public RestResponse<OrderConfirmation> restResponse(@RestPath String order) {
        return RestResponse.ResponseBuilder.create(RestResponse.Status.ACCEPTED,
                new OrderConfirmation(order, MethodRuns.count(order))).header("X-Stock", "low").build();
    }

    @POST
    @Path("bytes")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Idempotent(operation = "order")
    public byte[] bytes(@RestPath String order) {
        return new byte[]{(byte) 0xff, 0, (byte) 0xc3, 0x28, (byte) MethodRuns.count(order)};
    }

    @POST
    @Path("list")
    @Produces({MediaType.TEXT_PLAIN, MediaType.APPLICATION_JSON})
    @Idempotent(operation = "order")
    public List<OrderConfirmation> list(@RestPath String order) {
        return List.of(new OrderConfirmation(order, MethodRuns.count(order)));
    }

    @POST
    @Path("small")
    @Idempotent(operation = "small")
    public String small(@RestPath String order) {
        return "x".repeat(200) + MethodRuns.count(order);
    }

    @POST
    @Path("throwing")
    @Idempotent(operation = "order")
    public String throwing(@RestPath String order) throws Throwable {
        throw EndpointFailures.of(order);
    }

    @POST
    @Path("throwing-kept")
    @Idempotent(operation = "kept")
    public String throwingKept(@RestPath String order) throws Throwable {
        throw EndpointFailures.of(order);
    }

    @POST
    @Path("answering-503")
    @Idempotent(operation = "order")
    public Response answering503(@RestPath String order) {
        return Response.status(503).entity("run " + MethodRuns.count(order)).build();
    }

    @POST
    @Path("answering-503-kept")
    @Idempotent(operation = "kept")
    public Response answering503Kept(@RestPath String order) {
        return answering503(order);
    }

    @POST
    @Path("form")
    @Idempotent(operation = "order")
    public String form(@RestPath String order, @RestForm String article) {
        return article + " run " + MethodRuns.count(order);
    }

    @POST
    @Path("stream")
    @Blocking
    @Idempotent(operation = "order")
    public Multi<String> stream(@RestPath String order) {
        return Multi.createFrom().item(() -> "run " + MethodRuns.count(order));
    }

    @POST
    @Path("event-loop")
    @NonBlocking
    @Idempotent(operation = "order")
    public String eventLoop(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }
}
