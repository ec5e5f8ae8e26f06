package dev.onceward.guard;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.RedisUnavailable;
import dev.onceward.guard.Operation.Store;
import dev.onceward.guard.Operation.WithoutRedis;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.PausedProcess;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// A Redis that is well, and a client with one connection for which one command may wait.
@OnServers
class BusyRedisTest {
    private static final Operation PAYMENT = Operation.named("payment").withStore(Store.REDIS);
    private static final int CALLS = 10;

    private final Redis client = Redis.createClient(Servers.vertx(), new RedisOptions()
            .setConnectionString(Servers.redis().url()).setMaxPoolSize(1).setMaxPoolWaiting(1));
    private final Guard guard = Guards.withSingleCommands(client);

    @ParameterizedTest
    @EnumSource(WithoutRedis.class)
    void no_other_store_runs_an_operation_whose_key_redis_has(WithoutRedis withoutRedis) {
        var operation = PAYMENT.withoutRedis(withoutRedis);
        List<CompletableFuture<GuardResult<String>>> results;
        try (var _ = PausedProcess.redis()) {
            results = IntStream.range(0, CALLS).mapToObj(n -> pay(operation, n).subscribeAsCompletionStage()).toList();
            Eventually.holds(() -> results.stream().filter(CompletableFuture::isDone).count() >= CALLS - 2);
            assertThat(await(pay(operation, CALLS))).isEqualTo(new RedisUnavailable<>());
        }
        assertThat(results).extracting(result -> result.orTimeout(30, TimeUnit.SECONDS).join())
                .containsOnly(new RedisUnavailable<>(), new Completed<>("paid"));
        assertThat(guard.counts().unprotected()).isZero();
        assertThat(sql().count("operation_key")).isZero();
        client.close();
    }

    private Uni<GuardResult<String>> pay(Operation operation, int order) {
        return guard.once(operation, GuardedRequest.of("order-" + order), String.class,
                () -> Uni.createFrom().item("paid"));
    }
}
