package dev.onceward.inbox;

import java.util.List;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.NotProcessed;
import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A message is its id here. What it begins with says what its effect does.
@OnServers
class InboxBatchTest {
    private static final String INSERT = """
            INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
            VALUES ('ledger', 'm', gen_random_uuid(), now() + interval '1 day')
            """;

    private final Inbox inbox = Inboxes.inbox();
    private final Inbox otherInbox = Inboxes.otherInbox();

    @BeforeEach
    void create() {
        Ledger.create();
    }

    @Test
    void the_messages_of_a_batch_are_processed_in_their_order_and_the_results_are_in_that_order() {
        assertThat(process("c", "a", "b")).containsExactly(wrote("c"), wrote("a"), wrote("b"));
        assertThat(sql().texts("SELECT entry FROM ledger")).containsExactly("c", "a", "b");
        assertThat(Ledger.marks()).containsExactly("a", "b", "c");
    }

    @Test
    void a_message_that_was_processed_before_is_not_processed_with_its_batch() {
        var _ = process("b");
        assertThat(process("a", "b", "c")).containsExactly(wrote("a"), new AlreadyProcessed<>(), wrote("c"));
        assertThat(Ledger.entries()).containsExactly("a", "b", "c");
    }

    @Test
    void a_message_that_is_in_a_batch_several_times_is_processed_once() {
        assertThat(process("a", "b", "a", "a")).containsExactly(wrote("a"), wrote("b"), new AlreadyProcessed<>(),
                new AlreadyProcessed<>());
        assertThat(Ledger.entries()).containsExactly("a", "b");
    }

    @Test
    void a_message_that_fails_takes_nothing_of_its_batch_with_it_and_may_be_delivered_again() {
        var results = process("a", "fail", "c");
        assertThat(results).element(1).isInstanceOfSatisfying(NotProcessed.class,
                failed -> assertThat(failed.cause()).hasMessage("no"));
        assertThat(results).element(2).isEqualTo(wrote("c"));
        assertThat(Ledger.entries()).containsExactly("a", "c");
        assertThat(Ledger.marks()).containsExactly("a", "c");
        assertThat(process("fail")).element(0).isInstanceOf(NotProcessed.class);
    }

    /// An SQL error aborts the whole transaction where there is no savepoint.
    @Test
    void a_message_that_fails_with_an_sql_error_takes_nothing_of_its_batch_with_it() {
        var results = process("a", "break1", "break2", "c");
        assertThat(results).element(1).isInstanceOfSatisfying(NotProcessed.class,
                failed -> assertThat(failed.cause()).hasMessageContaining("division by zero"));
        assertThat(results).element(3).isEqualTo(wrote("c"));
        assertThat(Ledger.entries()).containsExactly("a", "c");
        assertThat(Ledger.marks()).containsExactly("a", "c");
    }

    @Test
    void a_message_that_hides_an_sql_error_is_not_processed_and_the_others_are() {
        var results = process("a", "hide", "c");
        assertThat(results).element(1).isInstanceOf(NotProcessed.class);
        assertThat(results).element(2).isEqualTo(wrote("c"));
        assertThat(Ledger.entries()).containsExactly("a", "c");
        assertThat(Ledger.marks()).containsExactly("a", "c");
    }

    /// No later statement would fail, and the commit would refuse the whole batch.
    @Test
    void a_last_message_that_hides_an_sql_error_is_not_processed_and_the_others_are() {
        var results = process("a", "b", "hide");
        assertThat(results).startsWith(wrote("a"), wrote("b")).element(2).isInstanceOf(NotProcessed.class);
        assertThat(Ledger.entries()).containsExactly("a", "b");
        assertThat(Ledger.marks()).containsExactly("a", "b");
    }

    @Test
    void each_message_that_fails_has_its_own_failure_as_the_cause() {
        assertThat(process("a", "break", "b", "fail", "throw")).filteredOn(NotProcessed.class::isInstance)
                .extracting(result -> ((NotProcessed<?>) result).cause().getMessage())
                .satisfiesExactly(broken -> assertThat(broken).contains("division by zero"),
                        failed -> assertThat(failed).isEqualTo("no"),
                        thrown -> assertThat(thrown).isEqualTo("thrown"));
    }

    @Test
    void a_message_whose_effect_throws_takes_nothing_of_its_batch_with_it() {
        assertThat(process("throw", "c")).element(1).isEqualTo(wrote("c"));
        assertThat(Ledger.marks()).containsExactly("c");
    }

    /// Neither copy of it may be acknowledged.
    @Test
    void a_message_that_fails_and_is_in_its_batch_twice_is_not_processed_twice() {
        assertThat(process("fail", "a", "fail")).satisfiesExactly(
                first -> assertThat(first).isInstanceOf(NotProcessed.class),
                second -> assertThat(second).isEqualTo(wrote("a")),
                third -> assertThat(third).isInstanceOf(NotProcessed.class));
    }

    @Test
    void a_message_without_a_usable_id_is_not_processed_and_the_others_are() {
        assertThat(process("a", "", "c")).satisfiesExactly(
                first -> assertThat(first).isEqualTo(wrote("a")),
                second -> assertThat(second).isInstanceOfSatisfying(NotProcessed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(IllegalArgumentException.class)
                                .hasMessage("The message id is missing: it must have 1 to 255 characters.")),
                third -> assertThat(third).isEqualTo(wrote("c")));
    }

    @Test
    void a_batch_of_which_every_message_fails_leaves_nothing() {
        assertThat(process("fail1", "break", "fail2")).hasSize(3).allMatch(NotProcessed.class::isInstance);
        assertThat(Ledger.entries()).isEmpty();
        assertThat(Ledger.marks()).isEmpty();
    }

    @Test
    void an_empty_batch_has_no_results() {
        assertThat(process()).isEmpty();
    }

    @Test
    void a_batch_of_a_consumer_without_a_name_fails() {
        assertThatIllegalArgumentException().isThrownBy(() -> await(inbox.onceForEach("", List.of("a"),
                message -> message, InboxBatchTest::effect))).withMessageContaining("name of the consumer");
    }

    @Test
    void a_batch_whose_connection_is_lost_fails_as_a_whole() {
        assertThatThrownBy(() -> process("a", "terminate", "c")).isNotNull();
        assertThat(Ledger.entries()).isEmpty();
        assertThat(Ledger.marks()).isEmpty();
    }

    @Test
    void messages_of_a_batch_whose_marks_have_expired_are_processed_again() {
        var _ = process("a", "b", "c");
        sql().execute("UPDATE onceward.inbox SET expires_at = now() WHERE message_id <> 'b'");
        assertThat(process("c", "b", "a", "d")).containsExactly(wrote("c"), new AlreadyProcessed<>(), wrote("a"),
                wrote("d"));
    }

    /// Somebody else processes `m`. The first batch has its first message and waits for `m`; if the second began with its
    /// own first message, it would have what the first batch needs next.
    @Test
    void two_batches_with_the_same_messages_in_opposite_orders_do_not_deadlock() throws Exception {
        try (var other = sql().connect()) {
            other.setAutoCommit(false);
            Sql.execute(other, INSERT);
            var first = inbox.onceForEach("ledger", List.of("a", "m", "z"), message -> message, InboxBatchTest::effect)
                    .subscribeAsCompletionStage();
            var second = otherInbox.onceForEach("ledger", List.of("z", "m", "a"), message -> message,
                    InboxBatchTest::effect).subscribeAsCompletionStage();
            Ledger.awaitWaiting("mark_messages", 2);
            other.rollback();
            assertThat(List.of(first.join(), second.join()).stream().flatMap(List::stream)
                    .filter(Processed.class::isInstance)).hasSize(3);
        }
        assertThat(Ledger.entries()).containsExactly("a", "m", "z");
    }

    @Test
    void concurrent_batches_of_the_same_messages_process_each_of_them_once() throws Exception {
        var messages = IntStream.range(0, 50).mapToObj(i -> "m" + i).toList();
        var _ = RunConcurrently.run(16, i -> () -> await((i % 2 == 0 ? inbox : otherInbox).onceForEach("ledger",
                i % 3 == 0 ? messages : messages.reversed(), message -> message, InboxBatchTest::effect)));
        assertThat(Ledger.entries()).hasSize(50).doesNotHaveDuplicates();
    }

    private List<InboxResult<String>> process(String... messages) {
        return await(inbox.onceForEach("ledger", List.of(messages), message -> message, InboxBatchTest::effect));
    }

    private static Uni<String> effect(SqlConnection transaction, String message) {
        return switch (message.replaceAll("[0-9]", "")) {
            case "fail" -> Ledger.writeAndFail(transaction, message);
            case "break" -> Ledger.writeAndBreak(transaction, message);
            case "hide" -> Ledger.writeAndHide(transaction, message);
            case "throw" -> throw new IllegalStateException("thrown");
            case "terminate" -> transaction.query("SELECT pg_terminate_backend(pg_backend_pid())").execute()
                    .replaceWith(message);
            default -> Ledger.write(transaction, message);
        };
    }

    private static Processed<String> wrote(String message) {
        return new Processed<>("wrote " + message);
    }
}
