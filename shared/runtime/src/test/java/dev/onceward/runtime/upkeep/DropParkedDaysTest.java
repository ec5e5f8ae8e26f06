package dev.onceward.runtime.upkeep;

import java.time.LocalDate;
import java.time.ZoneOffset;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.Days;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.runtime.upkeep.TestLog.advance;
import static dev.onceward.runtime.upkeep.TestLog.event;
import static dev.onceward.runtime.upkeep.TestLog.recordEdge;
import static dev.onceward.runtime.upkeep.TestLog.subscribe;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// Parked events keep the days of their events, and go with them.
@OnServers
class DropParkedDaysTest {
    private final LocalDate old = LocalDate.now(ZoneOffset.UTC).minusDays(40);

    private final Upkeep upkeep = UpkeepTest.upkeep(Servers.pool());

    @BeforeEach
    void oldDay() {
        Days.make(old);
    }

    @Test
    void a_day_is_kept_while_one_of_its_events_is_parked() {
        subscribe("books", "onceward.current_edge()");
        var event = event(old);
        recordEdge();
        advance("");
        sql().execute("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, state, next_at)
                SELECT 'books', shard, id, at, 'dead', now() FROM onceward.event WHERE id = '%s'
                """.formatted(event));
        assertThat(await(upkeep.run()).daysDropped()).isZero();
        sql().execute("DELETE FROM onceward.parked");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    /// Else what is due would be nothing for ever, if the subscription comes back.
    @Test
    void parked_events_of_a_day_are_deleted_when_the_day_is_dropped() {
        subscribe("books", "onceward.current_edge()");
        var _ = event(old);
        sql().execute("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, state, next_at)
                SELECT 'books', shard, id, at, 'scheduled', now() FROM onceward.event
                """);
        sql().execute("UPDATE onceward.subscription SET last_configured_at = now() - interval '8 days'");
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
        assertThat(sql().count("parked")).isZero();
    }

    @Test
    void parked_events_of_a_day_that_was_dropped_before_are_deleted_with_the_next_day() {
        subscribe("books", "onceward.current_edge()");
        sql().execute("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, state, next_at)
                VALUES ('books', 0, gen_random_uuid(), '%s 12:00+00', 'scheduled', now()),
                       ('books', 0, gen_random_uuid(), now(), 'scheduled', now())
                """.formatted(old.minusDays(1)));
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
        assertThat(sql().count("parked")).isEqualTo(1);
    }
}
