package dev.onceward.internal.inbox;

import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.internal.postgres.Database;
import dev.onceward.internal.postgres.RunInTransaction;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.LogOutput;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Attempts whose effects fail in some way seven times, and then succeed. Three attempts are allowed.
@OnServers
class RepeatAttemptsTest {
    private static final String TERMINATE = "SELECT pg_terminate_backend(pg_backend_pid())";

    private final RepeatAttempts repeatAttempts = new RepeatAttempts(InboxConfigs.of(Map.of(
            "onceward.inbox.retry.attempts", "3", "onceward.inbox.retry.delay", "1ms",
            "onceward.inbox.retry.cap", "2ms", "onceward.inbox.consumers.patient.attempts", "8",
            "onceward.inbox.consumers.impatient.attempts", "1")));
    private final AtomicInteger attempts = new AtomicInteger();
    private int failures = 7;

    @ParameterizedTest
    @CsvSource({"08006", "25006", "40001", "40P01", "53100", "53300", "55P03", "57P03", "58030"})
    void a_refusal_that_passes_by_itself_does_not_count(String state) {
        assertThat(run("ledger", transaction -> refused(transaction, state))).isEqualTo("done");
        assertThat(attempts).hasValue(failures + 1);
    }

    @ParameterizedTest
    @CsvSource({"22012", "23505", "42P01", "54000", "57014", "P0001", "XX000"})
    void a_refusal_of_what_the_message_wants_counts(String state) {
        assertThatThrownBy(() -> run("ledger", transaction -> refused(transaction, state))).hasMessageContaining("no");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void a_failure_that_wraps_a_passing_one_does_not_count() {
        assertThat(run("ledger", transaction -> refused(transaction, "40001")
                .onFailure().transform(cause -> new IllegalStateException("could not save", cause)))).isEqualTo("done");
    }

    /// The effect hides what happened to its connection.
    @Test
    void a_failure_of_an_effect_whose_connection_is_lost_has_more_attempts() {
        assertThat(run("ledger", transaction -> transaction.query(TERMINATE).execute().replaceWith("never")
                .onFailure().transform(_ -> new IllegalStateException("could not save")))).isEqualTo("done");
    }

    @Test
    void a_message_that_always_loses_its_connection_is_given_up_after_ten_attempts() {
        failures = Integer.MAX_VALUE;
        assertThatThrownBy(() -> run("ledger", transaction -> transaction.query(TERMINATE).execute().replaceWith("x")))
                .isInstanceOf(ConnectionLostTooOften.class).hasMessageContaining("lost in 10 attempts");
        assertThat(attempts).hasValue(10);
    }

    /// PostgreSQL ends its connection while it does something else.
    @Test
    void a_message_that_is_idle_for_too_long_is_given_up() {
        failures = Integer.MAX_VALUE;
        assertThatThrownBy(() -> run("ledger", transaction -> transaction
                .query("SET LOCAL idle_in_transaction_session_timeout = 100").execute()
                .chain(() -> untilClosed(transaction, () -> {})))).isInstanceOf(ConnectionLostTooOften.class);
        assertThat(attempts).hasValue(10);
    }

    @Test
    void a_message_whose_commit_always_loses_its_connection_is_given_up() {
        failures = Integer.MAX_VALUE;
        assertThatThrownBy(() -> runAndCommit(connection -> connection.query(TERMINATE).execute().replaceWith("x")))
                .isInstanceOf(ConnectionLostTooOften.class);
        assertThat(attempts).hasValue(10);
    }

    /// One attempt is allowed. The outage is longer than many attempts.
    @Test
    void an_outage_in_the_middle_of_a_message_costs_it_one_lost_connection() {
        failures = 1;
        var started = new CompletableFuture<Void>();
        var calls = new AtomicInteger();
        var database = new Database(Servers.pool(), Duration.ofSeconds(20));
        var result = repeatAttempts.upToLimit("impatient", attempt -> {
            calls.incrementAndGet();
            return database.with(connection -> RunInTransaction.run(connection, transaction -> attempt.effect(
                    transaction, () -> effect(transaction,
                            _ -> untilClosed(transaction, () -> started.complete(null))))));
        }).subscribeAsCompletionStage();
        started.join();
        Servers.postgres().stop();
        Eventually.holds(() -> calls.get() > 20);
        Servers.postgres().start();
        assertThat(result.join()).isEqualTo("done");
        assertThat(attempts).hasValue(2);
    }

    @Test
    void the_first_lost_connection_ends_what_several_messages_attempt() {
        var database = new Database(Servers.pool(), Duration.ofSeconds(20));
        assertThatThrownBy(() -> await(repeatAttempts.untilConnectionIsLost("ledger", attempt -> database.with(
                connection -> attempt.effect(connection, () -> effect(connection, transaction -> transaction
                        .query(TERMINATE).execute().replaceWith("x")))))))
                .isInstanceOf(ConnectionLostTooOften.class);
        assertThat(attempts).hasValue(1);
    }

    /// While one consumer waits, another one of the same bean succeeds again and again.
    @Test
    void each_consumer_that_waits_is_logged_once() {
        try (var log = LogOutput.of(RepeatAttempts.class)) {
            var other = repeatAttempts.untilPostgresAnswers("other", _ -> Uni.createFrom().item("done"));
            assertThat(run("ledger", transaction -> other.chain(() -> refused(transaction, "40001"))))
                    .isEqualTo("done");
            assertThat(log.lines()).satisfiesExactly(line -> assertThat(line).contains("messages wait"),
                    line -> assertThat(line).contains("processes messages again"));
        }
    }

    /// Its connection to PostgreSQL works.
    @Test
    void a_connection_that_somebody_else_refuses_to_the_effect_counts() {
        assertThatThrownBy(() -> run("ledger", _ -> Uni.createFrom().failure(new ConnectException("mail"))))
                .hasMessageContaining("mail");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void an_effect_that_throws_counts() {
        assertThatThrownBy(() -> run("ledger", _ -> {
            throw new IllegalStateException("thrown");
        })).hasMessageContaining("thrown");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void an_effect_that_never_ends_counts() {
        assertThatThrownBy(() -> run("ledger", Duration.ofSeconds(1), _ -> Uni.createFrom().nothing()))
                .isInstanceOf(TimeoutException.class);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void what_fails_before_the_effect_does_not_count() {
        var database = new Database(Servers.pool(), Duration.ofSeconds(20));
        String result = await(repeatAttempts.upToLimit("ledger", _ -> attempts.incrementAndGet() <= failures
                ? database.query("SELECT FROM missing").replaceWith("never")
                : Uni.createFrom().item("done")));
        assertThat(result).isEqualTo("done");
    }

    @Test
    void a_refusal_by_the_commit_counts_and_a_lost_connection_has_more_attempts() {
        assertThatThrownBy(() -> runAndCommit(connection -> refused(connection, "23505"))).hasMessageContaining("no");
        assertThat(attempts).hasValue(3);
        attempts.set(0);
        assertThat(runAndCommit(connection -> connection.query(TERMINATE).execute().replaceWith("never")))
                .isEqualTo("done");
    }

    @Test
    void a_consumer_has_its_own_number_of_attempts() {
        assertThat(run("patient", transaction -> refused(transaction, "P0001"))).isEqualTo("done");
        assertThat(repeatAttempts.attempts("patient")).isEqualTo(8);
    }

    private String run(String consumer, Function<SqlConnection, Uni<String>> failing) {
        return run(consumer, Duration.ofSeconds(20), failing);
    }

    private String run(String consumer, Duration timeout, Function<SqlConnection, Uni<String>> failing) {
        var database = new Database(Servers.pool(), timeout);
        return await(repeatAttempts.upToLimit(consumer, attempt -> database.with(connection -> RunInTransaction.run(
                connection, transaction -> attempt.effect(transaction, () -> effect(transaction, failing))))));
    }

    /// The effect succeeds, and what fails comes after it.
    private String runAndCommit(Function<SqlConnection, Uni<String>> failing) {
        var database = new Database(Servers.pool(), Duration.ofSeconds(20));
        return await(repeatAttempts.upToLimit("ledger", attempt -> database.with(connection -> attempt
                .effect(connection, () -> Uni.createFrom().item("effect"))
                .chain(() -> effect(connection, failing)))));
    }

    private Uni<String> effect(SqlConnection connection, Function<SqlConnection, Uni<String>> failing) {
        return attempts.incrementAndGet() <= failures
                ? failing.apply(connection)
                : connection.query("SELECT 1").execute().replaceWith("done");
    }

    private static Uni<String> untilClosed(SqlConnection connection, Runnable ready) {
        return Uni.createFrom().emitter(emitter -> {
            var _ = connection.getDelegate()
                    .closeHandler(_ -> emitter.fail(new IllegalStateException("closed")));
            ready.run();
        });
    }

    private static Uni<String> refused(SqlConnection transaction, String state) {
        return transaction.query("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '%s'; END $$".formatted(state))
                .execute().replaceWith("never");
    }
}
