package dev.onceward.wake;

import dev.onceward.servers.Servers;

/// Says it over the servers of the tests.
public final class Announces {
    private Announces() {}

    public static Announce announce() {
        return new Announce(Servers.pool(), Servers.redisClient(), Servers.vertx().getDelegate());
    }
}
