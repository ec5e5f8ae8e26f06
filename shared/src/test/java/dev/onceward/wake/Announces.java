package dev.onceward.wake;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.servers.Servers;

/// Says it over the servers of the tests.
public final class Announces {
    private Announces() {}

    public static Announce announce() {
        return new Announce(Servers.pool(), Servers.redisClient(), Servers.vertx().getDelegate(), nudge(null));
    }

    static Nudge nudge(@Nullable String url) {
        return new Nudge(Servers.vertx().getDelegate(), new WakeConfig() {
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
