package dev.onceward.intake.log;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.AppendOutcome.RefusedByPostgres;
import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of the entries of one batch.
@OnServers
class AppendBatchTest {
    static final String EXPIRE = "UPDATE onceward.key SET expires_at = now() - interval '1 second'";

    final AppendBatch appendBatch = Entries.append(Servers.pool());

    @Test
    void a_duplicate_in_the_same_batch_gets_the_receipt_of_the_first_event() {
        var first = Entries.keyed("k", "one body");
        var outcomes = await(appendBatch.all(List.of(first, Entries.keyed("k", "another body"), Entries.keyed("k"))));
        var met = new AlreadyStored(first.receipt(), first.fingerprint(), first.kept());
        assertThat(outcomes).containsExactly(new Stored(first.receipt()), met, met);
        assertThat(sql().count("event")).isEqualTo(1);
    }

    @Test
    void all_duplicates_of_a_stored_event_get_its_receipt() {
        var before = Entries.keyed("k");
        var _ = await(appendBatch.all(List.of(before)));
        var outcomes = await(appendBatch.all(List.of(Entries.keyed("k"), Entries.keyed("k"))));
        assertThat(outcomes).allSatisfy(outcome -> assertThat(receipt(outcome)).isEqualTo(before.receipt()))
                .hasOnlyElementsOfType(AlreadyStored.class);
    }

    @Test
    void the_outcomes_of_a_batch_are_in_the_order_of_its_events() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("k2"), Entries.keyed("k4"))));
        var entries = List.of(Entries.keyed("k5"), Entries.keyed("k4"), Entries.unkeyed(), Entries.keyed("k2"),
                Entries.keyed("k1"));
        assertThat(await(appendBatch.all(entries))).extracting(Object::getClass).containsExactly(Stored.class,
                AlreadyStored.class,
                Stored.class, AlreadyStored.class, Stored.class);
    }

    @Test
    void events_without_keys_are_not_duplicates_of_each_other() {
        var entries = List.of(Entries.unkeyed(), Entries.unkeyed(), Entries.unkeyed());
        assertThat(await(appendBatch.all(entries))).hasOnlyElementsOfType(Stored.class);
        assertThat(sql().count("event")).isEqualTo(3);
    }

    @Test
    void an_expired_key_is_replaced_when_an_event_with_that_key_is_appended() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("k"))));
        sql().execute(EXPIRE);
        var next = Entries.keyed("k");
        assertThat(await(appendBatch.all(List.of(next)))).containsExactly(new Stored(next.receipt()));
        assertThat(sql().query("SELECT event_id FROM onceward.key")).isEqualTo(next.id().toString());
    }

    @Test
    void replacing_an_expired_key_leaves_the_other_keys_of_the_batch_unchanged() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("old"), Entries.keyed("kept"))));
        sql().execute(EXPIRE + " WHERE key = 'old'");
        var entries = List.of(Entries.unkeyed(), Entries.keyed("kept"), Entries.keyed("old"), Entries.keyed("new"));
        assertThat(await(appendBatch.all(entries))).extracting(Object::getClass).containsExactly(Stored.class,
                AlreadyStored.class,
                Stored.class, Stored.class);
        assertThat(sql().count("event")).isEqualTo(5);
    }

    /// Another replica may have stored the next event under the key since this one saw it expired.
    @Test
    void deleting_expired_keys_leaves_keys_that_have_not_expired() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("k"), Entries.forever("forever"))));
        var keys = List.of(new Key("orders", "k"), new Key("orders", "forever"));
        var _ = await(new LogStatements(Servers.pool(), Entries.PATIENCE).forget(keys));
        assertThat(sql().count("key")).isEqualTo(2);
    }

    @Test
    void a_key_kept_forever_is_never_replaced() {
        var _ = await(appendBatch.all(List.of(Entries.forever("k"))));
        assertThat(sql().query("SELECT expires_at FROM onceward.key WHERE expires_at = 'infinity'"))
                .isNotEqualTo("no row");
        assertThat(await(appendBatch.all(List.of(Entries.keyed("k"))))).hasOnlyElementsOfType(AlreadyStored.class);
    }

    @ParameterizedTest
    @MethodSource
    void an_event_that_postgresql_refuses_is_refused_alone(NewEvent bad) {
        var entries = List.of(Entries.keyed("a"), bad, Entries.keyed("b"), Entries.unkeyed(), Entries.keyed("c"));
        assertThat(await(appendBatch.all(entries))).extracting(Object::getClass).containsExactly(Stored.class,
                RefusedByPostgres.class,
                Stored.class, Stored.class, Stored.class);
        assertThat(sql().count("event")).isEqualTo(4);
        assertThat(sql().count("key")).isEqualTo(3);
    }

    static List<NewEvent> an_event_that_postgresql_refuses_is_refused_alone() {
        var short1 = Entries.keyed("bad");
        return List.of(Entries.with("bad", Map.of("x", "a\0b")), Entries.with("bad", Map.of("a\0b", "x")),
                Entries.typed("bad", "a\0b"), Entries.typed(null, "a\0b"), Entries.keyed("bad\0"),
                Entries.keyed("").under(new Key("orders", "")), Entries.keyed("bad").under(new Key("", "bad")),
                new NewEvent(short1.id(), "shop", "orders", null, null, Map.of(), short1.body(), EventTrace.NONE,
                        short1.key(),
                        Fingerprint.ofBytes(new byte[31]), short1.retention()));
    }

    @Test
    void each_event_is_refused_when_postgresql_refuses_every_event_of_a_batch() {
        var entries = List.of(Entries.typed("a", "\0"), Entries.typed("b", "\0"), Entries.typed("c", "\0"));
        assertThat(await(appendBatch.all(entries))).hasOnlyElementsOfType(RefusedByPostgres.class);
    }

    @Test
    void the_reason_for_a_refusal_does_not_quote_the_event() {
        var outcomes = await(appendBatch.all(List.of(Entries.typed("hidden", "hidden\0"))));
        assertThat(outcomes).singleElement().asString().doesNotContain("hidden");
    }

    @Test
    void a_valid_event_is_stored_when_an_event_with_the_same_key_was_refused() {
        var copy = Entries.keyed("k");
        var outcomes = await(appendBatch.all(List.of(Entries.typed("k", "a\0b"), copy)));
        assertThat(outcomes).extracting(Object::getClass).containsExactly(RefusedByPostgres.class, Stored.class);
    }

    static Receipt receipt(AppendOutcome outcome) {
        return ((AlreadyStored) outcome).receipt();
    }
}
