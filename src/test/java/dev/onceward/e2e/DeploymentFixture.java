package dev.onceward.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.onceward.embedded.Backends;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Sql;
import dev.onceward.testing.servers.UnusedServers;

/// Real servers and the functions that run on them, for one test class.
final class DeploymentFixture implements AutoCloseable {
    static final Map<String, String> SOURCES = Map.of(
            "ONCEWARD_SOURCES_ORDERS_UNSIGNED", "true",
            "ONCEWARD_SOURCES_BOOKS_UNSIGNED", "true",
            "ONCEWARD_INTAKE_RETRY_AFTER", "1s",
            "ONCEWARD_SEEN_PAUSE", "100ms");

    static final Map<String, String> RELAY = Map.of(
            "ONCEWARD_RELAY_LEASE", "2s",
            "ONCEWARD_RELAY_PAGE_TIME", "1s");

    final Backends backends = UnusedServers.start();
    final Sql database = Sql.of(backends.postgres());
    private final List<PackagedFunction> functions = new ArrayList<>();

    PackagedFunction intake() {
        var intake = PackagedFunction.intake(backends, SOURCES);
        functions.add(intake);
        return intake;
    }

    PackagedFunction relay(Map<String, String> settings) {
        var relay = PackagedFunction.relay(backends, settings);
        functions.add(relay);
        return relay;
    }

    PackagedFunction local() {
        var local = PackagedFunction.local(backends);
        functions.add(local);
        return local;
    }

    /// Until so many subscriptions have begun to read.
    Duration awaitCursors(int subscriptions) {
        return Eventually.holds(subscriptions + " subscriptions", Duration.ofSeconds(90), () -> database.number(
                "SELECT count(DISTINCT subscription) FROM onceward.cursor WHERE lease_until > now()") == subscriptions);
    }

    @Override
    public void close() {
        functions.forEach(PackagedFunction::close);
    }
}
