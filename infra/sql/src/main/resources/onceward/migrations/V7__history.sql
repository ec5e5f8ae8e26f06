-- Transaction ids tell how far a subscription has read, and they mean something in one PostgreSQL cluster only. A dump that
-- is restored into another cluster, or logical replication, brings ids that the other cluster has not assigned yet. And a
-- server that recovers from a crash may assign the ids of transactions again that it had not flushed.

-- Changing the default of the column takes a lock for a moment. As long as the migration waits for that lock, all appends
-- wait behind it, so it fails after ten seconds.
SET LOCAL lock_timeout = '10s';

-- The cluster to which the transaction ids in this schema belong: one row, unless the log was restored. There is no unique
-- key, so that a restore of the rows alone adds the row of the other cluster. `written` is the transaction that wrote the
-- row; in a restored row, xmin is another one. `shift` is added to the ids that the cluster assigns; see rebase().
CREATE TABLE onceward.cluster_identity (
    system_identifier bigint      NOT NULL,
    shift             bigint      NOT NULL DEFAULT 0 CHECK (shift >= 0),
    written           xid8        NOT NULL DEFAULT pg_current_xact_id(),
    since             timestamptz NOT NULL DEFAULT now()
);
-- Without a replica identity, rows could not be deleted where a publication covers all tables.
ALTER TABLE onceward.cluster_identity REPLICA IDENTITY FULL;

-- Holds another `id` after each crash and each failover, because crash recovery empties an unlogged table and on a standby
-- it is empty. A restored row does not count, because its xmin is not the transaction in `written`.
CREATE UNLOGGED TABLE onceward.incarnation (
    is_only_row       boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
    id                uuid    NOT NULL,
    system_identifier bigint  NOT NULL,
    written           xid8    NOT NULL
);

-- Returns the id of the row, and creates the row first if there is none that counts. If several sessions insert at once,
-- one row wins, and each session then reads it.
CREATE FUNCTION onceward.current_incarnation() RETURNS uuid
    LANGUAGE plpgsql VOLATILE SET search_path = onceward, pg_temp AS $$
BEGIN
    INSERT INTO incarnation (id, system_identifier, written)
    SELECT gen_random_uuid(), server.system_identifier, pg_current_xact_id()
      FROM pg_control_system() AS server
     WHERE NOT EXISTS (SELECT
                         FROM incarnation AS made
                        WHERE made.system_identifier = server.system_identifier
                          AND made.xmin = made.written::xid)
        ON CONFLICT (is_only_row) DO UPDATE
       SET id = excluded.id, system_identifier = excluded.system_identifier, written = excluded.written
     WHERE incarnation.system_identifier <> excluded.system_identifier
        OR incarnation.xmin <> incarnation.written::xid;
    RETURN (SELECT id FROM incarnation);
END $$;

-- The incarnation of the server. What a relay has read from the log counts only as long as this value stays the same. It
-- includes the time of the server's start, for PostgreSQL services whose unlogged tables survive a crash. NULL if no row
-- counts yet.
CREATE FUNCTION onceward.server_incarnation() RETURNS text
    LANGUAGE sql STABLE AS $$
    SELECT made.id || '@' || extract(epoch FROM pg_postmaster_start_time())
      FROM onceward.incarnation AS made, pg_control_system() AS server
     WHERE made.system_identifier = server.system_identifier
       AND made.xmin = made.written::xid
$$;

-- A schema that was restored before this migration is recognised by transaction ids that this cluster has not assigned. It
-- gets the identifier 0, which no cluster has.
INSERT INTO onceward.cluster_identity (system_identifier)
SELECT CASE WHEN EXISTS (SELECT FROM onceward.tick WHERE horizon > pg_snapshot_xmax(pg_current_snapshot()))
              OR EXISTS (SELECT FROM onceward.cursor
                          WHERE pg_snapshot_xmax(from_snapshot) > pg_snapshot_xmax(pg_current_snapshot()))
            THEN 0
            ELSE system_identifier
       END
  FROM pg_control_system();

-- Whether the log may hold transaction ids of another cluster.
CREATE FUNCTION onceward.is_restored() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT count(*) <> 1 OR bool_or(known.system_identifier <> server.system_identifier)
      FROM onceward.cluster_identity AS known, pg_control_system() AS server
$$;

-- The id of the transaction that appends, with the shift. The function is one expression, which PostgreSQL inlines;
-- rebase() replaces it.
CREATE FUNCTION onceward.current_tx() RETURNS xid8
    LANGUAGE sql VOLATILE AS $$ SELECT pg_current_xact_id() $$;
ALTER TABLE onceward.event ALTER COLUMN tx SET DEFAULT onceward.current_tx();

-- The same snapshot with its ids shifted.
CREATE FUNCTION onceward.shifted(taken pg_snapshot, shift bigint) RETURNS pg_snapshot
    LANGUAGE sql IMMUTABLE AS $$
    SELECT (  (pg_snapshot_xmin(taken)::text::bigint + shift) || ':'
           || (pg_snapshot_xmax(taken)::text::bigint + shift) || ':'
           || coalesce((SELECT string_agg((tx::text::bigint + shift)::text, ',' ORDER BY tx)
                          FROM pg_snapshot_xip(taken) AS tx), ''))::pg_snapshot
$$;

-- As in V2, with shifted ids. A restored log has no edge of the present: that edge would lie before the restored events,
-- and events that are appended until the rebase would count as read.
CREATE OR REPLACE FUNCTION onceward.edge(OUT snapshot pg_snapshot, OUT next xid8, OUT low bigint, OUT high bigint)
    LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    added bigint;
BEGIN
    IF onceward.is_restored() THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = 'The log was restored from another PostgreSQL cluster: run the command rebase first.';
    END IF;
    SELECT shift INTO added FROM onceward.cluster_identity;
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO low FROM onceward.event_seq_seq;
    SELECT (horizon::text::bigint + age(horizon::xid) + added)::text::xid8 INTO next
      FROM pg_snapshot_xmax(pg_current_snapshot()) AS horizon;
    SELECT pg_current_snapshot(), CASE WHEN is_called THEN last_value ELSE 0 END INTO snapshot, high
      FROM onceward.event_seq_seq;
    IF added > 0 THEN
        snapshot := onceward.shifted(snapshot, added);
    END IF;
END $$;

-- As in V2, but it stores no tick in a restored log. There it adds this cluster to those that the log knows: otherwise, if
-- the log were restored once more, into the first cluster, the system identifier would not reveal it. It runs with the
-- rights of the owner, because nobody waits for its result and would notice a missing right.
CREATE OR REPLACE FUNCTION onceward.leave_tick(gap interval) RETURNS boolean
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('onceward.tick')) THEN
        RETURN false;
    END IF;
    IF onceward.is_restored() THEN
        INSERT INTO onceward.cluster_identity (system_identifier)
        SELECT server.system_identifier
          FROM pg_control_system() AS server
         WHERE NOT EXISTS (SELECT
                             FROM onceward.cluster_identity AS known
                            WHERE known.system_identifier = server.system_identifier
                              AND known.xmin = known.written::xid);
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

-- Pauses a subscription until rebase() ends the pause. If a rebase is under way, this waits for it, and then there is no
-- reason to pause.
CREATE FUNCTION onceward.pause_restored(subscription text, reason text) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM FROM onceward.subscription WHERE name = pause_restored.subscription FOR UPDATE;
    IF NOT onceward.is_restored() THEN
        RETURN false;
    END IF;
    UPDATE onceward.subscription
       SET paused_at = now(), paused_by = 'restore', why = reason
     WHERE name = pause_restored.subscription AND paused_at IS NULL;
    RETURN FOUND;
END $$;

-- The full transaction id for a 32-bit id that this cluster assigned.
CREATE FUNCTION onceward.full_xid(short xid) RETURNS bigint
    LANGUAGE sql STABLE AS $$
    SELECT xmax::text::bigint + age(xmax::xid) - age(short) FROM pg_snapshot_xmax(pg_current_snapshot()) AS xmax
$$;

-- Whether this cluster may have appended an event itself. In that case the transaction that `tx` names wrote the row, or a
-- subtransaction of it, which has a greater id, and it did so after the restore. The result holds for what the calling
-- statement sees.
--   shift     is what the cluster added to its ids.
--   restored  is the transaction that restored the log.
CREATE FUNCTION onceward.may_be_appended_here(tx xid8, writer xid, shift bigint, restored bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT assigned > restored
       AND assigned < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
       AND assigned <= onceward.full_xid(writer)
      FROM (SELECT tx::text::bigint - shift AS assigned)
$$;

-- The `seq` of the last event that was certainly restored. Two events with different `tx` were restored if one transaction
-- wrote both rows, as COPY does. The function reads from the end of the log backwards, so it reads little more than what
-- was appended since the restore.
CREATE FUNCTION onceward.last_restored(shift bigint, restored bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE SET search_path = onceward, pg_temp SET enable_sort = off AS $$
DECLARE
    stored       record;
    first_seq    bigint;
    first_tx     xid8;
    first_day    oid;
    first_writer xid;
BEGIN
    FOR stored IN
        SELECT seq, tx, xmin AS writer, tableoid AS day, may_be_appended_here(tx, xmin, shift, restored) AS is_possible
          FROM event
         ORDER BY seq DESC
    LOOP
        IF NOT stored.is_possible THEN
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

-- Whether the files of the log were moved to this cluster, as pg_upgrade does. Then all transaction ids keep their meaning,
-- and rows have the xmin that they had.
CREATE FUNCTION onceward.is_carried_over() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT bool_and(xmin = written::xid) FROM onceward.cluster_identity), false)
       AND NOT EXISTS (SELECT
                         FROM (SELECT tx, xmin AS writer FROM onceward.event ORDER BY seq DESC LIMIT 100) AS latest
                        WHERE writer <> tx::xid)
$$;

-- Gives shifted ids to all events that this cluster may have appended, and numbers behind everything that a cursor or a
-- tick knows, in their order. Logical replication does not copy sequences, so events that were appended after it may have
-- the numbers of replicated ones; the function looks for such events among the lowest 10,000, where they begin. If the log
-- was restored twice without a rebase in between, nothing tells what the second cluster appended, and every event that no
-- cursor has passed counts as appended here.
CREATE FUNCTION onceward.rebase_events(old_shift bigint, new_shift bigint) RETURNS bigint
    LANGUAGE plpgsql VOLATILE SET search_path = onceward, pg_temp AS $$
DECLARE
    restored     bigint;
    boundary     bigint;
    highest      bigint;
    clusters     integer;
    are_mixed    boolean;
    appended     bigint;
BEGIN
    SELECT coalesce(max(full_xid(xmin)), 2), count(*) INTO restored, clusters FROM cluster_identity WHERE xmin <> written::xid;
    boundary := last_restored(old_shift, restored);
    IF clusters > 1 THEN
        SELECT least(boundary, min(from_high)) INTO boundary FROM cursor;
    END IF;
    SELECT greatest((SELECT max(seq) FROM event), (SELECT max(high) FROM tick),
                    (SELECT max(greatest(from_high, to_high, after)) FROM cursor), 0) INTO highest;
    are_mixed := EXISTS (
        SELECT
          FROM (SELECT tx, xmin AS writer FROM event WHERE seq <= boundary ORDER BY seq LIMIT 10000) AS lowest
         WHERE may_be_appended_here(tx, writer, old_shift, restored));
    WITH moved AS (
        DELETE FROM event
         WHERE seq > boundary
            OR (are_mixed AND may_be_appended_here(tx, xmin, old_shift, restored))
        RETURNING *
    )
    INSERT INTO event (at, tx, seq, shard, id, source, topic, type, ordering, ordering_group, headers, body, traceparent,
                       tracestate, correlation, causation)
        OVERRIDING SYSTEM VALUE
    SELECT at, (tx::text::bigint - old_shift + new_shift)::text::xid8, highest + row_number() OVER (ORDER BY seq), shard,
           id, source, topic, type, ordering, ordering_group, headers, body, traceparent, tracestate, correlation, causation
      FROM moved;
    GET DIAGNOSTICS appended = ROW_COUNT;
    PERFORM setval('event_seq_seq', highest + appended) FROM event_seq_seq WHERE last_value < highest + appended;
    RETURN appended;
END $$;

-- Moves the other sequences behind the greatest number in their tables.
CREATE FUNCTION onceward.advance_sequences() RETURNS void
    LANGUAGE plpgsql VOLATILE SET search_path = onceward, pg_temp AS $$
DECLARE
    parent   text;
    sequence text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['tick', 'parked', 'tally', 'audit'] LOOP
        sequence := pg_get_serial_sequence('onceward.' || parent, 'n');
        EXECUTE format('SELECT setval(%L, greatest) FROM (SELECT max(n) AS greatest FROM onceward.%I), %s '
                    || 'WHERE greatest > last_value', sequence, parent, sequence);
    END LOOP;
END $$;

-- Puts a restored log in order for this cluster. Returns whether it was restored, and how many events were appended since.
-- Restored ids stay as they are and keep their meaning; the ids that this cluster assigns are shifted above them. Where it
-- is unclear whether an event was restored, it is delivered again. Open windows are read again from their beginning. Leases
-- end, and so does everything that relays have in memory. Ticks that this cluster wrote are deleted; unlike restored ones,
-- each was written by a transaction of its own. Nobody can append meanwhile. Locks are taken in the same order as relays
-- and operators take them.
CREATE FUNCTION onceward.rebase(OUT rebased boolean, OUT appended bigint)
    LANGUAGE plpgsql VOLATILE SET search_path = onceward, pg_temp AS $$
DECLARE
    era       CONSTANT bigint := 1::bigint << 48;
    old_shift bigint;
    new_shift bigint;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE 'rebase() needs the isolation level read committed: it must see what is committed while it waits for locks.';
    END IF;
    IF EXISTS (SELECT FROM pg_subscription_rel AS copied
                 JOIN pg_inherits AS day ON day.inhrelid = copied.srrelid
                WHERE day.inhparent = 'onceward.event'::regclass) THEN
        RAISE 'The log is still replicated from another cluster: drop the subscription of PostgreSQL first.';
    END IF;
    PERFORM FROM subscription ORDER BY name FOR UPDATE;
    PERFORM FROM cursor ORDER BY subscription, shard FOR UPDATE;
    LOCK TABLE event IN EXCLUSIVE MODE;
    appended := 0;
    rebased := is_restored();
    IF rebased AND is_carried_over() THEN
        SELECT max(shift) INTO new_shift FROM cluster_identity;
    ELSIF rebased THEN
        old_shift := current_tx()::text::bigint - pg_current_xact_id()::text::bigint;
        SELECT (greatest(old_shift, max(shift)) / era + 1) * era INTO new_shift FROM cluster_identity;
        appended := rebase_events(old_shift, new_shift);
        EXECUTE format('CREATE OR REPLACE FUNCTION onceward.current_tx() RETURNS xid8 LANGUAGE sql VOLATILE AS '
                    || '$f$ SELECT (pg_current_xact_id()::text::bigint + %s)::text::xid8 $f$', new_shift);
        DELETE FROM tick WHERE xmin::text IN (SELECT xmin::text FROM tick GROUP BY xmin::text HAVING count(*) = 1);
        PERFORM advance_sequences();
        UPDATE cursor
           SET generation = generation + 1, owner = NULL, lease_until = '-infinity',
               to_snapshot = NULL, to_next = NULL, to_low = NULL, to_high = NULL, after = NULL;
    END IF;
    IF rebased THEN
        DELETE FROM cluster_identity;
        INSERT INTO cluster_identity (system_identifier, shift) SELECT system_identifier, new_shift FROM pg_control_system();
        DELETE FROM incarnation;
        INSERT INTO audit (actor, verb, subscription, detail)
        SELECT session_user, 'rebase', '', jsonb_build_object('shift', new_shift, 'appendedSinceRestore', appended);
    END IF;
    UPDATE subscription SET paused_at = NULL, paused_by = NULL, why = NULL WHERE paused_by = 'restore';
END $$;
REVOKE ALL ON FUNCTION onceward.rebase() FROM PUBLIC;
