package dev.onceward.runtime.upkeep;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Days;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Servers;
import dev.onceward.testing.Sql;

import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// Which days of the log may go.
@OnServers
class DropDaysTest {
    private final LocalDate old = LocalDate.now(ZoneOffset.UTC).minusDays(40);
    private static final String HELD = "SELECT count(*) FROM onceward.unread_days()";

    private static final String WAITING_FOR_A_TABLE = "SELECT count(*) FROM pg_locks WHERE locktype = 'relation' AND NOT granted";

    private final Upkeep upkeep = UpkeepTest.upkeep(Servers.pool());

    @BeforeEach
    void oldDay() {
        Days.make(old);
    }

    @Test
    void a_day_without_events_is_dropped_although_a_subscription_exists() {
        subscribe("books", "onceward.current_edge()");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_day_with_events_is_dropped_when_no_subscription_exists() {
        var _ = event();
        assertThat(Sql.ask(HELD)).isEqualTo("0");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_day_is_kept_until_every_cursor_has_passed_it() {
        subscribe("books", "onceward.current_edge()");
        var _ = event();
        recordEdge();
        assertThat(Sql.ask(HELD)).isEqualTo("1");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        advance("WHERE shard < 15");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        advance("");
        assertThat(Sql.ask(HELD)).isEqualTo("0");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    /// The transaction commits after the day was found to be read, while the drop waits for its lock. The function gets
    /// time enough to wait, so that a slow machine does not decide how the test ends.
    @Test
    void an_event_that_is_committed_while_the_drop_waits_for_its_lock_is_kept() throws Exception {
        subscribe("books", "onceward.current_edge()");
        Sql.tell("ALTER FUNCTION onceward.drop_day(text) SET lock_timeout = '30s'");
        try (var late = Sql.connect()) {
            late.setAutoCommit(false);
            Sql.tell(late, insert(old));
            var run = upkeep.run().subscribeAsCompletionStage();
            var _ = Eventually.answer(() -> Sql.ask(WAITING_FOR_A_TABLE), "1"::equals);
            late.commit();
            assertThat(await(Uni.createFrom().completionStage(run)).daysDropped()).isZero();
        } finally {
            Sql.tell("ALTER FUNCTION onceward.drop_day(text) SET lock_timeout = '100ms'");
        }
        assertThat(Sql.count("event")).isEqualTo(1);
    }

    /// What a transaction that is still open appended may belong to that day.
    @Test
    void a_day_is_kept_while_a_transaction_that_began_before_its_end_is_open() throws Exception {
        subscribe("books", "onceward.current_edge()");
        try (var slow = Sql.connect()) {
            slow.setAutoCommit(false);
            Sql.tell(slow, "SELECT pg_current_xact_id()");
            var _ = event();
            recordEdge();
            advance("");
            assertThat(await(upkeep.run()).daysDropped()).isZero();
            slow.commit();
        }
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_day_is_kept_while_one_of_its_events_is_parked() {
        subscribe("books", "onceward.current_edge()");
        var event = event();
        recordEdge();
        advance("");
        Sql.tell("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, state, next_at)
                SELECT 'books', shard, id, at, 'dead', now() FROM onceward.event WHERE id = '%s'
                """.formatted(event));
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        Sql.tell("DELETE FROM onceward.parked");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_day_is_kept_while_no_edge_is_recorded_after_its_events() {
        subscribe("books", "onceward.current_edge()");
        var _ = event();
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
    }

    @Test
    void a_day_is_dropped_although_no_event_follows_it() {
        subscribe("books", "onceward.current_edge()");
        var _ = event();
        recordEdge();
        Sql.tell("UPDATE onceward.recorded_edge SET at = '%s 13:00+00'".formatted(old));
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_subscription_that_was_not_seen_for_more_than_seven_days_keeps_no_day() {
        subscribe("books", "onceward.current_edge()");
        var _ = event();
        recordEdge();
        Sql.tell("UPDATE onceward.subscription SET last_configured_at = now() - interval '6 days'");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        Sql.tell("UPDATE onceward.subscription SET last_configured_at = now() - interval '8 days'");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    /// Else what is due would be nothing for ever, if the subscription comes back.
    @Test
    void parked_events_of_a_day_are_deleted_when_the_day_is_dropped() {
        subscribe("books", "onceward.current_edge()");
        var _ = event();
        Sql.tell("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, state, next_at)
                SELECT 'books', shard, id, at, 'scheduled', now() FROM onceward.event
                """);
        Sql.tell("UPDATE onceward.subscription SET last_configured_at = now() - interval '8 days'");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
        assertThat(Sql.count("parked")).isZero();
    }

    @Test
    void parked_events_of_a_day_that_was_dropped_before_are_deleted_with_the_next_day() {
        subscribe("books", "onceward.current_edge()");
        Sql.tell("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, state, next_at)
                VALUES ('books', 0, gen_random_uuid(), '%s 12:00+00', 'scheduled', now()),
                       ('books', 0, gen_random_uuid(), now(), 'scheduled', now())
                """.formatted(old.minusDays(1)));
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
        assertThat(Sql.count("parked")).isEqualTo(1);
    }

    @Test
    void a_subscription_that_lags_does_not_keep_days_that_it_has_passed() {
        subscribe("books", "onceward.current_edge()");
        var _ = event();
        recordEdge();
        advance("");
        Days.make(old.plusDays(1));
        Sql.tell(insert(old.plusDays(1)));
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
        assertThat(Sql.ask(HELD)).isEqualTo("1");
    }

    @Test
    void days_of_attempts_are_dropped_whatever_subscriptions_have_read() {
        subscribe("books", "onceward.current_edge()");
        for (var age = 7; age < 10; age++) {
            var day = LocalDate.now(ZoneOffset.UTC).minusDays(age);
            Sql.tell("CREATE TABLE onceward.attempt_%s PARTITION OF onceward.attempt FOR VALUES FROM ('%s') TO ('%s')"
                    .formatted(day.toString().replace("-", ""), Days.start(day), Days.start(day.plusDays(1))));
        }
        assertThat(await(upkeep.run()).attemptsDropped()).isEqualTo(2);
        Days.dropBefore("attempt", LocalDate.now(ZoneOffset.UTC));
    }

    private UUID event() {
        return UUID.fromString(Sql.ask(insert(old) + " RETURNING id"));
    }

    private static String insert(LocalDate day) {
        return """
                INSERT INTO onceward.event (at, shard, id, source, topic, headers, body)
                VALUES ('%s 12:00+00', 0, gen_random_uuid(), 'shop', 'orders', '{}', 'body')
                """.formatted(day);
    }

    private static void recordEdge() {
        Sql.tell("SELECT onceward.record_edge(interval '0')");
    }

    static void subscribe(String name, String edge) {
        Sql.tell("INSERT INTO onceward.subscription (name) VALUES ('%s')".formatted(name));
        Sql.tell("""
                INSERT INTO onceward.cursor (subscription, shard, from_snapshot, from_next, from_low, from_high)
                SELECT '%s', shard, snapshot, next, low, high
                  FROM %s AS edge, generate_series(0, 15) AS shard
                """.formatted(name, edge));
    }

    static void advance(String which) {
        Sql.tell("""
                UPDATE onceward.cursor
                   SET from_snapshot = edge.snapshot, from_next = edge.next, from_low = edge.low, from_high = edge.high
                  FROM onceward.current_edge() AS edge %s
                """.formatted(which));
    }
}
