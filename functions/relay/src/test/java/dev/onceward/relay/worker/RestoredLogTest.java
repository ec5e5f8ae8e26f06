package dev.onceward.relay.worker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.runtime.admin.Actor;
import dev.onceward.sql.RebaseLog;

import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What a restored log is before its rebase, and what does not make a log a restored one.
class RestoredLogTest extends RestoredLogFixture {
    @ParameterizedTest
    @EnumSource
    void a_subscription_to_a_restored_log_is_paused_until_the_rebase_and_a_metric_shows_it(Restore restore) {
        restore(restore);
        var worker = fresh.worker(books(), receiver, registry);
        assertThat(await(worker.round()).isPaused()).isTrue();
        assertThat(fresh.sql().query(WHY)).startsWith("restore: ").contains("run the command rebase");
        assertThat(registry.get("onceward.relay.restored").gauge().value()).isEqualTo(1);
        assertThat(receiver.received()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_operator_cannot_resume_the_subscription_before_the_log_is_rebased(Restore restore) {
        restore(restore);
        var _ = await(fresh.worker(books(), receiver, registry).round());
        var _ = await(fresh.stores().operations().resume("books", new Actor("ann", "")));
        var _ = await(fresh.worker(books(), receiver, registry).round());
        assertThat(fresh.sql().query(WHY)).startsWith("restore: ");
        assertThat(receiver.received()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_cursor_cannot_be_moved_to_now_before_the_log_is_rebased(Restore restore) {
        restore(restore);
        assertThatThrownBy(() -> await(fresh.stores().operations().moveToNow("books", new Actor("ann", ""))))
                .hasMessageContaining("run the command rebase");
    }

    /// The first cluster knows its own system identifier, and must not take the log for its own.
    @Test
    void a_log_that_comes_back_to_its_first_cluster_is_recognised() {
        restore(Restore.TABLES);
        fresh.sql().execute("SELECT setval('onceward.event_seq_seq', (SELECT max(seq) FROM onceward.event))");
        var appended = fresh.append(3);
        fresh.recordEdge();
        try (var again = LogDatabase.in(OLD)) {
            Restore.TABLES.copy(fresh, again);
            assertThat(again.sql().query("SELECT onceward.is_restored()")).isEqualTo("true");
            assertThat(RebaseLog.run(again.url())).contains("was rebased");
            deliver(again.worker(books(), receiver, registry), undelivered.size() + appended.size());
            assertThat(receiver.received()).containsAll(undelivered).containsAll(appended);
        }
    }
}
