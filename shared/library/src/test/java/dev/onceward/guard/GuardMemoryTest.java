package dev.onceward.guard;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.guard.GuardResult.AnswerNotKept;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.Mismatch;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.Operation.OnAbandon;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A process remembers answers, and never says for long what PostgreSQL does not say.
@OnServers
class GuardMemoryTest {
    private static final Operation PAYMENT = Operation.named("payment");
    private static final GuardedRequest FIRST = GuardedRequest.of("order-1", "12 EUR");
    private static final GuardedRequest OTHER_BODY = GuardedRequest.of("order-1", "13 EUR");
    private static final String UNEXPIRED = """
            SELECT count(*) FROM onceward.operation_key WHERE expires_at > clock_timestamp()
            """;
    private static final String RELEASE = """
            SELECT onceward.decide_held_key('payment', '', 'order-1', 'pending', NULL, 'anna', 'no charge')
            """;
    private static final String COMPLETE = """
            SELECT onceward.decide_held_key('payment', '', 'order-1', 'completed', '7', 'anna', 'charged')
            """;
    private static final String END_LEASES = "UPDATE onceward.operation_key SET lease_until = clock_timestamp()";

    private final Guard guard = Guards.guard(TestedStore.TIERED_WITH_MEMORY);
    private final Guard otherGuard = Guards.otherGuard(TestedStore.TIERED_WITH_MEMORY);
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void an_answer_that_this_process_has_kept_is_remembered() {
        assertThat(pay(PAYMENT)).isEqualTo(new Completed<>(1));
        assertThat(withoutServers(() -> pay(PAYMENT))).isEqualTo(new Replayed<>(1));
        assertThat(withoutServers(() -> pay(guard, PAYMENT, OTHER_BODY))).isEqualTo(new Mismatch<>());
        assertThat(guard.counts().replayed()).isEqualTo(1);
    }

    /// Else the other tests would show nothing.
    @Test
    void without_memory_a_server_is_asked() {
        var forgetful = Guards.guard(TestedStore.TIERED);
        var _ = pay(forgetful, PAYMENT, FIRST);
        assertThatThrownBy(() -> withoutServers(() -> pay(forgetful, PAYMENT, FIRST)))
                .hasMessageContaining("operation_key");
    }

    @Test
    void that_an_operation_failed_or_has_no_answer_is_remembered() {
        var failing = PAYMENT.withKeptErrors();
        assertThatThrownBy(() -> await(guard.once(failing, FIRST, Integer.class,
                () -> Uni.createFrom().failure(new IllegalStateException("no card"))))).hasMessage("no card");
        assertThat(withoutServers(() -> pay(failing)))
                .isEqualTo(new FailedEarlier<>("java.lang.IllegalStateException: no card"));
        var large = Operation.named("refund").withMaxAnswerBytes(0);
        assertThat(pay(large)).isEqualTo(new Completed<>(1));
        assertThat(withoutServers(() -> pay(large))).isEqualTo(new AnswerNotKept<>());
    }

    @Test
    void an_answer_that_was_committed_in_a_transaction_is_remembered() {
        var _ = await(guard.onceInTransaction(PAYMENT, FIRST, Integer.class, _ -> Uni.createFrom().item(7)));
        assertThat(withoutServers(() -> pay(PAYMENT))).isEqualTo(new Replayed<>(7));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_answer_of_another_process_is_remembered_when_a_server_has_said_it(boolean isFlushed) {
        assertThat(pay(otherGuard, PAYMENT, FIRST)).isEqualTo(new Completed<>(1));
        if (isFlushed) {
            RedisCommand.flush(Servers.redis());
        }
        assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(1));
        assertThat(withoutServers(() -> pay(PAYMENT))).isEqualTo(new Replayed<>(1));
    }

    @Test
    void nothing_is_remembered_while_an_operation_runs_or_when_it_failed() {
        var failed = new CompletableFuture<Integer>();
        var first = Guards.start(guard, PAYMENT, FIRST, Integer.class, () -> Uni.createFrom().completionStage(failed));
        assertThat(pay(PAYMENT)).isInstanceOf(GuardResult.InFlight.class);
        var _ = failed.completeExceptionally(new IllegalStateException("no card"));
        assertThatThrownBy(first::join).hasMessageContaining("no card");
        assertThat(pay(PAYMENT)).isEqualTo(new Completed<>(1));
    }

    @Test
    void an_answer_of_a_lost_lease_is_not_remembered() {
        var late = new CompletableFuture<Integer>();
        var first = Guards.start(guard, PAYMENT, FIRST, Integer.class, () -> Uni.createFrom().completionStage(late));
        sql().execute(END_LEASES);
        RedisCommand.flush(Servers.redis());
        assertThat(pay(otherGuard, PAYMENT, FIRST)).isEqualTo(new Completed<>(1));
        var _ = late.complete(7);
        assertThat(first.join()).isEqualTo(new GuardResult.LeaseLost<>());
        assertThat(pay(PAYMENT)).isEqualTo(new Replayed<>(1));
    }

    /// What a process knows of the operator's changes is at most a second old.
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
        assertThat(Eventually.value(() -> pay(otherGuard, PAYMENT, FIRST), new Replayed<>(2)::equals)).isNotNull();
    }

    @Test
    void repetitions_get_the_answer_that_an_operator_has_set() {
        var _ = pay(PAYMENT);
        sql().execute("UPDATE onceward.operation_key SET answer = '7'");
        var _ = Eventually.value(() -> pay(PAYMENT), new Replayed<>(7)::equals);
        assertThat(withoutServers(() -> pay(PAYMENT))).isEqualTo(new Replayed<>(7));
    }

    /// An operator decides about a key that no process has ended.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_an_operator_decides_about_a_held_key_holds_at_once(boolean isReleased) {
        var operation = PAYMENT.withOnAbandon(OnAbandon.HOLD);
        var lost = Guards.start(guard, operation, FIRST, Integer.class, () -> Uni.createFrom().nothing());
        sql().execute(END_LEASES);
        RedisCommand.flush(Servers.redis());
        assertThat(pay(operation)).isEqualTo(new Held<>());
        sql().execute(isReleased ? RELEASE : COMPLETE);
        assertThat(pay(operation)).isEqualTo(isReleased ? new Completed<>(1) : new Replayed<>(7));
        assertThat(withoutServers(() -> pay(operation))).isEqualTo(new Replayed<>(isReleased ? 1 : 7));
        assertThat(lost).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_operation_runs_again_as_soon_as_its_retention_has_ended(boolean isPurged) {
        var operation = PAYMENT.withRetention(Duration.ofSeconds(3));
        assertThat(pay(operation)).isEqualTo(new Completed<>(1));
        Eventually.holds(() -> {
            var _ = pay(operation);
            return sql().number(UNEXPIRED) == 0 || runs.get() > 1;
        });
        if (isPurged) {
            sql().execute("SELECT onceward.purge_expired('operation_key', 10)");
        }
        var _ = pay(guard, operation, OTHER_BODY);
        assertThat(runs).hasValue(2);
    }

    @Test
    void operations_of_a_sequence_are_always_looked_up_in_postgresql() {
        var first = GuardedRequest.of("a").first("account");
        assertThat(pay(guard, PAYMENT, first)).isEqualTo(new Completed<>(1));
        assertThat(pay(guard, PAYMENT, first)).isEqualTo(new Replayed<>(1));
        assertThatThrownBy(() -> withoutServers(() -> pay(guard, PAYMENT, first)));
        sql().execute("DELETE FROM onceward.operation_key; DELETE FROM onceward.last_operation");
        assertThat(pay(guard, PAYMENT, first)).isEqualTo(new Completed<>(2));
    }

    @Test
    void the_other_stores_remember_nothing() {
        assertThat(pay(PAYMENT.withStore(Store.POSTGRES))).isEqualTo(new Completed<>(1));
        sql().execute("DELETE FROM onceward.operation_key");
        assertThat(pay(PAYMENT.withStore(Store.POSTGRES))).isEqualTo(new Completed<>(2));
        assertThat(pay(PAYMENT.withStore(Store.REDIS))).isEqualTo(new Completed<>(3));
        RedisCommand.flush(Servers.redis());
        assertThat(pay(PAYMENT.withStore(Store.REDIS))).isEqualTo(new Completed<>(4));
    }

    private static <T> T withoutServers(Supplier<T> call) {
        RedisCommand.flush(Servers.redis());
        sql().execute("ALTER TABLE onceward.operation_key RENAME TO hidden");
        try {
            return call.get();
        } finally {
            sql().execute("ALTER TABLE onceward.hidden RENAME TO operation_key");
        }
    }

    private GuardResult<Integer> pay(Operation operation) {
        return pay(guard, operation, FIRST);
    }

    private GuardResult<Integer> pay(Guard with, Operation operation, GuardedRequest request) {
        return await(with.once(operation, request, Integer.class,
                () -> Uni.createFrom().item(() -> runs.incrementAndGet())));
    }
}
