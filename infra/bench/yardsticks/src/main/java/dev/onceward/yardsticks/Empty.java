package dev.onceward.yardsticks;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;

/// Takes the same request, does nothing with it, answers as much: what Quarkus itself costs.
@Path("/empty")
class Empty {
    private static final String ANSWER = "{\"id\":\"0190f5a2-0000-7000-8000-000000000000\",\"topic\":\"bench\",\"duplicate\":false}";

    @POST
    public Uni<Response> take(byte[] body) {
        return Uni.createFrom().item(() -> Response.accepted(ANSWER).type("application/json").build());
    }
}
