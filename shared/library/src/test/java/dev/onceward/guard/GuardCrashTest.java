package dev.onceward.guard;

import java.sql.SQLException;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardResult.Held;
import dev.onceward.guard.GuardResult.InFlight;
import dev.onceward.guard.GuardResult.Replayed;
import dev.onceward.guard.Operation.OnAbandon;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TestAll;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.PausedProcess;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// Processes that are killed or paused while they run an operation. Their lease lasts for two seconds.
@OnServers
@ParameterizedClass
@MethodSource("stores")
class GuardCrashTest {
    private static final String COMMIT_WAITS = """
            CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock_shared(4711);
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON effect DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION wait_for_test()
            """;
    private static final String WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

    private final Store store;
    private final Guard guard;

    GuardCrashTest(Store store) {
        this.store = store;
        this.guard = Guards.guard(store);
    }

    /// `TIERED` uses PostgreSQL as well, so outside of CI it stands for both.
    static List<Store> stores() {
        return List.of(Store.TIERED, Store.POSTGRES).subList(0, TestAll.rounds(2, 1));
    }

    @BeforeEach
    void create() {
        sql().execute("DROP TABLE IF EXISTS effect");
        sql().execute("CREATE TABLE effect (name text)");
    }

    @Test
    void an_operation_runs_again_when_its_process_was_killed_before_the_commit() {
        try (var process = GuardedProcess.start(store, OnAbandon.RETRY)) {
            var _ = process.awaitOperation();
            assertThat(second(OnAbandon.RETRY)).isInstanceOf(InFlight.class);
        }
        assertThat(eventually(OnAbandon.RETRY)).isEqualTo(new Completed<>("second"));
        assertThat(effects()).containsExactly("second");
    }

    @Test
    void an_operation_whose_process_was_killed_during_the_commit_does_not_run_again() throws SQLException {
        sql().execute(COMMIT_WAITS);
        try (var lock = sql().connect()) {
            Sql.execute(lock, "SELECT pg_advisory_lock(4711)");
            try (var process = GuardedProcess.start(store, OnAbandon.RETRY)) {
                process.awaitOperation().endOperation();
                Eventually.holds(() -> sql().number(WAITING + " AND query LIKE '%COMMIT'") == 1);
            }
            Sql.execute(lock, "SELECT pg_advisory_unlock(4711)");
        }
        assertThat(eventually(OnAbandon.RETRY)).isEqualTo(new Replayed<>("first"));
        assertThat(effects()).containsExactly("first");
    }

    @Test
    void an_operation_whose_process_was_killed_before_it_wrote_to_redis_does_not_run_again() {
        try (var process = GuardedProcess.start(store, OnAbandon.RETRY)) {
            var _ = process.awaitOperation();
            try (var _ = PausedProcess.redis()) {
                process.endOperation();
                Eventually.holds(() -> sql().query("SELECT state FROM onceward.operation_key").equals("completed"));
                process.kill();
            }
        }
        assertThat(eventually(OnAbandon.RETRY)).isEqualTo(new Replayed<>("first"));
        assertThat(effects()).containsExactly("first");
    }

    /// PostgreSQL may still run the claim of a process that is gone.
    @Test
    void an_operation_whose_process_was_killed_before_postgresql_granted_the_key_runs_later() throws SQLException {
        try (var lock = sql().connect()) {
            Sql.execute(lock, "BEGIN; LOCK TABLE onceward.operation_key");
            try (var _ = GuardedProcess.start(store, OnAbandon.RETRY)) {
                Eventually.holds(() -> sql().number(WAITING + " AND query LIKE '%claim_operation_key%'") == 1);
                if (store == Store.TIERED) {
                    assertThat(RedisCommand.send(Servers.redis(), "DBSIZE")).isNotEqualTo(":0");
                }
            }
            Sql.execute(lock, "COMMIT");
        }
        assertThat(eventually(OnAbandon.RETRY)).isEqualTo(new Completed<>("second"));
        assertThat(effects()).containsExactly("second");
    }

    @Test
    void a_paused_process_loses_its_lease_and_its_answer_and_effects_are_refused_when_it_wakes() {
        try (var process = GuardedProcess.start(store, OnAbandon.RETRY)) {
            try (var _ = PausedProcess.of(process.awaitOperation().pid())) {
                assertThat(eventually(OnAbandon.RETRY)).isEqualTo(new Completed<>("second"));
            }
            process.endOperation();
            assertThat(process.result()).isEqualTo("LeaseLost[]");
        }
        assertThat(second(OnAbandon.RETRY)).isEqualTo(new Replayed<>("second"));
        assertThat(effects()).containsExactly("second");
    }

    @Test
    void nobody_takes_over_from_a_paused_process_if_its_operation_holds() {
        try (var process = GuardedProcess.start(store, OnAbandon.HOLD)) {
            try (var _ = PausedProcess.of(process.awaitOperation().pid())) {
                assertThat(eventually(OnAbandon.HOLD)).isEqualTo(new Held<>());
                assertThat(second(OnAbandon.HOLD)).isEqualTo(new Held<>());
            }
            process.endOperation();
            assertThat(process.result()).isEqualTo("Completed[answer=first]");
        }
        assertThat(eventually(OnAbandon.HOLD)).isEqualTo(new Replayed<>("first"));
        assertThat(effects()).containsExactly("first");
    }

    @Test
    void a_killed_process_holds_the_key_for_an_operator_if_its_operation_holds() {
        try (var process = GuardedProcess.start(store, OnAbandon.HOLD)) {
            var _ = process.awaitOperation();
        }
        assertThat(eventually(OnAbandon.HOLD)).isEqualTo(new Held<>());
        assertThat(effects()).isEmpty();
    }

    /// The first result that says how the first call ended.
    private GuardResult<String> eventually(OnAbandon onAbandon) {
        return Eventually.value(() -> second(onAbandon), result -> !(result instanceof InFlight));
    }

    private GuardResult<String> second(OnAbandon onAbandon) {
        return Servers.await(guard.onceInTransaction(GuardedProcess.PAYMENT.withOnAbandon(onAbandon),
                GuardedProcess.REQUEST, String.class,
                transaction -> GuardedProcess.effect(transaction, "second").replaceWith("second")));
    }

    private static List<String> effects() {
        return sql().texts("SELECT name FROM effect");
    }
}
