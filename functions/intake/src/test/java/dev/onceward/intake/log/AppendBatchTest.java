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
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Servers;
import dev.onceward.testing.Sql;

import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of the entries of one batch.
@OnServers
class AppendBatchTest {
    static final String EXPIRE = "UPDATE onceward.key SET expires_at = now() - interval '1 second'";

    final AppendBatch appendBatch = Entries.append(Servers.pool());

    @Test
    void a_copy_in_the_same_batch_meets_the_first() {
        var first = Entries.keyed("k", "one body");
        var outcomes = await(appendBatch.all(List.of(first, Entries.keyed("k", "another body"), Entries.keyed("k"))));
        var met = new AlreadyStored(first.receipt(), first.fingerprint(), first.kept());
        assertThat(outcomes).containsExactly(new Stored(first.receipt()), met, met);
        assertThat(Sql.count("event")).isEqualTo(1);
    }

    @Test
    void copies_of_what_came_before_all_meet_it() {
        var before = Entries.keyed("k");
        var _ = await(appendBatch.all(List.of(before)));
        var outcomes = await(appendBatch.all(List.of(Entries.keyed("k"), Entries.keyed("k"))));
        assertThat(outcomes).allSatisfy(outcome -> assertThat(receipt(outcome)).isEqualTo(before.receipt()))
                .hasOnlyElementsOfType(AlreadyStored.class);
    }

    @Test
    void the_fates_come_in_the_order_of_the_entries() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("k2"), Entries.keyed("k4"))));
        var entries = List.of(Entries.keyed("k5"), Entries.keyed("k4"), Entries.unkeyed(), Entries.keyed("k2"),
                Entries.keyed("k1"));
        assertThat(await(appendBatch.all(entries))).extracting(Object::getClass).containsExactly(Stored.class,
                AlreadyStored.class,
                Stored.class, AlreadyStored.class, Stored.class);
    }

    @Test
    void entries_without_keys_are_no_copies_of_each_other() {
        var entries = List.of(Entries.unkeyed(), Entries.unkeyed(), Entries.unkeyed());
        assertThat(await(appendBatch.all(entries))).hasOnlyElementsOfType(Stored.class);
        assertThat(Sql.count("event")).isEqualTo(3);
    }

    @Test
    void an_expired_key_makes_room_for_the_next() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("k"))));
        Sql.tell(EXPIRE);
        var next = Entries.keyed("k");
        assertThat(await(appendBatch.all(List.of(next)))).containsExactly(new Stored(next.receipt()));
        assertThat(Sql.ask("SELECT event_id FROM onceward.key")).isEqualTo(next.id().toString());
    }

    @Test
    void an_expired_key_takes_no_other_with_it() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("old"), Entries.keyed("kept"))));
        Sql.tell(EXPIRE + " WHERE key = 'old'");
        var entries = List.of(Entries.unkeyed(), Entries.keyed("kept"), Entries.keyed("old"), Entries.keyed("new"));
        assertThat(await(appendBatch.all(entries))).extracting(Object::getClass).containsExactly(Stored.class,
                AlreadyStored.class,
                Stored.class, Stored.class);
        assertThat(Sql.count("event")).isEqualTo(5);
    }

    /// Another replica may have stored the next event under the key since this one saw it expired.
    @Test
    void making_room_takes_no_key_that_is_kept() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("k"), Entries.forever("forever"))));
        var keys = List.of(new Key("orders", "k"), new Key("orders", "forever"));
        var _ = await(new LogStatements(Servers.pool(), Entries.PATIENCE).forget(keys));
        assertThat(Sql.count("key")).isEqualTo(2);
    }

    @Test
    void a_key_kept_forever_never_makes_room() {
        var _ = await(appendBatch.all(List.of(Entries.forever("k"))));
        assertThat(Sql.ask("SELECT expires_at FROM onceward.key WHERE expires_at = 'infinity'")).isNotEqualTo("no row");
        assertThat(await(appendBatch.all(List.of(Entries.keyed("k"))))).hasOnlyElementsOfType(AlreadyStored.class);
    }

    @ParameterizedTest
    @MethodSource
    void what_cannot_be_stored_is_refused_alone(NewEvent bad) {
        var entries = List.of(Entries.keyed("a"), bad, Entries.keyed("b"), Entries.unkeyed(), Entries.keyed("c"));
        assertThat(await(appendBatch.all(entries))).extracting(Object::getClass).containsExactly(Stored.class,
                RefusedByPostgres.class,
                Stored.class, Stored.class, Stored.class);
        assertThat(Sql.count("event")).isEqualTo(4);
        assertThat(Sql.count("key")).isEqualTo(3);
    }

    static List<NewEvent> what_cannot_be_stored_is_refused_alone() {
        var short1 = Entries.keyed("bad");
        return List.of(Entries.with("bad", Map.of("x", "a\0b")), Entries.with("bad", Map.of("a\0b", "x")),
                Entries.typed("bad", "a\0b"), Entries.typed(null, "a\0b"), Entries.keyed("bad\0"),
                Entries.keyed("").under(new Key("orders", "")), Entries.keyed("bad").under(new Key("", "bad")),
                new NewEvent(short1.id(), "shop", "orders", null, null, Map.of(), short1.body(), EventTrace.NONE,
                        short1.key(),
                        Fingerprint.ofBytes(new byte[31]), short1.retention()));
    }

    @Test
    void a_batch_of_nothing_but_bad_entries_is_refused_one_by_one() {
        var entries = List.of(Entries.typed("a", "\0"), Entries.typed("b", "\0"), Entries.typed("c", "\0"));
        assertThat(await(appendBatch.all(entries))).hasOnlyElementsOfType(RefusedByPostgres.class);
    }

    @Test
    void a_refusal_quotes_nothing_of_the_entry() {
        var outcomes = await(appendBatch.all(List.of(Entries.typed("hidden", "hidden\0"))));
        assertThat(outcomes).singleElement().asString().doesNotContain("hidden");
    }

    @Test
    void a_good_copy_is_not_refused_for_the_first_ones_faults() {
        var copy = Entries.keyed("k");
        var outcomes = await(appendBatch.all(List.of(Entries.typed("k", "a\0b"), copy)));
        assertThat(outcomes).extracting(Object::getClass).containsExactly(RefusedByPostgres.class, Stored.class);
    }

    static Receipt receipt(AppendOutcome outcome) {
        return ((AlreadyStored) outcome).receipt();
    }
}
