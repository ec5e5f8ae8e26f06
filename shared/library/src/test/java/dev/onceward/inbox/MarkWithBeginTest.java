package dev.onceward.inbox;

import java.time.Duration;
import java.util.List;

import io.vertx.mutiny.sqlclient.Pool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.internal.inbox.InboxRetention;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.TcpProxy;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The mark is sent with BEGIN, without waiting for its answer. The pool has one connection, behind a proxy.
@OnServers
class MarkWithBeginTest {
    private static final String MARKED = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE state = 'idle in transaction' AND query LIKE '%mark_messages%'
            """;

    private final TcpProxy proxy = new TcpProxy(Servers.postgres().url());
    private final Pool pool = Servers.newPool(proxy.url(), 1);
    private final Inbox inbox = Inboxes.inbox(pool, Duration.ofSeconds(20));

    @BeforeEach
    void create() {
        Ledger.create();
    }

    @AfterEach
    void close() {
        sql().execute("ALTER TABLE onceward.inbox DROP CONSTRAINT IF EXISTS refuses");
        pool.closeAndAwait();
        proxy.close();
    }

    /// The client knows the statement of the mark from the first message.
    @Test
    void the_mark_is_sent_before_begin_is_answered() {
        assertThat(process("m1")).isEqualTo(new Processed<>("wrote m1"));
        proxy.loseAnswers();
        var second = inbox.once("ledger", "m2", transaction -> Ledger.write(transaction, "m2"))
                .subscribeAsCompletionStage();
        Eventually.holds(() -> sql().number(MARKED) == 1);
        proxy.endConnections();
        assertThatThrownBy(second::join).isNotNull();
        assertThat(Ledger.marks()).containsExactly("m1");
    }

    /// As if BEGIN had been cancelled. The mark would be committed at once and without the effect, and the message would be
    /// lost.
    @Test
    void a_mark_whose_transaction_has_not_begun_fails() {
        assertThat(process("m1")).isInstanceOf(Processed.class);
        var marks = new Marks("ledger", new InboxRetention(60));
        assertThatThrownBy(() -> await(pool.withConnection(connection -> marks.mark(connection, List.of("m2")))))
                .hasMessageContaining("null value in column \"consumer\"");
        assertThat(Ledger.marks()).containsExactly("m1");
    }

    /// The connection is the only one of the pool.
    @Test
    void a_mark_that_is_refused_leaves_a_connection_without_a_transaction() {
        sql().execute("ALTER TABLE onceward.inbox ADD CONSTRAINT refuses CHECK (message_id <> 'm1')");
        var server = server();
        assertThatThrownBy(() -> process("m1")).hasMessageContaining("refuses");
        assertThat(process("m2")).isEqualTo(new Processed<>("wrote m2"));
        assertThat(server()).isEqualTo(server);
        assertThat(Ledger.entries()).containsExactly("m2");
        assertThat(Ledger.marks()).containsExactly("m2");
    }

    private InboxResult<String> process(String message) {
        return await(inbox.once("ledger", message, transaction -> Ledger.write(transaction, message)));
    }

    private int server() {
        return await(pool.query("SELECT pg_backend_pid()").execute()).iterator().next().getInteger(0);
    }
}
