package dev.onceward.relay;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/// Lists the addresses of the relay for a visitor with a browser or curl.
@Path("/relay")
final class RelayRootResource {
    private static final String WELCOME = """
            Onceward relay: carries stored events to Kafka, RabbitMQ, NATS JetStream and HTTP.

            POST /run                        delivers what is in the log, and returns a summary

            Below /api/v1/subscriptions, with the operator's token:
            GET  /                           the status of all subscriptions
            GET  /{name}                     the status of one
            GET  /{name}/parked              its parked events, dead ones unless ?state=… or another filter is given
            GET  /{name}/events/{id}/attempts  what was tried, and the answers
            POST /{name}/pause               {"why": "…"}
            POST /{name}/resume
            POST /{name}/move                {"to": "earliest"}, now, a time, or the id of an event
            POST /{name}/parked/redrive      {"event": "…"} or another filter; {"dryRun": true} only counts
            POST /{name}/parked/drop         the same, and {"why": "…"}

            Below /api/v1/operations/{operation}/keys/{key}, with the operator's token and ?caller=…:
            GET  /                           the state of a key of a guarded operation
            POST /release                    {"why": "…"}, for a held key: the next call runs the operation
            POST /complete                   {"why": "…", "answer": …}, for a held key: repetitions get the answer

            Health and metrics are on the management port: /q/health, /q/metrics.
            """;

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String welcome() {
        return WELCOME;
    }
}
