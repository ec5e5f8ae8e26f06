package dev.onceward.intake.quarantine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;

/// Runs the SQL statements of the quarantine.
@Singleton
final class QuarantineStatements {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MOST_LISTED = 1000;
    private static final int MOST_PURGED = 1000;

    /// Stores a batch of requests. Safe because the SQL function counts the requests of a source under a lock of that
    /// source.
    private static final String SET_ASIDE = """
            SELECT onceward.quarantine_requests($1::uuid[], $2::text[], $3::bytea[], $4::int8[], $5::text[], $6::text[], $7::text[],
                                      $8::text[], $9::text[], $10::bytea[], $11, $12, make_interval(secs => $13))
            """;

    private static final String LIST = """
            SELECT id, at, last_at, times, reason, detail, octet_length(body)::int8 AS bytes
              FROM onceward.quarantined
             WHERE source = $1
             ORDER BY at DESC, id DESC
             LIMIT $2
            """;

    private static final String FIND = """
            SELECT id, at, last_at, times, reason, detail, octet_length(body)::int8 AS bytes, method, query, headers, body
              FROM onceward.quarantined
             WHERE source = $1 AND id = $2
            """;

    private static final String REMOVE = """
            DELETE FROM onceward.quarantined
             WHERE source = $1 AND id = $2
            """;

    /// Deletes expired requests of all sources, the oldest first. Safe beside statements that insert or delete, because
    /// it skips locked rows.
    private static final String PURGE = """
            DELETE FROM onceward.quarantined
             WHERE id = ANY (ARRAY(
                       SELECT id
                         FROM onceward.quarantined
                        WHERE at < now() - make_interval(secs => $1)
                        ORDER BY at
                        LIMIT $2
                          FOR UPDATE SKIP LOCKED))
            """;

    private final Database database;
    private final QuarantineConfig config;

    QuarantineStatements(Pool pool, QuarantineConfig config) {
        this.database = new Database(pool, PATIENCE);
        this.config = config;
    }

    /// the results of the firsts, in their order.
    Uni<List<QuarantineResult>> add(RepeatedRequests repeatedRequests) {
        return database.query(SET_ASIDE, columns(repeatedRequests.firsts(), repeatedRequests))
                .map(rows -> rows.stream().map(row -> QuarantineResult.of(row.getString(0))).toList());
    }

    private Tuple columns(List<UnverifiedRequest> unverified, RepeatedRequests repeatedRequests) {
        return new ArrayColumns()
                .column(unverified, UnverifiedRequest::id, UUID[]::new)
                .texts(unverified, UnverifiedRequest::source)
                .column(unverified, unverifiedRequest -> Buffer.buffer(unverifiedRequest.fingerprint().bytes()),
                        Buffer[]::new)
                .column(unverified, repeatedRequests::times, Long[]::new)
                .texts(unverified, unverifiedRequest -> unverifiedRequest.verdict().reason().word())
                .texts(unverified, unverifiedRequest -> unverifiedRequest.verdict().why())
                .texts(unverified, UnverifiedRequest::method)
                .texts(unverified, UnverifiedRequest::query)
                .texts(unverified, UnverifiedRequest::headers)
                .column(unverified, UnverifiedRequest::body, Buffer[]::new)
                .value((long) config.quarantineItems())
                .value(config.quarantineBytes().asLongValue())
                .value(seconds())
                .tuple();
    }

    Uni<List<QuarantineListItem>> list(String source) {
        return database.query(LIST, Tuple.of(source, MOST_LISTED))
                .map(rows -> rows.stream().map(QuarantineStatements::summary).toList());
    }

    Uni<Optional<QuarantinedRequest>> find(String source, UUID id) {
        return database.query(FIND, Tuple.of(source, id))
                .map(rows -> rows.stream().map(QuarantineStatements::evidence).findFirst());
    }

    Uni<Boolean> remove(String source, UUID id) {
        return database.query(REMOVE, Tuple.of(source, id)).map(rows -> rows.rowCount() > 0);
    }

    Uni<Integer> purge() {
        return database.query(PURGE, Tuple.of(seconds(), MOST_PURGED)).map(SqlResult::rowCount);
    }

    private double seconds() {
        return config.quarantineRetention().toSeconds();
    }

    private static QuarantineListItem summary(Row row) {
        return new QuarantineListItem(row.getUUID("id"), row.getOffsetDateTime("at").toInstant(),
                row.getOffsetDateTime("last_at").toInstant(), row.getLong("times"), row.getString("reason"),
                row.getString("detail"), row.getLong("bytes"));
    }

    private static QuarantinedRequest evidence(Row row) {
        return new QuarantinedRequest(summary(row), row.getString("method"), row.getString("query"),
                row.getJsonObject("headers"), row.get(Buffer.class, "body"));
    }
}
