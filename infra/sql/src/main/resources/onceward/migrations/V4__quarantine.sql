-- Requests that failed verification, kept for an operator: an attacker's, or those of an honest sender whose secret or
-- clock is wrong. Copies of a request are one row that counts them. `headers` is an object whose values are texts, or lists
-- of texts for a header that occurred more than once; it contains no credentials.
CREATE TABLE onceward.quarantined (
    id          uuid             PRIMARY KEY,
    source      text COLLATE "C" NOT NULL CHECK (source <> ''),
    fingerprint bytea            NOT NULL CHECK (octet_length(fingerprint) = 32),
    at          timestamptz      NOT NULL DEFAULT now(),
    last_at     timestamptz      NOT NULL DEFAULT now(),
    times       bigint           NOT NULL CHECK (times >= 1),
    reason      text             NOT NULL CHECK (reason ~ '^[a-z]+(-[a-z]+)*$'),
    why         text             NOT NULL,
    method      text             NOT NULL CHECK (method <> ''),
    query       text             NOT NULL,
    headers     jsonb            NOT NULL CHECK (jsonb_typeof(headers) = 'object'),
    body        bytea            NOT NULL,
    size        bigint           NOT NULL CHECK (size >= octet_length(body)),
    UNIQUE (source, fingerprint),
    CHECK (last_at >= at)
) WITH (fillfactor = 80);

ALTER TABLE onceward.quarantined ALTER COLUMN body SET STORAGE EXTERNAL;

-- For the list of a source, and for the purge of one source and of all.
CREATE INDEX quarantined_newest ON onceward.quarantined (source, at);
CREATE INDEX quarantined_at ON onceward.quarantined (at);

-- Stores a batch of requests, and returns for each in turn `kept`, `again` if it is a copy of a stored one, or `full` if
-- its source has no room for it. The limits hold because the rows of a source are counted under a lock of that source, by a
-- statement that began after the lock was taken. Batches take their locks in one order, so that they cannot deadlock.
CREATE FUNCTION onceward.set_aside(ids uuid[], sources text[], fingerprints bytea[], counts bigint[], reasons text[],
                                   whys text[], methods text[], queries text[], header_sets text[], bodies bytea[],
                                   most_items bigint, most_bytes bigint, kept interval) RETURNS SETOF text
    LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    item   record;
    needed bigint;
    held   record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('onceward.quarantine'), lock)
       FROM (SELECT DISTINCT hashtext(source) AS lock FROM unnest(sources) AS source ORDER BY lock) AS each;
    FOR item IN
        SELECT *
          FROM unnest(ids, sources, fingerprints, counts, reasons, whys, methods, queries, header_sets, bodies)
               WITH ORDINALITY
            AS given (id, source, fingerprint, times, reason, why, method, query, headers, body, n)
         ORDER BY n
    LOOP
        UPDATE onceward.quarantined AS q
           SET times = q.times + item.times, last_at = greatest(q.last_at, now())
         WHERE q.source = item.source
           AND q.fingerprint = item.fingerprint;
        IF FOUND THEN
            RETURN NEXT 'again';
            CONTINUE;
        END IF;
        DELETE FROM onceward.quarantined AS q WHERE q.source = item.source AND q.at < now() - kept;
        SELECT count(*) AS items, coalesce(sum(q.size), 0) AS bytes
          INTO held
          FROM onceward.quarantined AS q
         WHERE q.source = item.source;
        needed := octet_length(item.body) + octet_length(item.query) + octet_length(item.headers);
        IF held.items >= most_items OR held.bytes + needed > most_bytes THEN
            RETURN NEXT 'full';
            CONTINUE;
        END IF;
        INSERT INTO onceward.quarantined (id, source, fingerprint, times, reason, why, method, query, headers, body, size)
        VALUES (item.id, item.source, item.fingerprint, item.times, item.reason, item.why, item.method, item.query,
                item.headers::jsonb, item.body, needed);
        RETURN NEXT 'kept';
    END LOOP;
END $$;
