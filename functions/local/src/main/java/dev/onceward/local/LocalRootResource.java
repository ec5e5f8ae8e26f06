package dev.onceward.local;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/// Lists the functions of this process for a visitor with a browser or curl.
@Path("/")
class LocalRootResource {
    private static final String WELCOME = """
            Onceward: all functions in one process.

            intake   takes webhooks and CloudEvents, and stores each exactly once
                     POST /hooks/{source}, POST /events
                     GET  /events/{id}, /api/v1/stats, /api/v1/sources/{source}/quarantine   with a token
            relay    carries stored events to Kafka, RabbitMQ, NATS JetStream and HTTP
                     POST /run
                     GET  /api/v1/subscriptions                                              with a token
                     GET  /relay lists the rest
            payments a sample of your own code: guarded payments and refunds, and a ledger
                     POST /payments, /refunds
                     GET  /payments/{order}, /ledger
            local    a receiver to try it with
                     GET  /received

            Health and metrics are on the management port: /q/health, /q/metrics.
            """;

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String welcome() {
        return WELCOME;
    }
}
