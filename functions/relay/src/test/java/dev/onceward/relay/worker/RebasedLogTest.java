package dev.onceward.relay.worker;

import java.util.ArrayList;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.sql.Migrate;
import dev.onceward.sql.RebaseLog;

import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// What subscriptions read once a restored log was rebased.
class RebasedLogTest extends RestoredLogFixture {
    /// Also once the cluster has given out as many transaction ids as were restored, when their numbers tell nothing any more.
    @ParameterizedTest
    @EnumSource
    void after_a_rebase_unread_events_and_events_appended_since_the_restore_are_delivered(Restore restore) {
        restore(restore);
        var expected = new ArrayList<>(undelivered);
        expected.addAll(fresh.append(3));
        fresh.recordEdge();
        fresh.useTransactions(20_000);
        expected.addAll(fresh.append(3));
        rebase();
        expected.addAll(fresh.append(3));
        deliver(fresh.worker(books(), receiver, registry), expected.size());
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(expected)
                .doesNotContainAnyElementsOf(delivered);
        assertThat(registry.get("onceward.relay.restored").gauge().value()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void after_a_rebase_a_cursor_that_is_moved_back_reads_all_restored_events(Restore restore) {
        restore(restore);
        rebase();
        var worker = fresh.worker(books(), receiver, registry);
        deliver(worker, undelivered.size());
        var _ = await(worker.end());
        var _ = await(fresh.stores().operations().move("books", new Actor("ann", ""), "earliest", WindowEdge.EARLIEST));
        deliver(fresh.worker(books(), receiver, registry), delivered.size() + 2 * undelivered.size());
        assertThat(receiver.received()).containsAll(delivered).containsAll(undelivered);
    }

    @ParameterizedTest
    @EnumSource
    void after_a_rebase_a_cursor_that_is_moved_to_now_reads_only_later_events(Restore restore) {
        restore(restore);
        rebase();
        var _ = await(fresh.stores().operations().moveToNow("books", new Actor("ann", "")));
        var worker = fresh.worker(books(), receiver, registry);
        var _ = drain(worker);
        var next = fresh.append(2);
        deliver(worker, 2);
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(next);
    }

    /// Their numbers overlap with those that were restored if the sequence was not restored.
    @ParameterizedTest
    @EnumSource
    void more_events_than_were_restored_can_be_appended_before_the_rebase_and_keep_their_order(Restore restore) {
        restore(restore);
        var appended = fresh.append(40);
        rebase();
        assertThat(fresh.ids("tx >= '%d' ORDER BY seq".formatted(1L << 48))).isEqualTo(appended);
        deliver(fresh.worker(books(), receiver, registry), undelivered.size() + appended.size());
        assertThat(receiver.received()).containsAll(undelivered).containsAll(appended)
                .doesNotContainAnyElementsOf(delivered);
    }

    @ParameterizedTest
    @EnumSource
    void after_a_rebase_the_rest_of_a_window_that_was_open_is_delivered(Restore restore) {
        Migrate.run(old.url());
        old.useTransactions(Math.max(0, fresh.upcoming() + 5000 - old.upcoming()));
        var all = old.appendAtOnce(40);
        var before = new ScriptedReceiver();
        var worker = old.worker(books(), before, new SimpleMeterRegistry(), 10);
        while (before.received().isEmpty()) {
            var _ = await(worker.round());
        }
        var _ = await(worker.end());
        assertThat(before.received().size()).isBetween(1, 39);
        restore.copy(old, fresh);
        rebase();
        deliver(fresh.worker(books(), receiver, registry), all.size() - before.received().size());
        assertThat(receiver.received())
                .containsAll(all.stream().filter(id -> !before.received().contains(id)).toList());
    }

    @ParameterizedTest
    @EnumSource
    void a_restore_into_a_cluster_that_has_assigned_more_transaction_ids_loses_no_event(Restore restore) {
        fresh.useTransactions(Math.max(0, old.upcoming() + 30_000 - fresh.upcoming()));
        restore(restore, 0);
        var expected = new ArrayList<>(undelivered);
        expected.addAll(fresh.append(3));
        rebase();
        expected.addAll(fresh.append(3));
        deliver(fresh.worker(books(), receiver, registry), expected.size());
        assertThat(receiver.received()).containsAll(expected);
    }

    /// pg_upgrade gives the cluster another system identifier, and nothing else changes.
    @Test
    void after_an_upgrade_of_the_cluster_a_rebase_changes_no_event() {
        Migrate.run(old.url());
        delivered = old.append(5);
        var worker = old.worker(books(), new ScriptedReceiver(), new SimpleMeterRegistry());
        var _ = drain(worker);
        var _ = await(worker.end());
        undelivered = old.append(5);
        old.sql().execute("UPDATE onceward.cluster_identity SET system_identifier = 1, written = pg_current_xact_id()");
        assertThat(RebaseLog.run(old.url())).contains("was rebased", "since the restore: 0");
        var later = old.append(2);
        deliver(old.worker(books(), receiver, registry), 7);
        assertThat(receiver.received()).hasSize(7).containsAll(undelivered).containsAll(later);
    }

    @Test
    void a_restore_pause_of_a_log_that_needs_no_rebase_is_ended_by_the_rebase_command() {
        Migrate.run(old.url());
        var _ = await(old.stores().starts().enroll("books"));
        old.sql().execute(
                "UPDATE onceward.subscription SET paused_at = now(), paused_by = 'restore', pause_reason = 'restored'");
        assertThat(RebaseLog.run(old.url())).contains("nothing to rebase");
        assertThat(old.sql().query(WHY)).isEqualTo("null");
        assertThat(await(old.stores().pauses().restored("books"))).isFalse();
    }

    @Test
    void a_log_that_was_not_restored_is_not_rebased() {
        Migrate.run(old.url());
        assertThat(RebaseLog.run(old.url())).contains("nothing to rebase");
    }
}
