package dev.onceward.internal.guard.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.GuardedKey;
import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.Lease;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Calls that PostgreSQL is asked for with one statement.
@OnServers
class SharedStatementsTest {
    private static final String LOCKED = "order-77";
    private static final Buffer ANSWER = Buffer.buffer("\"paid\"");
    /// What a statement waits for may only end with the test.
    private static final String LOCK = "SELECT FROM onceward.operation_key WHERE key = '" + LOCKED + "' FOR UPDATE";

    private final PostgresGuardStore store = new PostgresGuardStore(Servers.pool());

    @Test
    void many_calls_share_few_statements() {
        assertThat(claimAll()).hasSize(200);
        assertThat(sql().number("SELECT count(DISTINCT xmin::text) FROM onceward.operation_key")).isLessThan(50);
    }

    @Test
    void of_the_calls_with_one_key_that_share_a_statement_one_is_granted_it() {
        var claims = await(Future.all(IntStream.range(0, 100).mapToObj(_ -> claim("order-1")).toList()))
                .<KeyClaim>list();
        assertThat(claims).filteredOn(ClaimGranted.class::isInstance).hasSize(1);
        assertThat(claims).filteredOn(LeasedByAnother.class::isInstance).hasSize(99);
    }

    @Test
    void a_locked_key_holds_up_no_claim_of_another_key() throws SQLException {
        var _ = claimAll();
        sql().execute("UPDATE onceward.operation_key SET lease_until = clock_timestamp()");
        try (var other = locked()) {
            var claims = started(keys().stream().map(this::claim).toList());
            var waiting = claims.remove(keys().indexOf(LOCKED));
            assertThat(claims).allSatisfy(claim -> assertThat(claim.join()).isInstanceOf(ClaimGranted.class));
            assertThat(waiting).isNotDone();
            other.rollback();
            assertThat(waiting.join()).isInstanceOf(ClaimGranted.class);
        }
    }

    @Test
    void a_locked_key_holds_up_no_answer_of_another_key() throws SQLException {
        var leases = claimAll();
        try (var other = locked()) {
            var answers = started(leases.stream().map(lease -> store.keep(lease, ANSWER)).toList());
            var waiting = answers.remove(keys().indexOf(LOCKED));
            assertThat(answers).allSatisfy(kept -> assertThat(kept.join()).isTrue());
            assertThat(waiting).isNotDone();
            other.rollback();
            assertThat(waiting.join()).isTrue();
        }
        assertThat(await(claim(LOCKED))).isInstanceOf(KeptAnswer.class);
    }

    private static <T> List<CompletableFuture<T>> started(List<Future<T>> calls) {
        return new ArrayList<>(calls.stream()
                .map(call -> call.toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS)).toList());
    }

    @Test
    void each_call_gets_its_own_answer() {
        var leases = claimAll();
        var kept = leases.stream().map(lease -> store.keep(lease, Buffer.buffer(lease.request().key().key()))).toList();
        assertThat(await(Future.all(kept)).<Boolean>list()).doesNotContain(false);
        var claims = await(Future.all(keys().stream().map(this::claim).toList())).<KeyClaim>list();
        assertThat(claims).extracting(claim -> ((KeptAnswer) claim).answer().toString()).isEqualTo(keys());
    }

    @Test
    void the_answer_of_a_lost_lease_is_not_kept_among_others_that_are() {
        var leases = claimAll();
        sql().execute("UPDATE onceward.operation_key SET generation = DEFAULT WHERE key = '" + LOCKED + "'");
        var kept = await(
                Future.all(leases.stream().map(lease -> store.keep(lease, ANSWER)).toList())).<Boolean>list();
        assertThat(kept).isEqualTo(leases.stream().map(lease -> !isLocked(lease)).toList());
    }

    @Test
    void what_a_lease_asks_for_reads_few_blocks_however_large_the_table_has_grown() {
        var growth = """
                INSERT INTO onceward.operation_key (operation, caller, key, fingerprint, lease_until)
                SELECT 'payment', '', 'grown-' || n, sha256('x'), now() FROM generate_series(1, 20000) AS n
                """;
        assertThat(blocks(growth, PostgresGuardStore.RENEW, "1")).isLessThan(20);
        assertThat(blocks(growth, PostgresGuardStore.RELEASE, "'error'", "1")).isLessThan(20);
        assertThat(blocks(growth, PostgresGuardStore.KEEP, "NULL", "'error'", "1")).isLessThan(20);
        assertThat(blocks(growth, PostgresGuardStore.IS_COMPLETED)).isLessThan(20);
    }

    @Test
    void statements_for_many_keys_read_few_blocks_however_large_the_table_has_grown() {
        var growth = """
                INSERT INTO onceward.operation_key (operation, caller, key, fingerprint, lease_until)
                SELECT 'payment', '', 'grown-' || n, sha256('x'), now() FROM generate_series(1, 20000) AS n
                """;
        assertThat(QueryPlan.blocksAfterGrowth(growth, PostgresGuardStore.CLAIM_MANY.sql(), "'{payment}'", "'{\"\"}'",
                "'{order-1}'", "array[sha256('x')]", "'{NULL}'", "'{60}'", "'{false}'")).isLessThan(30);
        sql().execute("TRUNCATE onceward.operation_key");
        assertThat(QueryPlan.blocksAfterGrowth(growth, PostgresGuardStore.KEEP_MANY.sql(), "'{payment}'", "'{\"\"}'",
                "'{order-1}'", "'{1}'", "'{NULL}'", "'{error}'", "'{1}'")).isLessThan(20);
    }

    private static long blocks(String growth, String statement, String... arguments) {
        sql().execute("TRUNCATE onceward.operation_key");
        var lease = Stream.of("'payment'", "''", "'order-1'", "1");
        return QueryPlan.blocksAfterGrowth(growth, statement,
                Stream.concat(lease, Stream.of(arguments)).toArray(String[]::new));
    }

    private static boolean isLocked(Lease lease) {
        return lease.request().key().key().equals(LOCKED);
    }

    private static Connection locked() throws SQLException {
        var connection = sql().connect();
        connection.setAutoCommit(false);
        Sql.execute(connection, LOCK);
        return connection;
    }

    private List<Lease> claimAll() {
        return claimAll(keys());
    }

    private List<Lease> claimAll(List<String> keys) {
        var claims = await(Future.all(keys.stream().map(this::claim).toList())).<KeyClaim>list();
        return claims.stream().map(claim -> ((ClaimGranted) claim).lease()).toList();
    }

    private static List<String> keys() {
        return IntStream.range(0, 200).mapToObj(n -> "order-" + n).toList();
    }

    private Future<KeyClaim> claim(String key) {
        return store
                .claim(new ClaimRequest(new GuardedKey("payment", "", key), Fingerprint.of("12 EUR".getBytes(UTF_8)),
                        Optional.empty(), Duration.ofMinutes(1), Duration.ofDays(7), false, 1000, Optional.empty()));
    }
}
