package example.shop;

import jakarta.inject.Singleton;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;

/// A pool of the application's own, whose connections say who they belong to.
@Singleton
class ShopPool implements PgPoolCreator {
    static final String NAME = "shop";

    @Override
    public Pool create(Input input) {
        var server = input.pgConnectOptionsList().getFirst().addProperty("application_name", NAME);
        return PgBuilder.pool().with(input.poolOptions()).connectingTo(server).using(input.vertx()).build();
    }
}
