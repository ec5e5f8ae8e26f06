package dev.onceward.guard;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// What the database answers to operations that compete for the same place in a sequence.
@OnServers
class NextKeyTest {
    private static final String END_LEASES = "UPDATE onceward.operation_key SET lease_until = clock_timestamp()";

    private static final String CLAIM = """
            SELECT claim
              FROM onceward.claim_next_operation_key('transfer', '', '9:account-1:', sha256('%s'), NULL,
                       interval '1 hour', %s, 'account-1', '', '%s')
            """;
    private static final String WAITING = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND query LIKE '%claim_next_operation_key%'
            """;

    /// The operation was configured anew, or another version of the application runs beside.
    @Test
    void a_held_key_stays_held_for_a_call_that_would_not_hold_it() {
        assertThat(claim("a", true)).isEqualTo("granted");
        sql().execute(END_LEASES);
        assertThat(claim("a", true)).isEqualTo("held");
        assertThat(claim("b", false)).isEqualTo("held");
        assertThat(claim("b", true)).isEqualTo("held");
    }

    @Test
    void a_key_that_another_body_finds_held_can_be_decided_by_an_operator() {
        assertThat(claim("a", true)).isEqualTo("granted");
        sql().execute(END_LEASES);
        assertThat(claim("b", true)).isEqualTo("held");
        assertThat(sql().query("SELECT state || ': ' || last_error FROM onceward.operation_key")).isEqualTo(
                "held: The process that ran the operation did not end it within its lease.");
        assertThat(sql().query(
                "SELECT onceward.decide_held_key('transfer', '', '9:account-1:', 'pending', NULL, 'ada', 'why')"))
                .isEqualTo("held");
        assertThat(claim("b", true)).isEqualTo("granted");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_call_with_another_body_waits_while_the_lease_lasts(boolean hold) {
        assertThat(claim("a", hold)).isEqualTo("granted");
        assertThat(claim("b", hold)).isEqualTo("in_flight");
        assertThat(sql().query("SELECT state FROM onceward.operation_key")).isEqualTo("processing");
    }

    @Test
    void to_take_over_a_kept_failure_counts_as_no_change_by_an_operator() {
        var before = changes();
        assertThat(claim("a", false)).isEqualTo("granted");
        sql().execute("""
                UPDATE onceward.operation_key
                   SET state = 'failed', last_error = 'no cover', lease_until = NULL,
                       expires_at = clock_timestamp() + interval '1 hour'
                """);
        assertThat(claim("b", false)).isEqualTo("granted");
        assertThat(changes()).isEqualTo(before);
    }

    /// A key of the same name is inserted and purged again while the operation that follows completes. The claim waits for that,
    /// is granted the key, and gives it up.
    @Test
    void to_give_up_a_key_that_came_too_late_counts_as_no_change_by_an_operator() throws Exception {
        var before = changes();
        try (var other = sql().connect()) {
            Sql.execute(other, "BEGIN");
            Sql.execute(other, CLAIM.formatted("a", false, "a"));
            Sql.execute(other, "INSERT INTO onceward.last_operation VALUES ('transfer', '', 'account-1', 'a')");
            Sql.execute(other,
                    "UPDATE onceward.operation_key SET expires_at = '-infinity', state = 'pending', lease_until = NULL");
            Sql.execute(other, "DELETE FROM onceward.operation_key");
            var late = CompletableFuture.supplyAsync(() -> claim("b", false));
            Eventually.holds(() -> sql().number(WAITING) == 1);
            Sql.execute(other, "COMMIT");
            assertThat(late.get(30, TimeUnit.SECONDS)).isEqualTo("superseded");
        }
        assertThat(sql().count("operation_key")).isZero();
        assertThat(changes()).isEqualTo(before);
    }

    @Test
    void an_operator_who_has_called_the_guard_before_is_counted() throws SQLException {
        var before = changes();
        try (var connection = sql().connect()) {
            Sql.execute(connection, CLAIM.formatted("a", false, "a"));
            Sql.execute(connection, "DELETE FROM onceward.operation_key");
        }
        assertThat(changes()).isEqualTo(before + 1);
    }

    private static long changes() {
        return sql().number("SELECT changes FROM onceward.operation_key_changes");
    }

    /// A call that finds no answer would ask for ever.
    private static String claim(String id, boolean hold) {
        try (var connection = sql().connect(); var statement = connection.createStatement()) {
            Sql.execute(connection, "SET statement_timeout = '20s'");
            try (var rows = statement.executeQuery(CLAIM.formatted(id, hold, id))) {
                return rows.next() ? rows.getString(1) : "no row";
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
