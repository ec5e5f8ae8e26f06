-- Events of an outbox with a business key, which are in the log once, however often they are put; and decisions about held keys.

-- Claims the ids of events, and returns those that nobody has claimed, or whose claim has expired. The claims are rows of `key`,
-- because the table of events enforces uniqueness only within a day. Their scope is no name of a source, so that no webhook can
-- have the same key. The caller inserts the events that are returned in the same transaction. It waits for every transaction
-- that has claimed one of them and has not ended. All transactions take the ids in one order, so that two of them cannot wait
-- for each other. A claim that expired is deleted only if that is so when its row is locked. Then the id is tried again from
-- the beginning, because another transaction may have taken or purged the claim meanwhile.
--   kept  the seconds until the claims expire
CREATE FUNCTION onceward.claim_event_ids(ids uuid[], topics text[], kept float8) RETURNS SETOF uuid
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    item record;
BEGIN
    FOR item IN
        SELECT id, id::text COLLATE "C" AS name, topic FROM unnest(ids, topics) AS i (id, topic) ORDER BY name
    LOOP
        LOOP
            INSERT INTO onceward.key AS k (scope, key, fingerprint, event_id, topic, expires_at)
            VALUES (':outbox', item.name, sha256(uuid_send(item.id)), item.id, item.topic,
                    now() + make_interval(secs => kept))
                ON CONFLICT (scope, key) DO NOTHING;
            IF FOUND THEN
                RETURN NEXT item.id;
                EXIT;
            END IF;
            EXIT WHEN EXISTS (SELECT
                                FROM onceward.key AS k
                               WHERE k.scope = ':outbox' AND k.key = item.name AND k.expires_at > now());
            DELETE FROM onceward.key AS k
             WHERE k.scope = ':outbox' AND k.key = item.name AND k.expires_at <= now();
        END LOOP;
    END LOOP;
END $$;

-- Those of the ids that are neither claimed nor in the log. A claim counts here even if it has expired. It looks for one id at a
-- time: for all of them at once, PostgreSQL would plan to read a small table as a whole, and do so when it is large.
CREATE FUNCTION onceward.missing_event_ids(ids uuid[]) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
    wanted uuid;
BEGIN
    FOREACH wanted IN ARRAY ids LOOP
        IF NOT EXISTS (SELECT FROM onceward.key AS k WHERE k.scope = ':outbox' AND k.key = wanted::text COLLATE "C")
           AND NOT EXISTS (SELECT FROM onceward.event AS e WHERE e.id = wanted)
        THEN
            RETURN NEXT wanted;
        END IF;
    END LOOP;
END $$;

-- What operators see of the keys of guarded operations, and what they may change.

-- The row of a key, unless it has expired.
CREATE FUNCTION onceward.find_operation_key(wanted_operation text, wanted_caller text, wanted_key text)
    RETURNS SETOF onceward.operation_key
    LANGUAGE plpgsql STABLE ROWS 1 SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY
    SELECT k.*
      FROM onceward.operation_key AS k
     WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
       AND k.expires_at > clock_timestamp();
END $$;

-- Lets an operator decide about a key that is held, and returns the state that the key had, or NULL if there is no such key. A key
-- in another state stays as it is. The decision gives the key another generation. If the lost process wakes up later, nothing that
-- it asks for takes effect, and it cannot mistake an answer of the operator for its own.
--   decision  pending    the next call runs the operation
--             completed  repetitions get `given_answer`
CREATE FUNCTION onceward.decide_held_key(wanted_operation text, wanted_caller text, wanted_key text, decision text,
                                         given_answer bytea, by_actor text, why text) RETURNS text
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    was text;
BEGIN
    SELECT k.state INTO was
      FROM onceward.operation_key AS k
     WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key
       AND k.expires_at > clock_timestamp()
       FOR UPDATE;
    IF was = 'held' THEN
        UPDATE onceward.operation_key AS k
           SET state = decision, generation = DEFAULT, answer = given_answer,
               expires_at = clock_timestamp() + interval '7 days'
         WHERE k.operation = wanted_operation AND k.caller = wanted_caller AND k.key = wanted_key;
        INSERT INTO onceward.audit (actor, action, subscription, detail)
        VALUES (by_actor, CASE decision WHEN 'pending' THEN 'release key' ELSE 'complete key' END, '',
                jsonb_build_object('operation', wanted_operation, 'caller', wanted_caller, 'key', wanted_key, 'why', why));
    END IF;
    RETURN was;
END $$;
