package dev.onceward.local;

import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;

import io.quarkus.vertx.http.HttpServer;
import io.quarkus.vertx.http.HttpServerStart;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Prints the address and what to try once the server listens.
@Singleton
class PrintFirstSteps {
    private final HttpServer http;
    private final String data;
    private final String postgres;
    private final String redis;
    private final int managementPort;

    PrintFirstSteps(HttpServer http, @ConfigProperty(name = "quarkus.management.port") int managementPort,
            @ConfigProperty(name = "onceward.data", defaultValue = "the servers you named") String data,
            @ConfigProperty(name = "quarkus.datasource.reactive.url") String postgres,
            @ConfigProperty(name = "quarkus.redis.hosts") String redis) {
        this.http = http;
        this.postgres = postgres;
        this.redis = redis;
        this.managementPort = managementPort;
        this.data = data;
    }

    void greet(@ObservesAsync HttpServerStart start) {
        System.out.println(
                """

                        Onceward listens on %1$s

                          send a webhook
                            curl -i %1$s/hooks/demo -H 'Idempotency-Key: "order-1"' -H 'Content-Type: application/json' -d '{"total": 42}'
                          send it again
                            curl -i %1$s/hooks/demo -H 'Idempotency-Key: "order-1"' -H 'Content-Type: application/json' -d '{"total": 42}'
                          see what the relay delivered
                            curl -s %1$s/received
                          read it back
                            curl -s '%1$s/events?source=demo&key=order-1' -H 'Authorization: Bearer local-operator-token'
                          click "pay" twice at the same time
                            curl -siZ --parallel-immediate %1$s/payments %1$s/payments -H 'Content-Type: application/json' -d '{"order": "order-1", "card": "visa", "cents": 1250}'
                          see the ledger, which has one entry for it
                            curl -s %1$s/ledger
                          see health and metrics
                            curl -s http://localhost:%3$d/q/health
                            curl -s http://localhost:%3$d/q/metrics

                          use these servers from your own application
                            %4$s
                            %5$s

                        Its data are in %2$s. Ctrl-C ends it.
                        """
                        .formatted(http.getLocalBaseUri(), data, managementPort, withoutPassword(postgres),
                                withoutPassword(redis)));
    }

    private static String withoutPassword(String url) {
        return url.replaceFirst("//[^@/]*:[^@/]*@", "//…@");
    }
}
