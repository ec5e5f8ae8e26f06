package dev.onceward.relay.window;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.window.OpenWindow.CursorBeyondLog;
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Sql;

import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class ReadWindowsTest {
    private static final String RECORD_EDGE = "SELECT onceward.record_edge(interval '0')";

    @Test
    void what_is_committed_late_is_read_late_and_not_skipped() throws Exception {
        var reader = new Reader(10);
        try (var slow = new Writer(); var quick = new Writer()) {
            var first = slow.append("a");
            var second = quick.append("b");
            var _ = quick.commit();
            assertThat(reader.rest()).containsExactly(second);
            var _ = slow.commit();
            assertThat(reader.rest()).containsExactly(first);
        }
    }

    /// Its number is above the snapshot's `xmax` then, as if it had not begun yet.
    @Test
    void a_transaction_that_began_last_and_is_still_open_is_not_skipped() throws Exception {
        try (var quick = new Writer(); var slow = new Writer()) {
            var second = slow.append("b");
            var reader = new Reader(10);
            var _ = reader.rest();
            var third = quick.append("c");
            var _ = quick.commit();
            assertThat(reader.rest()).containsExactly(third);
            var _ = slow.commit();
            assertThat(reader.rest()).containsExactly(second);
        }
    }

    /// No snapshot in between lists it.
    @Test
    void a_transaction_that_began_last_and_is_the_next_to_end_is_not_skipped() throws Exception {
        try (var slow = new Writer()) {
            var only = slow.append("a");
            var reader = new Reader(10);
            assertThat(reader.rest()).isEmpty();
            var _ = slow.commit();
            assertThat(reader.rest()).containsExactly(only);
        }
    }

    @Test
    void a_transaction_that_began_before_the_reader_knew_anything_is_not_skipped() throws Exception {
        try (var slow = new Writer(); var quick = new Writer()) {
            var first = slow.append("a");
            var reader = new Reader(10, false);
            for (var n = 0; n < 50; n++) {
                var _ = quick.append("b");
                var _ = quick.commit();
                var _ = reader.rest();
            }
            var _ = slow.commit();
            assertThat(reader.rest()).containsExactly(first);
        }
    }

    @Test
    void a_transaction_with_an_early_number_that_appends_late_does_not_overtake_its_key() throws Exception {
        var reader = new Reader(10);
        try (var early = new Writer(); var late = new Writer()) {
            Sql.tell(early.connection, "SELECT pg_current_xact_id()");
            var first = late.append("a");
            var _ = late.commit();
            var second = early.append("a");
            var _ = early.commit();
            assertThat(reader.rest()).containsExactly(first, second);
        }
    }

    @Test
    void what_is_rolled_back_is_never_read() throws Exception {
        var reader = new Reader(10);
        try (var writer = new Writer()) {
            var _ = writer.append("a");
            writer.rollback();
            var kept = writer.append("b");
            var _ = writer.commit();
            assertThat(reader.rest()).containsExactly(kept);
        }
    }

    @Test
    void the_first_event_of_all_is_read() throws Exception {
        Sql.tell("ALTER SEQUENCE onceward.event_seq_seq RESTART");
        var reader = new Reader(10);
        try (var writer = new Writer()) {
            var first = writer.append("a");
            var _ = writer.commit();
            assertThat(reader.rest()).containsExactly(first);
        }
    }

    @Test
    void a_log_that_begins_late_is_read_at_once() throws Exception {
        var reader = Reader.fromEarliest(10);
        Sql.tell("ALTER SEQUENCE onceward.event_seq_seq RESTART WITH 5000000000");
        try (var writer = new Writer()) {
            var first = writer.append("a");
            var _ = writer.commit();
            fivePages(reader);
            assertThat(reader.ids()).containsExactly(first);
        }
    }

    @Test
    void a_hole_in_the_log_is_not_read() throws Exception {
        var reader = Reader.fromEarliest(10);
        try (var writer = new Writer()) {
            var before = writer.append("a");
            Sql.tell("SELECT setval('onceward.event_seq_seq', nextval('onceward.event_seq_seq') + 10000000)");
            var after = writer.append("a");
            var _ = writer.commit();
            fivePages(reader);
            assertThat(reader.ids()).containsExactly(before, after);
        }
    }

    /// Else all pages up to the end would be asked for one by one, however few events are wanted.
    @Test
    void a_log_whose_rest_was_rolled_back_is_read_to_its_end_at_once() throws Exception {
        var reader = Reader.fromEarliest(10);
        Sql.tell("SELECT setval('onceward.event_seq_seq', nextval('onceward.event_seq_seq') + 10000000)");
        fivePages(reader);
        assertThat(reader.readPosition.from().high()).isEqualTo(await(reader.edges.now()).high());
    }

    /// As after a failover to a standby that was behind.
    @Test
    void whoever_has_read_further_than_the_log_goes_is_told() {
        var now = await(new Reader(10).edges.now());
        var later = new Edge(Snapshot.of("%1$d:%1$d:".formatted(now.next() + 1000)), now.next() + 1000, now.low(),
                now.high());
        var reader = new Reader(10);
        reader.readPosition = ReadPosition.at(later);
        assertThatThrownBy(reader::page).isInstanceOf(CursorBeyondLog.class)
                .hasMessageContaining("the cursor lies beyond the end of the log");
    }

    @Test
    void a_tick_of_the_future_is_not_taken_for_what_is_committed() {
        var reader = new Reader(10);
        var now = await(reader.edges.now());
        Sql.tell(
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
    void a_page_holds_a_bounded_number_of_bytes_and_at_least_one_event() throws Exception {
        var reader = new Reader(100);
        try (var writer = new Writer()) {
            for (var n = 0; n < 5; n++) {
                Sql.tell(writer.connection, """
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
    void a_backlog_is_read_in_the_order_of_its_commits_where_ticks_were_left() throws Exception {
        var reader = new Reader(1000);
        try (var slow = new Writer(); var quick = new Writer()) {
            var first = slow.append("a");
            var second = quick.append("a");
            var _ = quick.commit();
            Sql.tell(RECORD_EDGE);
            var _ = slow.commit();
            Sql.tell(RECORD_EDGE);
            assertThat(reader.page()).extracting(placed -> placed.event().id()).containsExactly(second, first);
        }
    }

    @Test
    void a_backlog_without_ticks_is_read_as_well() throws Exception {
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
    void a_tick_is_left_only_when_something_was_appended() throws Exception {
        Sql.tell(RECORD_EDGE);
        var before = Sql.count("recorded_edge");
        Sql.tell(RECORD_EDGE);
        Sql.tell(RECORD_EDGE);
        assertThat(Sql.count("recorded_edge")).isEqualTo(before);
        try (var writer = new Writer()) {
            var _ = writer.append("a");
            var _ = writer.commit();
        }
        Sql.tell("SELECT onceward.record_edge(interval '1 hour')");
        assertThat(Sql.count("recorded_edge")).isEqualTo(before);
        Sql.tell(RECORD_EDGE);
        assertThat(Sql.count("recorded_edge")).isEqualTo(before + 1);
    }

    /// Writers that take their time, commit in another order than they began and sometimes give up. Each takes the lock
    /// of its key, as business code does, and counts within it.
    @ParameterizedTest
    @ValueSource(ints = {3, 500})
    void under_concurrent_writers_everything_is_read_once_and_in_the_order_of_its_key(int page) throws Exception {
        var reader = new Reader(page);
        var numbers = new HashMap<UUID, Integer>();
        var committed = Collections.synchronizedMap(numbers);
        var running = new AtomicInteger(8);
        try (var writers = Executors.newFixedThreadPool(9)) {
            var done = IntStream.range(0, 8).mapToObj(n -> writers.submit(writing(n, committed, running))).toList();
            var ticking = writers.submit(() -> {
                while (running.get() > 0) {
                    Sql.tell(RECORD_EDGE);
                }
            });
            while (running.get() > 0) {
                var _ = reader.page();
            }
            for (var one : done) {
                one.get();
            }
            ticking.get();
        }
        var _ = reader.rest();
        assertThat(reader.ids()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(committed.keySet());
        var byKey = new HashMap<String, List<Integer>>();
        reader.read.forEach(placed -> byKey.computeIfAbsent(String.valueOf(placed.event().ordering()),
                _ -> new ArrayList<>()).add(committed.getOrDefault(placed.event().id(), -1)));
        assertThat(byKey.values()).allSatisfy(order -> assertThat(order).isSorted());
    }

    private static void fivePages(Reader reader) {
        for (var n = 0; n < 5; n++) {
            var _ = reader.page();
        }
    }

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private static Callable<Void> writing(int seed, Map<UUID, Integer> committed, AtomicInteger running) {
        return () -> {
            var chance = new Random(seed);
            try (var writer = new Writer()) {
                for (var n = 0; n < 150; n++) {
                    transaction(writer, chance, committed);
                }
            } finally {
                running.decrementAndGet();
            }
            return null;
        };
    }

    private static void transaction(Writer writer, Random chance, Map<UUID, Integer> committed) throws Exception {
        if (chance.nextInt(3) == 0) {
            Sql.tell(writer.connection, "SELECT pg_current_xact_id()");
        }
        if (chance.nextInt(4) == 0) {
            Sql.tell(writer.connection, "SELECT pg_sleep(%s)".formatted(chance.nextDouble() * 0.05));
        }
        var key = "k" + chance.nextInt(5);
        Sql.tell(writer.connection, "SELECT pg_advisory_xact_lock(hashtext('%s'))".formatted(key));
        var mine = new HashMap<UUID, Integer>();
        for (var n = chance.nextInt(4); n >= 0; n--) {
            mine.put(writer.append(key), COUNTER.incrementAndGet());
        }
        if (chance.nextInt(4) == 0) {
            Sql.tell(writer.connection, "SELECT pg_sleep(%s)".formatted(chance.nextDouble() * 0.05));
        }
        if (chance.nextInt(10) == 0) {
            writer.rollback();
        } else {
            committed.putAll(mine);
            var _ = writer.commit();
        }
    }
}
