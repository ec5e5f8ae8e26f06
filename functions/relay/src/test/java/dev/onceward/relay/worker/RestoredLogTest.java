package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.embedded.Backends;
import dev.onceward.relay.edge.Edge;
import dev.onceward.sql.Migrate;
import dev.onceward.sql.RebaseLog;

import static dev.onceward.relay.worker.LogFixture.await;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A log is taken out of a cluster that has given out many transaction ids, and put into one that has given out few.
class RestoredLogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String WHY = "SELECT paused_by || ': ' || pause_reason FROM onceward.subscription WHERE name = 'books'";

    private static final Backends OLD = Backends.temporary();
    private static final Backends FRESH = Backends.temporary();

    private final LogDatabase old = LogDatabase.in(OLD);
    private final LogDatabase fresh = LogDatabase.in(FRESH);
    private final ScriptedReceiver receiver = new ScriptedReceiver();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private List<UUID> delivered = List.of();
    private List<UUID> undelivered = List.of();

    @AfterEach
    void close() {
        old.close();
        fresh.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_subscription_to_a_restored_log_is_paused_until_the_rebase_and_a_metric_shows_it(Restore restore) {
        restore(restore);
        var worker = fresh.worker(books(), receiver, registry);
        assertThat(await(worker.round()).isPaused()).isTrue();
        assertThat(fresh.ask(WHY)).startsWith("restore: ").contains("run the command rebase");
        assertThat(registry.get("onceward.relay.restored").gauge().value()).isEqualTo(1);
        assertThat(receiver.received()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_operator_cannot_resume_the_subscription_before_the_log_is_rebased(Restore restore) {
        restore(restore);
        var _ = await(fresh.worker(books(), receiver, registry).round());
        var _ = await(fresh.stores().operations().resume("books", "ann"));
        var _ = await(fresh.worker(books(), receiver, registry).round());
        assertThat(fresh.ask(WHY)).startsWith("restore: ");
        assertThat(receiver.received()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_cursor_cannot_be_moved_to_now_before_the_log_is_rebased(Restore restore) {
        restore(restore);
        assertThatThrownBy(() -> await(fresh.stores().operations().moveToNow("books", "ann")))
                .hasMessageContaining("run the command rebase");
    }

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
        var _ = await(fresh.stores().operations().move("books", "ann", "earliest", Edge.EARLIEST));
        deliver(fresh.worker(books(), receiver, registry), delivered.size() + 2 * undelivered.size());
        assertThat(receiver.received()).containsAll(delivered).containsAll(undelivered);
    }

    @ParameterizedTest
    @EnumSource
    void after_a_rebase_a_cursor_that_is_moved_to_now_reads_only_later_events(Restore restore) {
        restore(restore);
        rebase();
        var _ = await(fresh.stores().operations().moveToNow("books", "ann"));
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

    /// The first cluster knows its own system identifier, and must not take the log for its own.
    @Test
    void a_log_that_comes_back_to_its_first_cluster_is_recognised() {
        restore(Restore.TABLES);
        fresh.tell("SELECT setval('onceward.event_seq_seq', (SELECT max(seq) FROM onceward.event))");
        var appended = fresh.append(3);
        fresh.recordEdge();
        try (var again = LogDatabase.in(OLD)) {
            Restore.TABLES.copy(fresh, again);
            assertThat(again.ask("SELECT onceward.is_restored()")).isEqualTo("true");
            assertThat(RebaseLog.run(again.url())).contains("was rebased");
            deliver(again.worker(books(), receiver, registry), undelivered.size() + appended.size());
            assertThat(receiver.received()).containsAll(undelivered).containsAll(appended);
        }
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
        old.tell("UPDATE onceward.cluster_identity SET system_identifier = 1, written = pg_current_xact_id()");
        assertThat(RebaseLog.run(old.url())).contains("was rebased", "since the restore: 0");
        var later = old.append(2);
        deliver(old.worker(books(), receiver, registry), 7);
        assertThat(receiver.received()).hasSize(7).containsAll(undelivered).containsAll(later);
    }

    @Test
    void a_restore_pause_of_a_log_that_needs_no_rebase_is_ended_by_the_rebase_command() {
        Migrate.run(old.url());
        var _ = await(old.stores().starts().enroll("books"));
        old.tell(
                "UPDATE onceward.subscription SET paused_at = now(), paused_by = 'restore', pause_reason = 'restored'");
        assertThat(RebaseLog.run(old.url())).contains("nothing to rebase");
        assertThat(old.ask(WHY)).isEqualTo("null");
        assertThat(await(old.stores().pauses().restored("books"))).isFalse();
    }

    @Test
    void a_log_that_was_not_restored_is_not_rebased() {
        Migrate.run(old.url());
        assertThat(RebaseLog.run(old.url())).contains("nothing to rebase");
    }

    private void rebase() {
        assertThat(RebaseLog.run(fresh.url())).contains("was rebased");
    }

    /// Some events are delivered and some are not, each behind a recorded edge.
    private void restore(Restore restore) {
        restore(restore, Math.max(0, fresh.upcoming() + 5000 - old.upcoming()));
    }

    private void restore(Restore restore, long used) {
        Migrate.run(old.url());
        old.useTransactions(used);
        delivered = old.append(5);
        old.recordEdge();
        var receiver = new ScriptedReceiver();
        var worker = old.worker(books(), receiver, new SimpleMeterRegistry());
        deliver(worker, receiver, delivered.size());
        var _ = await(worker.end());
        undelivered = old.append(5);
        old.recordEdge();
        restore.copy(old, fresh);
    }

    private void deliver(SubscriptionWorker worker, int events) {
        deliver(worker, receiver, events);
    }

    private static void deliver(SubscriptionWorker worker, ScriptedReceiver receiver, int events) {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (receiver.received().size() < events && System.nanoTime() < deadline) {
            var _ = await(worker.round().onFailure().recoverWithNull());
            LockSupport.parkNanos(5_000_000);
        }
        var _ = drain(worker);
    }
}
