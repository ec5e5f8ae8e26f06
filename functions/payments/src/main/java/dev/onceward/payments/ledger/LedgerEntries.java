package dev.onceward.payments.ledger;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import org.hibernate.reactive.mutiny.Mutiny.SessionFactory;

/// Writes and sums the entries of the ledger.
@Singleton
class LedgerEntries {
    private static final String INSERT = "INSERT INTO ledger_entry (order_number, cents, at) VALUES ($1, $2, now())";

    private final SessionFactory sessions;

    LedgerEntries(SessionFactory sessions) {
        this.sessions = sessions;
    }

    /// @param amount `{"order": …, "cents": …}`
    Uni<Void> add(SqlConnection transaction, String amount) {
        var json = new JsonObject(amount);
        return transaction.preparedQuery(INSERT).execute(Tuple.of(json.getString("order"), json.getLong("cents")))
                .replaceWithVoid();
    }

    Uni<Balance> balance() {
        return sessions.withSession(session -> session
                .createQuery("SELECT count(*), coalesce(sum(cents), 0) FROM LedgerEntry", Balance.class)
                .getSingleResult());
    }

    record Balance(long entries, long cents) {}
}
