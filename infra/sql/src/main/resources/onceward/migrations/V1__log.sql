-- The log and the keys that make it hold each event once. Everything lives in the schema `onceward`, so that it can
-- stand beside a team's own tables in one database.

-- What was stored: insert-only, one partition a day, dropped whole when it is old enough. The body is the bytes that
-- came. `tx` and `seq` let a reader follow commits without skipping what committed late; a row gets its `tx` before its
-- `seq`, because the columns are filled from left to right, and readers build on that.
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

-- A body is often compressed already, and compressing it costs more than the disk it saves.
ALTER TABLE onceward.event ALTER COLUMN body SET STORAGE EXTERNAL;

-- For those who read on from where they are. It grows at one end only, which costs an append next to nothing.
CREATE INDEX event_seq ON onceward.event (seq);

-- One row a key that is still kept. The primary key is what decides a race between two copies of one webhook.
CREATE TABLE onceward.key (
    scope       text COLLATE "C" NOT NULL CHECK (scope <> ''),
    key         text COLLATE "C" NOT NULL CHECK (key <> ''),
    fingerprint bytea            NOT NULL CHECK (octet_length(fingerprint) = 32),
    event       uuid             NOT NULL,
    topic       text             NOT NULL,
    expires_at  timestamptz      NOT NULL,
    PRIMARY KEY (scope, key)
);

-- For the purge, which walks it from the left. Keys kept forever are not in it.
CREATE INDEX key_expires_at ON onceward.key (expires_at) WHERE expires_at < 'infinity';

-- Counts per source as they came in: the totals are the sums. Upkeep folds many rows into one.
CREATE TABLE onceward.tally (
    n          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source     text   NOT NULL,
    processed  bigint NOT NULL DEFAULT 0,
    duplicates bigint NOT NULL DEFAULT 0,
    errors     bigint NOT NULL DEFAULT 0
);
