package dev.onceward.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

/// A relay that asks the log by itself once an hour, and so delivers what was announced.
class WakeLoopsIT {
    private static final int MANY = 20;

    private final RelayFixture world = new RelayFixture();
    private final HttpReceiver orders = HttpReceiver.answering(204);
    private final HttpReceiver books = HttpReceiver.answering(204);
    private final FunctionProcess relay = world.relay()
            .with("onceward.relay.lease", "2h")
            .with("onceward.relay.poll-fastest", "1h")
            .with("onceward.relay.poll-slowest", "1h")
            .with("onceward.subscriptions.orders.topics", "order*")
            .with("onceward.subscriptions.orders.sink", orders.url())
            .with("onceward.subscriptions.orders.allow-private", "true")
            .with("onceward.subscriptions.books.topics", "books")
            .with("onceward.subscriptions.books.sink", books.url())
            .with("onceward.subscriptions.books.allow-private", "true")
            .start();

    @BeforeEach
    void wait_until_both_subscriptions_hold_their_leases() {
        Eventually.holds(() -> world.sql.query("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL")
                .equals("32"));
    }

    @AfterEach
    void close() {
        relay.close();
        orders.close();
        books.close();
    }

    /// A round from before the rest may still find the first ones of the others.
    @Test
    void a_wake_up_message_wakes_only_the_subscriptions_of_its_topic() {
        for (var n = 1; n <= MANY; n++) {
            var many = n;
            append("orders.new");
            append("books");
            Eventually.holds(() -> announced("books") && books.got.size() == many);
        }
        assertThat(orders.got).hasSizeLessThan(MANY / 2);
        Eventually.holds(() -> announced("orders.new") && orders.got.size() == MANY);
    }

    @Test
    void relay_gets_wake_up_messages_again_when_redis_is_back() {
        append("books");
        Eventually.holds(() -> announced("books") && books.got.size() == 1);
        world.backends.redis().kill();
        world.backends.redis().start();
        append("books");
        Eventually.holds(() -> announced("books") && books.got.size() == 2);
    }

    private void append(String topic) {
        var _ = world.append(topic, null, new byte[0]);
    }

    /// As intake does, with nothing but a socket.
    private boolean announced(String topic) {
        var url = URI.create(world.backends.redis().url());
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.getOutputStream().write(("PUBLISH i9y:wake " + topic + "\r\n").getBytes(US_ASCII));
            return socket.getInputStream().read() == ':';
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
