package dev.onceward.intake.secret;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;

/// Stores when each secret last matched, in any replica. During a rotation this shows when the old secret can be
/// removed.
@Singleton
public final class UsedSecrets {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofDays(7);

    /// Safe beside other replicas because all lock the rows in one order, and because no stored time ever decreases. A
    /// secret that was not configured for two days and comes back counts as another secret with the same id.
    private static final String WRITE = """
            INSERT INTO onceward.secret_use AS kept (source, secret, last_matched_at)
            SELECT source, secret, CASE WHEN matched THEN now() END
              FROM unnest($1::text[], $2::text[], $3::boolean[]) AS known (source, secret, matched)
             ORDER BY source COLLATE "C", secret COLLATE "C"
                ON CONFLICT (source, secret) DO UPDATE
               SET last_configured_at = greatest(kept.last_configured_at, excluded.last_configured_at),
                   first_configured_at = CASE WHEN kept.last_configured_at < now() - interval '2 days' THEN excluded.first_configured_at
                                   ELSE kept.first_configured_at END,
                   last_matched_at = CASE WHEN kept.last_configured_at < now() - interval '2 days' THEN excluded.last_matched_at
                                     ELSE greatest(kept.last_matched_at, excluded.last_matched_at) END
            """;

    /// Deletes old rows. Skips locked rows, so it never waits.
    private static final String FORGET = """
            DELETE FROM onceward.secret_use
             WHERE ctid = ANY (ARRAY(
                       SELECT ctid
                         FROM onceward.secret_use
                        WHERE last_configured_at < now() - interval '30 days'
                          FOR UPDATE SKIP LOCKED))
            """;

    /// Returns the secrets that some replica still has. A secret is spare if it has not matched for long while another
    /// secret of its source has.
    private static final String AGES = """
            SELECT source, secret, extract(epoch FROM now() - used_at)::float8 AS unused,
                   used_at <= now() - make_interval(secs => $1)
                   AND coalesce(max(last_matched_at) OVER (PARTITION BY source) > now() - make_interval(secs => $1), false)
                       AS is_spare
              FROM (SELECT *, greatest(first_configured_at, last_matched_at) AS used_at
                      FROM onceward.secret_use
                     WHERE last_configured_at > now() - interval '1 hour') AS known
             ORDER BY source, secret
            """;

    private final Database database;

    UsedSecrets(Pool pool) {
        this.database = new Database(pool, PATIENCE);
    }

    /// @param known all secrets that this process has
    /// @param matched the secrets that matched since the last call
    public Uni<Void> write(Set<SecretName> known, Set<SecretName> matched) {
        var all = List.copyOf(known);
        var columns = new ArrayColumns().texts(all, SecretName::source).texts(all, SecretName::secret)
                .column(all, matched::contains, Boolean[]::new);
        return database.query(WRITE, columns.tuple())
                .flatMap(_ -> database.query(FORGET))
                .replaceWithVoid();
    }

    public Uni<List<SecretAge>> ages() {
        return database.query(AGES, Tuple.of((double) LONG.toSeconds()))
                .map(rows -> rows.stream().map(UsedSecrets::age).toList());
    }

    private static SecretAge age(Row row) {
        return new SecretAge(new SecretName(row.getString("source"), row.getString("secret")),
                Duration.ofMillis(Math.round(row.getDouble("unused") * 1000)), row.getBoolean("is_spare"));
    }
}
