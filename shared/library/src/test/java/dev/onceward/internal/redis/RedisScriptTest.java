package dev.onceward.internal.redis;

import java.util.List;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class RedisScriptTest {
    private static final RedisScript COUNT = RedisScript.beside(RedisScriptTest.class, "count");

    private final Redis redis = Servers.redisClient().getDelegate();

    @BeforeEach
    void forgetScripts() {
        assertThat(RedisCommand.send(Servers.redis(), "SCRIPT FLUSH")).isEqualTo("+OK");
        assertThat(RedisCommand.send(Servers.redis(), "CONFIG RESETSTAT")).isEqualTo("+OK");
    }

    @Test
    void redis_gets_the_text_once_and_then_the_hash() {
        assertThat(List.of(run(0), run(0), run(0))).isEqualTo(List.of("1", "2", "3"));
        assertThat(calls("eval")).isEqualTo(1);
        assertThat(calls("evalsha")).isEqualTo(3);
    }

    @Test
    void redis_gets_the_text_again_when_it_has_forgotten_its_scripts() {
        assertThat(run(0)).isEqualTo("1");
        forgetScripts();
        assertThat(List.of(run(0), run(0))).isEqualTo(List.of("2", "3"));
        assertThat(calls("eval")).isEqualTo(1);
    }

    @Test
    void a_script_that_fails_does_not_run_again() {
        assertThat(run(0)).isEqualTo("1");
        assertThat(run(1)).contains("refused");
        assertThat(run(0)).isEqualTo("3");
    }

    private String run(int fails) {
        var ran = COUNT.run(redis::send, script -> script.arg(1).arg("runs").arg(fails))
                .map(Response::toString)
                .otherwise(Throwable::getMessage);
        return await(Uni.createFrom().completionStage(ran.toCompletionStage()));
    }

    private int calls(String command) {
        return await(Servers.redisClient().send(Request.cmd(Command.INFO).arg("commandstats"))).toString().lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*calls=(\\d+),usec=.*", "$1")))
                .sum();
    }
}
