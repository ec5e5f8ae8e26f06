-- How subscriptions read the log: in windows between two edges. An edge is a snapshot, which tells what was committed, with
-- three numbers that limit where in the log to look for it:
--   next  is the next transaction id. Transactions from this one on began after `low` was read, so `seq` of all
--         events that they append is greater than `low`.
--   low   is the last `seq` before the snapshot was taken.
--   high  is the last `seq` after that: `seq` of every event that the snapshot shows is at most `high`.
-- `xmax` of the snapshot cannot serve as `next`: it follows the transactions that have ended, and a transaction with a
-- greater id may have begun long before. Call this function in a transaction of its own: in one that has appended, its own
-- events would count as committed.
CREATE FUNCTION onceward.edge(OUT snapshot pg_snapshot, OUT next xid8, OUT low bigint, OUT high bigint)
    LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO low FROM onceward.event_seq_seq;
    SELECT (horizon::text::bigint + age(horizon::xid))::text::xid8 INTO next
      FROM pg_snapshot_xmax(pg_current_snapshot()) AS horizon;
    SELECT pg_current_snapshot(), CASE WHEN is_called THEN last_value ELSE 0 END INTO snapshot, high
      FROM onceward.event_seq_seq;
END $$;

-- Edges that are stored while events come in. With them a backlog is read in the order of its commits, and a cursor can be
-- moved to a time.
CREATE TABLE onceward.tick (
    n        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    snapshot pg_snapshot NOT NULL,
    next     xid8        NOT NULL,
    low      bigint      NOT NULL,
    high     bigint      NOT NULL,
    horizon  xid8        NOT NULL GENERATED ALWAYS AS (pg_snapshot_xmax(snapshot)) STORED
);
CREATE INDEX tick_horizon ON onceward.tick (horizon, n);
CREATE INDEX tick_next ON onceward.tick (next);
CREATE INDEX tick_at ON onceward.tick (at);

-- Stores a tick if the last one is older than `gap` and something was appended since or may have been committed since, or
-- if it is the first of the day: only an edge after the end of a day tells that all events of the day are committed. One
-- process at a time does this, so that ticks are numbered in the order of their snapshots; another one that comes meanwhile
-- returns at once. Do not switch `synchronous_commit` off here, where it would save at most five flushes a second: a
-- snapshot shows a transaction as soon as it has ended, and if its end was not flushed, PostgreSQL assigns its id again
-- after a crash.
CREATE FUNCTION onceward.leave_tick(gap interval) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('onceward.tick')) THEN
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

-- The subscriptions. A row stays when no relay configures the subscription any more; `seen_at` tells when one last did.
CREATE TABLE onceward.subscription (
    name      text PRIMARY KEY,
    since     timestamptz NOT NULL DEFAULT now(),
    seen_at   timestamptz NOT NULL DEFAULT now(),
    paused_at timestamptz,
    paused_by text,
    why       text,
    CHECK ((paused_at IS NULL) = (paused_by IS NULL))
);

-- How far a subscription has read a shard: everything that `from_snapshot` shows, and of the window up to `to_snapshot`, if
-- one is open, the events whose `seq` is at most `after`. A relay owns the row until `lease_until`. `generation` fences off
-- earlier owners.
CREATE TABLE onceward.cursor (
    subscription  text        NOT NULL REFERENCES onceward.subscription ON DELETE CASCADE,
    shard         smallint    NOT NULL CHECK (shard BETWEEN 0 AND 15),
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
    after         bigint,
    PRIMARY KEY (subscription, shard),
    CHECK (num_nulls(to_snapshot, to_next, to_low, to_high, after) IN (0, 5))
) WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- The parked events. An event is `waiting` until `next_at`, or `queued` behind another event of its ordering key, or
-- `flying` while its attempt takes longer than its page (it is due again at `next_at` if nobody has settled it by then), or
-- `dead` until an operator acts.
CREATE TABLE onceward.parked (
    n            bigint      GENERATED ALWAYS AS IDENTITY,
    subscription text        NOT NULL REFERENCES onceward.subscription ON DELETE CASCADE,
    shard        smallint    NOT NULL CHECK (shard BETWEEN 0 AND 15),
    event        uuid        NOT NULL,
    at           timestamptz NOT NULL,
    ordering     text,
    state        text        NOT NULL CHECK (state IN ('waiting', 'queued', 'flying', 'dead')),
    attempts     integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_at      timestamptz NOT NULL,
    parked_at    timestamptz NOT NULL DEFAULT now(),
    error        text,
    PRIMARY KEY (subscription, event)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX parked_due ON onceward.parked (subscription, next_at, shard) WHERE state IN ('waiting', 'flying');
CREATE INDEX parked_key ON onceward.parked (subscription, shard, ordering, n);
CREATE INDEX parked_state ON onceward.parked (subscription, state, n);

-- The recorded attempts: insert-only, with a partition for each day that is dropped like those of the log.
CREATE TABLE onceward.attempt (
    at           timestamptz NOT NULL DEFAULT now(),
    subscription text        NOT NULL,
    event        uuid        NOT NULL,
    attempt      integer     NOT NULL,
    outcome      text        NOT NULL,
    millis       integer     NOT NULL,
    status       integer,
    error        text,
    answer       text
) PARTITION BY RANGE (at);
CREATE INDEX attempt_event ON onceward.attempt (event);

-- The relays that work for a subscription, so that they can share its shards evenly.
CREATE TABLE onceward.relay (
    subscription text        NOT NULL REFERENCES onceward.subscription ON DELETE CASCADE,
    owner        uuid        NOT NULL,
    until        timestamptz NOT NULL,
    PRIMARY KEY (subscription, owner)
) WITH (fillfactor = 50);

-- What operators did, and why.
CREATE TABLE onceward.audit (
    n            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at           timestamptz NOT NULL DEFAULT now(),
    actor        text        NOT NULL,
    verb         text        NOT NULL,
    subscription text        NOT NULL,
    detail       jsonb       NOT NULL
);
