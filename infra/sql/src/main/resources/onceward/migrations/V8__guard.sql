-- The keys of guarded operations, and the answers that are kept for them.

-- One row for each key of an operation. A process that wants to run the operation claims the row and gets a generation. All that
-- it does to the row later depends on that generation, so that a process that has lost its lease changes nothing any more.
--   caller      who called. The same key of two callers is two keys. Empty if the operation does not tell callers apart
--   state       pending     the last attempt failed, and the next call runs the operation
--               processing  a process runs the operation, at least until lease_until
--               completed   the answer is kept
--               failed      the failure is kept as the answer
--               held        the process that ran the operation died, and an operator has to decide
--   generation  grows with each claim of any key, so that it stays unique when a purged key comes back
--   answer      NULL in all other states, and for an answer that could not be kept
--   thing       what the operations follow one another on, if they do, and
--   operation_id  the id of this one
--   request     the beginning of the body, if the operation keeps it readable. The fingerprint decides, this is for operators
CREATE TABLE onceward.operation_key (
    operation   text COLLATE "C" NOT NULL,
    caller      text COLLATE "C" NOT NULL,
    key         text COLLATE "C" NOT NULL,
    fingerprint bytea            NOT NULL,
    state       text             NOT NULL DEFAULT 'processing',
    generation  bigint           NOT NULL GENERATED ALWAYS AS IDENTITY,
    attempts    integer          NOT NULL DEFAULT 1,
    started_at  timestamptz      NOT NULL DEFAULT clock_timestamp(),
    lease_until timestamptz,
    ended_at    timestamptz,
    last_error  text,
    answer      bytea,
    request     text,
    thing       text COLLATE "C",
    operation_id text COLLATE "C",
    expires_at  timestamptz      NOT NULL DEFAULT 'infinity',
    CONSTRAINT operation_key_pk PRIMARY KEY (operation, caller, key),
    CONSTRAINT operation_key_operation_not_empty CHECK (operation <> ''),
    CONSTRAINT operation_key_not_empty CHECK (key <> ''),
    CONSTRAINT operation_key_fingerprint_is_sha256 CHECK (octet_length(fingerprint) = 32),
    CONSTRAINT operation_key_state_exists CHECK (state IN ('pending', 'processing', 'completed', 'failed', 'held')),
    CONSTRAINT operation_key_only_processing_has_lease CHECK ((state = 'processing') = (lease_until IS NOT NULL)),
    CONSTRAINT operation_key_only_completed_has_answer CHECK (answer IS NULL OR state = 'completed'),
    CONSTRAINT operation_key_unfinished_never_expires CHECK (state NOT IN ('processing', 'held') OR expires_at = 'infinity'),
    CONSTRAINT operation_key_thing_has_operation_id CHECK ((thing IS NULL) = (operation_id IS NULL)),
    CONSTRAINT operation_key_failed_has_error CHECK (state <> 'failed' OR last_error IS NOT NULL)
);

-- For the purge, which starts at the oldest.
CREATE INDEX operation_key_expires_at ON onceward.operation_key (expires_at) WHERE expires_at < 'infinity';

-- Claims a key for `lease`, and tells what the caller may do:
--   granted    run the operation, with this generation
--   in_flight  wait: another process runs it, and its lease lasts for `left_seconds`
--   mismatch   nothing: the key belongs to another request
--   completed  use the answer, which is kept for `left_seconds`
--   failed     use the error, which is kept for `left_seconds`
--   held       nothing: the process that ran it died, and an operator has to decide
-- Most calls change nothing, so the function first reads the row without a lock. It changes a row only if the row is still as it
-- was read; otherwise another call was faster, and the function looks again. Times are those of the server at that moment and not
-- at the begin of the transaction, because the function may have waited for another transaction meanwhile.
CREATE FUNCTION onceward.claim_operation_key(
    wanted_operation text, wanted_caller text, wanted_key text, wanted_fingerprint bytea, wanted_request text,
    lease interval, hold boolean,
    OUT claim text, OUT generation bigint, OUT left_seconds float8, OUT answer bytea, OUT last_error text)
    LANGUAGE plpgsql SET search_path = onceward, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    found_row operation_key;
BEGIN
    LOOP
        SELECT k.* INTO found_row
          FROM operation_key AS k
         WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key;
        IF NOT FOUND THEN
            INSERT INTO operation_key AS k (operation, caller, key, fingerprint, request, lease_until)
            VALUES (wanted_operation, wanted_caller, wanted_key, wanted_fingerprint, wanted_request,
                    clock_timestamp() + lease)
                ON CONFLICT ON CONSTRAINT operation_key_pk DO NOTHING
            RETURNING k.* INTO found_row;
            EXIT WHEN FOUND;
        ELSIF found_row.expires_at <= clock_timestamp() THEN
            UPDATE operation_key AS k
               SET fingerprint = wanted_fingerprint, request = wanted_request, state = 'processing', generation = DEFAULT, attempts = 1,
                   started_at = clock_timestamp(), lease_until = clock_timestamp() + lease, ended_at = NULL,
                   last_error = NULL, answer = NULL, expires_at = 'infinity'
             WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
               AND k.generation = found_row.generation AND k.expires_at <= clock_timestamp()
            RETURNING k.* INTO found_row;
            EXIT WHEN FOUND;
        ELSIF found_row.fingerprint <> wanted_fingerprint THEN
            claim := 'mismatch';
            RETURN;
        ELSIF found_row.state IN ('completed', 'failed', 'held') THEN
            claim := found_row.state;
            answer := found_row.answer;
            last_error := found_row.last_error;
            left_seconds := CASE WHEN found_row.expires_at < 'infinity'
                                 THEN extract(epoch FROM found_row.expires_at - clock_timestamp()) END;
            RETURN;
        ELSIF found_row.lease_until > clock_timestamp() THEN
            claim := 'in_flight';
            left_seconds := extract(epoch FROM found_row.lease_until - clock_timestamp());
            RETURN;
        ELSIF found_row.state = 'processing' AND hold THEN
            UPDATE operation_key AS k
               SET state = 'held', lease_until = NULL, ended_at = clock_timestamp(),
                   last_error = 'The process that ran the operation did not end it within its lease.'
             WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
               AND k.generation = found_row.generation AND k.lease_until <= clock_timestamp();
        ELSE
            UPDATE operation_key AS k
               SET state = 'processing', generation = DEFAULT, attempts = k.attempts + 1,
                   started_at = clock_timestamp(), lease_until = clock_timestamp() + lease, ended_at = NULL,
                   expires_at = 'infinity'
             WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
               AND k.generation = found_row.generation
               AND (k.state = 'pending' OR k.lease_until <= clock_timestamp())
            RETURNING k.* INTO found_row;
            EXIT WHEN FOUND;
        END IF;
    END LOOP;
    claim := 'granted';
    generation := found_row.generation;
END $$;

-- Counts how often an operator changed keys that had ended, or deleted unexpired keys. The guard does both only in a function that
-- sets `onceward.is_guard`, for keys that are never in Redis. If that were counted, each such call would make all entries in Redis
-- useless and wait for the row of the count.
CREATE TABLE onceward.operation_key_changes (
    is_only_row boolean NOT NULL DEFAULT true,
    changes     bigint  NOT NULL DEFAULT 0,
    CONSTRAINT operation_key_changes_pk PRIMARY KEY (is_only_row),
    CONSTRAINT operation_key_changes_is_one_row CHECK (is_only_row)
);
INSERT INTO onceward.operation_key_changes DEFAULT VALUES;

-- The names of the guard's keys in Redis begin with this identity. It contains the count, so that no answer in Redis is used any
-- more when an operator has changed its row. The count is a row and not a sequence, because it must change with the commit of
-- the operator's change and not before.
CREATE FUNCTION onceward.guard_identity() RETURNS text
    LANGUAGE sql VOLATILE SET search_path = onceward, pg_temp AS $$
    SELECT database_identity() || '.' || changes FROM operation_key_changes
$$;

-- Runs with the rights of the owner, because an operator's role may have no right to the count.
CREATE FUNCTION onceward.count_operation_key_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
BEGIN
    UPDATE operation_key_changes SET changes = changes + 1;
    RETURN NULL;
END $$;

CREATE TRIGGER operation_key_changed AFTER UPDATE ON onceward.operation_key FOR EACH ROW
    WHEN (OLD.state IN ('completed', 'failed') AND OLD.expires_at > clock_timestamp()
          AND current_setting('onceward.is_guard', true) IS DISTINCT FROM 'yes')
    EXECUTE FUNCTION onceward.count_operation_key_change();
CREATE TRIGGER operation_key_deleted AFTER DELETE ON onceward.operation_key FOR EACH ROW
    WHEN (OLD.expires_at > clock_timestamp() AND current_setting('onceward.is_guard', true) IS DISTINCT FROM 'yes')
    EXECUTE FUNCTION onceward.count_operation_key_change();
CREATE TRIGGER operation_key_truncated AFTER TRUNCATE ON onceward.operation_key FOR EACH STATEMENT
    EXECUTE FUNCTION onceward.count_operation_key_change();

-- The last operation that completed on a thing whose operations follow one another, such as a balance or a document.
CREATE TABLE onceward.last_operation (
    operation text COLLATE "C" NOT NULL,
    caller    text COLLATE "C" NOT NULL,
    thing     text COLLATE "C" NOT NULL,
    id        text COLLATE "C" NOT NULL,
    CONSTRAINT last_operation_pk PRIMARY KEY (operation, caller, thing)
);

-- A trigger, so that the last operation changes in the same transaction as the key, whoever completes it.
CREATE FUNCTION onceward.advance_last_operation() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
BEGIN
    INSERT INTO last_operation (operation, caller, thing, id)
    VALUES (NEW.operation, NEW.caller, NEW.thing, NEW.operation_id)
        ON CONFLICT ON CONSTRAINT last_operation_pk DO UPDATE SET id = excluded.id;
    RETURN NULL;
END $$;

CREATE TRIGGER operation_key_advanced AFTER UPDATE ON onceward.operation_key FOR EACH ROW
    WHEN (NEW.thing IS NOT NULL AND NEW.state = 'completed' AND OLD.state <> 'completed')
    EXECUTE FUNCTION onceward.advance_last_operation();

-- Claims the key of the operation that follows `last_seen` on a thing, which is empty for the first one. Besides the claims of
-- claim_operation_key, it returns:
--   superseded  nothing: another operation follows `last_seen`, and `current_id` is the last one that completed
-- A call with another body competes for the key. While an operation runs, it waits; after that failed, or its process died and the
-- key is not to be held, it takes the key over. A held key stays so until an operator decides, whatever the later calls want: the
-- operation may have been configured anew since. The last operation is looked up again after the key was granted: the key of an old
-- operation may have been purged, and then it must not be claimed anew.
CREATE FUNCTION onceward.claim_next_operation_key(
    wanted_operation text, wanted_caller text, wanted_key text, wanted_fingerprint bytea, wanted_request text,
    lease interval, hold boolean, wanted_thing text, last_seen text, wanted_id text,
    OUT claim text, OUT generation bigint, OUT left_seconds float8, OUT answer bytea, OUT last_error text, OUT current_id text)
    LANGUAGE plpgsql SET search_path = onceward, pg_temp SET enable_seqscan = off SET onceward.is_guard = 'yes' AS $$
#variable_conflict use_column
BEGIN
    LOOP
        current_id := (SELECT l.id FROM last_operation AS l
                     WHERE l.operation = wanted_operation AND l.caller = wanted_caller AND l.thing = wanted_thing);
        IF coalesce(current_id, '') <> last_seen AND NOT EXISTS (
            SELECT FROM operation_key AS k
             WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
               AND k.fingerprint = wanted_fingerprint AND k.expires_at > clock_timestamp()) THEN
            claim := 'superseded';
            RETURN;
        END IF;
        SELECT c.claim, c.generation, c.left_seconds, c.answer, c.last_error
          INTO claim, generation, left_seconds, answer, last_error
          FROM claim_operation_key(wanted_operation, wanted_caller, wanted_key, wanted_fingerprint, wanted_request,
                                   lease, hold) AS c;
        IF claim = 'granted' THEN
            current_id := (SELECT l.id FROM last_operation AS l
                         WHERE l.operation = wanted_operation AND l.caller = wanted_caller AND l.thing = wanted_thing);
            IF coalesce(current_id, '') <> last_seen THEN
                DELETE FROM operation_key AS k
                 WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
                   AND k.generation = claim_next_operation_key.generation;
                claim := 'superseded';
                RETURN;
            END IF;
            UPDATE operation_key AS k
               SET thing = wanted_thing, operation_id = wanted_id
             WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
               AND k.generation = claim_next_operation_key.generation;
            RETURN;
        END IF;
        EXIT WHEN claim <> 'mismatch';
        UPDATE operation_key AS k
           SET state = 'held', lease_until = NULL, ended_at = clock_timestamp(),
               last_error = 'The process that ran the operation did not end it within its lease.'
         WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
           AND k.state = 'processing' AND k.lease_until <= clock_timestamp() AND hold;
        UPDATE operation_key AS k
           SET fingerprint = wanted_fingerprint, request = wanted_request,
               state = CASE k.state WHEN 'failed' THEN 'pending' ELSE k.state END
         WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
           AND (k.state IN ('pending', 'failed') OR k.state = 'processing' AND k.lease_until <= clock_timestamp() AND NOT hold);
        CONTINUE WHEN FOUND;
        SELECT CASE WHEN k.state = 'completed' THEN 'superseded'
                    WHEN k.lease_until > clock_timestamp() THEN 'in_flight'
                    WHEN k.state = 'held' THEN 'held' END,
               extract(epoch FROM k.lease_until - clock_timestamp())
          INTO claim, left_seconds
          FROM operation_key AS k
         WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key;
        EXIT WHEN claim IS NOT NULL;
    END LOOP;
    current_id := (SELECT l.id FROM last_operation AS l
                    WHERE l.operation = wanted_operation AND l.caller = wanted_caller AND l.thing = wanted_thing);
END $$;
