package dev.onceward.runtime.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.postgres.Database;
import dev.onceward.runtime.outage.LostConnections;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TcpProxy;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// A network between the pool and the server, which loses things without a sign.
class ConnectionsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LostConnections lost = new LostConnections(registry);
    private final TcpProxy tcpProxy = new TcpProxy(Servers.postgres().url());
    private final Pool pool = Pool.newInstance(new Connections(lost).create(new OfOne(tcpProxy.url())));
    private final Database patient = new Database(pool, Duration.ofSeconds(20));
    private final Database impatient = new Database(pool, Duration.ofMillis(500));

    @AfterEach
    void close() {
        tcpProxy.close();
        await(pool.close());
    }

    @Test
    void a_lost_connection_is_replaced_in_the_pool() {
        assertThat(backend(patient)).isPresent();
        tcpProxy.loseConnections();
        assertThat(backend(impatient)).isEmpty();
        assertThat(backend(patient)).isPresent();
    }

    @Test
    void a_connection_lost_while_it_is_being_opened_is_replaced_in_the_pool() {
        tcpProxy.loseConnections(1);
        assertThat(backend(impatient)).isEmpty();
        var _ = Eventually.value(() -> backend(patient), Optional::isPresent);
    }

    @Test
    void an_idle_connection_that_is_reset_is_counted_as_lost_once() throws IOException {
        assertThat(backend(patient)).isPresent();
        tcpProxy.reset();
        var _ = Eventually.value(this::lost, count -> count == 1);
        // The pool may lend the connection once more between the failure of its socket and its end.
        var _ = Eventually.value(() -> backend(patient), Optional::isPresent);
        assertThat(lost()).isEqualTo(1);
    }

    private double lost() {
        return registry.get("onceward.connections.lost").tag("to", "postgresql").counter().count();
    }

    /// The first request after a start would wait for it.
    @Test
    void the_pool_opens_its_first_connection_before_the_first_query() {
        var name = "early-" + UUID.randomUUID();
        var early = Pool.newInstance(new Connections(lost).create(new OfOne(Servers.postgres().url()
                + "?application_name=" + name)));
        var _ = Eventually.value(() -> sql().query("SELECT count(*) FROM pg_stat_activity WHERE application_name = '%s'"
                .formatted(name)), "1"::equals);
        await(early.close());
    }

    private static Optional<Integer> backend(Database database) {
        return await(database.query("SELECT pg_backend_pid()")
                .map(rows -> Optional.of(rows.iterator().next().getInteger(0)))
                .onFailure().recoverWithItem(Optional.empty()));
    }

    private record OfOne(String url) implements PgPoolCreator.Input {
        @Override
        public Vertx vertx() {
            return Servers.vertx().getDelegate();
        }

        @Override
        public PoolOptions poolOptions() {
            return new PoolOptions().setMaxSize(1);
        }

        @Override
        public List<PgConnectOptions> pgConnectOptionsList() {
            return List.of(PgConnectOptions.fromUri(url));
        }
    }
}
