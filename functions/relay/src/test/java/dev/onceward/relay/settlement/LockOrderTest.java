package dev.onceward.relay.settlement;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.operate.SubscriptionOperations;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// PostgreSQL ends a deadlock by failing one of the two, a relay's settlement or an operator's move, and only after a
/// second.
@OnServers
class LockOrderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

    private final SubscriptionOperations subscriptionOperations = new SubscriptionOperations(Servers.otherPool(),
            PATIENCE);

    private TestRelay testRelay;

    /// Among many subscriptions, so that PostgreSQL looks each cursor up by itself, in the order of the parameters.
    @BeforeEach
    void hold() {
        testRelay = TestRelay.holding();
        sql().execute(
                "INSERT INTO onceward.subscription (name) SELECT 'other-' || n FROM generate_series(1, 500) AS n");
        sql().execute("""
                INSERT INTO onceward.cursor (subscription, shard, from_snapshot, from_next, from_low, from_high)
                SELECT 'other-' || n, shard, '1:1:', '1', 0, 0
                  FROM generate_series(1, 500) AS n, generate_series(0, 15) AS shard
                """);
        sql().execute("ANALYZE onceward.cursor");
    }

    @Test
    void a_settlement_and_a_move_lock_cursors_in_one_order() throws Exception {
        assertThat(deadlocks(
                testRelay.writeSettlement.settle(BOOKS, new Settlement(backwards(), Map.of(), List.of(),
                        List.of()))))
                .isZero();
    }

    @Test
    void a_renewal_of_leases_and_a_move_lock_cursors_in_one_order() throws Exception {
        assertThat(deadlocks(testRelay.renewal(backwards().keySet()))).isZero();
    }

    @Test
    void a_release_of_leases_and_a_move_lock_cursors_in_one_order() throws Exception {
        assertThat(deadlocks(testRelay.release(backwards().keySet()))).isZero();
    }

    /// A relay that lost its leases may give turns while the new owner settles the same rows.
    @Test
    void scheduling_a_blocked_event_does_not_wait_for_a_row_that_another_transaction_locks() throws Exception {
        var head = TestRelay.event("k");
        var _ = testRelay.settle(List.of(head.queued()));
        try (var other = sql().connect()) {
            other.setAutoCommit(false);
            Sql.execute(other, "SELECT FROM onceward.parked FOR UPDATE");
            assertThat(testRelay.among("k")).hasSize(1);
            other.rollback();
        }
        assertThat(head.state()).isEqualTo("blocked");
        var _ = testRelay.among("k");
        assertThat(head.state()).isEqualTo("scheduled");
    }

    /// Both are under way until somebody lets go of a cursor in the middle.
    private int deadlocks(Uni<?> work) throws SQLException {
        try (var middle = sql().connect()) {
            middle.setAutoCommit(false);
            Sql.execute(middle, "SELECT FROM onceward.cursor WHERE subscription = 'books' AND shard = 7 FOR UPDATE");
            var first = deadlock(work).subscribeAsCompletionStage();
            var _ = Eventually.value(() -> sql().query(WAITS), "1"::equals);
            var second = deadlock(
                    subscriptionOperations.move(BOOKS, new Actor("ann", ""), "earliest", WindowEdge.EARLIEST))
                    .subscribeAsCompletionStage();
            var _ = Eventually.value(() -> sql().query(WAITS), "2"::equals);
            middle.rollback();
            return first.join() + second.join();
        }
    }

    /// The places of a few shards, the highest shard first.
    private Map<ShardLease, ReadPosition> backwards() {
        var backwards = new LinkedHashMap<ShardLease, ReadPosition>();
        testRelay.places.keySet().stream().filter(lease -> lease.shard() % 7 == 0)
                .sorted(Comparator.comparingInt(ShardLease::shard).reversed())
                .forEach(lease -> backwards.put(lease, ReadPosition.at(WindowEdge.EARLIEST)));
        return backwards;
    }

    private static Uni<Integer> deadlock(Uni<?> work) {
        return work.map(_ -> 0)
                .onFailure(failure -> failure instanceof PgException refused && "40P01".equals(refused.getSqlState()))
                .recoverWithItem(1);
    }
}
