package dev.onceward.postgres;

import java.util.List;

import jakarta.inject.Singleton;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;

/// Ends connections over which nothing came for a while. One that was lost without a word would keep its place in the
/// pool for ever, and after a few of them nothing could be stored until a restart.
@Singleton
final class LostConnections implements PgPoolCreator {
    /// Longer than a statement may take; one that is only unused is opened anew in a millisecond.
    private static final int SECONDS = 10;

    @Override
    public Pool create(Input input) {
        input.pgConnectOptionsList().forEach(options -> options.setIdleTimeout(SECONDS));
        return PgBuilder.pool()
                .with(input.poolOptions())
                .connectingTo(List.<SqlConnectOptions>copyOf(input.pgConnectOptionsList()))
                .using(input.vertx())
                .build();
    }
}
