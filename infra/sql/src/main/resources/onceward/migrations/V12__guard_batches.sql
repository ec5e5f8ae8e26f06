-- What the holder of a lease asks for, and many keys with one statement. Each function takes the generation of the lease. A lease
-- that another call has taken over has an older generation than the key, so it changes nothing. A held key was taken over by nobody:
-- its process lives, and was only slow.

-- Returns false if the lease is lost, or if the operation has ended under it.
CREATE FUNCTION onceward.renew_operation_key(
    lease_operation text, lease_caller text, lease_key text, lease_generation bigint, lease interval) RETURNS boolean
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    UPDATE onceward.operation_key AS k
       SET state = 'processing', lease_until = clock_timestamp() + lease, ended_at = NULL
     WHERE k.operation = lease_operation AND k.caller = lease_caller AND k.key = lease_key
       AND k.generation = lease_generation AND k.state IN ('processing', 'held');
    RETURN FOUND;
END $$;

-- Lets the next call run the operation at once. Returns false in the same cases.
CREATE FUNCTION onceward.release_operation_key(
    lease_operation text, lease_caller text, lease_key text, lease_generation bigint, error text, retention interval)
    RETURNS boolean
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    UPDATE onceward.operation_key AS k
       SET state = 'pending', last_error = error, ended_at = clock_timestamp(), lease_until = NULL,
           expires_at = clock_timestamp() + retention
     WHERE k.operation = lease_operation AND k.caller = lease_caller AND k.key = lease_key
       AND k.generation = lease_generation AND k.state IN ('processing', 'held');
    RETURN FOUND;
END $$;

-- Keeps the answer, or the error in its place if there is one. Returns false in the same cases.
CREATE FUNCTION onceward.keep_operation_answer(
    lease_operation text, lease_caller text, lease_key text, lease_generation bigint, kept_answer bytea, error text,
    retention interval) RETURNS boolean
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    UPDATE onceward.operation_key AS k
       SET state = CASE WHEN error IS NULL THEN 'completed' ELSE 'failed' END, answer = kept_answer, last_error = error,
           ended_at = clock_timestamp(), lease_until = NULL, expires_at = clock_timestamp() + retention
     WHERE k.operation = lease_operation AND k.caller = lease_caller AND k.key = lease_key
       AND k.generation = lease_generation AND k.state IN ('processing', 'held');
    RETURN FOUND;
END $$;

-- Whether the operation has completed under the lease.
CREATE FUNCTION onceward.is_operation_completed(
    lease_operation text, lease_caller text, lease_key text, lease_generation bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
    RETURN EXISTS (SELECT
                     FROM onceward.operation_key AS k
                    WHERE k.operation = lease_operation AND k.caller = lease_caller AND k.key = lease_key
                      AND k.generation = lease_generation AND k.state = 'completed');
END $$;

-- Claims many keys, and tells of each what claim_operation_key would tell. Most keys are new: one INSERT claims all of these. All calls
-- lock the keys in one order, so that two of them cannot wait for each other. A key that another transaction has locked makes the whole
-- statement fail after a moment. Then the caller claims each key alone, so that the others do not wait for it.
--   item  the number of the key in the lists, from 1
CREATE FUNCTION onceward.claim_operation_keys(
    operations text[], callers text[], keys text[], fingerprints bytea[], requests text[], leases float8[], holds boolean[])
    RETURNS TABLE (item bigint, claim text, generation bigint, left_seconds float8, answer bytea, last_error text)
    LANGUAGE plpgsql SET search_path = onceward, pg_temp SET lock_timeout = '50ms' AS $$
#variable_conflict use_column
DECLARE
    granted bigint[];
    generations bigint[];
    wanted record;
BEGIN
    WITH call AS (
        SELECT DISTINCT ON (operation COLLATE "C", caller COLLATE "C", key COLLATE "C") *
          FROM unnest(operations, callers, keys, fingerprints, requests, leases)
               WITH ORDINALITY AS c (operation, caller, key, fingerprint, request, lease, item)
         ORDER BY operation COLLATE "C", caller COLLATE "C", key COLLATE "C"
    ), inserted AS (
        INSERT INTO operation_key AS k (operation, caller, key, fingerprint, request, lease_until)
        SELECT operation, caller, key, fingerprint, request, clock_timestamp() + make_interval(secs => lease) FROM call
            ON CONFLICT ON CONSTRAINT operation_key_pk DO NOTHING
        RETURNING k.operation, k.caller, k.key, k.generation
    )
    SELECT array_agg(call.item), array_agg(inserted.generation) INTO granted, generations
      FROM inserted
      JOIN call ON inserted.operation = call.operation AND inserted.caller = call.caller AND inserted.key = call.key;
    RETURN QUERY
    SELECT g.item, 'granted', g.generation, NULL::float8, NULL::bytea, NULL
      FROM unnest(granted, generations) AS g (item, generation);
    FOR wanted IN
        SELECT * FROM unnest(operations, callers, keys, fingerprints, requests, leases, holds)
                      WITH ORDINALITY AS w (operation, caller, key, fingerprint, request, lease, hold, item)
         WHERE item <> ALL (coalesce(granted, '{}'))
         ORDER BY operation COLLATE "C", caller COLLATE "C", key COLLATE "C"
    LOOP
        RETURN QUERY
        SELECT wanted.item, c.claim, c.generation, c.left_seconds, c.answer, c.last_error
          FROM claim_operation_key(wanted.operation, wanted.caller, wanted.key, wanted.fingerprint, wanted.request,
                                   make_interval(secs => wanted.lease), wanted.hold) AS c;
    END LOOP;
END $$;

-- Keeps many answers, and returns the numbers of those that are kept, from 1. It locks the keys as claim_operation_keys does, and fails
-- in the same case. The caller asks again for each of the others alone. Each key is looked up by itself: for all at once, PostgreSQL
-- would plan to read a small table as a whole, and do so when it is large.
CREATE FUNCTION onceward.keep_operation_answers(
    operations text[], callers text[], keys text[], generations bigint[], answers bytea[], errors text[], retentions float8[])
    RETURNS SETOF bigint
    LANGUAGE plpgsql SET search_path = onceward, pg_temp SET enable_seqscan = off SET lock_timeout = '50ms' AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH ended AS (
        SELECT * FROM unnest(operations, callers, keys, generations, answers, errors, retentions)
                      WITH ORDINALITY AS e (operation, caller, key, generation, answer, error, retention, item)
         ORDER BY operation COLLATE "C", caller COLLATE "C", key COLLATE "C"
    ), leased AS (
        SELECT ended.*, found.place
          FROM ended CROSS JOIN LATERAL (
              SELECT k.ctid AS place FROM operation_key AS k
               WHERE k.operation = ended.operation AND k.caller = ended.caller AND k.key = ended.key
                 AND k.generation = ended.generation AND k.state IN ('processing', 'held')
                 FOR UPDATE) AS found
    )
    UPDATE operation_key AS k
       SET state = CASE WHEN leased.error IS NULL THEN 'completed' ELSE 'failed' END, answer = leased.answer,
           last_error = leased.error, ended_at = clock_timestamp(), lease_until = NULL,
           expires_at = clock_timestamp() + make_interval(secs => leased.retention)
      FROM leased
     WHERE k.ctid = leased.place
    RETURNING leased.item;
END $$;
