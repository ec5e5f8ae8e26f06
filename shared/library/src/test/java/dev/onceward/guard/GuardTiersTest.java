package dev.onceward.guard;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// Redis never says for long what PostgreSQL does not say.
@OnServers
class GuardTiersTest {
    private static final Operation PAYMENT = Operation.named("payment").withStore(Store.TIERED);
    private static final GuardedRequest FIRST = GuardedRequest.of("order-1", "12 EUR");
    private static final String LONGEST_LEFT = """
            local longest = 0
            for _, key in ipairs(redis.call('KEYS', 'i9y:*')) do
              longest = math.max(longest, redis.call('PTTL', key))
            end
            return longest
            """;

    /// Puts a token of another call in the place of the only entry, as a claim does that reaches Redis after its caller has
    /// given up. ARGV: how many milliseconds ago, the lease.
    private static final String LEAVE_TOKEN = """
            local name = redis.call('KEYS', 'i9y:*')[1]
            local body = string.match(redis.call('GET', name), '^%a+ %S+ (%S+) ')
            local time = redis.call('TIME')
            local ends = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1] + ARGV[2]
            return redis.call('SET', name, string.format('processing left-behind %s %.0f ', body, ends), 'PX', ARGV[2])
            """;

    private static final String CLAIMING = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND query LIKE '%claim_operation_key%'
            """;

    private final Guard guard = Guards.guard(Store.TIERED);
    private final AtomicInteger runs = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(strings = {
            "UPDATE onceward.operation_key SET state = 'pending', answer = NULL",
            "DELETE FROM onceward.operation_key",
            "TRUNCATE onceward.operation_key"})
    void an_operation_runs_again_when_an_operator_has_reset_its_key(String reset) {
        assertThat(pay(PAYMENT)).isEqualTo(new Completed<>(1));
        assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(1));
        sql().execute(reset);
        var _ = Eventually.value(() -> pay(PAYMENT), new Completed<>(2)::equals);
        assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(2));
    }

    @Test
    void repetitions_get_the_answer_that_an_operator_has_set() {
        var _ = pay(PAYMENT);
        sql().execute("UPDATE onceward.operation_key SET answer = '7'");
        var _ = Eventually.value(() -> pay(PAYMENT), new Replayed<>(7)::equals);
        assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(7));
    }

    @Test
    void redis_is_not_used_for_an_operation_without_repetitions() {
        var seldom = Guards.guard(50);
        var _ = await(Uni.join().all(IntStream.range(0, 1_000).mapToObj(n -> pay(seldom, "order-" + n)).toList())
                .andFailFast());
        assertThat(keysInRedis()).isPositive();
        RedisCommand.flush(Servers.redis());
        assertThat(await(pay(seldom, "new"))).isInstanceOf(Completed.class);
        assertThat(await(pay(seldom, "new"))).isInstanceOf(Replayed.class);
        assertThat(keysInRedis()).isZero();
    }

    @Test
    void redis_is_used_for_an_operation_with_many_repetitions() {
        var often = Guards.guard(1_001);
        var _ = await(pay(often, "order-1"));
        assertThat(keysInRedis()).isZero();
        var _ = await(Uni.join().all(IntStream.range(0, 1_001).mapToObj(_ -> pay(often, "order-1")).toList())
                .andFailFast());
        assertThat(await(pay(often, "order-1"))).isInstanceOf(Replayed.class);
        assertThat(keysInRedis()).isOne();
    }

    private static int keysInRedis() {
        return Integer.parseInt(RedisCommand.send(Servers.redis(), "DBSIZE").substring(1));
    }

    private Uni<GuardResult<Integer>> pay(Guard other, String key) {
        return other.once(PAYMENT, GuardedRequest.of(key, "12 EUR"), Integer.class,
                () -> Uni.createFrom().item(runs::incrementAndGet));
    }

    @Test
    void only_changes_by_an_operator_are_counted() {
        var operation = PAYMENT.withStore(Store.POSTGRES);
        var before = changes();
        var _ = pay(operation);
        sql().execute("UPDATE onceward.operation_key SET expires_at = now()");
        assertThat(changes()).isEqualTo(before + 1);
        assertThat(pay(operation)).isEqualTo(new Completed<>(2));
        sql().execute("UPDATE onceward.operation_key SET expires_at = now()");
        sql().execute("SELECT onceward.purge_expired('operation_key', 10)");
        assertThat(sql().count("operation_key")).isZero();
        assertThat(changes()).isEqualTo(before + 2);
    }

    @ParameterizedTest
    @CsvSource({"PT10M,true", "PT10M,false", "P7D,true", "P7D,false"})
    void redis_forgets_an_answer_before_postgresql_does_and_after_an_hour_at_most(Duration retention,
            boolean isFlushed) {
        var operation = PAYMENT.withRetention(retention);
        var _ = pay(operation);
        if (isFlushed) {
            RedisCommand.flush(Servers.redis());
            assertThat(pay(operation)).isEqualTo(new Replayed<>(1));
        }
        var inPostgres = sql().number(
                "SELECT (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::bigint FROM onceward.operation_key");
        var inRedis = await(Servers.redisClient().send(Request.cmd(Command.EVAL).arg(LONGEST_LEFT).arg(0))).toLong();
        assertThat(inRedis).isPositive().isLessThanOrEqualTo(Math.min(inPostgres, Duration.ofHours(1).toMillis()));
    }

    /// PostgreSQL is locked until both calls have been in Redis.
    @Test
    void a_token_that_postgresql_will_refuse_makes_no_mismatch_of_the_right_body() throws SQLException {
        var _ = pay(PAYMENT);
        RedisCommand.flush(Servers.redis());
        try (var lock = sql().connect()) {
            Sql.execute(lock, "BEGIN; LOCK TABLE onceward.operation_key");
            var other = guard.once(PAYMENT, GuardedRequest.of("order-1", "13 EUR"), Integer.class,
                    () -> Uni.createFrom().item(13)).subscribeAsCompletionStage();
            Eventually.holds(() -> RedisCommand.send(Servers.redis(), "DBSIZE").equals(":1"));
            var right = guard.once(PAYMENT, FIRST, Integer.class, () -> Uni.createFrom().item(14))
                    .subscribeAsCompletionStage();
            Eventually.holds(() -> right.isDone() || sql().number(CLAIMING) == 2);
            Sql.execute(lock, "COMMIT");
            assertThat(right.join()).isEqualTo(new Replayed<>(1));
            assertThat(other.join()).isEqualTo(new GuardResult.Mismatch<>());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT2S"})
    void a_token_that_was_left_behind_does_not_hide_the_answer_and_is_replaced_by_it(Duration age) {
        var _ = pay(PAYMENT);
        leaveToken(age);
        assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(1));
        sql().execute("ALTER TABLE onceward.operation_key RENAME TO hidden");
        try {
            assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(1));
        } finally {
            sql().execute("ALTER TABLE onceward.hidden RENAME TO operation_key");
        }
    }

    @Test
    void the_token_of_an_operation_that_runs_stays_when_postgresql_is_asked() {
        var answer = new CompletableFuture<Integer>();
        var first = Guards.start(guard, PAYMENT, FIRST, Integer.class, () -> Uni.createFrom().completionStage(answer));
        leaveToken(Duration.ofSeconds(2));
        assertThat(pay(PAYMENT)).isInstanceOf(GuardResult.InFlight.class);
        assertThat(RedisCommand.send(Servers.redis(), "DBSIZE")).isEqualTo(":1");
        var _ = answer.complete(7);
        assertThat(first.join()).isEqualTo(new Completed<>(7));
        assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(7));
    }

    @Test
    void simultaneous_repetitions_get_the_answer_that_redis_has_lost() {
        var _ = pay(PAYMENT);
        RedisCommand.flush(Servers.redis());
        var repetitions = IntStream.range(0, 100).mapToObj(_ -> pay(guard, "order-1")).toList();
        assertThat(await(Uni.join().all(repetitions).andFailFast())).containsOnly(new Replayed<>(1));
    }

    private static void leaveToken(Duration age) {
        var _ = await(Servers.redisClient().send(Request.cmd(Command.EVAL).arg(LEAVE_TOKEN).arg(0).arg(age.toMillis())
                .arg(PAYMENT.lease().toMillis())));
    }

    @Test
    void an_operation_that_failed_leaves_nothing_in_redis() {
        var failing = guard.once(PAYMENT, FIRST, Integer.class,
                () -> Uni.createFrom().failure(new Exception("no card")));
        assertThat(await(failing.onFailure().recoverWithNull())).isNull();
        assertThat(RedisCommand.send(Servers.redis(), "DBSIZE")).isEqualTo(":0");
    }

    @Test
    void an_answer_that_was_dropped_leaves_nothing_in_redis() {
        var answer = new CompletableFuture<Integer>();
        var first = Guards.start(guard, PAYMENT, FIRST, Integer.class, () -> Uni.createFrom().completionStage(answer));
        sql().execute("UPDATE onceward.operation_key SET generation = DEFAULT");
        var _ = answer.complete(7);
        assertThat(first.join()).isEqualTo(new GuardResult.LeaseLost<>());
        assertThat(RedisCommand.send(Servers.redis(), "DBSIZE")).isEqualTo(":0");
    }

    @Test
    void an_answer_that_was_committed_in_a_transaction_is_in_redis() {
        var _ = await(guard.onceInTransaction(PAYMENT, FIRST, Integer.class, _ -> Uni.createFrom().item(7)));
        sql().execute("ALTER TABLE onceward.operation_key RENAME TO hidden");
        try {
            assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(7));
        } finally {
            sql().execute("ALTER TABLE onceward.hidden RENAME TO operation_key");
        }
    }

    private static long changes() {
        return sql().number("SELECT changes FROM onceward.operation_key_changes");
    }

    private GuardResult<Integer> pay(Operation operation) {
        return await(guard.once(operation, FIRST, Integer.class,
                () -> Uni.createFrom().item(() -> runs.incrementAndGet())));
    }
}
