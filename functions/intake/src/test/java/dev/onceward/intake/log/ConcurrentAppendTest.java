package dev.onceward.intake.log;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.key.Key;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// Two replicas on one database.
@OnServers
class ConcurrentAppendTest {
    static final int APPENDS = 200;
    static final int ROUNDS = 300;

    final EventLog here = Entries.log(Servers.pool());
    final EventLog there = Entries.log(Servers.otherPool());
    final LogStatements oneStore = new LogStatements(Servers.pool(), Entries.PATIENCE);
    final LogStatements otherStore = new LogStatements(Servers.otherPool(), Entries.PATIENCE);

    @Test
    void one_of_many_duplicates_in_two_replicas_is_stored_and_all_others_get_its_receipt() {
        var outcomes = await(copies());
        assertOneStored(outcomes, 1);
    }

    @Test
    void one_of_many_duplicates_of_an_expired_key_is_stored_and_all_others_get_its_receipt() {
        var _ = await(here.append(Entries.keyed("k")));
        sql().execute(AppendBatchTest.EXPIRE);
        var outcomes = await(copies());
        assertOneStored(outcomes, 2);
    }

    @Test
    void an_append_that_waits_for_the_commit_of_its_key_gets_the_committed_receipt() throws Exception {
        try (var holder = sql().connect()) {
            holder.setAutoCommit(false);
            Sql.execute(holder, """
                    INSERT INTO onceward.key
                    VALUES ('orders', 'k', sha256('x'), gen_random_uuid(), 'held', now() + interval '1 hour')""");
            var outcome = here.append(Entries.keyed("k")).subscribeAsCompletionStage();
            awaitWaiter();
            holder.commit();
            assertThat(outcome.join()).isInstanceOfSatisfying(AlreadyStored.class,
                    known -> assertThat(known.receipt().topic()).isEqualTo("held"));
        }
    }

    @Test
    void an_append_that_waits_for_the_rollback_of_its_key_is_stored() throws Exception {
        try (var holder = sql().connect()) {
            holder.setAutoCommit(false);
            Sql.execute(holder, """
                    INSERT INTO onceward.key
                    VALUES ('orders', 'k', sha256('x'), gen_random_uuid(), 'held', now() + interval '1 hour')""");
            var outcome = here.append(Entries.keyed("k")).subscribeAsCompletionStage();
            awaitWaiter();
            holder.rollback();
            assertThat(outcome.join()).isInstanceOf(Stored.class);
        }
    }

    @Test
    void batches_with_the_same_keys_in_opposite_order_do_not_deadlock() {
        for (var round = 0; round < ROUNDS; round++) {
            var from = round * 100;
            var up = oneStore.insert(Entries.range(from, from + 60));
            var down = otherStore.insert(Entries.range(from + 60, from));
            var met = await(Uni.join().all(up, down).andFailFast());
            assertThat(met.get(0).size() + met.get(1).size()).isEqualTo(61);
        }
    }

    @Test
    void deleting_the_same_expired_keys_in_opposite_order_does_not_deadlock() {
        var _ = await(oneStore.insert(Entries.range(0, 2000)));
        sql().execute(AppendBatchTest.EXPIRE);
        for (var round = 0; round < 20; round++) {
            var keys = Entries.range(round * 100, round * 100 + 100).stream().map(ConcurrentAppendTest::key).toList();
            var _ = await(Uni.join().all(oneStore.forget(keys), otherStore.forget(keys.reversed())).andFailFast());
        }
        assertThat(sql().count("key")).isZero();
    }

    Uni<List<AppendOutcome>> copies() {
        return Entries.together(IntStream.range(0, APPENDS)
                .mapToObj(n -> (n % 2 == 0 ? here : there).append(Entries.keyed("k"))).toList());
    }

    static void assertOneStored(List<AppendOutcome> outcomes, long events) {
        var receipts = new HashSet<Receipt>();
        outcomes.forEach(
                outcome -> receipts
                        .add(outcome instanceof Stored(var receipt) ? receipt : AppendBatchTest.receipt(outcome)));
        assertThat(outcomes).hasSize(APPENDS).filteredOn(Stored.class::isInstance).hasSize(1);
        assertThat(receipts).hasSize(1);
        assertThat(sql().count("event")).isEqualTo(events);
        assertThat(sql().count("key")).isEqualTo(1);
    }

    /// Until the append waits for the transaction that holds its key.
    static void awaitWaiter() {
        var _ = Eventually.value(
                () -> sql().query("SELECT count(*) FROM pg_locks WHERE NOT granted"), "1"::equals);
    }

    static Key key(NewEvent newEvent) {
        return new Key("orders", String.valueOf(newEvent.key() == null ? null : newEvent.key().value()));
    }
}
