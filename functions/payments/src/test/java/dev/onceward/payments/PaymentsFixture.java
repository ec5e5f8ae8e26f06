package dev.onceward.payments;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.servers.Sql;
import dev.onceward.testing.servers.UnusedServers;

/// The packaged application, as a test needs it, and the servers it uses.
final class PaymentsFixture {
    private static final String PACKAGED = System.getProperty("function", "target/quarkus-app/quarkus-run.jar");
    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    final Backends backends = UnusedServers.start();
    final Sql sql = Sql.of(backends.postgres());

    /// Without Kafka.
    StartFunction payments() {
        return StartFunction.of(PACKAGED, backends).with("mp.messaging.incoming.ledger.enabled", "false")
                .with("onceward.guard.operations.order-payment.lease", "2s");
    }

    static HttpResponse<String> pay(FunctionProcess payments, String order, String card, long cents,
            String... headers) {
        return post(payments, "/payments",
                "{\"order\":\"%s\",\"card\":\"%s\",\"cents\":%d}".formatted(order, card, cents), headers);
    }

    static HttpResponse<String> refund(FunctionProcess payments, String order, String... headers) {
        return post(payments, "/refunds", "{\"order\":\"%s\"}".formatted(order), headers);
    }

    static HttpResponse<String> post(FunctionProcess payments, String path, String body, String... headers) {
        var request = request(payments, path).header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    static String get(FunctionProcess payments, String path) {
        return send(request(payments, path).GET()).body();
    }

    private static HttpRequest.Builder request(FunctionProcess payments, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + payments.port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /// How often the card processor was asked.
    long requestsToProcessor(String key) {
        return sql.number("SELECT coalesce(sum(requests), 0) FROM processor_charge WHERE key = ?", key);
    }
}
