package dev.onceward.inbox;

import java.util.List;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.testing.Eventually;

import static dev.onceward.testing.servers.Servers.sql;

/// The table of an application, and the effects that write to it.
final class Ledger {
    private static final String WAITING = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND query LIKE '%' || ? || '%'
            """;

    private Ledger() {}

    static void create() {
        sql().execute("CREATE TABLE IF NOT EXISTS ledger (entry text NOT NULL, amount integer NOT NULL)");
        sql().execute("TRUNCATE ledger");
    }

    static Uni<String> write(SqlConnection transaction, String entry) {
        return transaction.preparedQuery("INSERT INTO ledger VALUES ($1, 1)").execute(Tuple.of(entry))
                .replaceWith("wrote " + entry);
    }

    static Uni<String> writeAndFail(SqlConnection transaction, String entry) {
        return write(transaction, entry).onItem().failWith(() -> new IllegalStateException("no"));
    }

    /// PostgreSQL then refuses every other statement of the transaction.
    static Uni<String> writeAndBreak(SqlConnection transaction, String entry) {
        return write(transaction, entry)
                .onItem().call(() -> transaction.query("SELECT 1 / 0").execute());
    }

    /// Goes on as if nothing had happened.
    static Uni<String> writeAndHide(SqlConnection transaction, String entry) {
        return writeAndBreak(transaction, entry).onFailure().recoverWithItem("wrote " + entry);
    }

    static List<String> entries() {
        return sql().texts("SELECT entry FROM ledger ORDER BY entry");
    }

    static List<String> marks() {
        return sql().texts("SELECT message_id FROM onceward.inbox ORDER BY message_id");
    }

    /// Waits until statements wait for a lock.
    static void awaitWaiting(String statement, int times) {
        Eventually.holds(() -> sql().number(WAITING, statement) == times);
    }
}
