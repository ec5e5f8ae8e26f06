-- How far a subscription has read is told by transaction ids. They mean something in one PostgreSQL cluster only: a dump
-- that is restored into another cluster, or logical replication, brings ids that the other cluster has yet to assign. rebase()
-- puts such a log in order.

-- A transaction id of 32 bits in full, if it was assigned by this cluster.
CREATE FUNCTION onceward.full_xid(short xid) RETURNS bigint
    LANGUAGE sql STABLE AS $$
    SELECT xmax::text::bigint + age(xmax::xid) - age(short) FROM pg_snapshot_xmax(pg_current_snapshot()) AS xmax
$$;

-- Whether this cluster may have appended an event itself. It then wrote the row by the transaction that `tx` names, or by a
-- subtransaction of it, which has a greater id, and it did so after the restore. The answer is about what the calling
-- statement sees.
--   shift     what the cluster added to its ids
--   restored  the transaction that restored the log
CREATE FUNCTION onceward.may_be_appended_here(tx xid8, writer xid, shift bigint, restored bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT assigned > restored
       AND assigned < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
       AND assigned <= onceward.full_xid(writer)
      FROM (SELECT tx::text::bigint - shift AS assigned)
$$;

-- The `seq` of the last event that was certainly restored. Two rows of different transactions were restored if one
-- transaction wrote them both, as COPY does. Goes backwards from the end of the log, and so looks at little more than what
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

-- Whether the files of the log were carried over to this cluster, as pg_upgrade does, so that all transaction ids keep their
-- meaning. Rows then still have the xmin that they had.
CREATE FUNCTION onceward.is_carried_over() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT bool_and(xmin = written::xid) FROM onceward.cluster_identity), false)
       AND NOT EXISTS (SELECT
                         FROM (SELECT tx, xmin AS writer FROM onceward.event ORDER BY seq DESC LIMIT 100) AS latest
                        WHERE writer <> tx::xid)
$$;

-- Gives all events that this cluster may have appended shifted ids, and numbers behind everything that a cursor or a recorded
-- edge knows, in their order. Logical replication does not copy sequences, so that events which were appended after it may have
-- numbers that were restored as well: they are looked for among the lowest 10,000 first, where they begin. If the log was
-- restored twice and not rebased in between, nothing tells what the second cluster appended, and all counts as appended here
-- that no cursor has passed.
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
    SELECT greatest((SELECT max(seq) FROM event), (SELECT max(high) FROM recorded_edge),
                    (SELECT max(greatest(from_high, to_high, after_seq)) FROM cursor), 0) INTO highest;
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

-- The other sequences go on behind what is there.
CREATE FUNCTION onceward.advance_sequences() RETURNS void
    LANGUAGE plpgsql VOLATILE SET search_path = onceward, pg_temp AS $$
DECLARE
    parent   text;
    sequence text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['recorded_edge', 'parked', 'source_counts', 'audit'] LOOP
        sequence := pg_get_serial_sequence('onceward.' || parent, 'n');
        EXECUTE format('SELECT setval(%L, greatest) FROM (SELECT max(n) AS greatest FROM onceward.%I), %s '
                    || 'WHERE greatest > last_value', sequence, parent, sequence);
    END LOOP;
END $$;

-- Puts a restored log in order for this cluster. Says whether it was restored, and how many events were appended since.
-- The ids that were restored stay as they are and keep their meaning; those that this cluster assigns are shifted above
-- them. Where it is unclear whether an event was restored, it is delivered again. Windows that were open are read again from
-- their beginning. Leases end, and what relays have in memory becomes invalid. The edges that this cluster recorded, each in a
-- transaction of its own, are deleted. Nobody can append meanwhile. Locks are taken in the order in which relays and operators take them.
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
        DELETE FROM recorded_edge
         WHERE xmin::text IN (SELECT xmin::text FROM recorded_edge GROUP BY xmin::text HAVING count(*) = 1);
        PERFORM advance_sequences();
        UPDATE cursor
           SET generation = generation + 1, owner = NULL, lease_until = '-infinity',
               to_snapshot = NULL, to_next = NULL, to_low = NULL, to_high = NULL, after_seq = NULL;
    END IF;
    IF rebased THEN
        DELETE FROM cluster_identity;
        INSERT INTO cluster_identity (system_identifier, shift) SELECT system_identifier, new_shift FROM pg_control_system();
        DELETE FROM incarnation;
        INSERT INTO audit (actor, action, subscription, detail)
        SELECT session_user, 'rebase', '', jsonb_build_object('shift', new_shift, 'appendedSinceRestore', appended);
    END IF;
    UPDATE subscription SET paused_at = NULL, paused_by = NULL, pause_reason = NULL WHERE paused_by = 'restore';
END $$;
REVOKE ALL ON FUNCTION onceward.rebase() FROM PUBLIC;
