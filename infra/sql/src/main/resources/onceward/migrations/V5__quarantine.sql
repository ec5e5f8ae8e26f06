-- Requests whose signature did not verify, kept for an operator. An attacker sent them, or an honest sender whose secret or
-- clock is wrong. Copies of a request share one row, which counts them. `headers` is an object whose values are texts, or lists
-- of texts where a header was sent more than once; none of them is a credential.
CREATE TABLE onceward.quarantined (
    id          uuid             NOT NULL,
    source      text COLLATE "C" NOT NULL,
    fingerprint bytea            NOT NULL,
    at          timestamptz      NOT NULL DEFAULT now(),
    last_at     timestamptz      NOT NULL DEFAULT now(),
    times       bigint           NOT NULL,
    reason      text             NOT NULL,
    detail      text             NOT NULL,
    method      text             NOT NULL,
    query       text             NOT NULL,
    headers     jsonb            NOT NULL,
    body        bytea            NOT NULL,
    size        bigint           NOT NULL,
    CONSTRAINT quarantined_pk PRIMARY KEY (id),
    CONSTRAINT quarantined_is_one_row UNIQUE (source, fingerprint),
    CONSTRAINT quarantined_source_not_empty CHECK (source <> ''),
    CONSTRAINT quarantined_fingerprint_is_sha256 CHECK (octet_length(fingerprint) = 32),
    CONSTRAINT quarantined_last_not_before_first CHECK (last_at >= at),
    CONSTRAINT quarantined_at_least_once CHECK (times >= 1),
    CONSTRAINT quarantined_reason_is_a_word CHECK (reason ~ '^[a-z]+(-[a-z]+)*$'),
    CONSTRAINT quarantined_method_not_empty CHECK (method <> ''),
    CONSTRAINT quarantined_headers_are_an_object CHECK (jsonb_typeof(headers) = 'object'),
    CONSTRAINT quarantined_size_holds_the_body CHECK (size >= octet_length(body))
) WITH (fillfactor = 80);

ALTER TABLE onceward.quarantined ALTER COLUMN body SET STORAGE EXTERNAL;

-- For the list, for the purge of a source, and for the purge of all.
CREATE INDEX quarantined_newest ON onceward.quarantined (source, at);
CREATE INDEX quarantined_at ON onceward.quarantined (at);

-- Quarantines a batch of requests, and returns for each in turn: `kept`, `again` if it is a copy, `full` if its source has
-- reached its limit. The limits hold because a source's rows are counted under a lock of that source, by a statement that began
-- after the lock was taken. Batches take their locks in one order, so that two of them cannot wait for each other.
CREATE FUNCTION onceward.quarantine_requests(ids uuid[], sources text[], fingerprints bytea[], counts bigint[], reasons text[],
                                             details text[], methods text[], queries text[], header_sets text[], bodies bytea[],
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
          FROM unnest(ids, sources, fingerprints, counts, reasons, details, methods, queries, header_sets, bodies)
               WITH ORDINALITY
            AS given (id, source, fingerprint, times, reason, detail, method, query, headers, body, n)
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
        INSERT INTO onceward.quarantined (id, source, fingerprint, times, reason, detail, method, query, headers, body, size)
        VALUES (item.id, item.source, item.fingerprint, item.times, item.reason, item.detail, item.method, item.query,
                item.headers::jsonb, item.body, needed);
        RETURN NEXT 'kept';
    END LOOP;
END $$;
