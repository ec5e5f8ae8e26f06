package dev.onceward.intake.log;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;
import dev.onceward.runtime.log.Event;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class EventLogTest {
    final EventLog log = Entries.log(Servers.pool());

    @Test
    void a_new_event_is_stored() {
        var entry = Entries.keyed("k");
        assertThat(await(log.append(entry))).isEqualTo(new Stored(entry.receipt()));
    }

    @Test
    void an_event_is_stored_with_all_its_fields() {
        var entry = full();
        var _ = await(log.append(entry));
        var event = await(log.find(entry.id())).orElseThrow();
        assertThat(event).usingRecursiveComparison().ignoringFields("at", "body").isEqualTo(new Event(entry.id(),
                event.at(), "shop", "orders", "order.paid", "customer-7", entry.headers(), entry.body(),
                entry.trace()));
        assertThat(event.body().getBytes()).isEqualTo(entry.body().getBytes());
    }

    @Test
    void the_time_of_a_stored_event_is_that_of_the_database() {
        var entry = Entries.keyed("k");
        var _ = await(log.append(entry));
        var now = Instant.ofEpochMilli((long) Double.parseDouble(
                sql().query("SELECT extract(epoch FROM now())::float8 * 1000")));
        assertThat(await(log.find(entry.id())).orElseThrow().at()).isBetween(now.minusSeconds(60), now.plusMillis(1));
    }

    @Test
    void a_duplicate_gets_the_receipt_and_fingerprint_of_the_first_event() {
        var first = Entries.keyed("k", "one body");
        var _ = await(log.append(first));
        var again = await(log.append(Entries.keyed("k", "another body")));
        assertThat(again).isInstanceOfSatisfying(AlreadyStored.class, known -> {
            assertThat(known.receipt()).isEqualTo(first.receipt());
            assertThat(known.fingerprint()).isEqualTo(first.fingerprint());
            assertThat(known.kept()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        });
    }

    @Test
    void a_duplicate_is_neither_stored_nor_counted() {
        var _ = await(log.append(Entries.keyed("k")));
        var _ = await(log.append(Entries.keyed("k")));
        assertThat(sql().count("event")).isEqualTo(1);
        assertThat(sql().query("SELECT sum(processed) FROM onceward.source_counts")).isEqualTo("1");
    }

    @Test
    void the_same_key_in_another_scope_is_another_key() {
        var _ = await(log.append(Entries.keyed("k")));
        var other = Entries.keyed("k").under(new Key("invoices", "k"));
        assertThat(await(log.append(other))).isEqualTo(new Stored(other.receipt()));
    }

    @Test
    void events_without_a_key_are_all_stored() {
        var _ = await(log.append(Entries.unkeyed()));
        assertThat(await(log.append(Entries.unkeyed()))).isInstanceOf(Stored.class);
        assertThat(sql().count("event")).isEqualTo(2);
        assertThat(sql().count("key")).isZero();
    }

    @Test
    void a_key_kept_forever_is_known_for_a_hundred_years() {
        var _ = await(log.append(Entries.forever("k")));
        assertThat(await(log.append(Entries.forever("k")))).isInstanceOfSatisfying(AlreadyStored.class,
                known -> assertThat(known.kept()).isEqualTo(Duration.ofDays(36_500)));
    }

    @Test
    void an_event_is_found_by_its_key() {
        var entry = Entries.keyed("k");
        var _ = await(log.append(entry));
        assertThat(await(log.find(new Key("orders", "k"))).orElseThrow().id()).isEqualTo(entry.id());
    }

    @Test
    void an_event_is_not_found_by_a_key_of_another_scope() {
        var _ = await(log.append(Entries.keyed("k")));
        assertThat(await(log.find(new Key("invoices", "k")))).isEmpty();
    }

    @Test
    void an_event_is_not_found_by_a_key_that_expired() {
        var _ = await(log.append(Entries.keyed("k")));
        sql().execute("UPDATE onceward.key SET expires_at = now()");
        assertThat(await(log.find(new Key("orders", "k")))).isEmpty();
    }

    @Test
    void an_event_that_was_never_stored_is_not_found() {
        assertThat(await(log.find(EventId.next(Clock.systemUTC())))).isEmpty();
    }

    @Test
    void no_append_is_waiting_once_every_append_is_answered() {
        var _ = await(log.append(Entries.keyed("k")));
        assertThat(log.waiting()).isZero();
    }

    static NewEvent full() {
        var bytes = new byte[]{0, -1, 13, 10, 34, 92, 127};
        return new NewEvent(EventId.next(Clock.systemUTC()), "shop", "orders", "order.paid", "customer-7",
                Map.of("content-type", "application/octet-stream", "x-quote", "a \"b\" \\ c, ü €"),
                Buffer.buffer(bytes),
                new EventTrace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=1", "order-1",
                        "event-0"),
                new Key("tenant/orders", "k' OR 1=1 -- ü"), Fingerprint.of(bytes), Duration.ofDays(1));
    }
}
