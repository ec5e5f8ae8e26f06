-- The log of events and the keys that make it hold each event once. Everything is in the schema `onceward`, so that it can
-- be in one database with a team's own tables.

-- The PostgreSQL cluster to which the transaction ids in this schema belong. It is one row, unless the log was restored into
-- another cluster. There is no unique key, so that a restore of the rows alone adds the row of the other cluster.
--   written  the transaction that wrote the row; in a row that was restored, xmin is another one
--   shift    what is added to the ids that the cluster assigns; see rebase()
CREATE TABLE onceward.cluster_identity (
    system_identifier bigint      NOT NULL,
    shift             bigint      NOT NULL DEFAULT 0,
    written           xid8        NOT NULL DEFAULT pg_current_xact_id(),
    since             timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT cluster_identity_shift_not_negative CHECK (shift >= 0)
);
-- Without it, rows could not be deleted where a publication covers all tables.
ALTER TABLE onceward.cluster_identity REPLICA IDENTITY FULL;
INSERT INTO onceward.cluster_identity (system_identifier) SELECT system_identifier FROM pg_control_system();

-- The id of the transaction that appends, with the shift of this cluster. It is one expression, which PostgreSQL puts in the
-- place of the call. rebase() replaces the function.
CREATE FUNCTION onceward.current_tx() RETURNS xid8
    LANGUAGE sql VOLATILE AS $$ SELECT pg_current_xact_id() $$;

-- The events that were stored. Rows are only inserted. There is one partition for each day, which is dropped whole when it is
-- old enough. `body` holds the bytes as they were received. `tx` and `seq` let a reader follow the commits without skipping
-- an event that was committed late. A row gets its `tx` before its `seq`, because PostgreSQL fills the columns from left to
-- right, and the readers depend on that.
--   ordering_group  the group that the ordering key is bound to; NULL means the source
CREATE TABLE onceward.event (
    at             timestamptz NOT NULL DEFAULT now(),
    tx             xid8        NOT NULL DEFAULT onceward.current_tx(),
    seq            bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
    shard          smallint    NOT NULL,
    id             uuid        NOT NULL,
    source         text        NOT NULL,
    topic          text        NOT NULL,
    type           text,
    ordering       text,
    headers        jsonb       NOT NULL,
    body           bytea       NOT NULL,
    traceparent    text,
    tracestate     text,
    correlation    text,
    causation      text,
    ordering_group text,
    CONSTRAINT event_pk PRIMARY KEY (id, at),
    CONSTRAINT event_shard_exists CHECK (shard BETWEEN 0 AND 15)
) PARTITION BY RANGE (at);

-- Many bodies are compressed already, and to compress the others costs more than the disk space that it saves.
ALTER TABLE onceward.event ALTER COLUMN body SET STORAGE EXTERNAL;

-- For readers that continue at a position. The index grows at one end only, so that an append to it is cheap.
CREATE INDEX event_seq ON onceward.event (seq);

-- One row for each key that is still kept. When two copies of a webhook arrive at the same time, the primary key decides
-- which of them is stored.
CREATE TABLE onceward.key (
    scope       text COLLATE "C" NOT NULL,
    key         text COLLATE "C" NOT NULL,
    fingerprint bytea            NOT NULL,
    event_id    uuid             NOT NULL,
    topic       text             NOT NULL,
    expires_at  timestamptz      NOT NULL,
    CONSTRAINT key_pk PRIMARY KEY (scope, key),
    CONSTRAINT key_scope_not_empty CHECK (scope <> ''),
    CONSTRAINT key_not_empty CHECK (key <> ''),
    CONSTRAINT key_fingerprint_is_sha256 CHECK (octet_length(fingerprint) = 32)
);

-- For the purge of expired keys, which starts at the oldest. Keys that are kept forever are not in the index.
CREATE INDEX key_expires_at ON onceward.key (expires_at) WHERE expires_at < 'infinity';

-- The following functions read keys by an index and never read the whole table. A connection plans a statement once, often when
-- the table is empty or small, and would use that plan for a minute or longer while the table grows.

-- The row of a key, even if it has expired.
CREATE FUNCTION onceward.find_key(wanted_scope text, wanted_key text) RETURNS SETOF onceward.key
    LANGUAGE plpgsql STABLE ROWS 1 SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT k.* FROM onceward.key AS k WHERE k.scope = wanted_scope AND k.key = wanted_key;
END $$;

-- Deletes those of the given keys that have expired, so that new events can have them. It takes the keys in the order in which
-- batches take theirs, so that two transactions can not wait for each other.
CREATE FUNCTION onceward.forget_keys(scopes text[], keys text[]) RETURNS void
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    item record;
BEGIN
    FOR item IN SELECT scope, key FROM unnest(scopes, keys) AS i (scope, key) ORDER BY scope COLLATE "C", key COLLATE "C" LOOP
        DELETE FROM onceward.key AS k WHERE k.scope = item.scope AND k.key = item.key AND k.expires_at <= now();
    END LOOP;
END $$;

-- Deletes at most `most` expired rows of a table, those that expired first, and returns how many. It skips rows that are locked, so
-- that it never waits for those who append. The condition of the partial index is repeated, because PostgreSQL does not derive it
-- from a comparison with now(). The statement is planned each time, for the size that the table has then.
CREATE FUNCTION onceward.purge_expired(expiring text, most integer) RETURNS integer
    LANGUAGE plpgsql AS $$
DECLARE
    purged integer;
BEGIN
    EXECUTE format($purge$
        DELETE FROM onceward.%1$I
         WHERE ctid = ANY (ARRAY(
                   SELECT ctid
                     FROM onceward.%1$I
                    WHERE expires_at <= now()
                      AND expires_at < 'infinity'
                    ORDER BY expires_at
                    LIMIT $1
                      FOR UPDATE SKIP LOCKED))
        $purge$, expiring) USING most;
    GET DIAGNOSTICS purged = ROW_COUNT;
    RETURN purged;
END $$;

-- Counts for each source. Processes only insert rows, and the totals are the sums. Upkeep folds many rows into one.
CREATE TABLE onceward.source_counts (
    n          bigint GENERATED ALWAYS AS IDENTITY,
    source     text   NOT NULL,
    processed  bigint NOT NULL DEFAULT 0,
    duplicates bigint NOT NULL DEFAULT 0,
    errors     bigint NOT NULL DEFAULT 0,
    CONSTRAINT source_counts_pk PRIMARY KEY (n)
);

-- Has another `id` after each crash and each failover: crash recovery empties an unlogged table, and on a standby it is
-- empty. A row that was restored does not count, because xmin is not the transaction in `written`.
CREATE UNLOGGED TABLE onceward.incarnation (
    is_only_row       boolean NOT NULL DEFAULT true,
    id                uuid    NOT NULL,
    system_identifier bigint  NOT NULL,
    written           xid8    NOT NULL,
    CONSTRAINT incarnation_pk PRIMARY KEY (is_only_row),
    CONSTRAINT incarnation_is_one_row CHECK (is_only_row)
);

-- Makes the row if no valid one is there. If several sessions insert at the same time, one row wins, and each session then
-- reads that row.
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
        ON CONFLICT ON CONSTRAINT incarnation_pk DO UPDATE
       SET id = excluded.id, system_identifier = excluded.system_identifier, written = excluded.written
     WHERE incarnation.system_identifier <> excluded.system_identifier
        OR incarnation.xmin <> incarnation.written::xid;
    RETURN (SELECT id FROM incarnation);
END $$;

-- What a relay read from the log is valid only as long as this stays the same. It contains the time of the server's start for
-- PostgreSQL services whose unlogged tables survive a crash. NULL if no valid row is there yet.
CREATE FUNCTION onceward.server_incarnation() RETURNS text
    LANGUAGE sql STABLE AS $$
    SELECT made.id || '@' || extract(epoch FROM pg_postmaster_start_time())
      FROM onceward.incarnation AS made, pg_control_system() AS server
     WHERE made.system_identifier = server.system_identifier
       AND made.xmin = made.written::xid
$$;

-- Which database this is. What Redis remembers is bound to it, because two deployments may share one Redis, and because after
-- a restore Redis may know events that the log no longer has. The answer has twelve characters and stays the same as long as
-- `key` holds what was committed to it. A crash, a failover and a restore of files change the incarnation. The cluster, the
-- database and the table tell a logical restore; TRUNCATE and VACUUM FULL give the table another file. NULL on a standby,
-- where nothing can be stored.
CREATE FUNCTION onceward.database_identity() RETURNS text
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN NULL;
    END IF;
    RETURN (
        SELECT translate(left(encode(sha256(convert_to(
                   concat_ws(' ', system_identifier, d.oid, 'onceward.key'::regclass::oid,
                             pg_relation_filenode('onceward.key'), current_incarnation()), 'UTF8')), 'base64'), 12),
                         '+/', '-_')
          FROM pg_control_system(), pg_database d
         WHERE d.datname = current_database());
END $$;
