package dev.onceward.relay;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/// Says what this is to whoever comes by with a browser or curl.
@Path("/relay")
final class RelayRootResource {
    private static final String WELCOME = """
            Onceward relay: carries stored events to Kafka, RabbitMQ, NATS JetStream and HTTP.

            POST /run                            drains what there is, and says what it did, with the operator's token
            GET  /subscriptions                  how all stand, with the operator's token
            GET  /subscriptions/{name}           how one stands
            POST /subscriptions/{name}/parked    its parked events, dead ones unless told otherwise
            POST /subscriptions/{name}/attempts  {"event": "…"}: what was tried, and the answers
            POST /subscriptions/{name}/pause     {"why": "…"}
            POST /subscriptions/{name}/resume
            POST /subscriptions/{name}/redrive   {"event": "…"} or a state, an error, …; {"dryRun": true} counts
            POST /subscriptions/{name}/drop      the same, and {"why": "…"}
            POST /subscriptions/{name}/move      {"to": "earliest"}, now, a time, an event

            Health and metrics are on the management port: /q/health, /q/metrics.
            """;

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String welcome() {
        return WELCOME;
    }
}
