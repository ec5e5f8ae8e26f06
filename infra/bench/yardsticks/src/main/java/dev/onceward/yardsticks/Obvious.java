package dev.onceward.yardsticks;

import java.util.UUID;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import org.hibernate.exception.ConstraintViolationException;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;

/// One transaction a request: look for the key, keep the event if it was not there. Who loses the race looks again.
@Path("/obvious/{source}")
class Obvious {

    @POST
    public Uni<Response> take(@RestPath String source, @RestHeader("Idempotency-Key") String key, byte[] body,
            @Context HttpHeaders headers) {
        var hook = new Hook();
        hook.source = source;
        hook.key = key;
        hook.headers = headers.getRequestHeaders().toString();
        hook.body = body;
        return once(hook).onFailure(ConstraintViolationException.class).recoverWithUni(() -> once(hook));
    }

    private static Uni<Response> once(Hook hook) {
        return Panache.withTransaction(() -> Hook.kept(hook.source, hook.key)
                .onItem().ifNotNull().transform(kept -> answer(kept, true))
                .onItem().ifNull().switchTo(() -> hook.persist().replaceWith(() -> answer(hook, false))));
    }

    private static Response answer(Hook kept, boolean duplicate) {
        return Response.accepted(json(kept.id, kept.source, duplicate)).type("application/json").build();
    }

    private static String json(UUID id, String topic, boolean duplicate) {
        return "{\"id\":\"%s\",\"topic\":\"%s\",\"duplicate\":%b}".formatted(id, topic, duplicate);
    }
}
