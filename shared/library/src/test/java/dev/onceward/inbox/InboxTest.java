package dev.onceward.inbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.outbox.Outbox;
import dev.onceward.outbox.Outboxes;
import dev.onceward.outbox.OutgoingEvent;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class InboxTest {
    private static final String EXPIRE = "UPDATE onceward.inbox SET expires_at = now()";
    private static final String KEPT = "SELECT expires_at - processed_at = '1 day' FROM onceward.inbox WHERE consumer = 'ledger'";
    private static final String FOREVER = "SELECT expires_at = 'infinity' FROM onceward.inbox WHERE consumer = 'archive'";

    private final Inbox inbox = Inboxes.inbox();
    private final Inbox otherInbox = Inboxes.otherInbox();
    private final Outbox outbox = Outboxes.outbox();

    @BeforeEach
    void create() {
        Ledger.create();
    }

    @Test
    void the_effect_the_mark_and_the_event_are_committed_together_and_none_of_them_before() {
        var before = await(inbox.once("ledger", "m", transaction -> Ledger.write(transaction, "a")
                .chain(() -> outbox.put(transaction, event()))
                .replaceWith(() -> Ledger.entries().size() + Ledger.marks().size() + sql().count("event"))));
        assertThat(before).isEqualTo(new Processed<>(0L));
        assertThat(Ledger.entries()).containsExactly("a");
        assertThat(Ledger.marks()).containsExactly("m");
        assertThat(sql().count("event")).isEqualTo(1);
    }

    @Test
    void an_effect_that_fails_leaves_neither_rows_nor_mark_nor_event_and_its_failure_is_that_of_the_caller() {
        assertThatThrownBy(() -> await(inbox.once("ledger", "m", transaction -> outbox.put(transaction, event())
                .chain(() -> Ledger.writeAndFail(transaction, "a")))))
                .isInstanceOf(IllegalStateException.class).hasMessage("no");
        assertNothingIsCommitted();
        assertThat(await(inbox.once("ledger", "m", write("again")))).isEqualTo(new Processed<>("wrote again"));
    }

    @Test
    void an_effect_that_throws_leaves_neither_rows_nor_mark() {
        assertThatThrownBy(() -> await(inbox.once("ledger", "m", InboxTest::thrown))).hasMessage("thrown");
        assertNothingIsCommitted();
    }

    @Test
    void an_effect_that_hides_the_failure_of_a_statement_is_not_reported_as_processed() {
        assertThatThrownBy(() -> await(inbox.once("ledger", "m",
                transaction -> Ledger.writeAndHide(transaction, "a"))))
                .hasMessageContaining("transaction is aborted");
        assertNothingIsCommitted();
    }

    @Test
    void an_effect_may_make_a_failure_good_by_a_savepoint_of_its_own() {
        var result = await(inbox.once("ledger", "m", transaction -> transaction.query("SAVEPOINT mine").execute()
                .chain(() -> Ledger.writeAndBreak(transaction, "bad"))
                .onFailure().call(() -> transaction.query("ROLLBACK TO SAVEPOINT mine").execute())
                .onFailure().recoverWithUni(() -> Ledger.write(transaction, "good"))));
        assertThat(result).isEqualTo(new Processed<>("wrote good"));
        assertThat(Ledger.entries()).containsExactly("good");
    }

    @Test
    void a_message_that_was_processed_is_not_processed_again() {
        var _ = await(inbox.once("ledger", "m", write("a")));
        assertThat(await(otherInbox.once("ledger", "m", write("b")))).isEqualTo(new AlreadyProcessed<>());
        assertThat(Ledger.entries()).containsExactly("a");
    }

    @Test
    void each_consumer_processes_a_message_and_each_message_of_a_consumer_is_processed() {
        var _ = await(inbox.once("ledger", "m", write("a")));
        assertThat(await(inbox.once("mail", "m", write("b")))).isInstanceOf(Processed.class);
        assertThat(await(inbox.once("ledger", "M", write("c")))).isInstanceOf(Processed.class);
        assertThat(Ledger.entries()).containsExactly("a", "b", "c");
    }

    @Test
    void the_effect_of_a_message_without_a_result_is_processed() {
        assertThat(await(inbox.once("ledger", "m", transaction -> Ledger.write(transaction, "a").replaceWithVoid())))
                .isEqualTo(new Processed<>(null));
    }

    @Test
    void two_hundred_concurrent_deliveries_of_a_message_run_its_effect_once() throws Exception {
        var runs = new AtomicInteger();
        var results = RunConcurrently.run(200, i -> () -> await((i % 2 == 0 ? inbox : otherInbox)
                .once("ledger", "m", transaction -> Ledger.write(transaction, "a")
                        .onItem().invoke(runs::incrementAndGet))));
        assertThat(runs).hasValue(1);
        assertThat(results).filteredOn(Processed.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(AlreadyProcessed.class::isInstance).hasSize(199);
        assertThat(Ledger.entries()).containsExactly("a");
    }

    @Test
    void a_second_delivery_waits_and_takes_the_message_over_when_the_first_is_rolled_back() {
        var end = new CompletableFuture<String>();
        var first = held(end);
        var second = otherInbox.once("ledger", "m", write("second")).subscribeAsCompletionStage();
        Ledger.awaitWaiting("mark_messages", 1);
        assertThat(second).isNotDone();

        var _ = end.completeExceptionally(new IllegalStateException("no"));
        assertThatThrownBy(first::join).hasMessageContaining("no");
        assertThat(second.join()).isEqualTo(new Processed<>("wrote second"));
        assertThat(Ledger.entries()).containsExactly("second");
    }

    @Test
    void a_second_delivery_waits_and_leaves_the_message_alone_when_the_first_is_committed() {
        var end = new CompletableFuture<String>();
        var first = held(end);
        var second = otherInbox.once("ledger", "m", write("second")).subscribeAsCompletionStage();
        Ledger.awaitWaiting("mark_messages", 1);

        var _ = end.complete("done");
        assertThat(first.join()).isEqualTo(new Processed<>("done"));
        assertThat(second.join()).isEqualTo(new AlreadyProcessed<>());
        assertThat(Ledger.entries()).containsExactly("first");
    }

    @Test
    void a_message_whose_mark_has_expired_is_processed_again_and_marked_anew() {
        var _ = await(inbox.once("ledger", "m", write("a")));
        sql().execute(EXPIRE);
        assertThat(await(inbox.once("ledger", "m", write("b")))).isInstanceOf(Processed.class);
        assertThat(await(inbox.once("ledger", "m", write("c")))).isInstanceOf(AlreadyProcessed.class);
        assertThat(Ledger.entries()).containsExactly("a", "b");
    }

    @Test
    void concurrent_deliveries_of_a_message_whose_mark_has_expired_run_its_effect_once() throws Exception {
        for (var round = 0; round < 10; round++) {
            var _ = await(inbox.once("ledger", "m", write("before")));
            sql().execute(EXPIRE);
            var results = RunConcurrently.run(8, i -> () -> await((i % 2 == 0 ? inbox : otherInbox)
                    .once("ledger", "m", write("after"))));
            assertThat(results).filteredOn(Processed.class::isInstance).hasSize(1);
            sql().execute(EXPIRE);
        }
    }

    /// The lock stops both after they have found the mark expired, so that one of them finds it gone.
    @Test
    void two_deliveries_that_take_over_the_same_expired_mark_run_the_effect_once() throws Exception {
        try (var other = lockExpiredMark()) {
            var first = inbox.once("ledger", "m", write("b")).subscribeAsCompletionStage();
            var second = otherInbox.once("ledger", "m", write("b")).subscribeAsCompletionStage();
            Ledger.awaitWaiting("mark_messages", 2);
            other.commit();
            assertThat(List.of(first.join(), second.join())).containsExactlyInAnyOrder(new Processed<>("wrote b"),
                    new AlreadyProcessed<>());
        }
        assertThat(Ledger.entries()).containsExactly("a", "b");
    }

    @Test
    void a_message_whose_expired_mark_is_purged_while_it_is_taken_over_is_processed() throws Exception {
        try (var other = lockExpiredMark()) {
            var delivery = inbox.once("ledger", "m", write("b")).subscribeAsCompletionStage();
            Ledger.awaitWaiting("mark_messages", 1);
            Sql.execute(other, "DELETE FROM onceward.inbox");
            other.commit();
            assertThat(delivery.join()).isEqualTo(new Processed<>("wrote b"));
        }
    }

    @Test
    void a_mark_that_is_renewed_while_it_is_taken_for_expired_is_kept() throws Exception {
        try (var other = lockExpiredMark()) {
            var delivery = inbox.once("ledger", "m", write("b")).subscribeAsCompletionStage();
            Ledger.awaitWaiting("mark_messages", 1);
            Sql.execute(other, "UPDATE onceward.inbox SET expires_at = 'infinity'");
            other.commit();
            assertThat(delivery.join()).isEqualTo(new AlreadyProcessed<>());
        }
    }

    @Test
    void an_effect_that_fails_leaves_an_expired_mark_as_it_was() {
        var _ = await(inbox.once("ledger", "m", write("a")));
        sql().execute(EXPIRE);
        assertThatThrownBy(() -> await(inbox.once("ledger", "m", transaction -> Ledger.writeAndFail(transaction, "b"))))
                .hasMessage("no");
        assertThat(sql().number("SELECT count(*) FROM onceward.inbox WHERE expires_at <= now()")).isEqualTo(1);
    }

    @Test
    void a_mark_is_kept_for_the_retention_of_its_consumer() {
        var _ = await(inbox.once("ledger", "m", write("a")));
        var _ = await(inbox.once("archive", "m", write("b")));
        assertThat(sql().query(KEPT)).isEqualTo("true");
        assertThat(sql().query(FOREVER)).isEqualTo("true");
    }

    /// It would otherwise wait for ever, and keep its connection.
    @Test
    void a_message_that_takes_longer_than_the_timeout_fails_and_is_rolled_back() {
        var impatient = Inboxes.inbox(Servers.otherPool(), Duration.ofMillis(500));
        var result = impatient.once("ledger", "m", transaction -> Ledger.write(transaction, "a")
                .chain(() -> Uni.createFrom().<String>nothing())).subscribeAsCompletionStage();
        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(TimeoutException.class);
        assertThat(await(inbox.once("ledger", "m", write("b")))).isInstanceOf(Processed.class);
        assertThat(Ledger.entries()).containsExactly("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "long", "line\nbreak", "half \ud800"})
    void a_name_of_a_consumer_or_an_id_of_a_message_that_cannot_be_stored_is_refused_with_a_sentence(String text) {
        var wrong = text.equals("long") ? "x".repeat(256) : text;
        assertThatIllegalArgumentException().isThrownBy(() -> await(inbox.once(wrong, "m", InboxTest::thrown)))
                .withMessageMatching(
                        "The name of the consumer (is missing|has 256 characters): it must have 1 to 255.*\\."
                                + "|The name of the consumer has a control character or an unpaired surrogate: .* allowed\\.");
        assertThatIllegalArgumentException().isThrownBy(() -> await(inbox.once("ledger", wrong, InboxTest::thrown)))
                .withMessageStartingWith("The message id ");
        assertNothingIsCommitted();
    }

    @Test
    void the_longest_texts_are_accepted() {
        var longest = "\u4e00".repeat(255);
        assertThat(await(inbox.once(longest, longest, write("a")))).isInstanceOf(Processed.class);
    }

    private Connection lockExpiredMark() throws SQLException {
        var _ = await(inbox.once("ledger", "m", write("a")));
        sql().execute(EXPIRE);
        var other = sql().connect();
        other.setAutoCommit(false);
        Sql.execute(other, "SELECT FROM onceward.inbox FOR UPDATE");
        return other;
    }

    private CompletableFuture<InboxResult<String>> held(CompletableFuture<String> end) {
        var started = new CompletableFuture<Void>();
        var result = inbox.once("ledger", "m", transaction -> Ledger.write(transaction, "first")
                .onItem().invoke(() -> started.complete(null))
                .chain(() -> Uni.createFrom().completionStage(end))).subscribeAsCompletionStage();
        started.join();
        return result;
    }

    private static Function<SqlConnection, Uni<String>> write(String entry) {
        return transaction -> Ledger.write(transaction, entry);
    }

    private static Uni<String> thrown(SqlConnection transaction) {
        throw new IllegalStateException("thrown");
    }

    private static OutgoingEvent event() {
        return OutgoingEvent.builder().source("shop").topic("orders").body("{}").build();
    }

    private static void assertNothingIsCommitted() {
        assertThat(Ledger.entries()).isEmpty();
        assertThat(Ledger.marks()).isEmpty();
        assertThat(sql().count("event")).isZero();
    }
}
