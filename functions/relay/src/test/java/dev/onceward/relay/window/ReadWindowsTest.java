package dev.onceward.relay.window;

import java.util.ArrayList;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.window.OpenWindow.CursorBeyondLog;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class ReadWindowsTest {
    static final String RECORD_EDGE = "SELECT onceward.record_edge(interval '0')";

    @Test
    void the_first_event_of_the_log_is_read() throws Exception {
        sql().execute("ALTER SEQUENCE onceward.event_seq_seq RESTART");
        var reader = new Reader(10);
        try (var writer = new Writer()) {
            var first = writer.append("a");
            var _ = writer.commit();
            assertThat(reader.rest()).containsExactly(first);
        }
    }

    @Test
    void a_log_that_begins_at_a_high_sequence_number_is_read_within_five_pages() throws Exception {
        var reader = Reader.fromEarliest(10);
        sql().execute("ALTER SEQUENCE onceward.event_seq_seq RESTART WITH 5000000000");
        try (var writer = new Writer()) {
            var first = writer.append("a");
            var _ = writer.commit();
            fivePages(reader);
            assertThat(reader.ids()).containsExactly(first);
        }
    }

    @Test
    void a_gap_of_ten_million_sequence_numbers_is_passed_within_five_pages() throws Exception {
        var reader = Reader.fromEarliest(10);
        try (var writer = new Writer()) {
            var before = writer.append("a");
            sql().execute("SELECT setval('onceward.event_seq_seq', nextval('onceward.event_seq_seq') + 10000000)");
            var after = writer.append("a");
            var _ = writer.commit();
            fivePages(reader);
            assertThat(reader.ids()).containsExactly(before, after);
        }
    }

    /// Else all pages up to the end would be asked for one by one, however few events are wanted.
    @Test
    void a_log_whose_last_events_were_rolled_back_is_read_to_its_end_within_five_pages() throws Exception {
        var reader = Reader.fromEarliest(10);
        sql().execute("SELECT setval('onceward.event_seq_seq', nextval('onceward.event_seq_seq') + 10000000)");
        fivePages(reader);
        assertThat(reader.readPosition.from().high()).isEqualTo(await(reader.edges.now()).high());
    }

    /// As after a failover to a standby that was behind.
    @Test
    void reading_from_a_cursor_beyond_the_end_of_the_log_fails() {
        var now = await(new Reader(10).edges.now());
        var later = new WindowEdge(Snapshot.of("%1$d:%1$d:".formatted(now.next() + 1000)), now.next() + 1000, now.low(),
                now.high());
        var reader = new Reader(10);
        reader.readPosition = ReadPosition.at(later);
        assertThatThrownBy(reader::page).isInstanceOf(CursorBeyondLog.class)
                .hasMessageContaining("the cursor lies beyond the end of the log");
    }

    @Test
    void a_recorded_edge_beyond_the_end_of_the_log_makes_reading_fail() {
        var reader = new Reader(10);
        var now = await(reader.edges.now());
        sql().execute(
                "INSERT INTO onceward.recorded_edge (snapshot, next, low, high) VALUES ('%1$d:%1$d:', '%1$d', %2$d, %2$d)"
                        .formatted(now.next() + 1000, now.high()));
        assertThatThrownBy(reader::page).isInstanceOf(CursorBeyondLog.class);
    }

    @Test
    void a_large_transaction_is_read_page_by_page_in_order() throws Exception {
        var reader = new Reader(7);
        try (var writer = new Writer()) {
            var all = new ArrayList<UUID>();
            for (var n = 0; n < 100; n++) {
                all.add(writer.append("k" + n));
            }
            var _ = writer.commit();
            assertThat(reader.page()).hasSize(7);
            assertThat(reader.readPosition.to()).isNotNull();
            var _ = reader.rest();
            assertThat(reader.ids()).isEqualTo(all);
        }
    }

    @Test
    void a_page_of_the_log_has_a_bounded_number_of_bytes() throws Exception {
        var reader = new Reader(100);
        try (var writer = new Writer()) {
            for (var n = 0; n < 5; n++) {
                Sql.execute(writer.connection, """
                        INSERT INTO onceward.event (shard, id, source, topic, headers, body)
                        VALUES (0, gen_random_uuid(), 'shop', 'orders', '{}', convert_to(repeat('x', 9000000), 'UTF8'))
                        """);
            }
            var _ = writer.commit();
        }
        assertThat(reader.page()).hasSize(2);
        assertThat(reader.rest()).hasSize(3);
    }

    @Test
    void a_backlog_with_recorded_edges_is_read_in_commit_order() throws Exception {
        var reader = new Reader(1000);
        try (var slow = new Writer(); var quick = new Writer()) {
            var first = slow.append("a");
            var second = quick.append("a");
            var _ = quick.commit();
            sql().execute(RECORD_EDGE);
            var _ = slow.commit();
            sql().execute(RECORD_EDGE);
            assertThat(reader.page()).extracting(placed -> placed.event().id()).containsExactly(second, first);
        }
    }

    @Test
    void a_backlog_without_recorded_edges_is_read_in_order() throws Exception {
        var reader = Reader.fromEarliest(10);
        try (var writer = new Writer()) {
            var all = new ArrayList<UUID>();
            for (var n = 0; n < 35; n++) {
                all.add(writer.append("k" + n % 3));
                var _ = writer.commit();
            }
            assertThat(reader.rest()).isEqualTo(all);
        }
    }

    @Test
    void an_edge_is_recorded_only_after_an_append_and_not_within_the_given_interval() throws Exception {
        sql().execute(RECORD_EDGE);
        var before = sql().count("recorded_edge");
        sql().execute(RECORD_EDGE);
        sql().execute(RECORD_EDGE);
        assertThat(sql().count("recorded_edge")).isEqualTo(before);
        try (var writer = new Writer()) {
            var _ = writer.append("a");
            var _ = writer.commit();
        }
        sql().execute("SELECT onceward.record_edge(interval '1 hour')");
        assertThat(sql().count("recorded_edge")).isEqualTo(before);
        sql().execute(RECORD_EDGE);
        assertThat(sql().count("recorded_edge")).isEqualTo(before + 1);
    }

    private static void fivePages(Reader reader) {
        for (var n = 0; n < 5; n++) {
            var _ = reader.page();
        }
    }
}
