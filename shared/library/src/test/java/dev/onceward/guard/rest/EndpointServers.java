package dev.onceward.guard.rest;

import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

import dev.onceward.testing.servers.Servers;

/// PostgreSQL for the application of these tests.
public final class EndpointServers implements QuarkusTestResourceLifecycleManager {

    @Override
    public Map<String, String> start() {
        return Map.of("quarkus.datasource.reactive.url", Servers.postgres().url());
    }

    @Override
    public void stop() {}
}
