package dev.onceward.runtime.upkeep;

import java.time.LocalDate;
import java.time.ZoneOffset;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Days;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.runtime.upkeep.TestLog.advance;
import static dev.onceward.runtime.upkeep.TestLog.event;
import static dev.onceward.runtime.upkeep.TestLog.insert;
import static dev.onceward.runtime.upkeep.TestLog.recordEdge;
import static dev.onceward.runtime.upkeep.TestLog.subscribe;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
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
        var _ = event(old);
        assertThat(sql().query(HELD)).isEqualTo("0");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_day_is_kept_until_every_cursor_has_passed_it() {
        subscribe("books", "onceward.current_edge()");
        var _ = event(old);
        recordEdge();
        assertThat(sql().query(HELD)).isEqualTo("1");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        advance("WHERE shard < 15");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        advance("");
        assertThat(sql().query(HELD)).isEqualTo("0");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    /// The transaction commits after the day was found to be read, while the drop waits for its lock. The function gets
    /// time enough to wait, so that a slow machine does not decide how the test ends.
    @Test
    void an_event_that_is_committed_while_the_drop_waits_for_its_lock_is_kept() throws Exception {
        subscribe("books", "onceward.current_edge()");
        sql().execute("ALTER FUNCTION onceward.drop_day(text) SET lock_timeout = '30s'");
        try (var late = sql().connect()) {
            late.setAutoCommit(false);
            Sql.execute(late, insert(old));
            var run = upkeep.run().subscribeAsCompletionStage();
            var _ = Eventually.value(() -> sql().query(WAITING_FOR_A_TABLE), "1"::equals);
            late.commit();
            assertThat(await(Uni.createFrom().completionStage(run)).daysDropped()).isZero();
        } finally {
            sql().execute("ALTER FUNCTION onceward.drop_day(text) SET lock_timeout = '100ms'");
        }
        assertThat(sql().count("event")).isEqualTo(1);
    }

    /// What a transaction that is still open appended may belong to that day.
    @Test
    void a_day_is_kept_while_a_transaction_that_began_before_its_end_is_open() throws Exception {
        subscribe("books", "onceward.current_edge()");
        try (var slow = sql().connect()) {
            slow.setAutoCommit(false);
            Sql.execute(slow, "SELECT pg_current_xact_id()");
            var _ = event(old);
            recordEdge();
            advance("");
            assertThat(await(upkeep.run()).daysDropped()).isZero();
            slow.commit();
        }
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_day_is_kept_while_no_edge_is_recorded_after_its_events() {
        subscribe("books", "onceward.current_edge()");
        var _ = event(old);
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
    }

    @Test
    void a_day_is_dropped_although_no_event_follows_it() {
        subscribe("books", "onceward.current_edge()");
        var _ = event(old);
        recordEdge();
        sql().execute("UPDATE onceward.recorded_edge SET at = '%s 13:00+00'".formatted(old));
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        advance("");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_subscription_that_was_not_seen_for_more_than_seven_days_keeps_no_day() {
        subscribe("books", "onceward.current_edge()");
        var _ = event(old);
        recordEdge();
        sql().execute("UPDATE onceward.subscription SET last_configured_at = now() - interval '6 days'");
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        sql().execute("UPDATE onceward.subscription SET last_configured_at = now() - interval '8 days'");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_subscription_that_lags_does_not_keep_days_that_it_has_passed() {
        subscribe("books", "onceward.current_edge()");
        var _ = event(old);
        recordEdge();
        advance("");
        Days.make(old.plusDays(1));
        sql().execute(insert(old.plusDays(1)));
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
        assertThat(sql().query(HELD)).isEqualTo("1");
    }

    @Test
    void days_of_attempts_are_dropped_whatever_subscriptions_have_read() {
        subscribe("books", "onceward.current_edge()");
        for (var age = 7; age < 10; age++) {
            var day = LocalDate.now(ZoneOffset.UTC).minusDays(age);
            sql().execute(
                    "CREATE TABLE onceward.attempt_%s PARTITION OF onceward.attempt FOR VALUES FROM ('%s') TO ('%s')"
                            .formatted(day.toString().replace("-", ""), Days.start(day), Days.start(day.plusDays(1))));
        }
        assertThat(await(upkeep.run()).attemptsDropped()).isEqualTo(2);
        Days.dropBefore("attempt", LocalDate.now(ZoneOffset.UTC));
    }
}
