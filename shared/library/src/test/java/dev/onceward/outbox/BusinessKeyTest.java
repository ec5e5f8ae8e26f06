package dev.onceward.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.wake.WakeRelays;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// An event with a business key is in the log once, however often it is put.
@OnServers
class BusinessKeyTest {
    private static final Mutiny.SessionFactory SESSIONS = HibernateOutboxTest.sessions();
    private static final String WAITING = """
            SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%claim_event_ids%'
            """;

    private static final String GROWTH = """
            INSERT INTO onceward.key (scope, key, fingerprint, event_id, topic, expires_at)
            SELECT ':outbox', id, sha256(''), id, 'grown', 'infinity'
              FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 50000));
            """;

    private final Outbox outbox = Outboxes.outbox();
    private final HibernateOutbox hibernateOutbox = new HibernateOutbox(WakeRelays.announce(), Outboxes.CONFIG,
            () -> SESSIONS);

    @AfterAll
    static void close() {
        SESSIONS.close();
    }

    @Test
    void an_event_that_is_put_by_two_transactions_is_stored_once() {
        put(accepted("order-1"));
        put(accepted("order-1"), accepted("order-2"));
        putBySession(accepted("order-1"), accepted("order-3"));
        StoredEvents.assertAre(accepted("order-1"), accepted("order-2"), accepted("order-3"));
    }

    @Test
    void an_event_that_is_twice_in_a_list_or_a_transaction_is_stored_once() {
        var _ = await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, accepted("a"), accepted("a"))
                .chain(() -> outbox.put(transaction, accepted("a")))));
        putBySession(accepted("b"), accepted("b"));
        StoredEvents.assertAre(accepted("a"), accepted("b"));
    }

    @Test
    void events_without_a_business_key_are_stored_beside_known_ones_in_the_order_of_the_list() {
        var first = OutgoingEvent.builder().source("shop").topic("payments").build();
        var last = OutgoingEvent.builder().source("shop").topic("payments").build();
        put(accepted("known"));
        put(first, accepted("z"), accepted("known"), accepted("a"), last);
        StoredEvents.assertAre(accepted("known"), first, accepted("z"), accepted("a"), last);
    }

    @Test
    void an_event_whose_transaction_was_rolled_back_can_be_put_again() {
        assertThatThrownBy(() -> await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, accepted("a"))
                .chain(() -> Uni.createFrom().<Void>failure(new IllegalStateException("no"))))))
                .hasMessageContaining("no");
        put(accepted("a"));
        StoredEvents.assertAre(accepted("a"));
    }

    /// The day of the first event is another partition, in which its id is no conflict.
    @Test
    void an_event_of_yesterday_is_not_stored_again_today() {
        put(accepted("a"));
        sql().execute("SELECT onceward.create_days(8)");
        sql().execute("UPDATE onceward.event SET at = at + interval '1 day'");
        put(accepted("a"));
        assertThat(sql().count("event")).isEqualTo(1);
    }

    @Test
    void an_event_whose_claim_has_expired_is_stored_again_and_claimed_for_the_retention() {
        put(accepted("a"));
        sql().execute("UPDATE onceward.key SET expires_at = now()");
        put(accepted("a"));
        put(accepted("a"));
        assertThat(sql().count("event")).isEqualTo(2);
        assertThat(sql().query("""
                SELECT expires_at - now() BETWEEN interval '29 days 23 hours' AND interval '30 days' FROM onceward.key
                """)).isEqualTo("true");
    }

    @Test
    void five_hundred_transactions_store_an_event_once() throws Exception {
        var _ = RunConcurrently.run(500, n -> attempt(n % 2 == 0 ? Servers.pool() : Servers.otherPool()));
        StoredEvents.assertAre(accepted("a"));
    }

    private Callable<Boolean> attempt(io.vertx.mutiny.sqlclient.Pool pool) {
        return () -> {
            var _ = await(pool.withTransaction(transaction -> outbox.put(transaction, accepted("a"))));
            return true;
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_second_put_waits_for_the_end_of_the_first(boolean commits) throws Exception {
        try (var first = sql().connect()) {
            first.setAutoCommit(false);
            Sql.execute(first, "SELECT onceward.claim_event_ids(ARRAY['%s'::uuid], ARRAY['payments'], 60)"
                    .formatted(accepted("a").id()));
            var second = Servers.pool().withTransaction(transaction -> outbox.put(transaction, accepted("a")))
                    .subscribeAsCompletionStage();
            Eventually.holds(() -> sql().number(WAITING) == 1);
            if (commits) {
                first.commit();
            } else {
                first.rollback();
            }
            var _ = second.join();
        }
        assertThat(sql().count("event")).isEqualTo(commits ? 0 : 1);
    }

    /// Each transaction claims all ids in one order, so that none waits for a transaction that waits for it.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void transactions_with_the_same_events_in_other_orders_do_not_deadlock(int sessions) throws Exception {
        var events = IntStream.range(0, 100).mapToObj(n -> accepted("order-" + n)).toList();
        var _ = RunConcurrently.run(6, n -> () -> {
            var shuffled = new ArrayList<>(events);
            Collections.shuffle(shuffled, new Random(n));
            return n % 2 < sessions ? putBySession(shuffled) : put(shuffled);
        });
        assertThat(sql().count("event")).isEqualTo(100);
    }

    @Test
    void a_webhook_with_the_same_key_is_no_conflict() {
        sql().execute("""
                INSERT INTO onceward.key (scope, key, fingerprint, event_id, topic, expires_at)
                VALUES ('outbox', ?, sha256(''), gen_random_uuid(), 'payments', 'infinity')
                """, accepted("a").id().toString());
        put(accepted("a"));
        StoredEvents.assertAre(accepted("a"));
    }

    @Test
    void a_put_and_an_audit_read_few_blocks_of_a_table_of_keys_that_grew() {
        put(accepted("a"));
        var moved = "UPDATE onceward.key SET expires_at = now() + interval '1 day' WHERE key = '%s'"
                .formatted(accepted("a").id());
        var known = "ARRAY['" + accepted("a").id() + "'::uuid]";
        assertThat(QueryPlan.blocksAfterGrowth(GROWTH + moved, Outbox.CLAIM, known, "ARRAY['payments']", "60"))
                .isLessThan(100);
        var unknown = "ARRAY['" + accepted("b").id() + "'::uuid]";
        sql().execute("DELETE FROM onceward.key WHERE topic = 'grown'");
        sql().execute("VACUUM onceward.key");
        assertThat(QueryPlan.blocksAfterGrowth(GROWTH, AuditPages.MISSING, unknown)).isLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT59S", "P3651D", "PT-1H"})
    void a_retention_that_is_too_short_or_too_long_is_refused(String retention) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Outbox(WakeRelays.announce(), () -> Duration.parse(retention)))
                .withMessageStartingWith("onceward.outbox.retention is PT")
                .withMessageEndingWith("it must be between 1m and 3650d.");
    }

    private void put(OutgoingEvent... events) {
        var _ = put(List.of(events));
    }

    private boolean put(List<OutgoingEvent> events) {
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, events)));
        return true;
    }

    private void putBySession(OutgoingEvent... events) {
        var _ = putBySession(List.of(events));
    }

    private boolean putBySession(List<OutgoingEvent> events) {
        var _ = await(SESSIONS.withTransaction((session, _) -> hibernateOutbox.put(session, events)));
        return true;
    }

    private static OutgoingEvent accepted(String key) {
        return OutgoingEvent.builder().source("shop").topic("payments").type("payment.accepted").businessKey(key)
                .build();
    }
}
