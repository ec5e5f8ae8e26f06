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

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// What is committed late is read late, and nothing overtakes the events of its key.
@OnServers
class LateCommitsTest {
    @Test
    void an_event_that_is_committed_late_is_read_late_and_not_skipped() throws Exception {
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
    void a_transaction_that_began_before_the_reader_is_not_skipped() throws Exception {
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
    void a_transaction_with_an_early_id_does_not_overtake_events_of_its_ordering_key_appended_before()
            throws Exception {
        var reader = new Reader(10);
        try (var early = new Writer(); var late = new Writer()) {
            Sql.execute(early.connection, "SELECT pg_current_xact_id()");
            var first = late.append("a");
            var _ = late.commit();
            var second = early.append("a");
            var _ = early.commit();
            assertThat(reader.rest()).containsExactly(first, second);
        }
    }

    @Test
    void an_event_that_is_rolled_back_is_never_read() throws Exception {
        var reader = new Reader(10);
        try (var writer = new Writer()) {
            var _ = writer.append("a");
            writer.rollback();
            var kept = writer.append("b");
            var _ = writer.commit();
            assertThat(reader.rest()).containsExactly(kept);
        }
    }

    /// Writers that take their time, commit in another order than they began and sometimes give up. Each takes the lock
    /// of its key, as business code does, and counts within it.
    @ParameterizedTest
    @ValueSource(ints = {3, 500})
    void each_event_of_concurrent_writers_is_read_once_in_the_order_of_its_ordering_key(int page) throws Exception {
        var reader = new Reader(page);
        var numbers = new HashMap<UUID, Integer>();
        var committed = Collections.synchronizedMap(numbers);
        var running = new AtomicInteger(8);
        try (var writers = Executors.newFixedThreadPool(9)) {
            var done = IntStream.range(0, 8).mapToObj(n -> writers.submit(writing(n, committed, running))).toList();
            var ticking = writers.submit(() -> {
                while (running.get() > 0) {
                    sql().execute(ReadWindowsTest.RECORD_EDGE);
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
            Sql.execute(writer.connection, "SELECT pg_current_xact_id()");
        }
        if (chance.nextInt(4) == 0) {
            Sql.execute(writer.connection, "SELECT pg_sleep(%s)".formatted(chance.nextDouble() * 0.05));
        }
        var key = "k" + chance.nextInt(5);
        Sql.execute(writer.connection, "SELECT pg_advisory_xact_lock(hashtext('%s'))".formatted(key));
        var mine = new HashMap<UUID, Integer>();
        for (var n = chance.nextInt(4); n >= 0; n--) {
            mine.put(writer.append(key), COUNTER.incrementAndGet());
        }
        if (chance.nextInt(4) == 0) {
            Sql.execute(writer.connection, "SELECT pg_sleep(%s)".formatted(chance.nextDouble() * 0.05));
        }
        if (chance.nextInt(10) == 0) {
            writer.rollback();
        } else {
            committed.putAll(mine);
            var _ = writer.commit();
        }
    }
}
