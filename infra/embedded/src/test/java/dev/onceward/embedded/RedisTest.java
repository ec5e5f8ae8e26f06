package dev.onceward.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RedisTest {
    @TempDir
    Path directory = Path.of("");
    Redis redis;

    @BeforeEach
    void make() {
        redis = Redis.in(directory);
    }

    @AfterEach
    void stop() {
        redis.stop();
    }

    @Test
    void the_redis_version_supports_set_with_nx_and_get() throws Exception {
        assertThat(ServerCommands.query(redis, "SET key mine NX GET")).isEqualTo("$-1");
        assertThat(ServerCommands.query(redis, "SET key other NX GET")).isEqualTo("$4");
    }

    @Test
    void redis_starts_again_empty_on_the_same_port_after_a_stop() throws Exception {
        assertThat(ServerCommands.query(redis, "SET key mine")).isEqualTo("+OK");
        var url = redis.url();
        redis.stop();
        assertThatIllegalStateException().isThrownBy(redis::pid);
        redis.start();
        assertThat(redis.url()).isEqualTo(url);
        assertThat(ServerCommands.query(redis, "GET key")).isEqualTo("$-1");
    }

    @Test
    void redis_starts_again_after_a_kill() throws Exception {
        var killed = redis.pid();
        redis.kill();
        redis.start();
        assertThat(redis.pid()).isNotEqualTo(killed);
        assertThat(ServerCommands.query(redis, "PING")).isEqualTo("+PONG");
    }

    /// Threads of a killed process may hold its port for a moment after the process has ended.
    @Test
    void a_start_of_redis_waits_for_a_port_that_is_still_in_use() throws Exception {
        redis.stop();
        var taken = new ServerSocket(port(), 1, InetAddress.ofLiteral("127.0.0.1"));
        var start = CompletableFuture.runAsync(redis::start);
        awaitLog(" in use");
        taken.close();
        start.get(30, TimeUnit.SECONDS);
        assertThat(ServerCommands.query(redis, "PING")).isEqualTo("+PONG");
    }

    @Test
    void a_failed_start_of_redis_reports_what_the_server_logged() throws Exception {
        redis.stop();
        try (var _ = new ServerSocket(port(), 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThatExceptionOfType(BackendNotStarted.class).isThrownBy(redis::start)
                    .withMessageContaining("Failed listening on port");
        }
    }

    private int port() {
        return URI.create(redis.url()).getPort();
    }

    private void awaitLog(String line) throws IOException {
        while (!logged().contains(line)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /// Each attempt to start deletes the log of the attempt before.
    private String logged() throws IOException {
        try {
            return Files.readString(directory.resolve("redis.log"));
        } catch (NoSuchFileException deleted) {
            return "";
        }
    }

    @Test
    void a_server_that_a_killed_run_left_behind_is_replaced() throws Exception {
        var left = redis.pid();
        redis = Redis.in(directory);
        assertThat(redis.pid()).isNotEqualTo(left);
        assertThat(ServerCommands.query(redis, "PING")).isEqualTo("+PONG");
    }
}
