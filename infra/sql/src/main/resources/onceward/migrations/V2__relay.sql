-- How subscriptions read the log, and what the relay stores about them.

-- Whether the log may hold the transaction ids of another cluster, because it was restored from a dump or copied by logical
-- replication. Such ids have no meaning in this cluster, which has yet to assign them.
CREATE FUNCTION onceward.is_restored() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT count(*) <> 1 OR bool_or(known.system_identifier <> server.system_identifier)
      FROM onceward.cluster_identity AS known, pg_control_system() AS server
$$;

-- The same snapshot with greater ids.
CREATE FUNCTION onceward.shifted(taken pg_snapshot, shift bigint) RETURNS pg_snapshot
    LANGUAGE sql IMMUTABLE AS $$
    SELECT (  (pg_snapshot_xmin(taken)::text::bigint + shift) || ':'
           || (pg_snapshot_xmax(taken)::text::bigint + shift) || ':'
           || coalesce((SELECT string_agg((tx::text::bigint + shift)::text, ',' ORDER BY tx)
                          FROM pg_snapshot_xip(taken) AS tx), ''))::pg_snapshot
$$;

-- Subscriptions read the log in windows between two edges. An edge is a snapshot, which tells what was committed, and three
-- numbers that bound where in the log to look for it:
--   next  transactions from this id on began after `low` was read, so that everything they append has a greater `seq`
--   low   was read before the snapshot
--   high  was read after the snapshot: every event that the snapshot shows has a `seq` of at most `high`
-- `xmax` of a snapshot can not serve as `next`: it is behind the last transaction that ended, and a transaction that still
-- runs may have begun long before. Call the function in a transaction of its own: a transaction that has appended would
-- take its own events for committed. A restored log has no current edge: it would lie before what was restored, and what is
-- appended until the rebase would count as read.
CREATE FUNCTION onceward.current_edge(OUT snapshot pg_snapshot, OUT next xid8, OUT low bigint, OUT high bigint)
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

-- Edges that are recorded while events are appended, so that a backlog is read in the order of its commits, and that a cursor
-- can be moved to a time.
CREATE TABLE onceward.recorded_edge (
    n        bigint      GENERATED ALWAYS AS IDENTITY,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    snapshot pg_snapshot NOT NULL,
    next     xid8        NOT NULL,
    low      bigint      NOT NULL,
    high     bigint      NOT NULL,
    horizon  xid8        NOT NULL GENERATED ALWAYS AS (pg_snapshot_xmax(snapshot)) STORED,
    CONSTRAINT recorded_edge_pk PRIMARY KEY (n)
);
CREATE INDEX recorded_edge_horizon ON onceward.recorded_edge (horizon, n);
CREATE INDEX recorded_edge_next ON onceward.recorded_edge (next);
CREATE INDEX recorded_edge_at ON onceward.recorded_edge (at);

-- Records the current edge if the last one is older than `gap` and something was appended since or may have been committed
-- since, or if it is the first of the day: an edge after the end of a day tells that nothing more is appended to that day.
-- One process at a time records, so that edges are numbered in the order of their snapshots; others that come meanwhile do
-- nothing. Do not switch synchronous_commit off here: it would save five flushes a second at most, and a snapshot shows a
-- transaction as soon as it has ended; if its end was not flushed, its id is given to another transaction after a crash.
-- In a restored log nothing is recorded. There the function adds this cluster to those that the log knows: if the log is
-- restored once more, into the first cluster, that cluster's system identifier alone would not tell. The function runs as the
-- owner, because nobody waits for its answer, so that nobody would notice a missing right.
CREATE FUNCTION onceward.record_edge(gap interval) RETURNS boolean
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('onceward.recorded_edge')) THEN
        RETURN false;
    END IF;
    IF is_restored() THEN
        INSERT INTO cluster_identity (system_identifier)
        SELECT server.system_identifier
          FROM pg_control_system() AS server
         WHERE NOT EXISTS (SELECT
                             FROM cluster_identity AS known
                            WHERE known.system_identifier = server.system_identifier
                              AND known.xmin = known.written::xid);
        RETURN false;
    END IF;
    INSERT INTO recorded_edge (snapshot, next, low, high)
    SELECT edge.snapshot, edge.next, edge.low, edge.high
      FROM current_edge() AS edge
      LEFT JOIN (SELECT at, high, next, pg_snapshot_xmin(snapshot) AS xmin
                   FROM recorded_edge
                  ORDER BY n DESC
                  LIMIT 1) AS last ON true
     WHERE last.at IS NULL
        OR last.at < date_trunc('day', clock_timestamp(), 'UTC')
        OR (last.at < clock_timestamp() - gap AND (edge.high > last.high OR last.xmin < last.next));
    RETURN FOUND;
END $$;

-- The subscriptions. A row stays when no relay has the subscription in its configuration any more; `last_configured_at` tells
-- since when.
CREATE TABLE onceward.subscription (
    name               text        NOT NULL,
    created_at         timestamptz NOT NULL DEFAULT now(),
    last_configured_at timestamptz NOT NULL DEFAULT now(),
    paused_at          timestamptz,
    paused_by          text,
    pause_reason       text,
    CONSTRAINT subscription_pk PRIMARY KEY (name),
    CONSTRAINT subscription_paused_by_somebody CHECK ((paused_at IS NULL) = (paused_by IS NULL))
);

-- How far a subscription has read a shard: everything that `from_snapshot` shows, and of the window up to `to_snapshot`, if
-- one is open, every event with a `seq` of at most `after_seq`. A relay leases the row for a time, and `generation` fences
-- off earlier owners.
CREATE TABLE onceward.cursor (
    subscription  text        NOT NULL,
    shard         smallint    NOT NULL,
    generation    bigint      NOT NULL DEFAULT 0,
    owner         uuid,
    lease_until   timestamptz NOT NULL DEFAULT '-infinity',
    from_snapshot pg_snapshot NOT NULL,
    from_next     xid8        NOT NULL,
    from_low      bigint      NOT NULL,
    from_high     bigint      NOT NULL,
    to_snapshot   pg_snapshot,
    to_next       xid8,
    to_low        bigint,
    to_high       bigint,
    after_seq     bigint,
    CONSTRAINT cursor_pk PRIMARY KEY (subscription, shard),
    CONSTRAINT cursor_of_subscription FOREIGN KEY (subscription) REFERENCES onceward.subscription ON DELETE CASCADE,
    CONSTRAINT cursor_shard_exists CHECK (shard BETWEEN 0 AND 15),
    CONSTRAINT cursor_window_is_whole CHECK (num_nulls(to_snapshot, to_next, to_low, to_high, after_seq) IN (0, 5))
) WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- The first half of the SHA-256 over the group and the ordering key, each behind its length in bytes. `OrderingKey.hash` in
-- Java hashes the same bytes.
CREATE FUNCTION onceward.ordering_hash(ordering_group text, ordering text) RETURNS uuid
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN encode(substr(sha256(
        int4send(octet_length(convert_to(ordering_group, 'UTF8'))) || convert_to(ordering_group, 'UTF8') ||
        int4send(octet_length(convert_to(ordering, 'UTF8'))) || convert_to(ordering, 'UTF8')), 1, 16), 'hex')::uuid;

-- The events that could not be delivered yet. The states are:
--   scheduled  its next attempt is at `next_at`
--   blocked    an earlier event of its ordering key has to be delivered first
--   in_flight  an attempt takes longer than its page; if nobody has settled it at `next_at`, the event is due again
--   dead       no attempt is left; an operator redrives or drops it
-- Events of one ordering key have one `ordering_hash`. The index holds the hash because a sender chooses the key: an index
-- refuses a row whose columns have more than about 2,700 bytes, and an event that cannot be parked stops its subscription.
-- The text in `ordering` is for operators. Events without an ordering key have no order and are not in that index.
CREATE TABLE onceward.parked (
    n             bigint      GENERATED ALWAYS AS IDENTITY,
    subscription  text        NOT NULL,
    shard         smallint    NOT NULL,
    event_id      uuid        NOT NULL,
    event_at      timestamptz NOT NULL,
    ordering      text,
    ordering_hash uuid,
    state         text        NOT NULL,
    attempts      integer     NOT NULL DEFAULT 0,
    next_at       timestamptz NOT NULL,
    parked_at     timestamptz NOT NULL DEFAULT now(),
    error         text,
    CONSTRAINT parked_pk PRIMARY KEY (subscription, event_id),
    CONSTRAINT parked_of_subscription FOREIGN KEY (subscription) REFERENCES onceward.subscription ON DELETE CASCADE,
    CONSTRAINT parked_shard_exists CHECK (shard BETWEEN 0 AND 15),
    CONSTRAINT parked_state_exists CHECK (state IN ('scheduled', 'blocked', 'in_flight', 'dead')),
    CONSTRAINT parked_attempts_not_negative CHECK (attempts >= 0)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX parked_due ON onceward.parked (subscription, next_at, shard) WHERE state IN ('scheduled', 'in_flight');
CREATE INDEX parked_key ON onceward.parked (subscription, shard, ordering_hash, n) WHERE ordering_hash IS NOT NULL;
CREATE INDEX parked_state ON onceward.parked (subscription, state, n);

-- The attempts to deliver. Rows are only inserted. There is one partition for each day, which is dropped like those of the
-- log.
CREATE TABLE onceward.attempt (
    at           timestamptz NOT NULL DEFAULT now(),
    subscription text        NOT NULL,
    event_id     uuid        NOT NULL,
    attempt      integer     NOT NULL,
    outcome      text        NOT NULL,
    duration_ms  integer     NOT NULL,
    status       integer,
    error        text,
    answer       text
) PARTITION BY RANGE (at);
CREATE INDEX attempt_event ON onceward.attempt (event_id);

-- The relays that run for a subscription, so that they share its shards evenly.
CREATE TABLE onceward.relay_instance (
    subscription text        NOT NULL,
    owner        uuid        NOT NULL,
    alive_until  timestamptz NOT NULL,
    CONSTRAINT relay_instance_pk PRIMARY KEY (subscription, owner),
    CONSTRAINT relay_instance_of_subscription FOREIGN KEY (subscription) REFERENCES onceward.subscription ON DELETE CASCADE
) WITH (fillfactor = 50);

-- What operators did, and why.
CREATE TABLE onceward.audit (
    n            bigint      GENERATED ALWAYS AS IDENTITY,
    at           timestamptz NOT NULL DEFAULT now(),
    actor        text        NOT NULL,
    action       text        NOT NULL,
    subscription text        NOT NULL,
    detail       jsonb       NOT NULL,
    CONSTRAINT audit_pk PRIMARY KEY (n)
);

-- Pauses a subscription of a restored log until rebase() ends the pause. The function waits for a rebase that is under way,
-- after which no pause is needed.
CREATE FUNCTION onceward.pause_restored(subscription text, reason text) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM FROM onceward.subscription WHERE name = pause_restored.subscription FOR UPDATE;
    IF NOT onceward.is_restored() THEN
        RETURN false;
    END IF;
    UPDATE onceward.subscription
       SET paused_at = now(), paused_by = 'restore', pause_reason = reason
     WHERE name = pause_restored.subscription AND paused_at IS NULL;
    RETURN FOUND;
END $$;
