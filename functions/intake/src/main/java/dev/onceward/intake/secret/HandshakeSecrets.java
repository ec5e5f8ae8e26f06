package dev.onceward.intake.secret;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.intake.secret.AcceptedSecret.KeptSecret;
import dev.onceward.intake.secret.AcceptedSecret.TooManySecrets;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.internal.postgres.Database;

/// Stores the secrets that senders gave in handshakes, for all replicas.
@Singleton
public final class HandshakeSecrets {
    /// The most secrets of a source. Each webhook that is created at the sender adds one, and no message tells when it
    /// is deleted.
    static final int MOST = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// Lets one transaction at a time add secrets to a source, so that each gets a number of its own and the limit
    /// holds.
    private static final String TAKE_TURNS = """
            SELECT pg_advisory_xact_lock(hashtext('onceward.learned_secret'), hashtext($1))
            """;

    /// Adds a secret. A secret that is stored already stays as it is, because a handshake may come twice.
    private static final String ADD = """
            INSERT INTO onceward.learned_secret (source, n, secret)
            SELECT $1::text, coalesce(max(n), 0) + 1, $2::text
              FROM onceward.learned_secret
             WHERE source = $1::text
            HAVING count(*) < $3::integer
                ON CONFLICT (source, secret) DO NOTHING
            """;

    private static final String KNOWN = """
            SELECT 'learned-' || to_char(learned_at AT TIME ZONE 'UTC', 'YYYYMMDD') || '-' || n AS id, secret
              FROM onceward.learned_secret
             WHERE source = $1
             ORDER BY n DESC
            """;

    private final Database database;

    HandshakeSecrets(Pool pool) {
        this.database = new Database(pool, PATIENCE);
    }

    /// Completes after the commit.
    public Uni<AcceptedSecret> add(String source, String secret) {
        return database.with(connection -> connection.begin()
                .onItem().transformToUni(transaction -> add(connection, source, secret)
                        .onItem().call(transaction::commit)));
    }

    /// The newest first.
    public Uni<List<SecretText>> of(String source) {
        return database.query(KNOWN, Tuple.of(source)).map(HandshakeSecrets::secrets);
    }

    private static Uni<AcceptedSecret> add(SqlConnection connection, String source, String secret) {
        return connection.preparedQuery(TAKE_TURNS).execute(Tuple.of(source))
                .flatMap(_ -> connection.preparedQuery(ADD).execute(Tuple.of(source, secret, MOST)))
                .flatMap(_ -> connection.preparedQuery(KNOWN).execute(Tuple.of(source)))
                .map(rows -> accepted(secret, secrets(rows)));
    }

    private static AcceptedSecret accepted(String secret, List<SecretText> all) {
        return all.stream().anyMatch(known -> known.text().equals(secret))
                ? new KeptSecret(all)
                : new TooManySecrets(MOST);
    }

    private static List<SecretText> secrets(RowSet<Row> rows) {
        return rows.stream().map(row -> new SecretText(row.getString("id"), row.getString("secret"))).toList();
    }
}
