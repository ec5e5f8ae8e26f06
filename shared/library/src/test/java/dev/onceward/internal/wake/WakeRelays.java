package dev.onceward.internal.wake;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.testing.servers.Servers;

/// Says it over the servers of the tests.
public final class WakeRelays {
    private WakeRelays() {}

    public static WakeRelay announce() {
        return new WakeRelay(Servers.pool(), Optional.of(Servers.redisClient()), Servers.vertx().getDelegate(),
                callRelay(null));
    }

    static WakeRelayOverHttp callRelay(@Nullable String url) {
        return new WakeRelayOverHttp(Servers.vertx().getDelegate(), new WakeConfig() {
            @Override
            public Optional<String> url() {
                return Optional.ofNullable(url);
            }

            @Override
            public Optional<String> token() {
                return Optional.of("operators-token-of-tests");
            }
        });
    }
}
