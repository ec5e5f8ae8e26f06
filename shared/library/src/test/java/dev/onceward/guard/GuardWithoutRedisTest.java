package dev.onceward.guard;

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
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.guard.GuardResult.AnswerNotKept;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.RedisUnavailable;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.Operation.Store;
import dev.onceward.guard.Operation.WithoutRedis;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.LogOutput;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.PausedProcess;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A Redis that is missing, silent, or forgets.
@OnServers
class GuardWithoutRedisTest {
    private static final Operation PAYMENT = Operation.named("payment");
    private static final GuardedRequest FIRST = GuardedRequest.of("order-1", "12 EUR");
    private static final GuardedRequest OTHER_BODY = GuardedRequest.of("order-1", "13 EUR");

    /// A claim that arrives late leaves a token for as long as its lease.
    private static final String ENDED = """
            local ended = 0
            for _, key in ipairs(redis.call('KEYS', '*')) do
              if not string.find(redis.call('GET', key), '^processing') then ended = ended + 1 end
            end
            return ended
            """;

    private final AtomicInteger runs = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(Store.class)
    void an_application_without_redis_uses_postgresql(Store store) {
        var guard = Guards.withoutRedis(store);
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Completed<>(1));
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(1));
        assertThat(pay(guard, PAYMENT, OTHER_BODY)).isEqualTo(new Mismatch<>());
        assertThat(sql().query("SELECT state FROM onceward.operation_key")).isEqualTo("completed");
    }

    @Test
    void a_repetition_of_a_completed_operation_is_answered_by_redis_alone() {
        var guard = Guards.guard(Store.TIERED);
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Completed<>(1));
        sql().execute("ALTER TABLE onceward.operation_key RENAME TO hidden");
        try {
            assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(1));
            assertThat(pay(guard, PAYMENT, OTHER_BODY)).isEqualTo(new Mismatch<>());
        } finally {
            sql().execute("ALTER TABLE onceward.hidden RENAME TO operation_key");
        }
    }

    @Test
    void what_redis_forgot_is_replayed_by_postgresql_and_then_by_redis_again() {
        var guard = Guards.guard(Store.TIERED);
        var _ = pay(guard, PAYMENT, FIRST);
        RedisCommand.flush(Servers.redis());
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(1));
        sql().execute("ALTER TABLE onceward.operation_key RENAME TO hidden");
        try {
            assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(1));
        } finally {
            sql().execute("ALTER TABLE onceward.hidden RENAME TO operation_key");
        }
    }

    /// The threads end with the test.
    @ParameterizedTest
    @EnumSource(value = TestedStore.class, names = {"POSTGRES", "TIERED", "TIERED_WITH_MEMORY"})
    void a_redis_that_is_flushed_all_the_time_breaks_no_promise(TestedStore store) throws Exception {
        var guard = Guards.guard(store);
        var otherGuard = Guards.otherGuard(store);
        var isOver = new CompletableFuture<Void>();
        var flushing = Thread.ofVirtual().start(() -> flushUntil(isOver));
        for (var round = 0; round < 10; round++) {
            var first = GuardedRequest.of("order-" + round, "12 EUR");
            var other = GuardedRequest.of("order-" + round, "13 EUR");
            runs.set(0);
            var results = ConcurrentCalls.with(
                    n -> pay(n % 2 == 0 ? guard : otherGuard, PAYMENT, n % 3 == 0 ? other : first));
            assertThat(runs).hasValue(1);
            ConcurrentCalls.assertOneBodyWon(results, n -> n % 3 != 0);
        }
        var _ = isOver.complete(null);
        flushing.join();
    }

    private static void flushUntil(CompletableFuture<Void> isOver) {
        while (!isOver.isDone()) {
            RedisCommand.flush(Servers.redis());
            try {
                Thread.sleep(50);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    @Test
    void a_key_of_which_redis_lost_the_token_stays_in_flight_and_gets_its_token_back() {
        var operation = PAYMENT.withLease(Duration.ofSeconds(5));
        var guard = Guards.guard(Store.TIERED);
        var answer = new CompletableFuture<Integer>();
        var first = Guards.start(guard, operation, FIRST, Integer.class,
                () -> Uni.createFrom().completionStage(answer));
        RedisCommand.flush(Servers.redis());
        assertThat(pay(guard, operation, FIRST)).isInstanceOf(InFlight.class);
        assertThat(entries()).isZero();
        Eventually.holds(() -> entries() == 1);
        var _ = answer.complete(7);
        assertThat(first.join()).isEqualTo(new Completed<>(7));
        assertThat(pay(guard, operation, FIRST)).isEqualTo(new Replayed<>(7));
    }

    @Test
    void a_redis_that_does_not_answer_costs_time_and_nothing_else() {
        var guard = Guards.impatient(Store.TIERED, Servers.redisClient());
        var _ = pay(guard, PAYMENT, FIRST);
        try (var _ = PausedProcess.redis()) {
            assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(1));
            assertThat(pay(guard, PAYMENT, GuardedRequest.of("order-2"))).isEqualTo(new Completed<>(2));
            assertThat(pay(guard, PAYMENT, GuardedRequest.of("order-2"))).isEqualTo(new Replayed<>(2));
        }
        assertThat(pay(guard, PAYMENT, FIRST)).isEqualTo(new Replayed<>(1));
    }

    @ParameterizedTest
    @CsvSource({"TIERED,0", "TIERED,2147483647", "REDIS,0"})
    void an_operation_that_refuses_without_redis_does_not_run(Store store, int minDuplicates) {
        var operation = PAYMENT.withStore(store).withoutRedis(WithoutRedis.REFUSE);
        var guard = Guards.impatient(minDuplicates, Servers.redisClient());
        try (var _ = PausedProcess.redis()) {
            assertThat(pay(guard, operation, FIRST)).isEqualTo(new RedisUnavailable<>());
            assertThat(pay(guard, operation, FIRST)).isEqualTo(new RedisUnavailable<>());
        }
        assertThat(runs).hasValue(0);
        assertThat(guard.counts().refused()).isEqualTo(2);
        assertThat(sql().count("operation_key")).isZero();
    }

    @Test
    void an_operation_with_keys_in_redis_alone_uses_postgresql_while_redis_does_not_answer() {
        var operation = PAYMENT.withStore(Store.REDIS);
        var guard = Guards.impatient(Store.POSTGRES, Servers.redisClient());
        try (var _ = PausedProcess.redis()) {
            assertThat(pay(guard, operation, FIRST)).isEqualTo(new Completed<>(1));
            assertThat(pay(guard, operation, FIRST)).isEqualTo(new Replayed<>(1));
        }
    }

    @Test
    void an_unprotected_operation_runs_logs_its_keys_and_counts_those_that_ran_twice() {
        var operation = PAYMENT.withStore(Store.REDIS).withoutRedis(WithoutRedis.WARN)
                .withLease(Duration.ofSeconds(5));
        var patient = Guards.guard(Store.POSTGRES);
        var guard = Guards.impatient(Store.POSTGRES, Servers.redisClient());
        assertThat(pay(patient, operation, FIRST)).isEqualTo(new Completed<>(1));
        try (var log = LogOutput.of(RunUnprotected.class)) {
            try (var _ = PausedProcess.redis()) {
                assertThat(pay(guard, operation, FIRST)).isEqualTo(new Completed<>(2));
                assertThat(pay(guard, operation, GuardedRequest.of("order-2"))).isEqualTo(new Completed<>(3));
                assertThat(pay(guard, operation, GuardedRequest.of("order-2"))).isEqualTo(new Completed<>(4));
                assertThat(guard.counts().unprotected()).isEqualTo(3);
                assertThat(guard.counts().ranTwice()).isEqualTo(1);
                assertThat(log.lines()).contains("WARN an operation runs unprotected, because Redis does not answer: "
                        + "operation=payment key-hash=0bafe22156d2");
            }
            Eventually.holds(() -> guard.counts().ranTwice() == 2);
            assertThat(log.lines()).contains("WARN an operation ran twice, because Redis did not answer: "
                    + "operation=payment key-hash=0bafe22156d2");
        }
        Eventually.holds(() -> entries() == 2);
        var _ = Eventually.value(() -> pay(patient, operation, GuardedRequest.of("order-2")),
                new Replayed<>(3)::equals);
        assertThat(runs).hasValue(4);
    }

    /// Twenty answers of a million characters are more than the 16 MiB that are remembered.
    @Test
    void answers_of_unprotected_operations_take_a_limited_amount_of_memory() {
        var operation = PAYMENT.withStore(Store.REDIS).withoutRedis(WithoutRedis.WARN).withMaxAnswerBytes(2_000_000)
                .withLease(Duration.ofSeconds(1));
        var guard = Guards.impatient(Store.POSTGRES, Servers.redisClient());
        var requests = IntStream.range(0, 20).mapToObj(n -> GuardedRequest.of("order-" + n)).toList();
        try (var _ = PausedProcess.redis()) {
            assertThat(requests).allSatisfy(request -> assertThat(answer(guard, operation, request, 1_000_000))
                    .isInstanceOf(Completed.class));
        }
        Eventually.holds(() -> endedEntries() == 20);
        var patient = Guards.guard(Store.POSTGRES);
        var repeated = requests.stream().map(request -> Eventually.value(() -> answer(patient, operation, request, 1),
                result -> !(result instanceof InFlight))).toList();
        assertThat(repeated).filteredOn(Replayed.class::isInstance).hasSize(16);
        assertThat(repeated).filteredOn(AnswerNotKept.class::isInstance).hasSize(4);
    }

    @Test
    void an_unprotected_operation_keeps_no_answer_that_is_larger_than_it_allows() {
        var operation = PAYMENT.withStore(Store.REDIS).withoutRedis(WithoutRedis.WARN)
                .withLease(Duration.ofSeconds(1));
        var guard = Guards.impatient(Store.POSTGRES, Servers.redisClient());
        try (var _ = PausedProcess.redis()) {
            assertThat(answer(guard, operation, FIRST, 65_537)).isInstanceOf(Completed.class);
        }
        Eventually.holds(() -> endedEntries() == 1);
        var repeated = Eventually.value(() -> answer(Guards.guard(Store.POSTGRES), operation, FIRST, 1),
                result -> !(result instanceof InFlight));
        assertThat(repeated).isEqualTo(new AnswerNotKept<>());
    }

    private static GuardResult<String> answer(Guard guard, Operation operation, GuardedRequest request, int length) {
        return await(guard.once(operation, request, String.class, () -> Uni.createFrom().item("x".repeat(length))));
    }

    @Test
    void a_transaction_does_not_run_for_an_operation_with_keys_in_redis_alone() {
        assertThatThrownBy(() -> await(Guards.guard(Store.REDIS).onceInTransaction(PAYMENT, FIRST, Integer.class,
                _ -> Uni.createFrom().item(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The operation payment runs in a transaction: its store must not be redis.");
    }

    private static long endedEntries() {
        return await(Servers.redisClient().send(Request.cmd(Command.EVAL).arg(ENDED).arg(0))).toLong();
    }

    private static int entries() {
        return Integer.parseInt(RedisCommand.send(Servers.redis(), "DBSIZE").substring(1));
    }

    private GuardResult<Integer> pay(Guard guard, Operation operation, GuardedRequest request) {
        return await(guard.once(operation, request, Integer.class,
                () -> Uni.createFrom().item(() -> runs.incrementAndGet())));
    }
}
