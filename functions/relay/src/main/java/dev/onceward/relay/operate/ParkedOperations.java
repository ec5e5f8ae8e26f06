package dev.onceward.relay.operate;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;

/// Redrives or drops parked events, however many, in batches, so that no statement takes long and no relay waits.
final class ParkedOperations {

    /// Counts the selected events. Safe because it only reads. It reads one state after the other, because the events
    /// of a state are adjacent in one index.
    private static final String COUNT = """
            SELECT coalesce(sum(events), 0)::integer
              FROM unnest($2::text[]) AS verb (state)
             CROSS JOIN LATERAL (
                   SELECT count(*) AS events
                     FROM onceward.parked
                    WHERE subscription = $1
                      AND state = verb.state
                      AND ($3::uuid IS NULL OR event_id = $3)
                      AND ($4::text IS NULL OR ordering = $4)
                      AND ($5::text IS NULL OR position($5 IN error) > 0)
                      AND ($6::timestamptz IS NULL OR parked_at < $6)) AS counted
            """;

    /// Begins the audit entry. Safe because the entry is written before anything is done and updated with each batch,
    /// so it is right wherever the work stops.
    private static final String BEGIN = """
            INSERT INTO onceward.audit (actor, action, subscription, detail)
            VALUES ($1, $2, $3, $4::text::jsonb || '{"events": 0}')
            RETURNING n
            """;

    /// Redrives or drops, as `$9` says, the next 10,000 events after `$8`, in the order in which they were parked. Safe
    /// because events that a relay is settling are skipped (waiting for them could deadlock), and because the audit is
    /// written together with the events. The audit lists the ids if they are few. Redriven events become due one after
    /// the other, at so many per second since the operation began. An event that was blocked by a dropped one becomes
    /// due when the leases are renewed.
    private static final String BATCH = """
            WITH chosen AS (
                SELECT n, event_id, row_number() OVER (ORDER BY n) AS place
                  FROM (SELECT found.*
                          FROM unnest($2::text[]) AS verb (state)
                         CROSS JOIN LATERAL (
                               SELECT n, event_id
                                 FROM onceward.parked
                                WHERE subscription = $1
                                  AND state = verb.state
                                  AND ($3::uuid IS NULL OR event_id = $3)
                                  AND ($4::text IS NULL OR ordering = $4)
                                  AND ($5::text IS NULL OR position($5 IN error) > 0)
                                  AND ($6::timestamptz IS NULL OR parked_at < $6)
                                  AND n > $8
                                ORDER BY n
                                LIMIT 10000
                                  FOR UPDATE SKIP LOCKED) AS found
                         ORDER BY n
                         LIMIT 10000) AS batch
            ), noted AS (
                UPDATE onceward.audit
                   SET detail = detail || jsonb_build_object('events', (detail ->> 'events')::integer + events)
                                       || CASE WHEN events <= 100 AND detail ->> 'events' = '0'
                                               THEN jsonb_build_object('ids', ids)
                                               ELSE '{}' END
                  FROM (SELECT count(*) AS events, coalesce(jsonb_agg(event_id ORDER BY n), '[]') AS ids
                          FROM chosen) AS batch
                 WHERE audit.n = $7
                RETURNING at, (detail ->> 'events')::integer - events AS before,
                          (detail ->> 'perSecond')::float8 AS rate
            ), redriven AS (
                UPDATE onceward.parked
                   SET state = 'scheduled', attempts = 0,
                       next_at = noted.at + make_interval(secs => (before + place - 1) / rate)
                  FROM chosen CROSS JOIN noted
                 WHERE $9::text = 'redrive'
                   AND parked.subscription = $1
                   AND parked.event_id = chosen.event_id
            ), dropped AS (
                DELETE FROM onceward.parked
                 USING chosen
                 WHERE $9::text = 'drop'
                   AND parked.subscription = $1
                   AND parked.event_id = chosen.event_id
            )
            SELECT count(*)::integer AS events, max(n) AS last
              FROM chosen
            """;

    /// A redrive also includes scheduled events. Blocked events follow by themselves, and attempts under way are left
    /// to finish.
    static final Verb REDRIVE = new Verb("redrive", List.of("dead", "scheduled"));

    static final Verb DROP = new Verb("drop", List.of("dead", "scheduled", "blocked"));

    /// The same number as in the statement.
    private static final int BATCH_SIZE = 10_000;

    private final Database database;

    ParkedOperations(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// @param states of the events that the operation concerns, both when it counts and when it changes them
    record Verb(String name, List<String> states) {}

    /// @return how many events the operation would concern
    Uni<Integer> count(Verb verb, String subscription, ParkedFilter parkedFilter) {
        return database.query(COUNT, chosen(verb, subscription, parkedFilter).tuple())
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    /// @param detail for the audit
    /// @return how many events were redriven or dropped
    Uni<Integer> run(Verb verb, String subscription, ParkedFilter parkedFilter, String actor, JsonObject detail) {
        return database.query(BEGIN, Tuple.of(actor, verb.name(), subscription, detail.encode()))
                .map(rows -> rows.iterator().next().getLong(0))
                .onItem().transformToUni(audit -> next(verb, subscription, parkedFilter, audit, 0, 0));
    }

    /// Runs batches until one is not full.
    private Uni<Integer> next(Verb verb, String subscription, ParkedFilter parkedFilter, long audit, long last,
            int before) {
        return batch(verb, subscription, parkedFilter, audit, last)
                .chain(batch -> batch.getInteger("events") < BATCH_SIZE
                        ? Uni.createFrom().item(before + batch.getInteger("events"))
                        : next(verb, subscription, parkedFilter, audit, batch.getLong("last"), before + BATCH_SIZE));
    }

    private Uni<Row> batch(Verb verb, String subscription, ParkedFilter parkedFilter, long audit, long last) {
        var values = chosen(verb, subscription, parkedFilter).value(audit).value(last).value(verb.name());
        return database.query(BATCH, values.tuple()).map(rows -> rows.iterator().next());
    }

    private static ArrayColumns chosen(Verb verb, String subscription, ParkedFilter parkedFilter) {
        var before = parkedFilter.before();
        return new ArrayColumns()
                .value(subscription)
                .value(verb.states().stream()
                        .filter(state -> parkedFilter.state() == null || state.equals(parkedFilter.state()))
                        .toArray(String[]::new))
                .value(parkedFilter.event())
                .value(parkedFilter.ordering())
                .value(parkedFilter.error())
                .value(before == null ? null : before.atOffset(ZoneOffset.UTC));
    }
}
