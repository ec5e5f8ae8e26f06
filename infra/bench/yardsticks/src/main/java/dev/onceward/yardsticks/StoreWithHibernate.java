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
@Path("/hibernate/{source}")
class StoreWithHibernate {

    @POST
    public Uni<Response> take(@RestPath String source, @RestHeader("Idempotency-Key") String key, byte[] body,
            @Context HttpHeaders headers) {
        var webhook = new StoredWebhook();
        webhook.source = source;
        webhook.key = key;
        webhook.headers = headers.getRequestHeaders().toString();
        webhook.body = body;
        return once(webhook).onFailure(ConstraintViolationException.class).recoverWithUni(() -> once(webhook));
    }

    private static Uni<Response> once(StoredWebhook webhook) {
        return Panache.withTransaction(() -> StoredWebhook.kept(webhook.source, webhook.key)
                .onItem().ifNotNull().transform(kept -> answer(kept, true))
                .onItem().ifNull().switchTo(() -> webhook.persist().replaceWith(() -> answer(webhook, false))));
    }

    private static Response answer(StoredWebhook kept, boolean duplicate) {
        return Response.accepted(json(kept.id, kept.source, duplicate)).type("application/json").build();
    }

    private static String json(UUID id, String topic, boolean duplicate) {
        return "{\"id\":\"%s\",\"topic\":\"%s\",\"duplicate\":%b}".formatted(id, topic, duplicate);
    }
}
