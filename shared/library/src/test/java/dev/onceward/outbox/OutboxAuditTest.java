package dev.onceward.outbox;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.outbox.OutboxAudit.AuditResult;
import dev.onceward.outbox.OutboxAudit.BusinessRows;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class OutboxAuditTest {
    private static final String PAYMENTS = """
            SELECT id, order_id
              FROM payment
             WHERE accepted_at >= $1 AND id > $2
             ORDER BY id
             LIMIT $3
            """;
    private static final String WAITING = """
            SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%claim_event_ids%'
            """;

    private final Outbox outbox = Outboxes.outbox();
    private final OutboxAudit audit = audit();
    private final BusinessRows<Long> payments = rows(PAYMENTS, OutboxAuditTest::accepted);

    @BeforeEach
    void create() {
        sql().execute("DROP TABLE IF EXISTS payment");
        sql().execute("""
                CREATE TABLE payment (
                    id          bigint      PRIMARY KEY,
                    order_id    text        NOT NULL,
                    accepted_at timestamptz NOT NULL DEFAULT now())
                """);
    }

    @Test
    void an_audit_counts_the_rows_without_an_event_and_creates_none() {
        payAndTell(1);
        pay(2, 3);
        assertThat(await(audit.findMissing(payments))).isEqualTo(new AuditResult(3, 2, 0));
        assertThat(sql().count("event")).isEqualTo(1);
    }

    @Test
    void missing_events_are_created_once_however_often_the_audit_runs() {
        payAndTell(1);
        pay(2, 3);
        assertThat(await(audit.createMissing(payments))).isEqualTo(new AuditResult(3, 2, 2));
        assertThat(await(audit.createMissing(payments))).isEqualTo(new AuditResult(3, 0, 0));
        assertThat(await(audit.findMissing(payments))).isEqualTo(new AuditResult(3, 0, 0));
        StoredEvents.assertAre(event(1), event(2), event(3));
    }

    @Test
    void an_audit_looks_at_all_pages() {
        for (var rows : List.of(0, AuditPages.SIZE, 3 * AuditPages.SIZE + 1)) {
            sql().execute("TRUNCATE payment");
            pay(1, rows);
            assertThat(await(audit.findMissing(payments))).isEqualTo(new AuditResult(rows, rows, 0));
        }
    }

    /// The outbox does not know their events any more, so that each of them would be created again.
    @Test
    void an_audit_gives_the_query_the_time_before_which_events_are_not_known() {
        pay(1, 2);
        sql().execute("UPDATE payment SET accepted_at = now() - interval '28 days' WHERE id = 1");
        assertThat(await(audit.createMissing(payments))).isEqualTo(new AuditResult(1, 1, 1));
        StoredEvents.assertAre(event(2));
    }

    @Test
    void an_event_that_is_in_the_log_is_not_missing_when_its_claim_has_expired_or_was_purged() {
        payAndTell(1);
        sql().execute("UPDATE onceward.key SET expires_at = now()");
        assertThat(await(audit.findMissing(payments))).isEqualTo(new AuditResult(1, 0, 0));
        sql().execute("TRUNCATE onceward.key");
        assertThat(await(audit.createMissing(payments))).isEqualTo(new AuditResult(1, 0, 0));
    }

    @Test
    void an_event_whose_day_was_dropped_is_not_missing() {
        payAndTell(1);
        sql().execute("TRUNCATE onceward.event");
        assertThat(await(audit.createMissing(payments))).isEqualTo(new AuditResult(1, 0, 0));
    }

    @Test
    void a_row_whose_transaction_is_under_way_is_not_looked_at() throws Exception {
        try (var writer = sql().connect()) {
            writer.setAutoCommit(false);
            Sql.execute(writer, "INSERT INTO payment VALUES (1, 'order-1')");
            assertThat(await(audit.createMissing(payments))).isEqualTo(AuditResult.NONE);
        }
    }

    /// Another process puts the event of a row that was committed without one, for example in a later step.
    @Test
    void an_event_that_is_created_by_somebody_else_meanwhile_is_waited_for_and_not_created_again() throws Exception {
        pay(1, 1);
        try (var writer = sql().connect()) {
            writer.setAutoCommit(false);
            Sql.execute(writer, "SELECT onceward.claim_event_ids(ARRAY['%s'::uuid], ARRAY['payments'], 60)"
                    .formatted(event(1).id()));
            var audited = audit.createMissing(payments).subscribeAsCompletionStage();
            Eventually.holds(() -> sql().number(WAITING) == 1);
            writer.commit();
            assertThat(audited.join()).isEqualTo(new AuditResult(1, 1, 0));
        }
    }

    @Test
    void audits_beside_writers_leave_one_event_for_each_row() throws Exception {
        var _ = RunConcurrently.run(12, n -> () -> {
            if (n < 4) {
                return await(audit().createMissing(payments)).created();
            }
            IntStream.range(0, 50).map(i -> 100 * n + i).forEach(i -> payOneWay(i, i % 3));
            return 0L;
        });
        var _ = await(audit.createMissing(payments));
        assertThat(sql().query("SELECT count(*) || ' ' || count(DISTINCT id) FROM onceward.event"))
                .isEqualTo("400 400");
    }

    @Test
    void what_full_pages_created_stays_when_a_later_page_fails() {
        pay(1, AuditPages.SIZE + 1);
        var fails = rows(PAYMENTS, row -> {
            if (row.getLong("id") > AuditPages.SIZE) {
                throw new IllegalStateException("no event of " + row.getLong("id"));
            }
            return accepted(row);
        });
        assertThatThrownBy(() -> await(audit.createMissing(fails))).hasMessage("no event of 101");
        assertThat(sql().count("event")).isEqualTo(AuditPages.SIZE);
        assertThat(await(audit.createMissing(payments))).isEqualTo(new AuditResult(101, 1, 1));
    }

    @Test
    void an_event_without_a_business_key_fails_the_audit() {
        pay(1, 1);
        var nameless = rows(PAYMENTS, _ -> OutgoingEvent.builder().source("shop").topic("payments").build());
        assertThatThrownBy(() -> await(audit.createMissing(nameless))).hasMessageContaining("no business key");
    }

    @Test
    void a_query_that_does_not_go_on_fails_the_audit() {
        pay(1, AuditPages.SIZE);
        var stuck = new BusinessRows<>(PAYMENTS.replace("id > $2", "$2::bigint IS NOT NULL"), 0L, payments.position(),
                payments.event());
        assertThatThrownBy(() -> await(audit.findMissing(stuck))).hasMessageContaining("returned the row at 100 again");
    }

    private static OutboxAudit audit() {
        return new OutboxAudit(Servers.otherPool(), Outboxes.outbox(), Outboxes.CONFIG);
    }

    private static BusinessRows<Long> rows(String query, Function<Row, OutgoingEvent> event) {
        return new BusinessRows<>(query, 0L, row -> row.getLong("id"), event);
    }

    private static OutgoingEvent accepted(Row row) {
        return event(row.getLong("id"));
    }

    private static OutgoingEvent event(long id) {
        return OutgoingEvent.builder().source("shop").topic("payments").type("payment.accepted")
                .businessKey("order-" + id).build();
    }

    private static void pay(int first, int last) {
        sql().execute("INSERT INTO payment SELECT n, 'order-' || n FROM generate_series(?, ?) AS n", first, last);
    }

    private void payAndTell(int id) {
        payOneWay(id, 0);
    }

    /// With the event in one transaction, with the event in a later transaction, or without it.
    private void payOneWay(int id, int way) {
        var _ = await(Servers.pool().withTransaction(transaction -> insert(transaction, id)
                .chain(() -> way == 0 ? outbox.put(transaction, event(id)) : Uni.createFrom().voidItem())));
        if (way == 1) {
            var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, event(id))));
        }
    }

    private static Uni<?> insert(SqlConnection transaction, int id) {
        return transaction.preparedQuery("INSERT INTO payment VALUES ($1, $2)").execute(Tuple.of(id, "order-" + id));
    }
}
