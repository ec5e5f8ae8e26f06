package dev.onceward.relay.worker;

import java.util.HashSet;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// How often a worker writes how far its cursors are.
@OnServers
class CursorWritesTest {
    private final ScriptedReceiver receiver = new ScriptedReceiver();
    /// Many idle subscriptions would write all the time else.
    @Test
    void cursors_that_advance_without_events_are_not_written_in_every_round() {
        var _ = append(5);
        var worker = worker(books(), receiver);
        var _ = drain(worker);
        var begun = System.nanoTime();
        var written = new HashSet<String>();
        while (System.nanoTime() - begun < 1_000_000_000L) {
            sql().execute("SELECT pg_current_xact_id()");
            var _ = await(worker.round());
            written.add(LogFixture.newest("cursor"));
        }
        var seconds = (System.nanoTime() - begun) / 1_000_000_000L;
        assertThat(written).hasSizeLessThanOrEqualTo((int) (3 + seconds / 5));
    }

    /// A transaction that somebody leaves open makes each update of a cursor slower than the one before.
    @Test
    void cursors_whose_writing_takes_long_are_written_less_often() {
        sql().execute("CREATE FUNCTION onceward.slow() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END'");
        sql().execute("CREATE TRIGGER slow AFTER UPDATE ON onceward.cursor EXECUTE FUNCTION onceward.slow()");
        try {
            var worker = worker(books(), receiver);
            var written = new HashSet<String>();
            var begun = System.nanoTime();
            while (System.nanoTime() - begun < 3_000_000_000L) {
                LogFixture.fill(5, "orders");
                var _ = await(worker.round());
                written.add(LogFixture.newest("cursor"));
            }
            var tenths = (System.nanoTime() - begun) / 100_000_000L;
            assertThat(written).hasSizeLessThan((int) tenths / 3);
        } finally {
            sql().execute("DROP FUNCTION onceward.slow() CASCADE");
        }
    }
}
