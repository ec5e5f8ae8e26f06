package dev.onceward.intake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.LongTest;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.QuarantineRequests.act;
import static dev.onceward.intake.QuarantineRequests.forge;
import static dev.onceward.intake.QuarantineRequests.ids;
import static dev.onceward.intake.QuarantineRequests.rows;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// More requests that are not genuine than anybody wants to keep.
class QuarantineLimitsIT {
    private static final int FLOOD = 1000;
    private static final int SENDERS = 40;

    @BeforeEach
    @AfterEach
    void empty_the_quarantine() {
        sql().execute("DELETE FROM onceward.quarantined WHERE source = 'flooded'");
    }

    @Test
    void a_thousand_unverified_requests_fill_the_quarantine_to_its_limit_in_few_statements() {
        try (var function = withRoomFor(7)
                .with("quarkus.datasource.reactive.additional-properties.track_functions", "pl")
                .start()) {
            var before = calls();
            var answers = flood(FLOOD, n -> forge(function, "flooded", "msg_" + n, "{\"n\": " + n + "}"));
            assertThat(answers).allMatch(answer -> answer.statusCode() == 401);
            Eventually.holds(() -> outcomes(function) == FLOOD);
            assertThat(rows("flooded")).isEqualTo(7);
            assertThat(outcome(function, "kept")).isEqualTo(7);
            assertThat(outcome(function, "full")).isEqualTo(FLOOD - 7);
            Eventually.holds(() -> calls() > before);
            assertThat(calls() - before).isBetween(1L, 20L);
        }
    }

    @Test
    void a_thousand_equal_unverified_requests_are_counted_in_one_quarantine_row() {
        try (var function = withRoomFor(7).start()) {
            var _ = flood(FLOOD, _ -> forge(function, "flooded", "msg_1", "{}"));
            Eventually.holds(() -> outcomes(function) == FLOOD);
            assertThat(rows("flooded")).isEqualTo(1);
            assertThat(outcome(function, "kept")).isEqualTo(1);
            assertThat(sql().number("SELECT times FROM onceward.quarantined WHERE source = 'flooded'"))
                    .isEqualTo((long) outcome(function, "again") + 1);
        }
    }

    @LongTest
    @Test
    void two_intake_processes_together_quarantine_no_more_requests_than_the_limit() {
        try (var one = withRoomFor(23).start(); var other = withRoomFor(23).start()) {
            var _ = flood(200,
                    n -> forge(n % 2 == 0 ? one : other, "flooded", "msg_" + n, "{\"n\": " + n + "}"));
            Eventually.holds(() -> outcomes(one) + outcomes(other) == 200);
            assertThat(rows("flooded")).isEqualTo(23);
        }
    }

    /// The connection is closed first, so that a test that fails does not wait for a thread that waits for its lock.
    @Test
    void a_quarantine_insert_waits_for_the_open_transaction_that_takes_the_last_place() throws SQLException {
        try (var other = Executors.newVirtualThreadPerTaskExecutor(); var one = sql().connect()) {
            one.setAutoCommit(false);
            assertThat(setAside(one, 1)).isEqualTo("kept");
            var later = other.submit(() -> setAside(2));
            Eventually.holds(() -> later.isDone()
                    || sql().number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == 1);
            one.commit();
            Eventually.holds(later::isDone);
            assertThat(later.resultNow()).isEqualTo("full");
        }
    }

    @Test
    void the_quarantine_keeps_no_more_bytes_than_its_limit() {
        try (var function = withRoomFor(1000).with("onceward.intake.quarantine-bytes", "10000").start()) {
            forge(function, "flooded", fresh(), "a".repeat(10_001)).then().statusCode(401);
            forge(function, "flooded", fresh(), "a".repeat(5_000)).then().statusCode(401);
            Eventually.holds(() -> rows("flooded") == 1);
            forge(function, "flooded", fresh(), "b".repeat(5_000)).then().statusCode(401);
            Eventually.holds(() -> outcome(function, "full") == 2);
            assertThat(rows("flooded")).isEqualTo(1);
        }
    }

    @Test
    void a_dropped_request_makes_room_in_the_quarantine() {
        try (var function = withRoomFor(1).start()) {
            forge(function, "flooded", fresh(), "{}").then().statusCode(401);
            Eventually.holds(() -> rows("flooded") == 1);
            forge(function, "flooded", fresh(), "{}").then().statusCode(401);
            Eventually.holds(() -> outcome(function, "full") == 1);
            act(function, "flooded", ids("flooded").getFirst(), "drop").then().statusCode(200);
            forge(function, "flooded", fresh(), "{}").then().statusCode(401);
            Eventually.holds(() -> rows("flooded") == 1);
        }
    }

    @Test
    void an_expired_request_makes_room_in_the_quarantine_at_once() {
        try (var function = withRoomFor(1).start()) {
            forge(function, "flooded", fresh(), "{}").then().statusCode(401);
            Eventually.holds(() -> rows("flooded") == 1);
            sql().execute("UPDATE onceward.quarantined SET at = at - interval '15 days' WHERE source = 'flooded'");
            forge(function, "flooded", fresh(), "{}").then().statusCode(401);
            Eventually.holds(() -> outcome(function, "kept") == 2);
            assertThat(rows("flooded")).isEqualTo(1);
        }
    }

    private static String setAside(int n) throws SQLException {
        try (var connection = sql().connect()) {
            return setAside(connection, n);
        }
    }

    /// What another process would do, with room for one.
    private static String setAside(Connection connection, int n) throws SQLException {
        var rows = connection.createStatement().executeQuery(
                """
                        SELECT onceward.quarantine_requests(ARRAY[gen_random_uuid()], '{flooded}', ARRAY[sha256('%d')], '{1}', '{stale}',
                                                  '{late}', '{POST}', '{""}', '{"{}"}', '{a}', 1, 1000, interval '1 day')
                        """
                        .formatted(n));
        assertThat(rows.next()).isTrue();
        return rows.getString(1);
    }

    private static StartFunction withRoomFor(int items) {
        return Intakes.withSources().with("onceward.intake.quarantine-items", Integer.toString(items));
    }

    private static List<Response> flood(int size, IntFunction<Response> request) {
        try (var senders = Executors.newFixedThreadPool(SENDERS)) {
            var answers = IntStream.range(0, size).mapToObj(n -> senders.submit(() -> request.apply(n))).toList();
            return answers.stream().map(QuarantineLimitsIT::answer).toList();
        }
    }

    private static Response answer(Future<Response> answer) {
        try {
            return answer.get();
        } catch (InterruptedException | ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static double outcomes(FunctionProcess function) {
        return Stream.of("kept", "again", "full", "failed").mapToDouble(outcome -> outcome(function, outcome)).sum();
    }

    private static double outcome(FunctionProcess function, String outcome) {
        return PrometheusMetrics.value(function,
                "onceward_intake_quarantined_total{outcome=\"" + outcome + "\",source=\"flooded\"}");
    }

    /// How often PostgreSQL was asked to keep something.
    private static long calls() {
        return sql()
                .number("SELECT sum(calls)::bigint FROM pg_stat_user_functions WHERE funcname = 'quarantine_requests'");
    }
}
