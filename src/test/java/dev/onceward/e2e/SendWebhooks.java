package dev.onceward.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Supplier;

import dev.onceward.testing.Eventually;

/// A third party that sends webhooks, as they do: until somebody says 2xx.
final class SendWebhooks {
    static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10)).build();

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration GIVING_UP = Duration.ofSeconds(90);

    private SendWebhooks() {}

    static HttpResponse<String> send(URI to, String key, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(to).timeout(PATIENCE)
                .header("Idempotency-Key", '"' + key + '"')
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    static String text(URI from) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(from).timeout(PATIENCE).build(), BodyHandlers.ofString()).body();
    }

    /// @param to asked before each try, so that a retry may go to another replica
    /// @return the body of the 2xx
    static String retry(Supplier<URI> to, String key, String body) {
        var answer = new String[1];
        var _ = Eventually.holds("a 2xx for " + key, GIVING_UP, () -> {
            var response = send(to.get(), key, body);
            answer[0] = response.body();
            return response.statusCode() / 100 == 2;
        });
        return answer[0];
    }
}
