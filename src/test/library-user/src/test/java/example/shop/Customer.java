package example.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/// Somebody who buys.
final class Customer {
    private Customer() {}

    static HttpResponse<String> purchase(URI purchases, String name, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(purchases.resolve(name)).POST(BodyPublishers.ofString("{\"article\": 7}"));
        try (var client = HttpClient.newHttpClient()) {
            return client.send((headers.length == 0 ? request : request.headers(headers)).build(),
                    BodyHandlers.ofString());
        }
    }
}
