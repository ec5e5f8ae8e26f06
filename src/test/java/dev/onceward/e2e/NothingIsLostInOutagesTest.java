package dev.onceward.e2e;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.LongTest;
import dev.onceward.testing.TestAll;

import static dev.onceward.e2e.NothingIsLostTest.assertInOrder;
import static dev.onceward.e2e.NothingIsLostTest.awaitAll;
import static dev.onceward.e2e.NothingIsLostTest.settings;
import static org.assertj.core.api.Assertions.assertThat;

/// Nothing is lost on bad days either: a database that is restarted, receivers that hang, writers that take their time.
class NothingIsLostInOutagesTest {
    private static final int OF_OTHER_KEY = TestAll.rounds(2_000, 200);

    @Test
    void a_postgresql_that_is_killed_during_delivery_loses_no_event() throws Exception {
        try (var deployment = new DeploymentFixture();
                var ordered = new CountingReceiver();
                var unordered = new CountingReceiver();
                var relay = deployment.relay(settings(ordered, unordered)).ready()) {
            var _ = deployment.awaitCursors(2);
            var business = new EventWriters(deployment.database, 4);
            var writing = Thread.ofVirtual().start(() -> writeUntilItFails(business));
            var _ = Eventually.holds("much under way", Duration.ofSeconds(30), () -> ordered.times.size() > 2000);
            deployment.backends.postgres().kill();
            writing.join();
            deployment.backends.postgres().start();

            var ids = new HashSet<>(deployment.database.texts("SELECT id::text FROM onceward.event"));
            awaitAll(ids.size(), ordered, unordered);
            assertThat(ordered.times.keySet()).isEqualTo(ids);
            assertThat(unordered.times.keySet()).isEqualTo(ids);
            assertInOrder(ordered);
            var _ = Eventually.holds("it says that it reads again", Duration.ofSeconds(20),
                    () -> relay.output().contains("reads the log again"));
        }
    }

    @Test
    void a_receiver_that_hangs_on_one_key_blocks_this_key_and_no_other_key() throws Exception {
        try (var deployment = new DeploymentFixture();
                var ordered = new CountingReceiver().hangingOn("stuck");
                var unordered = new CountingReceiver();
                var _ = deployment.relay(settings(ordered, unordered)).ready()) {
            var _ = deployment.awaitCursors(2);
            append(deployment, "stuck", 5);
            append(deployment, "free", OF_OTHER_KEY);
            var _ = Eventually.holds("the other key is delivered", Duration.ofSeconds(20),
                    () -> ordered.byKey.getOrDefault("free", List.of()).size() == OF_OTHER_KEY);
            assertThat(ordered.byKey).doesNotContainKey("stuck");

            ordered.release();
            awaitAll(OF_OTHER_KEY + 5, ordered, unordered);
            assertInOrder(ordered);
        }
    }

    /// Each writer takes the lock of a key, counts, and commits up to two seconds later.
    @LongTest
    @Test
    void writers_that_commit_in_another_order_than_they_began_are_read_in_the_order_of_their_keys() throws Exception {
        try (var deployment = new DeploymentFixture();
                var ordered = new CountingReceiver();
                var unordered = new CountingReceiver();
                var _ = deployment.relay(settings(ordered, unordered)).ready()) {
            var _ = deployment.awaitCursors(2);
            var counter = new AtomicInteger();
            var failures = new ConcurrentLinkedQueue<Exception>();
            var writers = new ArrayList<Thread>();
            for (var n = 0; n < 24; n++) {
                var seed = n;
                writers.add(Thread.ofVirtual().start(() -> writeSlowly(deployment, seed, counter, failures)));
            }
            for (var writer : writers) {
                writer.join();
            }
            assertThat(failures).isEmpty();
            awaitAll(counter.get(), ordered, unordered);
            assertInOrder(ordered);
            assertThat(ordered.duplicates() + unordered.duplicates()).isZero();
        }
    }

    private static void writeSlowly(DeploymentFixture deployment, int seed, AtomicInteger counter,
            ConcurrentLinkedQueue<Exception> failed) {
        var chance = new Random(seed);
        try (var connection = deployment.database.connect()) {
            connection.setAutoCommit(false);
            for (var n = 0; n < 6; n++) {
                run(connection, "SELECT pg_current_xact_id(), pg_sleep(%s)".formatted(chance.nextDouble() * 0.5));
                var key = "k" + chance.nextInt(6);
                run(connection, "SELECT pg_advisory_xact_lock(hashtext('%s'))".formatted(key));
                insert(connection, key, counter.incrementAndGet());
                run(connection, "SELECT pg_sleep(%s)".formatted(chance.nextInt(4) == 0 ? chance.nextDouble() * 2 : 0));
                connection.commit();
            }
        } catch (SQLException unexpected) {
            failed.add(unexpected);
        }
    }

    private static void append(DeploymentFixture deployment, String key, int events) throws SQLException {
        try (var connection = deployment.database.connect()) {
            for (var n = 0; n < events; n++) {
                insert(connection, key, n);
            }
        }
    }

    private static void insert(Connection connection, String key, int number) throws SQLException {
        run(connection, """
                INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
                VALUES (mod(abs(hashtext('%1$s')), 16), gen_random_uuid(), 'business', 'orders', '%1$s', '{}',
                        convert_to('%1$s ' || lpad('%2$d', 8, '0'), 'UTF8'))
                """.formatted(key, number));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        }
    }

    private static void writeUntilItFails(EventWriters business) {
        try {
            business.append(1_000_000, 5, 20);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
