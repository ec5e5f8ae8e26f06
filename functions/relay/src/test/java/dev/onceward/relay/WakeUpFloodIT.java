package dev.onceward.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.RedisCommand;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

/// A relay to which more is announced than any intake would.
class WakeUpFloodIT {
    private static final int PUBLISHERS = 4;
    private static final int AT_ONCE = 50;
    /// The relay shows itself every two seconds that its connection is alive.
    private static final Duration SEVERAL_SIGNS_OF_LIFE = Duration.ofSeconds(9);

    private final RelayFixture world = new RelayFixture();
    private final FunctionProcess relay = world.relay().start();

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void every_wake_up_message_of_a_flood_is_counted_while_the_redis_connection_is_kept_alive() throws Exception {
        Eventually.holds(this::listens);
        var before = counted();
        var published = publish();
        Eventually.holds(() -> relay.output().contains("Exception") || counted() - before >= published);
        assertThat(relay.output()).doesNotContain("Exception");
        assertThat(counted() - before).isEqualTo(published);
    }

    private long publish() throws InterruptedException, ExecutionException {
        var end = System.nanoTime() + SEVERAL_SIGNS_OF_LIFE.toNanos();
        return RunConcurrently.run(PUBLISHERS, _ -> () -> publishUntil(end)).stream().mapToLong(Long::longValue).sum();
    }

    /// The next ones after the last are taken, so that the listener is busy and not overrun.
    private long publishUntil(long end) throws IOException {
        var batch = "PUBLISH i9y:wake other\r\n".repeat(AT_ONCE).getBytes(US_ASCII);
        var published = 0L;
        try (var socket = connected(); var answers = answers(socket)) {
            while (System.nanoTime() < end) {
                socket.getOutputStream().write(batch);
                for (var n = 0; n < AT_ONCE; n++) {
                    assertThat(answers.readLine()).isEqualTo(":1");
                }
                published += AT_ONCE;
            }
        }
        return published;
    }

    private boolean listens() {
        return RedisCommand.send(world.backends.redis(), "PUBLISH i9y:wake other").equals(":1");
    }

    private long counted() {
        return (long) PrometheusMetrics.value(relay, "onceward_relay_wakeups_total");
    }

    private Socket connected() throws IOException {
        var url = URI.create(world.backends.redis().url());
        return new Socket(url.getHost(), url.getPort());
    }

    private static BufferedReader answers(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    }
}
