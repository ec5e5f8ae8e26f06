-- The marks of an application's inbox: which messages a consumer has processed. A mark is inserted by the transaction that
-- holds the effect of its message, so that both are committed or neither is.

-- One row for each message that a consumer has processed. When a message is delivered twice at the same time, the primary key
-- decides which delivery runs the effect. The table has no partitions: PostgreSQL enforces uniqueness only within a partition,
-- so a message that is delivered again after midnight would be processed twice.
--   attempt  the transaction that inserted the mark, so that it can find its own after its connection was lost
CREATE TABLE onceward.inbox (
    consumer     text COLLATE "C" NOT NULL,
    message_id   text COLLATE "C" NOT NULL,
    attempt      uuid             NOT NULL,
    processed_at timestamptz      NOT NULL DEFAULT now(),
    expires_at   timestamptz      NOT NULL,
    CONSTRAINT inbox_pk PRIMARY KEY (consumer, message_id),
    CONSTRAINT inbox_consumer_length CHECK (length(consumer) BETWEEN 1 AND 255),
    CONSTRAINT inbox_message_id_length CHECK (length(message_id) BETWEEN 1 AND 255)
);

-- For the purge of expired marks, which starts at the oldest. Marks that are kept forever are not in the index.
CREATE INDEX inbox_expires_at ON onceward.inbox (expires_at) WHERE expires_at < 'infinity';

-- Like the functions of `key`, the following functions find marks by an index and never read the whole table.

-- Marks those of the given messages that are not marked, or whose mark has expired, and returns them. It waits for every
-- transaction that has marked one of them and has not ended. All transactions take the messages in one order, so that two of
-- them cannot wait for each other. A mark that expired is deleted only if that is so when its row is locked. Then the message is
-- tried again from the beginning, because another transaction may have taken or purged the mark meanwhile.
--   kept  the seconds until the marks expire, `Infinity` to keep them forever
CREATE FUNCTION onceward.mark_messages(by_consumer text, ids text[], by_attempt uuid, kept float8) RETURNS SETOF text
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    until  timestamptz := CASE WHEN kept = 'Infinity' THEN 'infinity' ELSE now() + make_interval(secs => kept) END;
    marked text[];
    id     text;
BEGIN
    WITH inserted AS (
        INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
        SELECT by_consumer, wanted, by_attempt, until
          FROM unnest(ids) AS wanted
         ORDER BY wanted COLLATE "C"
            ON CONFLICT (consumer, message_id) DO NOTHING
        RETURNING message_id
    )
    SELECT coalesce(array_agg(message_id), '{}') INTO marked FROM inserted;
    RETURN QUERY SELECT unnest(marked);
    IF cardinality(marked) = cardinality(ids) THEN
        RETURN;
    END IF;
    FOR id IN SELECT wanted COLLATE "C" FROM unnest(ids) AS wanted EXCEPT SELECT unnest(marked) ORDER BY 1 LOOP
        WHILE NOT EXISTS (SELECT
                            FROM onceward.inbox AS i
                           WHERE i.consumer = by_consumer AND i.message_id = id AND i.expires_at > now())
        LOOP
            DELETE FROM onceward.inbox AS i
             WHERE i.consumer = by_consumer AND i.message_id = id AND i.expires_at <= now();
            INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
            VALUES (by_consumer, id, by_attempt, until)
                ON CONFLICT (consumer, message_id) DO NOTHING;
            IF FOUND THEN
                RETURN NEXT id;
                EXIT;
            END IF;
        END LOOP;
    END LOOP;
END $$;

-- Deletes the marks that an attempt has made, for messages whose effect failed.
CREATE FUNCTION onceward.unmark_messages(by_consumer text, ids text[], by_attempt uuid) RETURNS void
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    DELETE FROM onceward.inbox AS i
     WHERE i.consumer = by_consumer AND i.message_id = ANY (ids) AND i.attempt = by_attempt;
END $$;

-- Whether the transaction of an attempt was committed, by one of the messages that it marked. It may still be committing after
-- its client was lost, so the question must wait for its end. It does so by inserting a mark for the same message, and deletes
-- that mark at once.
CREATE FUNCTION onceward.is_marked_by(by_consumer text, id text, by_attempt uuid) RETURNS boolean
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    asking uuid := gen_random_uuid();
BEGIN
    INSERT INTO onceward.inbox (consumer, message_id, attempt, expires_at)
    VALUES (by_consumer, id, asking, '-infinity')
        ON CONFLICT (consumer, message_id) DO NOTHING;
    IF FOUND THEN
        PERFORM onceward.unmark_messages(by_consumer, ARRAY[id], asking);
        RETURN false;
    END IF;
    RETURN EXISTS (SELECT
                     FROM onceward.inbox AS i
                    WHERE i.consumer = by_consumer AND i.message_id = id AND i.attempt = by_attempt);
END $$;
