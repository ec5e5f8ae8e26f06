package dev.onceward.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/// What a relay itself counts as delivered: to the event, and without a question to the database.
record MetricsProgress(HttpClient client, HttpRequest request) implements Progress {
    private static final String COUNT = "onceward_relay_attempt_seconds_count{outcome=\"delivered\"";

    static MetricsProgress of(int port) {
        return new MetricsProgress(HttpClient.newHttpClient(),
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/q/metrics")).build());
    }

    @Override
    public long delivered() {
        try {
            return client.send(request, BodyHandlers.ofString()).body().lines()
                    .filter(line -> line.startsWith(COUNT))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
