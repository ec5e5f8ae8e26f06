package dev.onceward.guard;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.FailedEarlier;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.LeaseLost;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TcpProxy;
import dev.onceward.testing.TestAll;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Calls that lose their lease. The tests end a lease in the database, as time does while a process is paused.
@OnServers
@ParameterizedClass
@MethodSource("stores")
class GuardLeaseTest {
    private static final Operation PAYMENT = Operation.named("payment");
    private static final Operation HELD = PAYMENT.withOnAbandon(Operation.OnAbandon.HOLD);
    private static final GuardedRequest REQUEST = GuardedRequest.of("order-1", "12 EUR");

    private static final String SLOW_COMMIT = """
            CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock_shared(4711);
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON effect DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION wait_for_test()
            """;
    private static final String COMMITTING = """
            SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%COMMIT'
            """;

    private final Store store;
    private final Guard guard;
    private final Guard otherGuard;

    GuardLeaseTest(Store store) {
        this.store = store;
        this.guard = Guards.guard(store);
        this.otherGuard = Guards.otherGuard(store);
    }

    /// `TIERED` uses PostgreSQL as well, so outside of CI it stands for both.
    static List<Store> stores() {
        return List.of(Store.TIERED, Store.POSTGRES).subList(0, TestAll.rounds(2, 1));
    }

    @BeforeEach
    void create() {
        sql().execute("CREATE TABLE IF NOT EXISTS effect (name text)");
        sql().execute("TRUNCATE effect");
    }

    @Test
    void the_effects_of_a_transaction_that_has_lost_its_lease_are_rolled_back() {
        var goOn = new CompletableFuture<Void>();
        var first = startInTransaction(guard, transaction -> effect(transaction, "first")
                .onItem().transformToUni(_ -> Uni.createFrom().completionStage(goOn)));
        endLease();
        assertThat(Servers.await(otherGuard.onceInTransaction(PAYMENT, REQUEST, Void.class,
                transaction -> effect(transaction, "second")))).isEqualTo(new Completed<>(null));
        var _ = goOn.complete(null);
        assertThat(first.join()).isEqualTo(new LeaseLost<>());
        assertThat(sql().texts("SELECT name FROM effect")).containsExactly("second");
    }

    @Test
    void the_effects_of_a_transaction_are_committed_with_the_answer() {
        var seen = Servers.await(guard.onceInTransaction(PAYMENT, REQUEST, String.class,
                transaction -> effect(transaction, "first").replaceWith(() -> sql()
                        .query("SELECT count(*) || ' ' || (SELECT state FROM onceward.operation_key) FROM effect"))));
        assertThat(seen).isEqualTo(new Completed<>("0 processing"));
        assertThat(sql().texts("SELECT name || ' ' || state FROM effect, onceward.operation_key"))
                .containsExactly("first completed");
    }

    @Test
    void a_connection_that_breaks_before_the_commit_lets_the_next_call_run_the_operation() {
        assertThatThrownBy(() -> Servers.await(guard.onceInTransaction(PAYMENT, REQUEST, Void.class,
                transaction -> effect(transaction, "first")
                        .onItem()
                        .transformToUni(_ -> transaction.query("SELECT pg_terminate_backend(pg_backend_pid())")
                                .execute())
                        .replaceWithVoid())));
        assertThat(Servers.await(guard.onceInTransaction(PAYMENT, REQUEST, Void.class,
                transaction -> effect(transaction, "second")))).isEqualTo(new Completed<>(null));
        assertThat(sql().texts("SELECT name FROM effect")).containsExactly("second");
    }

    @Test
    void an_operation_that_holds_abandoned_keys_is_not_run_by_another_call() {
        var answer = new CompletableFuture<String>();
        var first = Guards.start(guard, HELD, REQUEST, String.class, () -> Uni.createFrom().completionStage(answer));
        assertThat(run(otherGuard, HELD, "second")).isInstanceOf(InFlight.class);
        endLease();
        assertThat(run(otherGuard, HELD, "second")).isEqualTo(new Held<>());
        assertThat(sql().query("SELECT state || ': ' || last_error FROM onceward.operation_key")).isEqualTo(
                "held: The process that ran the operation did not end it within its lease.");
        var _ = answer.complete("first");
        assertThat(first.join()).isEqualTo(new Completed<>("first"));
        assertThat(run(otherGuard, HELD, "second")).isEqualTo(new Replayed<>("first"));
    }

    @Test
    void a_held_key_that_an_operator_released_does_not_take_the_late_answer() {
        var answer = new CompletableFuture<String>();
        var first = Guards.start(guard, HELD, REQUEST, String.class, () -> Uni.createFrom().completionStage(answer));
        endLease();
        assertThat(run(otherGuard, HELD, "second")).isEqualTo(new Held<>());
        decide("pending", "");
        var _ = answer.complete("first");
        assertThat(first.join()).isEqualTo(new LeaseLost<>());
        assertThat(run(otherGuard, HELD, "second")).isEqualTo(new Completed<>("second"));
    }

    @Test
    void a_held_key_that_an_operator_completed_replays_the_answer_of_the_operator_and_does_not_take_the_late_one() {
        var answer = new CompletableFuture<String>();
        var first = Guards.start(guard, HELD, REQUEST, String.class, () -> Uni.createFrom().completionStage(answer));
        endLease();
        assertThat(run(otherGuard, HELD, "second")).isEqualTo(new Held<>());
        decide("completed", "\"by hand\"");
        assertThat(run(otherGuard, HELD, "second")).isEqualTo(new Replayed<>("by hand"));
        var _ = answer.complete("first");
        assertThat(first.join()).isEqualTo(new LeaseLost<>());
        assertThat(run(otherGuard, HELD, "second")).isEqualTo(new Replayed<>("by hand"));
    }

    @Test
    void a_key_that_was_purged_and_claimed_again_takes_no_answer_of_its_first_lease() {
        var answer = new CompletableFuture<String>();
        var second = new CompletableFuture<String>();
        var first = Guards.start(guard, PAYMENT, REQUEST, String.class, () -> Uni.createFrom().completionStage(answer));
        sql().execute("DELETE FROM onceward.operation_key");
        var running = Guards.start(otherGuard, PAYMENT, REQUEST, String.class,
                () -> Uni.createFrom().completionStage(second));
        var _ = answer.complete("first");
        assertThat(first.join()).isEqualTo(new LeaseLost<>());
        var _ = second.complete("second");
        assertThat(running.join()).isEqualTo(new Completed<>("second"));
    }

    @Test
    void an_operation_that_finds_its_lease_lost_when_it_renews_it_is_cancelled() {
        var operation = PAYMENT.withLease(Duration.ofSeconds(5));
        var cancelled = new AtomicInteger();
        var first = Guards.start(guard, operation, REQUEST, String.class,
                () -> Uni.createFrom().<String>nothing().onCancellation().invoke(cancelled::incrementAndGet));
        endLease();
        assertThat(run(otherGuard, operation, "second")).isEqualTo(new Completed<>("second"));
        sql().execute("UPDATE onceward.operation_key SET generation = DEFAULT");
        assertThat(first.thenApply(result -> List.of(result, cancelled.get())).join())
                .isEqualTo(List.of(new LeaseLost<>(), 1));
    }

    @Test
    void an_operation_goes_on_when_its_caller_gives_up_and_its_answer_is_kept() {
        var answer = new CompletableFuture<String>();
        var begun = new CountDownLatch(1);
        var caller = guard.once(PAYMENT, REQUEST, String.class, () -> {
            begun.countDown();
            return Uni.createFrom().completionStage(answer);
        }).subscribe().with(_ -> {});
        Guards.await(begun);
        caller.cancel();
        var _ = answer.complete("first");
        var _ = Eventually.value(() -> run(guard, PAYMENT, "second"), result -> !(result instanceof InFlight));
        assertThat(run(guard, PAYMENT, "second")).isEqualTo(new Replayed<>("first"));
    }

    /// The commit lasts as long as the test wants: a deferred trigger waits for a lock.
    @Test
    void the_answer_of_a_transaction_is_known_when_the_answer_to_its_commit_is_lost() throws Exception {
        sql().execute(SLOW_COMMIT);
        try (var proxy = new TcpProxy(Servers.postgres().url()); var held = sql().connect()) {
            Sql.execute(held, "SELECT pg_advisory_lock(4711)");
            var pool = Servers.newPool(proxy.url(), 4);
            var result = Guards.guard(store, pool).onceInTransaction(PAYMENT, REQUEST, String.class,
                    transaction -> effect(transaction, "first").replaceWith("answer")).subscribeAsCompletionStage();
            Eventually.holds(() -> sql().number(COMMITTING) == 1);
            proxy.loseAnswers();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
            Eventually.holds(() -> sql().texts("SELECT name FROM effect").equals(List.of("first")));
            proxy.endConnections();
            assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo(new Completed<>("answer"));
            pool.closeAndAwait();
        } finally {
            sql().execute("DROP TRIGGER slow_commit ON effect");
        }
    }

    @Test
    void a_commit_that_the_server_refuses_is_a_failure_also_if_failures_are_kept() {
        var operation = PAYMENT.withKeptErrors();
        sql().execute("ALTER TABLE effect ADD CONSTRAINT once UNIQUE (name) DEFERRABLE INITIALLY DEFERRED");
        try {
            assertThatThrownBy(() -> Servers.await(guard.onceInTransaction(operation, REQUEST, Void.class,
                    transaction -> effect(transaction, "same").chain(() -> effect(transaction, "same")))))
                    .hasMessageContaining("once");
        } finally {
            sql().execute("ALTER TABLE effect DROP CONSTRAINT once");
        }
        assertThat(sql().texts("SELECT name FROM effect")).isEmpty();
        assertThat(run(guard, operation, "second")).isInstanceOf(FailedEarlier.class);
    }

    @Test
    void a_handler_that_hides_the_failure_of_a_statement_commits_nothing() {
        assertThatThrownBy(() -> Servers.await(guard.onceInTransaction(PAYMENT, REQUEST, Void.class,
                transaction -> effect(transaction, "first")
                        .onItem().transformToUni(_ -> transaction.query("SELECT 1/0").execute())
                        .replaceWithVoid().onFailure().recoverWithNull())));
        assertThat(sql().texts("SELECT name FROM effect")).isEmpty();
        assertThat(run(guard, PAYMENT, "second")).isEqualTo(new Completed<>("second"));
    }

    @Test
    void a_lease_is_renewed_for_as_long_as_the_operation_runs() {
        var operation = PAYMENT.withLease(Duration.ofSeconds(5));
        var answer = new CompletableFuture<String>();
        var first = Guards.start(guard, operation, REQUEST, String.class,
                () -> Uni.createFrom().completionStage(answer));
        var until = leaseUntil();
        var next = Eventually.value(GuardLeaseTest::leaseUntil, time -> time.compareTo(until) > 0);
        var _ = Eventually.value(GuardLeaseTest::leaseUntil, time -> time.compareTo(next) > 0);
        assertThat(run(otherGuard, operation, "second")).isInstanceOf(InFlight.class);
        var _ = answer.complete("first");
        assertThat(first.join()).isEqualTo(new Completed<>("first"));
    }

    private static String leaseUntil() {
        return sql().query("SELECT lease_until AT TIME ZONE 'UTC' FROM onceward.operation_key");
    }

    private static void decide(String decision, String answer) {
        assertThat(sql().query("""
                SELECT onceward.decide_held_key('payment', '', 'order-1', ?, convert_to(nullif(?, ''), 'UTF8'),
                                                'ada', 'looked it up')
                """, decision, answer)).isEqualTo("held");
    }

    private void endLease() {
        MoveTime.endLeases(store);
    }

    private static GuardResult<String> run(Guard guard, Operation operation, String answer) {
        return Servers.await(guard.once(operation, REQUEST, String.class, () -> Uni.createFrom().item(answer)));
    }

    private static Uni<Void> effect(SqlConnection transaction, String name) {
        return transaction.preparedQuery("INSERT INTO effect VALUES ($1)").execute(Tuple.of(name)).replaceWithVoid();
    }

    private static CompletableFuture<GuardResult<Void>> startInTransaction(Guard guard,
            Function<SqlConnection, Uni<Void>> handler) {
        return Guards.started(begun -> guard.onceInTransaction(PAYMENT, REQUEST, Void.class, transaction -> {
            begun.countDown();
            return handler.apply(transaction);
        }));
    }
}
