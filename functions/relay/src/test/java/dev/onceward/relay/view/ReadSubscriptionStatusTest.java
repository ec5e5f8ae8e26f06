package dev.onceward.relay.view;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.edge.ReadEdges;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.testing.servers.Days;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class ReadSubscriptionStatusTest {
    private static final EventFilter BILLS = new EventFilter(List.of("bills"), List.of(), Map.of());

    private final ReadSubscriptionStatus readSubscriptionStatus = new ReadSubscriptionStatus(Servers.pool(),
            TestRelay.PATIENCE);
    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        testRelay = TestRelay.holding();
    }

    @Test
    void unread_events_that_the_filter_selects_are_counted_as_lag() {
        var _ = event("a");
        var _ = event("b");
        assertThat(at(EventFilter.ALL).lagEvents()).isEqualTo(2);
        assertThat(at(BILLS)).extracting(SubscriptionStatus::lagEvents, SubscriptionStatus::lag).containsExactly(0L,
                Duration.ZERO);
        readAll();
        assertThat(at(EventFilter.ALL)).extracting(SubscriptionStatus::lagEvents, SubscriptionStatus::lag)
                .containsExactly(0L, Duration.ZERO);
    }

    @Test
    void the_lag_is_the_age_of_the_oldest_undelivered_event_that_is_not_dead() {
        var held = event("a");
        var dead = event("b");
        var _ = testRelay
                .settle(List.of(held.queued(), dead.dead(), event("c").parking(ParkedState.IN_FLIGHT, 1, Duration.ZERO,
                        null)));
        readAll();
        sql().execute("UPDATE onceward.parked SET event_at = event_at - interval '1 hour' WHERE ordering = 'a'");
        sql().execute("UPDATE onceward.parked SET event_at = event_at - interval '1 day' WHERE ordering = 'b'");
        assertThat(at(EventFilter.ALL).lag()).isBetween(Duration.ofHours(1), Duration.ofHours(2));
        assertThat(at(EventFilter.ALL).parked()).isEqualTo(Map.of("blocked", 1L, "dead", 1L, "in_flight", 1L));
    }

    @Test
    void a_backlog_has_a_lag_even_if_its_beginning_has_no_event_that_the_filter_selects() {
        Days.make(LocalDate.now(ZoneOffset.UTC).minusDays(1));
        fill(20_000, "interval '1 hour'");
        assertThat(at(BILLS)).extracting(SubscriptionStatus::lagEvents).isEqualTo(0L);
        assertThat(at(BILLS).lag()).isGreaterThan(Duration.ofMinutes(59));
    }

    @Test
    void the_status_counts_at_most_20000_unread_and_10000_dead_events_and_reads_few_blocks() {
        fill(60_000, "interval '0'");
        sql().execute("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, state, next_at)
                SELECT 'books', shard, id, at, 'dead', now() FROM onceward.event
                """);
        assertThat(at(EventFilter.ALL)).extracting(SubscriptionStatus::lagEvents, all -> all.parked("dead"))
                .containsExactly(20_000L, 10_000L);
        assertThat(QueryPlan.blocks(ReadSubscriptionStatus.STATUS, "'books'", "'^bills$'", "NULL", "NULL"))
                .isLessThan(2000);
    }

    private SubscriptionStatus at(EventFilter eventFilter) {
        return await(readSubscriptionStatus.of(BOOKS, eventFilter)).orElseThrow();
    }

    private void readAll() {
        var now = ReadPosition.at(await(new ReadEdges(Servers.pool(), TestRelay.PATIENCE).now()));
        testRelay.places.replaceAll((_, _) -> now);
        var _ = testRelay.settle(List.of());
    }

    private static void fill(int many, String age) {
        sql().execute("""
                INSERT INTO onceward.event (at, shard, id, source, topic, headers, body)
                SELECT now() - %s, n %% 16, gen_random_uuid(), 'shop', 'orders', '{}', repeat('x', 200)::bytea
                  FROM generate_series(1, %d) AS n
                """.formatted(age, many));
    }
}
