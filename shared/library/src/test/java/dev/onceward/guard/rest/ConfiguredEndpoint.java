package dev.onceward.guard.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.RestPath;

/// Methods whose operations have settings of their own. The order in the path names the test that calls them.
@Path("/configured/{order}")
@Consumes(MediaType.WILDCARD)
class ConfiguredEndpoint {

    @POST
    @Path("pointer")
    @Idempotent(operation = "pointer")
    public String pointer(@RestPath String order, String body) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("fields")
    @Idempotent(operation = "fields")
    public String fields(@RestPath String order, String body) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("composite")
    @Idempotent(operation = "composite")
    public String composite(@RestPath String order, String body) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("date")
    @Idempotent(operation = "date")
    public String date(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("optional")
    @Idempotent(operation = "optional")
    public String optional(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("principal")
    @Idempotent(operation = "principal")
    public String principal(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("principal-uni")
    @Idempotent(operation = "principal")
    public Uni<String> principalUni(@RestPath String order) {
        return Uni.createFrom().item(() -> "run " + MethodRuns.count(order));
    }

    @POST
    @Path("tenant")
    @Idempotent(operation = "tenant")
    public String tenant(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("client")
    @Idempotent(operation = "client")
    public String client(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("ignoring")
    @Idempotent(operation = "ignoring")
    public String ignoring(@RestPath String order, String body) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("choosing")
    @Idempotent(operation = "choosing")
    public String choosing(@RestPath String order, String body) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("headers")
    @Idempotent(operation = "headers")
    public String headers(@RestPath String order) {
        return "run " + MethodRuns.count(order);
    }

    @POST
    @Path("accepted")
    @Idempotent(operation = "accepted")
    public Uni<String> accepted(@RestPath String order, String body) {
        var run = MethodRuns.count(order);
        return Uni.createFrom().completionStage(MethodRuns.promise(order)).map(text -> text + run);
    }

    @POST
    @Path("accepted-503")
    @Idempotent(operation = "accepted")
    public Response accepted503(@RestPath String order) {
        return Response.status(503).entity("run " + MethodRuns.count(order)).build();
    }
}
