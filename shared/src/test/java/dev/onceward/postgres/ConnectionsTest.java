package dev.onceward.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.Wire;
import dev.onceward.servers.Eventually;
import dev.onceward.servers.Servers;

import static dev.onceward.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// A network between the pool and the server, which loses things without a sign.
class ConnectionsTest {
    private final Wire wire = wire();
    private final Pool pool = Pool.newInstance(new Connections().create(new OfOne(wire.url())));
    private final Database patient = new Database(pool, Duration.ofSeconds(20));
    private final Database impatient = new Database(pool, Duration.ofMillis(500));

    @AfterEach
    void close() {
        wire.close();
        await(pool.close());
    }

    @Test
    void a_connection_that_is_lost_leaves_its_place_to_a_new_one() {
        assertThat(backend(patient)).isPresent();
        wire.loseConnections();
        assertThat(backend(impatient)).isEmpty();
        assertThat(backend(patient)).isPresent();
    }

    @Test
    void a_connection_whose_beginning_is_lost_leaves_its_place_to_a_new_one() {
        wire.loseConnections(1);
        assertThat(backend(impatient)).isEmpty();
        var _ = Eventually.answer(() -> backend(patient), Optional::isPresent);
    }

    private static Optional<Integer> backend(Database database) {
        return await(database.query("SELECT pg_backend_pid()")
                .map(rows -> Optional.of(rows.iterator().next().getInteger(0)))
                .onFailure().recoverWithItem(Optional.empty()));
    }

    private static Wire wire() {
        try {
            return new Wire(Servers.postgres().url());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
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
