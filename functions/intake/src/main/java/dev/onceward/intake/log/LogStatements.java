package dev.onceward.intake.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.intake.log.AppendOutcome.AlreadyStored;
import dev.onceward.intake.log.KeyConflict.Expired;
import dev.onceward.intake.log.KeyConflict.HeldBy;
import dev.onceward.intake.log.KeyConflict.NotYetVisible;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.newevent.NewEventColumns;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;
import dev.onceward.internal.postgres.Database;
import dev.onceward.runtime.log.Event;
import dev.onceward.runtime.log.EventRow;

/// Runs the SQL statements that write and read the log.
final class LogStatements {

    /// Stores a batch and returns the key conflicts of the events that were not stored. Safe because the primary key of
    /// `key` decides a race, and because all batches take their keys in one order, so that two of them cannot wait for
    /// each other.
    static final String INSERT = """
            WITH item AS MATERIALIZED (
                SELECT *
                  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::float8[], $6::text[], $7::text[],
                              $8::text[], $9::text[], $10::int2[], $11::text[], $12::bytea[], $13::text[], $14::text[],
                              $15::text[], $16::text[], $17::text[])
                    AS item (id, scope, key, fingerprint, retention, source, topic,
                             type, ordering, shard, headers, body, traceparent, tracestate, correlation, causation,
                             ordering_group)
            ), claimed AS (
                INSERT INTO onceward.key (scope, key, fingerprint, event_id, topic, expires_at)
                SELECT scope, key, fingerprint, id, topic,
                       coalesce(now() + make_interval(secs => retention), 'infinity')
                  FROM item
                 WHERE key IS NOT NULL
                 ORDER BY scope COLLATE "C", key COLLATE "C"
                    ON CONFLICT (scope, key) DO NOTHING
                RETURNING event_id
            ), stored AS (
                INSERT INTO onceward.event (id, source, topic, type, ordering, shard, headers, body,
                                            traceparent, tracestate, correlation, causation, ordering_group)
                SELECT id, source, topic, type, ordering, shard, headers::jsonb, body,
                       traceparent, tracestate, correlation, causation, ordering_group
                  FROM item
                 WHERE key IS NULL OR id IN (SELECT event_id FROM claimed)
                RETURNING source
            ), counted AS (
                INSERT INTO onceward.source_counts (source, processed)
                SELECT source, count(*)
                  FROM stored
                 GROUP BY source
            )
            SELECT item.id, item.scope, item.key, kept_key.event_id, kept_key.topic, kept_key.fingerprint,
                   least(extract(epoch FROM kept_key.expires_at - now()), 3153600000)::float8 AS kept
              FROM item
              LEFT JOIN onceward.find_key(item.scope, item.key) AS kept_key ON true
             WHERE item.key IS NOT NULL
               AND item.id NOT IN (SELECT event_id FROM claimed)
            """;

    static final String FORGET = "SELECT onceward.forget_keys($1, $2)";

    private static final String FIND = """
            SELECT id, at, source, topic, type, ordering, ordering_group, headers, body, traceparent, tracestate,
                   correlation, causation
              FROM onceward.event
             WHERE id = $1
            """;

    private static final String FIND_BY_KEY = """
            SELECT event_id
              FROM onceward.find_key($1, $2)
             WHERE expires_at > now()
            """;

    /// Finds the events of all bodies that share a key, the newest first. Each body has a key of its own: the shared
    /// key, `~` and 43 characters. The length tells it from a longer key that merely begins alike. The range reads the
    /// primary key's index, because the column sorts by bytes: what begins with `~` lies before the next character,
    /// 127. An event that has the shared key itself is found as well. Safe because it only reads, and reads at most
    /// 1,000 bodies however many a sender sends. That limit applies before the order, because the index is in the order
    /// of the keys: to find the newest of all bodies PostgreSQL would have to read all of them.
    static final String FIND_BY_SHARED_KEY = """
            SELECT event_id
              FROM ((SELECT event_id
                       FROM onceward.key
                      WHERE scope = $1 AND key = $2 AND expires_at > now())
                    UNION ALL
                    (SELECT event_id
                       FROM onceward.key
                      WHERE scope = $1 AND key > $2 || '~' AND key < $2 || chr(127)
                        AND length(key) = length($2) + 44
                        AND expires_at > now()
                      LIMIT 1000)) AS body
             ORDER BY event_id DESC
            """;

    private final Database database;

    LogStatements(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Returns key conflicts by event id. An event that was stored has none.
    Uni<Map<UUID, KeyConflict>> insert(List<NewEvent> entries) {
        return database.query(INSERT, NewEventColumns.of(entries)).map(LogStatements::met);
    }

    /// Deletes those of the keys that have expired.
    Uni<Void> forget(List<Key> keys) {
        var scopes = keys.stream().map(Key::scope).toArray(String[]::new);
        var values = keys.stream().map(Key::value).toArray(String[]::new);
        return database.query(FORGET, Tuple.of(scopes, values)).replaceWithVoid();
    }

    Uni<Optional<Event>> find(UUID id) {
        return database.query(FIND, Tuple.of(id)).map(rows -> first(rows).map(EventRow::event));
    }

    Uni<Optional<Event>> find(Key key) {
        return database.query(FIND_BY_KEY, Tuple.of(key.scope(), key.value()))
                .map(rows -> first(rows).map(row -> row.getUUID("event_id")))
                .onItem()
                .transformToUni(id -> id.isPresent() ? find(id.get()) : Uni.createFrom().item(Optional.empty()));
    }

    Uni<List<UUID>> findShared(Key key) {
        return database.query(FIND_BY_SHARED_KEY, Tuple.of(key.scope(), key.value()))
                .map(rows -> rows.stream().map(row -> row.getUUID("event_id")).toList());
    }

    private static Map<UUID, KeyConflict> met(RowSet<Row> rows) {
        var met = new HashMap<UUID, KeyConflict>();
        rows.forEach(row -> met.put(row.getUUID("id"), met(row)));
        return met;
    }

    private static KeyConflict met(Row row) {
        var event = row.getUUID("event_id");
        if (event == null) {
            return new NotYetVisible();
        }
        var seconds = row.getDouble("kept");
        return seconds <= 0
                ? new Expired(new Key(row.getString("scope"), row.getString("key")))
                : new HeldBy(new AlreadyStored(new Receipt(event, row.getString("topic")),
                        Fingerprint.ofBytes(row.getBuffer("fingerprint").getBytes()),
                        Duration.ofMillis((long) (seconds * 1000))));
    }

    private static Optional<Row> first(RowSet<Row> rows) {
        var each = rows.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }
}
