package example.shop;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

import io.quarkus.arc.Arc;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.inbox.Inbox;
import dev.onceward.inbox.InboxResult;
import dev.onceward.outbox.Outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// The library in an application that has a pool and a clock of its own, and neither Micrometer nor Redis.
@QuarkusTest
@QuarkusTestResource(value = ShopDatabase.class, restrictToAnnotatedClass = true)
class PurchaseTest {
    @TestHTTPResource("/purchases/")
    URI purchases;
    @Inject
    Clock clock;
    @Inject
    Inbox inbox;
    @Inject
    @Any
    Instance<PgPoolCreator> poolCreators;

    @BeforeEach
    void empty() {
        var _ = ShopDatabase.ask(
                "TRUNCATE purchase, onceward.event, onceward.recorded_edge, onceward.inbox, onceward.operation_key");
    }

    @Test
    void a_purchase_and_its_event_are_committed_together() throws Exception {
        var answer = Customer.purchase(purchases, "ann");
        assertEquals(200, answer.statusCode());
        assertEquals(answer.body(), ShopDatabase.ask("SELECT id FROM purchase"));
        assertEquals(answer.body() + " shop purchases ann {\"article\": 7}", ShopDatabase.ask(
                "SELECT concat_ws(' ', id, source, topic, ordering, convert_from(body, 'UTF8')) FROM onceward.event"));
    }

    @Test
    void neither_is_committed_if_the_transaction_fails_after_both_were_written() throws Exception {
        assertEquals(500, Customer.purchase(purchases, "nobody").statusCode());
        assertNothingIsStored();
    }

    /// PostgreSQL stores no NUL, so it refuses the event after the purchase was written.
    @Test
    void neither_is_committed_if_the_event_cannot_be_stored() throws Exception {
        assertEquals(500, Customer.purchase(purchases, "ann?note=%00").statusCode());
        assertNothingIsStored();
    }

    @Test
    void the_application_has_its_own_clock() throws Exception {
        assertEquals(ShopClock.OPENING, clock.instant());
        var _ = Customer.purchase(purchases, "ann");
        assertEquals("t", ShopDatabase.ask("SELECT at = '" + ShopClock.OPENING + "' FROM purchase"));
    }

    @Test
    void the_application_and_the_library_share_the_pool_that_the_application_makes() throws Exception {
        assertEquals(List.of(ShopPool.class), poolCreators.stream().<Class<?>>map(Object::getClass).toList());
        var _ = Customer.purchase(purchases, "ann");
        assertEquals(ShopPool.NAME, ShopDatabase.ask("SELECT written_by FROM purchase"));
        await(() -> ShopDatabase.ask("SELECT count(*) FROM onceward.recorded_edge").equals("1"));
        assertEquals(ShopPool.NAME, ShopDatabase.ask("""
                SELECT string_agg(DISTINCT application_name, ' ')
                  FROM pg_stat_activity
                 WHERE backend_type = 'client backend' AND application_name <> 'PostgreSQL JDBC Driver'
                """));
    }

    @Test
    void a_message_is_processed_once_and_marked_for_as_long_as_the_application_has_configured() {
        assertEquals(new InboxResult.Processed<>("done"), process());
        assertEquals(new InboxResult.AlreadyProcessed<>(), process());
        assertEquals("90 days", ShopDatabase.ask("SELECT expires_at - processed_at FROM onceward.inbox"));
    }

    @Test
    void a_purchase_that_is_repeated_with_its_key_is_made_once() throws Exception {
        var first = Customer.purchase(purchases, "ann", "Idempotency-Key", "\"p-1\"");
        var again = Customer.purchase(purchases, "ann", "Idempotency-Key", "\"p-1\"");
        assertEquals(200, first.statusCode(), first::body);
        assertEquals(first.body(), again.body());
        assertEquals("true", again.headers().firstValue("Idempotent-Replayed").orElse("missing"));
        assertEquals("1", ShopDatabase.ask("SELECT count(*) FROM purchase"));
    }

    @Test
    void the_application_and_the_library_have_migrations_of_their_own() {
        assertEquals("1", ShopDatabase.ask("SELECT max(version) FROM flyway_schema_history WHERE type = 'SQL'"));
        assertEquals("t", ShopDatabase.ask("SELECT count(*) > 1 FROM onceward.flyway_schema_history"));
    }

    @Test
    void the_outbox_is_a_default_bean_which_gives_way_to_another() {
        assertTrue(Arc.container().instance(Outbox.class).getBean().isDefaultBean());
    }

    @Test
    void the_application_has_no_micrometer_and_starts() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("io.micrometer.core.instrument.MeterRegistry"));
    }

    private InboxResult<String> process() {
        return inbox.once("refunds", "m", transaction -> transaction.query("SELECT 1").execute().replaceWith("done"))
                .await().atMost(Duration.ofSeconds(20));
    }

    private static void assertNothingIsStored() {
        assertEquals("0", ShopDatabase.ask("SELECT count(*) FROM purchase"));
        assertEquals("0", ShopDatabase.ask("SELECT count(*) FROM onceward.event"));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        var deadline = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it is not so after 20 seconds");
            Thread.sleep(20);
        }
    }
}
