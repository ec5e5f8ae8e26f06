package dev.onceward.internal.postgres;

import java.time.Duration;

import io.smallrye.mutiny.TimeoutException;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DatabaseTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private final Pool pool = Servers.newPool(1);
    private final Database patient = new Database(pool, Duration.ofSeconds(20));
    private final Database impatient = new Database(pool, SHORT);

    @AfterEach
    void close() {
        pool.closeAndAwait();
    }

    @Test
    void a_connection_that_does_not_answer_in_time_is_replaced_in_the_pool() {
        var first = backend();
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> await(impatient.query("SELECT pg_sleep(60)")));
        assertThat(backend()).isNotEqualTo(first);
    }

    @Test
    void a_connection_that_answers_is_returned_to_the_pool() {
        assertThat(backend()).isEqualTo(backend());
    }

    @Test
    void a_connection_whose_statement_is_refused_is_returned_to_the_pool() {
        var first = backend();
        assertThatExceptionOfType(Exception.class).isThrownBy(() -> await(patient.query("SELECT 1 / 0")));
        assertThat(backend()).isEqualTo(first);
    }

    @Test
    void a_query_that_times_out_waiting_for_a_connection_does_not_disturb_that_connection() {
        var first = backend();
        var held = patient.query("SELECT pg_sleep(5), pg_backend_pid()").subscribeAsCompletionStage();
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> await(impatient.query("SELECT 1")));
        assertThat(held.join().iterator().next().getInteger(1)).isEqualTo(first);
        assertThat(backend()).isEqualTo(first);
    }

    /// Its handlers are gone a moment before the pool learns of it.
    @Test
    void a_connection_that_broke_is_given_up_like_one_that_does_not_answer() {
        var pooledConnection = new PooledConnection();
        var connection = pool.getDelegate().getConnection().toCompletionStage().toCompletableFuture().join();
        assertThat(pooledConnection.take(connection)).isTrue();
        var open = (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap().unwrap();
        var handlers = open.socket().channelHandlerContext().pipeline();
        var _ = handlers.firstContext().close();
        var _ = Eventually.value(() -> handlers.firstContext() == null, gone -> gone);
        pooledConnection.end(true);
        assertThat(backend()).isPositive();
    }

    private int backend() {
        return await(patient.query("SELECT pg_backend_pid()")).iterator().next().getInteger(0);
    }
}
