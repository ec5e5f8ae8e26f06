package example.shop;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

/// The library in an application that has a Redis.
@QuarkusTest
@QuarkusTestResource(value = ShopDatabase.class, restrictToAnnotatedClass = true, initArgs = @ResourceArg(name = ShopDatabase.WITH_REDIS, value = "true"))
class PurchaseWithRedisTest {
    @TestHTTPResource("/purchases/")
    URI purchases;

    @Test
    void the_relay_is_told_of_the_topic() throws Exception {
        var redis = ConfigProvider.getConfig().getValue("quarkus.redis.hosts", URI.class);
        try (var socket = new Socket(redis.getHost(), redis.getPort());
                var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("SUBSCRIBE i9y:wake\r\n".getBytes(US_ASCII));
            await(lines, ":1"); // subscribed
            assertEquals(200, Customer.purchase(purchases, "ann").statusCode());
            await(lines, "purchases");
        }
    }

    /// Database 1 of Redis is that of the shop's own client.
    @Test
    void the_guard_and_the_application_have_a_redis_client_each() throws Exception {
        assertEquals(200, Customer.purchase(purchases, "ann", "Idempotency-Key", "\"p-1\"").statusCode());
        var redis = ConfigProvider.getConfig().getValue("quarkus.redis.hosts", URI.class);
        try (var socket = new Socket(redis.getHost(), redis.getPort());
                var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("KEYS *\r\nSELECT 1\r\nKEYS *\r\n".getBytes(US_ASCII));
            assertEquals("*1", lines.readLine());
            assertEquals("$", lines.readLine().substring(0, 1));
            assertEquals("i9y", lines.readLine().substring(0, 3));
            assertEquals("+OK", lines.readLine());
            assertEquals("*1", lines.readLine());
            await(lines, "purchases");
        }
    }

    private static void await(BufferedReader lines, String line) throws Exception {
        while (!line.equals(lines.readLine())) {
            // what comes before does not matter
        }
    }
}
