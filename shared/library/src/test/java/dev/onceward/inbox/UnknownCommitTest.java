package dev.onceward.inbox;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.vertx.mutiny.sqlclient.Pool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.NotProcessed;
import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TcpProxy;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A connection that is lost during a COMMIT. The commit lasts as long as the test wants: a deferred trigger of the
/// ledger waits for a lock.
@OnServers
class UnknownCommitTest {
    private static final String TRIGGER = """
            CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock_shared(4711);
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION wait_for_test()
            """;
    private static final String TERMINATE = """
            SELECT pg_terminate_backend(pid)
              FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND query LIKE '%COMMIT'
            """;

    private final TcpProxy proxy = new TcpProxy(Servers.postgres().url());
    private final Pool pool = Servers.newPool(proxy.url(), 4);
    private final Inbox inbox = Inboxes.inbox(pool, Duration.ofSeconds(20));

    @BeforeEach
    void create() {
        Ledger.create();
        sql().execute(TRIGGER);
    }

    @AfterEach
    void close() {
        sql().execute("DROP TRIGGER slow_commit ON ledger");
        pool.closeAndAwait();
        proxy.close();
    }

    @Test
    void a_message_is_processed_if_its_transaction_was_committed_before_the_connection_was_lost() {
        var result = inbox.once("ledger", "m", transaction -> Ledger.write(transaction, "a")
                .onItem().invoke(proxy::loseAnswers)).subscribeAsCompletionStage();
        Eventually.holds(() -> !Ledger.marks().isEmpty());
        proxy.endConnections();
        assertThat(result.join()).isEqualTo(new Processed<>("wrote a"));
    }

    @Test
    void a_message_is_processed_if_its_transaction_is_committed_after_the_connection_was_lost() throws Exception {
        try (var held = sql().connect()) {
            Sql.execute(held, "SELECT pg_advisory_lock(4711)");
            var result = lostDuringCommit();
            Ledger.awaitWaiting("is_marked_by", 1);
            assertThat(result).isNotDone();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
            assertThat(result.join()).isEqualTo(new Processed<>("wrote a"));
        }
        assertThat(Ledger.entries()).containsExactly("a");
        assertThat(Ledger.marks()).containsExactly("m");
    }

    @Test
    void a_message_fails_and_may_be_delivered_again_if_its_transaction_is_rolled_back_after_the_connection_was_lost()
            throws Exception {
        try (var held = sql().connect()) {
            Sql.execute(held, "SELECT pg_advisory_lock(4711)");
            var result = lostDuringCommit();
            Ledger.awaitWaiting("is_marked_by", 1);
            sql().execute(TERMINATE);
            assertThatThrownBy(result::join).isNotNull();
        }
        assertThat(Ledger.entries()).isEmpty();
        assertThat(Ledger.marks()).isEmpty();
        assertThat(await(inbox.once("ledger", "m", transaction -> Ledger.write(transaction, "a"))))
                .isInstanceOf(Processed.class);
    }

    @Test
    void a_commit_that_the_server_refuses_fails_with_its_refusal() {
        sql().execute("ALTER TABLE ledger ADD CONSTRAINT positive UNIQUE (amount) DEFERRABLE INITIALLY DEFERRED");
        var _ = await(inbox.once("ledger", "m1", transaction -> Ledger.write(transaction, "a")));
        assertThatThrownBy(() -> await(inbox.once("ledger", "m2", transaction -> Ledger.write(transaction, "b"))))
                .hasMessageContaining("positive");
        sql().execute("ALTER TABLE ledger DROP CONSTRAINT positive");
        assertThat(Ledger.marks()).containsExactly("m1");
    }

    /// Another delivery has processed the message since, and its mark is not taken for that of this delivery.
    @Test
    void a_message_fails_if_the_mark_that_is_found_is_that_of_another_delivery() throws Exception {
        try (var held = sql().connect()) {
            Sql.execute(held, "SELECT pg_advisory_lock(4711)");
            var result = inbox.once("ledger", "m", transaction -> Ledger.write(transaction, "a"))
                    .subscribeAsCompletionStage();
            Ledger.awaitWaiting("COMMIT", 1);
            var other = Inboxes.otherInbox().once("ledger", "m", transaction -> transaction.query("SELECT 7").execute()
                    .replaceWith("other")).subscribeAsCompletionStage();
            Ledger.awaitWaiting("mark_messages", 1);
            sql().execute(TERMINATE);
            assertThat(other.join()).isEqualTo(new Processed<>("other"));
            assertThatThrownBy(result::join).isNotNull();
        }
        assertThat(Ledger.entries()).isEmpty();
    }

    @Test
    void the_results_of_a_batch_are_known_if_its_transaction_is_committed_after_the_connection_was_lost()
            throws Exception {
        try (var held = sql().connect()) {
            Sql.execute(held, "SELECT pg_advisory_lock(4711)");
            var results = inbox.onceForEach("ledger", List.of("a", "fail", "a"), message -> message,
                    (transaction, message) -> message.equals("fail")
                            ? Ledger.writeAndFail(transaction, message)
                            : Ledger.write(transaction, message))
                    .subscribeAsCompletionStage();
            Ledger.awaitWaiting("COMMIT", 1);
            proxy.endConnections();
            Ledger.awaitWaiting("is_marked_by", 1);
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
            assertThat(results.join()).satisfiesExactly(
                    first -> assertThat(first).isEqualTo(new Processed<>("wrote a")),
                    second -> assertThat(second).isInstanceOf(NotProcessed.class),
                    third -> assertThat(third).isEqualTo(new AlreadyProcessed<>()));
        }
    }

    /// The network swallows the answer and says nothing, and the look-up finds the mark.
    @Test
    void a_commit_whose_answer_never_comes_is_looked_up_after_the_timeout() {
        var impatient = Inboxes.inbox(pool, Duration.ofSeconds(3));
        var result = impatient.once("ledger", "m", transaction -> Ledger.write(transaction, "a")
                .onItem().invoke(proxy::loseAnswers)).subscribeAsCompletionStage();
        Eventually.holds(() -> !Ledger.marks().isEmpty());
        proxy.leadTo(URI.create(Servers.postgres().url()).getPort());
        assertThat(result.join()).isEqualTo(new Processed<>("wrote a"));
    }

    private CompletableFuture<InboxResult<String>> lostDuringCommit() {
        var result = inbox.once("ledger", "m", transaction -> Ledger.write(transaction, "a"))
                .subscribeAsCompletionStage();
        Ledger.awaitWaiting("COMMIT", 1);
        proxy.endConnections();
        return result;
    }
}
