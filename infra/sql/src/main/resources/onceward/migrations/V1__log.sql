-- The log, and the keys by which it holds each event once. Everything is in the schema `onceward`, so that it can share a
-- database with a team's own tables.

-- The events. The table is insert-only and has a partition for each day, which is dropped whole when it is old enough.
-- `body` has the bytes as they arrived. `tx` and `seq` let a reader follow the commits without skipping a late one. Readers
-- rely on a row getting its `tx` before its `seq`: PostgreSQL fills the columns from left to right.
CREATE TABLE onceward.event (
    at          timestamptz NOT NULL DEFAULT now(),
    tx          xid8        NOT NULL DEFAULT pg_current_xact_id(),
    seq         bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
    shard       smallint    NOT NULL CHECK (shard BETWEEN 0 AND 15),
    id          uuid        NOT NULL,
    source      text        NOT NULL,
    topic       text        NOT NULL,
    type        text,
    ordering    text,
    headers     jsonb       NOT NULL,
    body        bytea       NOT NULL,
    traceparent text,
    tracestate  text,
    correlation text,
    causation   text,
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);

-- Bodies are not compressed: many are compressed already, and compressing the others costs more than the disk space that it
-- saves.
ALTER TABLE onceward.event ALTER COLUMN body SET STORAGE EXTERNAL;

-- For readers that continue from the place that they have reached. The index grows at one end only, so it costs an append
-- almost nothing.
CREATE INDEX event_seq ON onceward.event (seq);

-- One row for each key that is kept. When two copies of a webhook arrive together, the primary key decides which one is
-- stored.
CREATE TABLE onceward.key (
    scope       text COLLATE "C" NOT NULL CHECK (scope <> ''),
    key         text COLLATE "C" NOT NULL CHECK (key <> ''),
    fingerprint bytea            NOT NULL CHECK (octet_length(fingerprint) = 32),
    event       uuid             NOT NULL,
    topic       text             NOT NULL,
    expires_at  timestamptz      NOT NULL,
    PRIMARY KEY (scope, key)
);

-- For the purge of expired keys, which reads this index in order. Keys that are kept for ever are not in it.
CREATE INDEX key_expires_at ON onceward.key (expires_at) WHERE expires_at < 'infinity';

-- Counts for each source, in many rows whose sums are the totals. Upkeep replaces many rows by one.
CREATE TABLE onceward.tally (
    n          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source     text   NOT NULL,
    processed  bigint NOT NULL DEFAULT 0,
    duplicates bigint NOT NULL DEFAULT 0,
    errors     bigint NOT NULL DEFAULT 0
);
