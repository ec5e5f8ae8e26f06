package dev.onceward.relay.nats;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// Where NATS is, for subscriptions whose sink is `nats:…`. Wrong settings show in the outcomes of attempts.
@ConfigMapping(prefix = "onceward.nats")
interface NatsConfig {

    /// The servers, `nats://host:port` or `tls://host:port`. One is enough to find the others of its cluster, unless
    /// it is down when the relay starts.
    @WithDefault("nats://localhost:4222")
    List<String> servers();

    /// The user, together with a password.
    Optional<String> user();

    /// The password of the user.
    Optional<String> password();

    /// A token instead of a user.
    Optional<String> token();

    /// A file with the JWT and the seed of a user, instead of user and token. It is read for each connection.
    Optional<Path> credentials();

    /// The addresses of the servers. An address with a password is refused, because client messages quote addresses.
    default String[] addresses() {
        if (servers().stream().anyMatch(server -> server.contains("@"))) {
            throw new ConfigurationException("onceward.nats.servers must not hold a user, password or token: "
                    + "onceward.nats.user, .password, .token and .credentials do");
        }
        return servers().toArray(String[]::new);
    }
}
