package dev.onceward.relay.worker;

import java.util.List;
import java.util.UUID;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;

import dev.onceward.embedded.Backends;
import dev.onceward.sql.Migrate;
import dev.onceward.sql.RebaseLog;
import dev.onceward.testing.Eventually;

import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// A log is taken out of a cluster that has given out many transaction ids, and put into one that has given out few.
abstract class RestoredLogFixture {
    static final String WHY = "SELECT paused_by || ': ' || pause_reason FROM onceward.subscription WHERE name = 'books'";

    static final Backends OLD = Backends.temporary();
    static final Backends FRESH = Backends.temporary();

    final LogDatabase old = LogDatabase.in(OLD);
    final LogDatabase fresh = LogDatabase.in(FRESH);
    final ScriptedReceiver receiver = new ScriptedReceiver();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    List<UUID> delivered = List.of();
    List<UUID> undelivered = List.of();

    @AfterEach
    void close() {
        old.close();
        fresh.close();
    }

    void rebase() {
        assertThat(RebaseLog.run(fresh.url())).contains("was rebased");
    }

    /// Some events are delivered and some are not, each behind a recorded edge.
    void restore(Restore restore) {
        restore(restore, Math.max(0, fresh.upcoming() + 5000 - old.upcoming()));
    }

    void restore(Restore restore, long used) {
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

    void deliver(SubscriptionWorker worker, int events) {
        deliver(worker, receiver, events);
    }

    static void deliver(SubscriptionWorker worker, ScriptedReceiver receiver, int events) {
        Eventually.holds(() -> {
            var _ = await(worker.round().onFailure().recoverWithNull());
            return receiver.received().size() >= events;
        });
        var _ = drain(worker);
    }
}
