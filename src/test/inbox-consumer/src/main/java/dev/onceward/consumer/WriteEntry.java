package dev.onceward.consumer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

/// The effect of all messages: a row of the ledger. What an entry begins with says what else happens.
@Singleton
final class WriteEntry {
    private static final String INSERT = "INSERT INTO ledger (entry) VALUES ($1)";

    private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

    Uni<Void> write(SqlConnection transaction, String entry) {
        var attempt = attempts.merge(entry, 1, Integer::sum);
        var inserted = transaction.preparedQuery(INSERT).execute(Tuple.of(entry)).replaceWithVoid();
        return switch (entry.replaceAll("[^a-z].*", "")) {
            case "poison" -> inserted.onItem().failWith(() -> new IllegalStateException(
                    "no account for " + entry + " in attempt " + attempt));
            case "flaky" ->
                attempt < 3 ? inserted.onItem().failWith(() -> new IllegalStateException("not yet")) : inserted;
            // Until the test releases its lock.
            case "held" ->
                inserted.call(() -> transaction.query("SELECT pg_advisory_xact_lock_shared(4711)").execute());
            default -> inserted;
        };
    }
}
