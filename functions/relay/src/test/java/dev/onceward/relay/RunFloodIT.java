package dev.onceward.relay;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RunConcurrently;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

/// Strangers who call `/run` as fast as they can. PostgreSQL counts what that makes the relay ask.
class RunFloodIT {
    private static final int CALLERS = 64;
    /// A machine that is busy with the calls must not lose a lease only because it renews too late.
    private static final String LONG_LEASE = "60s";

    private final RelayFixture world = new RelayFixture();
    private final Set<Integer> statuses = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void count_statements() {
        world.sql.execute("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
        world.backends.postgres().stop();
        world.backends.postgres().start();
        world.sql.execute("CREATE EXTENSION pg_stat_statements");
        world.sql.execute("SELECT pg_stat_statements_reset()");
    }

    @Test
    void a_flood_of_run_calls_computes_the_status_of_a_loop_rarely_and_loses_no_lease() throws Exception {
        try (var relay = relay("loop").with("onceward.relay.lease", LONG_LEASE).start()) {
            Eventually.holds(() -> leased() == 48);
            var generations = generations();
            flood(relay, 50);
            assertThat(statuses).isSubsetOf(204, 503).contains(204);
            assertThat(statusReads()).isLessThan(CALLERS);
            assertThat(leased()).isEqualTo(48);
            assertThat(generations()).isEqualTo(generations);
        }
    }

    @Test
    void a_flood_of_run_calls_starts_at_most_one_run_per_second_in_triggered_mode() throws Exception {
        try (var relay = relay("triggered").start()) {
            Eventually.holds(() -> given().port(relay.managementPort()).get("/q/health/ready").statusCode() == 200);
            var start = System.nanoTime();
            flood(relay, 5);
            var seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds() + 2;
            assertThat(statuses).isSubsetOf(204, 503).contains(204);
            assertThat(statusReads()).isLessThan(CALLERS + 3 * seconds);
            assertThat(calls("DELETE FROM onceward.relay_instance%")).isBetween(3L, 3 * seconds);
            given().port(relay.port()).header("Authorization", RelayFixture.BEARER).post("/run").then().statusCode(200)
                    .body("subscriptions.one.emptied", equalTo(true));
        }
    }

    private void flood(FunctionProcess relay, int calls) throws InterruptedException, ExecutionException {
        var run = HttpRequest.newBuilder(URI.create("http://localhost:" + relay.port() + "/run"))
                .POST(BodyPublishers.noBody()).build();
        try (var client = HttpClient.newBuilder().version(Version.HTTP_1_1).build()) {
            var _ = RunConcurrently.run(CALLERS, _ -> () -> call(client, run, calls));
        }
    }

    private int call(HttpClient client, HttpRequest run, int calls) throws IOException, InterruptedException {
        for (var n = 0; n < calls; n++) {
            statuses.add(client.send(run, BodyHandlers.discarding()).statusCode());
        }
        return calls;
    }

    private long leased() {
        return world.sql.number("SELECT count(*) FROM onceward.cursor WHERE lease_until > now()");
    }

    private String generations() {
        return world.sql
                .query("SELECT string_agg(generation::text, ' ' ORDER BY subscription, shard) FROM onceward.cursor");
    }

    /// How often the state of a subscription was computed.
    private long statusReads() {
        return calls("WITH ahead AS%");
    }

    private long calls(String statement) {
        return Long.parseLong(world.sql.query("SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements "
                + "WHERE query LIKE '" + statement + "'"));
    }

    private StartFunction relay(String mode) {
        return world.relay().with("onceward.relay.mode", mode)
                .with("onceward.relay.run-without-token", "true")
                .with("onceward.subscriptions.one.sink", "none:")
                .with("onceward.subscriptions.two.sink", "none:")
                .with("onceward.subscriptions.three.sink", "none:");
    }
}
