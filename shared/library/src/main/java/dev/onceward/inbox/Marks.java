package dev.onceward.inbox;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.inbox.InboxRetention;
import dev.onceward.internal.postgres.Database;

/// The marks that one transaction makes.
final class Marks {

    /// Safe because the primary key of `inbox` decides a race, and because all transactions take their messages in one
    /// order, so that two of them cannot wait for each other. Outside of a transaction it has no consumer, and fails: it
    /// would commit marks without the effects.
    private static final String MARK = """
            SELECT message_id
              FROM onceward.mark_messages(CASE current_setting('onceward.transaction', true) WHEN 'begun' THEN $1 END,
                                          $2, $3, $4) AS message_id
            """;

    /// Safe because it deletes only what the same transaction has marked.
    private static final String UNMARK = "SELECT onceward.unmark_messages($1, $2, $3)";

    /// Safe because it waits until a transaction that holds a mark of the message has ended, and leaves no row behind.
    private static final String IS_COMMITTED = "SELECT onceward.is_marked_by($1, $2, $3)";

    private final String consumer;
    private final InboxRetention retention;
    private final UUID attempt = UUID.randomUUID();
    private volatile Set<String> marked = Set.of();

    Marks(String consumer, InboxRetention retention) {
        this.consumer = consumer;
        this.retention = retention;
    }

    /// Returns the ids of the messages that are to be processed. The others were processed before.
    Uni<Set<String>> mark(SqlConnection transaction, List<String> ids) {
        return transaction.preparedQuery(MARK)
                .execute(Tuple.of(consumer, ids.toArray(String[]::new), attempt, retention.seconds()))
                .map(Marks::ids)
                .onItem().invoke(made -> marked = made);
    }

    Uni<Void> unmark(SqlConnection transaction, Set<String> ids) {
        marked = marked.stream().filter(id -> !ids.contains(id)).collect(Collectors.toUnmodifiableSet());
        return ids.isEmpty()
                ? Uni.createFrom().voidItem()
                : transaction.preparedQuery(UNMARK)
                        .execute(Tuple.of(consumer, ids.toArray(String[]::new), attempt))
                        .replaceWithVoid();
    }

    /// Whether the transaction was committed. It was not if it holds no mark.
    Uni<Boolean> isCommitted(Database database) {
        return marked.isEmpty()
                ? Uni.createFrom().item(false)
                : database.query(IS_COMMITTED, Tuple.of(consumer, marked.iterator().next(), attempt))
                        .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static Set<String> ids(RowSet<Row> rows) {
        return rows.stream().map(row -> row.getString(0)).collect(Collectors.toUnmodifiableSet());
    }
}
