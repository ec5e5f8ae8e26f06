package dev.onceward.runtime.operation;

import java.util.Optional;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class DecideHeldKeyTest {
    private static final KeyAddress ADDRESS = new KeyAddress("payment", "anna", "order-1");
    private static final Actor ADA = new Actor("ada", "looked it up");
    private static final String CLAIM = """
            SELECT claim FROM onceward.claim_operation_key('payment', 'anna', 'order-1', sha256('12 EUR'), '12 EUR',
                                                        '30 seconds', true)
            """;
    private static final String WAITING = """
            SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%decide_held_key%'
            """;
    private static final String GROWTH = """
            INSERT INTO onceward.operation_key (operation, caller, key, fingerprint, state)
            SELECT 'payment', 'anna', 'grown-' || n, sha256(''), 'pending' FROM generate_series(1, 50000) AS n;
            UPDATE onceward.operation_key SET last_error = 'no' WHERE key = 'order-1'
            """;

    private final DecideHeldKey keys = new DecideHeldKey(Servers.pool());

    @BeforeEach
    void empty() {
        sql().execute("TRUNCATE onceward.audit");
    }

    @Test
    void the_state_of_a_key_has_its_attempts_times_and_last_error_and_never_its_answer() {
        hold();
        sql().execute("""
                UPDATE onceward.operation_key
                   SET state = 'completed', answer = '{"number": 7}', attempts = 3, last_error = 'no answer',
                       started_at = '2026-11-18T12:00:00Z', ended_at = '2026-11-18T12:00:01.5Z',
                       expires_at = '2126-11-25T12:00:01Z'
                """);
        assertThat(find()).isEqualTo(new JsonObject("""
                {"operation": "payment", "caller": "anna", "key": "order-1", "state": "completed", "attempts": 3,
                 "startedAt": "2026-11-18T12:00:00Z", "endedAt": "2026-11-18T12:00:01.500Z", "leaseUntil": null,
                 "leaseHasEnded": null, "lastError": "no answer", "request": "12 EUR",
                 "expiresAt": "2126-11-25T12:00:01Z"}
                """));
    }

    @Test
    void a_key_that_is_processed_has_a_lease_and_does_not_expire() {
        assertThat(sql().query(CLAIM)).isEqualTo("granted");
        var found = find();
        assertThat(found.getString("state")).isEqualTo("processing");
        assertThat(found.getString("leaseUntil")).isGreaterThan(found.getString("startedAt"));
        assertThat(found.getBoolean("leaseHasEnded")).isFalse();
        assertThat(found.getString("expiresAt")).isNull();
        endLease();
        assertThat(find().getBoolean("leaseHasEnded")).isTrue();
    }

    @Test
    void a_key_of_another_operation_or_caller_and_an_expired_one_are_not_found() {
        hold();
        assertThat(await(keys.find(new KeyAddress("refund", "anna", "order-1")))).isEmpty();
        assertThat(await(keys.find(new KeyAddress("payment", "", "order-1")))).isEmpty();
        assertThat(await(keys.release(new KeyAddress("payment", "", "order-1"), ADA))).isEmpty();
        sql().execute("UPDATE onceward.operation_key SET state = 'pending', expires_at = now()");
        assertThat(await(keys.find(ADDRESS))).isEmpty();
        assertThat(await(keys.complete(ADDRESS, "7", ADA))).isEmpty();
    }

    @Test
    void the_next_call_of_a_released_key_runs_the_operation() {
        hold();
        assertThat(await(keys.release(ADDRESS, ADA))).contains("held");
        assertThat(isKeptForAWeek()).isEqualTo("true");
        assertThat(sql().query(CLAIM)).isEqualTo("granted");
    }

    @Test
    void repetitions_of_a_completed_key_get_the_answer_of_the_operator() {
        hold();
        assertThat(await(keys.complete(ADDRESS, "{\"number\":7}", ADA))).contains("held");
        assertThat(isKeptForAWeek()).isEqualTo("true");
        assertThat(sql().query(CLAIM)).isEqualTo("completed");
        assertThat(sql().query(CLAIM.replace("claim FROM", "convert_from(answer, 'UTF8') FROM")))
                .isEqualTo("{\"number\":7}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "processing", "completed", "failed"})
    void a_key_that_is_not_held_is_not_changed(String state) {
        hold();
        sql().execute("""
                UPDATE onceward.operation_key
                   SET state = ?, lease_until = CASE ? WHEN 'processing' THEN now() END
                """, state, state);
        var before = sql().query("SELECT operation_key FROM onceward.operation_key");
        assertThat(await(keys.release(ADDRESS, ADA))).contains(state);
        assertThat(await(keys.complete(ADDRESS, "7", ADA))).contains(state);
        assertThat(sql().query("SELECT operation_key FROM onceward.operation_key")).isEqualTo(before);
        assertThat(sql().count("audit")).isZero();
    }

    @Test
    void a_decision_waits_for_another_one_and_then_finds_that_the_key_is_not_held() throws Exception {
        hold();
        try (var first = sql().connect()) {
            first.setAutoCommit(false);
            Sql.execute(first,
                    "SELECT onceward.decide_held_key('payment', 'anna', 'order-1', 'pending', NULL, 'bob', 'why')");
            var second = keys.complete(ADDRESS, "7", ADA).subscribeAsCompletionStage();
            Eventually.holds(() -> sql().number(WAITING) == 1);
            first.commit();
            assertThat(second.join()).contains("pending");
        }
        assertThat(sql().query("SELECT state FROM onceward.operation_key")).isEqualTo("pending");
        assertThat(sql().query("SELECT string_agg(actor, ' ') FROM onceward.audit")).isEqualTo("bob");
    }

    @Test
    void of_many_decisions_at_the_same_time_one_takes_effect_and_is_in_the_audit() throws Exception {
        hold();
        var states = RunConcurrently.run(8, n -> () -> await(n % 2 == 0
                ? keys.release(ADDRESS, ADA)
                : keys.complete(ADDRESS, "7", ADA)));
        assertThat(states.stream().filter(Optional.of("held")::equals)).hasSize(1);
        assertThat(sql().query("SELECT actor || ' ' || detail FROM onceward.audit")).isEqualTo(
                "ada {\"key\": \"order-1\", \"why\": \"looked it up\", \"caller\": \"anna\", \"operation\": \"payment\"}");
        assertThat(sql().count("audit")).isEqualTo(1);
    }

    @Test
    void a_key_is_found_and_decided_by_the_index_when_the_table_has_grown() {
        hold();
        assertThat(QueryPlan.blocksAfterGrowth(GROWTH, DecideHeldKey.FIND, "'payment'", "'anna'", "'order-1'"))
                .isLessThan(100);
        sql().execute("DELETE FROM onceward.operation_key WHERE key LIKE 'grown-%'");
        sql().execute("VACUUM onceward.operation_key");
        assertThat(QueryPlan.blocksAfterGrowth(GROWTH, DecideHeldKey.DECIDE, "'payment'", "'anna'", "'order-1'",
                "'pending'", "NULL", "'ada'", "'looked it up'")).isLessThan(100);
    }

    private JsonObject find() {
        return await(keys.find(ADDRESS)).orElseThrow();
    }

    /// As the guard does when the process that ran the operation died.
    private static void hold() {
        assertThat(sql().query(CLAIM)).isEqualTo("granted");
        endLease();
        assertThat(sql().query(CLAIM)).isEqualTo("held");
    }

    private static void endLease() {
        sql().execute("UPDATE onceward.operation_key SET lease_until = now()");
    }

    private static String isKeptForAWeek() {
        return sql().query("""
                SELECT expires_at - now() BETWEEN interval '6 days 23 hours' AND interval '7 days'
                  FROM onceward.operation_key
                """);
    }
}
