package dev.onceward.guard.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;

import dev.onceward.testing.servers.Sql;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.eclipse.microprofile.config.ConfigProvider.getConfig;

/// Sends requests with an idempotency key to the endpoints.
final class SendKey {
    static final String GOODS = "{\"article\": \"pear\", \"cents\": 7}";

    private SendKey() {}

    static RequestSpecification key(String key) {
        return given().header("Idempotency-Key", '"' + key + '"');
    }

    static RequestSpecification json(String key, String body) {
        return key(key).contentType("application/json").body(body);
    }

    static RequestSpecification goods(String key) {
        return json(key, GOODS);
    }

    /// Sends a request over a connection that the caller closes when it likes.
    static Socket open(String key, String path) {
        try {
            var socket = new Socket("localhost", RestAssured.port);
            socket.getOutputStream().write(
                    "POST %s HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \"%s\"\r\nContent-Length: 0\r\n\r\n"
                            .formatted(path, key).getBytes(US_ASCII));
            return socket;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static boolean isReplayed(Response response) {
        return "true".equals(response.header("Idempotent-Replayed"));
    }

    /// The database of the application.
    static Sql sql() {
        return Sql.at(getConfig().getValue("quarkus.datasource.reactive.url", String.class));
    }
}
