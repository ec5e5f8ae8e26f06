package dev.onceward.embedded;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
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
    void it_is_a_version_that_sets_if_absent_and_tells_what_was_there() throws Exception {
        assertThat(Talk.ask(redis, "SET key mine NX GET")).isEqualTo("$-1");
        assertThat(Talk.ask(redis, "SET key other NX GET")).isEqualTo("$4");
    }

    @Test
    void it_comes_back_on_the_same_port_and_empty_after_a_stop() throws Exception {
        assertThat(Talk.ask(redis, "SET key mine")).isEqualTo("+OK");
        var url = redis.url();
        redis.stop();
        assertThatIllegalStateException().isThrownBy(redis::pid);
        redis.start();
        assertThat(redis.url()).isEqualTo(url);
        assertThat(Talk.ask(redis, "GET key")).isEqualTo("$-1");
    }

    @Test
    void it_comes_back_after_a_kill() throws Exception {
        var killed = redis.pid();
        redis.kill();
        redis.start();
        assertThat(redis.pid()).isNotEqualTo(killed);
        assertThat(Talk.ask(redis, "PING")).isEqualTo("+PONG");
    }

    @Test
    void a_server_that_a_killed_run_left_behind_is_replaced() throws Exception {
        var left = redis.pid();
        redis = Redis.in(directory);
        assertThat(redis.pid()).isNotEqualTo(left);
        assertThat(Talk.ask(redis, "PING")).isEqualTo("+PONG");
    }
}
