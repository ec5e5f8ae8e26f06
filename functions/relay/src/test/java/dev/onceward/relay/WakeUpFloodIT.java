package dev.onceward.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.relay.testing.AwaitInRelay;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

/// A relay to which more is announced than any intake would.
class WakeUpFloodIT {
    private static final int PUBLISHERS = 4;
    private static final int AT_ONCE = 50;
    /// The relay shows itself every two seconds that its connection is alive.
    private static final Duration SEVERAL_SIGNS_OF_LIFE = Duration.ofSeconds(9);
    private static final String COUNTER = "onceward_relay_wakeups_total ";

    private final RelayFixture world = new RelayFixture();
    private final FunctionProcess relay = world.relay().start();

    @AfterEach
    void close() {
        relay.close();
        world.close();
    }

    @Test
    void every_wake_up_message_of_a_flood_is_counted_while_the_redis_connection_is_kept_alive() throws Exception {
        AwaitInRelay.until(this::listens);
        var before = counted();
        var published = publish();
        AwaitInRelay.until(() -> relay.output().contains("Exception") || counted() - before >= published);
        assertThat(relay.output()).doesNotContain("Exception");
        assertThat(counted() - before).isEqualTo(published);
    }

    private long publish() throws InterruptedException, ExecutionException {
        var end = System.nanoTime() + SEVERAL_SIGNS_OF_LIFE.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> publishers = IntStream.range(0, PUBLISHERS)
                    .mapToObj(_ -> threads.submit(() -> publishUntil(end))).toList();
            var published = 0L;
            for (var publisher : publishers) {
                published += publisher.get();
            }
            return published;
        }
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
        try (var socket = connected(); var answers = answers(socket)) {
            socket.getOutputStream().write("PUBLISH i9y:wake other\r\n".getBytes(US_ASCII));
            return answers.readLine().equals(":1");
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private long counted() {
        return given().port(relay.managementPort()).get("/q/metrics").asString().lines()
                .filter(line -> line.startsWith(COUNTER))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(COUNTER.length())))
                .sum();
    }

    private Socket connected() throws IOException {
        var url = URI.create(world.backends.redis().url());
        return new Socket(url.getHost(), url.getPort());
    }

    private static BufferedReader answers(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    }
}
