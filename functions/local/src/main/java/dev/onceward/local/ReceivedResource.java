package dev.onceward.local;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import org.jspecify.annotations.Nullable;

import dev.onceward.local.LastReceivedEvents.Arrival;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A minimal receiver: the relay posts CloudEvents to it, and `GET` shows the last ones.
@Path("/received")
class ReceivedResource {
    private final LastReceivedEvents lastReceivedEvents;

    ReceivedResource(LastReceivedEvents lastReceivedEvents) {
        this.lastReceivedEvents = lastReceivedEvents;
    }

    @POST
    public void take(@HeaderParam("ce-id") @Nullable String id, @HeaderParam("ce-source") @Nullable String source,
            @HeaderParam("ce-type") @Nullable String type, @HeaderParam("ce-time") @Nullable String time,
            byte[] body) {
        lastReceivedEvents.add(new Arrival(text(id), text(source), text(type), text(time), new String(body, UTF_8)));
    }

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String show() {
        return lastReceivedEvents.text();
    }

    private static String text(@Nullable String header) {
        return header == null ? "?" : header;
    }
}
