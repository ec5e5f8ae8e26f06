package dev.onceward.intake.log;

import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.key.Key;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class SharedKeyTest {
    final EventLog log = Entries.log(Servers.pool());
    private Clock clock = Clock.systemUTC();

    @Test
    void all_events_of_a_shared_key_are_found_the_newest_first_and_no_others() {
        var events = Stream.of("one", "two", "three").map(body -> stored("k", body)).toList();
        var _ = stored("k~k", "one");
        var _ = stored("ka", "one");
        assertThat(await(log.findShared(new Key("orders", "k")))).isEqualTo(events.reversed());
        assertThat(await(log.findShared(new Key("invoices", "k")))).isEmpty();
    }

    @Test
    void an_event_whose_shared_key_has_expired_is_not_found() {
        var first = stored("k", "one");
        var second = stored("k", "two");
        sql().execute("UPDATE onceward.key SET expires_at = now() - interval '1 s' WHERE event_id = '" + first + "'");
        assertThat(await(log.findShared(new Key("orders", "k")))).containsExactly(second);
    }

    @Test
    void finding_the_events_of_a_shared_key_reads_no_other_keys() {
        sql().execute(
                """
                        INSERT INTO onceward.key (scope, key, fingerprint, event_id, topic, expires_at)
                        SELECT 'orders', 'k' || n || '~' || repeat('x', 43), sha256('x'), gen_random_uuid(), 'orders', 'infinity'
                          FROM generate_series(1, 20000) AS n
                        """);
        assertThat(QueryPlan.blocks(LogStatements.FIND_BY_SHARED_KEY, "'orders'", "'k777'")).isLessThan(30);
    }

    /// Each a second later than the one before it.
    private UUID stored(String key, String body) {
        clock = Clock.offset(clock, Duration.ofSeconds(1));
        var some = Entries.keyed(key, body);
        var own = new NewEvent(EventId.next(clock), some.source(), some.topic(), some.type(), some.ordering(),
                some.headers(),
                some.body(), some.trace(), new Key("orders", key).apart(some.fingerprint().text()), some.fingerprint(),
                some.retention());
        var _ = await(log.append(own));
        return own.id();
    }
}
