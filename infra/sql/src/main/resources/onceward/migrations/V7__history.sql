-- What relays know of the log is told by transaction ids. They mean something only within one history: a dump that is
-- restored into another cluster, or copied there by logical replication, brings along numbers which that cluster has yet
-- to give out, and a server that recovers from a crash may give out again the numbers of what was never flushed.

-- The cluster to which the transaction ids in this schema belong. A restore brings its row along, so a row that names
-- another cluster tells that the log was restored. `shift` is added to the cluster's own numbers, so that they lie above
-- all that were restored; see rebase().
CREATE TABLE onceward.history (
    cluster bigint      NOT NULL,
    shift   bigint      NOT NULL DEFAULT 0 CHECK (shift >= 0),
    since   timestamptz NOT NULL DEFAULT now()
);

-- Another value after each crash and each failover: crash recovery empties an unlogged table, and on a standby it is
-- empty from the beginning. What a relay holds in memory counts only as long as the value is the same.
CREATE UNLOGGED TABLE onceward.incarnation (
    one     boolean PRIMARY KEY DEFAULT true CHECK (one),
    id      uuid    NOT NULL,
    cluster bigint  NOT NULL
);

-- The incarnation of the server as it is now. The first who asks after a crash makes it; of several one wins. One that a dump
-- brought along from another cluster is replaced.
CREATE FUNCTION onceward.current_incarnation() RETURNS uuid
    LANGUAGE plpgsql VOLATILE SET search_path = onceward, pg_temp AS $$
BEGIN
    INSERT INTO incarnation (id, cluster)
    SELECT gen_random_uuid(), system_identifier
      FROM pg_control_system()
     WHERE NOT EXISTS (SELECT FROM incarnation WHERE cluster = system_identifier)
        ON CONFLICT (one) DO UPDATE
       SET id = excluded.id, cluster = excluded.cluster
     WHERE incarnation.cluster <> excluded.cluster;
    RETURN (SELECT id FROM incarnation);
END $$;

-- A schema that was restored before this migration shows it by its numbers alone.
INSERT INTO onceward.history (cluster)
SELECT CASE WHEN EXISTS (SELECT FROM onceward.tick WHERE horizon > pg_snapshot_xmax(pg_current_snapshot()))
              OR EXISTS (SELECT FROM onceward.cursor
                          WHERE pg_snapshot_xmax(from_snapshot) > pg_snapshot_xmax(pg_current_snapshot()))
            THEN 0
            ELSE system_identifier
       END
  FROM pg_control_system();

-- Whether the log's transaction ids are another cluster's.
CREATE FUNCTION onceward.is_restored() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT bool_and(cluster = system_identifier) IS NOT TRUE FROM onceward.history, pg_control_system()
$$;

-- The number of the transaction that appends, within the log's own history. It has one expression and no more, so that
-- PostgreSQL puts it in the place of the call; rebase() replaces it.
CREATE FUNCTION onceward.current_tx() RETURNS xid8
    LANGUAGE sql VOLATILE AS $$ SELECT pg_current_xact_id() $$;
ALTER TABLE onceward.event ALTER COLUMN tx SET DEFAULT onceward.current_tx();

-- As before, in the log's own numbers. In a restored log there is no edge of now: it would lie before all that was
-- restored, and what is appended meanwhile would count as read.
CREATE OR REPLACE FUNCTION onceward.edge(OUT snapshot pg_snapshot, OUT next xid8, OUT low bigint, OUT high bigint)
    LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    moved bigint;
BEGIN
    IF onceward.is_restored() THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = 'The log was restored from another PostgreSQL cluster: run the command rebase first.';
    END IF;
    SELECT max(shift) INTO moved FROM onceward.history;
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO low FROM onceward.event_seq_seq;
    SELECT (horizon::text::bigint + age(horizon::xid) + moved)::text::xid8 INTO next
      FROM pg_snapshot_xmax(pg_current_snapshot()) AS horizon;
    SELECT pg_current_snapshot(), CASE WHEN is_called THEN last_value ELSE 0 END INTO snapshot, high
      FROM onceward.event_seq_seq;
    IF moved > 0 THEN
        snapshot := onceward.shifted(snapshot, moved);
    END IF;
END $$;

-- The same snapshot with greater numbers.
CREATE FUNCTION onceward.shifted(taken pg_snapshot, by bigint) RETURNS pg_snapshot
    LANGUAGE sql IMMUTABLE AS $$
    SELECT (  (pg_snapshot_xmin(taken)::text::bigint + by) || ':'
           || (pg_snapshot_xmax(taken)::text::bigint + by) || ':'
           || coalesce((SELECT string_agg((tx::text::bigint + by)::text, ',' ORDER BY tx) FROM pg_snapshot_xip(taken) AS tx),
                       ''))::pg_snapshot
$$;

CREATE OR REPLACE FUNCTION onceward.leave_tick(gap interval) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF onceward.is_restored() OR NOT pg_try_advisory_xact_lock(hashtext('onceward.tick')) THEN
        RETURN false;
    END IF;
    INSERT INTO onceward.tick (snapshot, next, low, high)
    SELECT edge.snapshot, edge.next, edge.low, edge.high
      FROM onceward.edge() AS edge
      LEFT JOIN (SELECT at, high, next, pg_snapshot_xmin(snapshot) AS xmin
                   FROM onceward.tick
                  ORDER BY n DESC
                  LIMIT 1) AS last ON true
     WHERE last.at IS NULL
        OR last.at < date_trunc('day', clock_timestamp(), 'UTC')
        OR (last.at < clock_timestamp() - gap AND (edge.high > last.high OR last.xmin < last.next));
    RETURN FOUND;
END $$;

-- Whether this cluster may have appended an event itself. It then wrote the row by the transaction that `tx` names, or by a
-- subtransaction of it, which has a greater number. So it did not if it has not given out `tx` yet, or wrote the row by a
-- lesser number. The answer is about what the calling statement sees.
CREATE FUNCTION onceward.may_be_appended_here(tx xid8, writer xid, shift bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT own >= 3 AND own < upcoming AND own <= upcoming + age(upcoming::text::xid8::xid) - age(writer)
      FROM (SELECT tx::text::bigint - shift AS own, pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS upcoming)
$$;

-- The last event that was certainly restored: all that this cluster appended lies behind it. If what wrote a row wrote
-- another transaction's row as well, as COPY does, it was restored. Goes backwards from the end, and so looks at little more
-- than what was appended since the restore.
CREATE FUNCTION onceward.last_restored(shift bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE SET search_path = onceward, pg_temp SET enable_sort = off AS $$
DECLARE
    stored       record;
    first_seq    bigint;
    first_tx     xid8;
    first_day    oid;
    first_writer xid;
BEGIN
    FOR stored IN
        SELECT seq, tx, xmin AS writer, tableoid AS day, may_be_appended_here(tx, xmin, shift) AS is_unclear
          FROM event
         ORDER BY seq DESC
    LOOP
        IF NOT stored.is_unclear THEN
            RETURN stored.seq;
        END IF;
        IF stored.day IS DISTINCT FROM first_day OR stored.writer IS DISTINCT FROM first_writer THEN
            first_seq := stored.seq;
            first_tx := stored.tx;
            first_day := stored.day;
            first_writer := stored.writer;
        ELSIF stored.tx <> first_tx THEN
            RETURN first_seq;
        END IF;
    END LOOP;
    RETURN 0;
END $$;

-- Sequences go on behind what is there. Logical replication does not copy them.
CREATE FUNCTION onceward.advance_sequences() RETURNS void
    LANGUAGE plpgsql VOLATILE SET search_path = onceward, pg_temp AS $$
DECLARE
    parent   text;
    col      text;
    sequence text;
BEGIN
    FOR parent, col IN
        VALUES ('event', 'seq'), ('tick', 'n'), ('parked', 'n'), ('tally', 'n'), ('audit', 'n')
    LOOP
        sequence := pg_get_serial_sequence('onceward.' || parent, col);
        EXECUTE format('SELECT setval(%L, most) FROM (SELECT max(%I) AS most FROM onceward.%I), %s WHERE most > last_value',
                       sequence, col, parent, sequence);
    END LOOP;
END $$;

-- Puts a restored log into this cluster's history, and says whether there was need to, and how many events were appended
-- since the restore. The numbers that were restored stay as they are and keep their meaning. Those of this cluster are
-- shifted above them from now on, and so are those of the events that it appended since: no cursor has read these. Where
-- an event is unclear it counts as appended since, and is delivered again rather than not at all. Nobody can append
-- meanwhile. Leases, and all that relays hold in memory, end.
CREATE FUNCTION onceward.rebase(OUT rebased boolean, OUT appended bigint)
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
DECLARE
    era      CONSTANT bigint := 1::bigint << 48;
    before   bigint;
    after    bigint;
    counted  bigint;
    restored bigint;
    misplaced bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('onceward.rebase'));
    appended := 0;
    rebased := is_restored() OR EXISTS (
        SELECT FROM cursor CROSS JOIN edge() AS now WHERE pg_snapshot_xmax(from_snapshot) > pg_snapshot_xmax(now.snapshot));
    IF NOT rebased THEN
        RETURN;
    END IF;
    LOCK TABLE event IN ACCESS EXCLUSIVE MODE;
    before := current_tx()::text::bigint - pg_current_xact_id()::text::bigint;
    SELECT (greatest(before, max(shift)) / era + 1) * era INTO after FROM history;
    SELECT last_value INTO counted FROM event_seq_seq;
    restored := last_restored(before);
    PERFORM advance_sequences();
    UPDATE event SET tx = (tx::text::bigint - before + after)::text::xid8 WHERE seq > restored;
    GET DIAGNOSTICS appended = ROW_COUNT;
    IF counted < restored THEN
        UPDATE event SET tx = (tx::text::bigint - before + after)::text::xid8, seq = DEFAULT
         WHERE seq <= counted AND may_be_appended_here(tx, xmin, before);
        GET DIAGNOSTICS misplaced = ROW_COUNT;
        appended := appended + misplaced;
    END IF;
    EXECUTE format('CREATE OR REPLACE FUNCTION onceward.current_tx() RETURNS xid8 LANGUAGE sql VOLATILE AS '
                || '$f$ SELECT (pg_current_xact_id()::text::bigint + %s)::text::xid8 $f$', after);
    DELETE FROM history;
    INSERT INTO history (cluster, shift) SELECT system_identifier, after FROM pg_control_system();
    DELETE FROM incarnation;
    DELETE FROM tick WHERE low >= restored;
    UPDATE cursor SET generation = generation + 1, owner = NULL, lease_until = '-infinity';
    UPDATE subscription SET paused_at = NULL, paused_by = NULL, why = NULL WHERE paused_by = 'restore';
    INSERT INTO audit (actor, verb, subscription, detail)
    SELECT session_user, 'rebase', '', jsonb_build_object('shift', after, 'appendedSinceRestore', appended);
END $$;
REVOKE ALL ON FUNCTION onceward.rebase() FROM PUBLIC;
