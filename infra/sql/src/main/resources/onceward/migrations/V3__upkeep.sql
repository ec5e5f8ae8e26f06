-- Upkeep creates the partitions of the next days, drops those of old days, purges expired keys, folds counts, and thins out
-- recorded edges. The functions run as the owner of the tables, so that the role of a process needs no right to create or
-- drop anything. Callers hold the advisory lock of upkeep.

-- How long data are kept. It is one row for all processes, so that no two of them can disagree.
--   events        a day of the log may be dropped when it ended longer ago
--   attempts      the same for the attempts to deliver
--   forget_after  a subscription that no relay had in its configuration for as long no longer keeps days of the log
CREATE TABLE onceward.retention (
    is_only_row  boolean  NOT NULL DEFAULT true,
    events       interval NOT NULL DEFAULT '30 days',
    attempts     interval NOT NULL DEFAULT '7 days',
    forget_after interval NOT NULL DEFAULT '7 days',
    CONSTRAINT retention_pk PRIMARY KEY (is_only_row),
    CONSTRAINT retention_is_one_row CHECK (is_only_row),
    CONSTRAINT retention_events_at_least_a_day CHECK (events BETWEEN '1 day' AND '36500 days'),
    CONSTRAINT retention_attempts_at_least_a_day CHECK (attempts BETWEEN '1 day' AND '36500 days'),
    CONSTRAINT retention_forget_after_at_least_a_day CHECK (forget_after BETWEEN '1 day' AND '36500 days')
);
INSERT INTO onceward.retention DEFAULT VALUES;

-- Creates the partitions of today and of the next days, and returns how many days of the log were new. A partition is created
-- first and attached then: attaching does not delay those who insert meanwhile. The function also sees to it that each day
-- begins with a recorded edge, even if nothing is appended any more.
CREATE FUNCTION onceward.create_days(ahead integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
DECLARE
    today   date := (now() AT TIME ZONE 'UTC')::date;
    parent  text;
    day     date;
    name    text;
    created integer := 0;
BEGIN
    PERFORM record_edge(interval '1 day');
    FOR parent, day IN
        SELECT p, today + n FROM unnest(ARRAY['event', 'attempt']) AS p, generate_series(0, ahead) AS n
    LOOP
        name := parent || '_' || to_char(day, 'YYYYMMDD');
        CONTINUE WHEN to_regclass('onceward.' || name) IS NOT NULL;
        EXECUTE format('CREATE TABLE onceward.%I (LIKE onceward.%I INCLUDING ALL EXCLUDING IDENTITY)', name, parent);
        EXECUTE format('ALTER TABLE onceward.%I ATTACH PARTITION onceward.%I FOR VALUES FROM (%L) TO (%L)',
            parent, name, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
        created := created + (parent = 'event')::integer;
    END LOOP;
    RETURN created;
END $$;

-- The days that ended longer ago than `kept`, the oldest first.
CREATE FUNCTION onceward.old_days(parent text, kept interval) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    SELECT c.relname
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = ('onceward.' || parent)::regclass
       AND c.relname ~ ('^' || parent || '_[0-9]{8}$')
       AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC' <= now() - kept
     ORDER BY c.relname
$$;

-- Whether every cursor has passed all events of a day of the log and none of them is parked. Subscriptions that no relay had
-- in its configuration for as long as `forgotten` do not count. Transaction ids tell what a cursor has passed: those of the
-- day are all below the `next` of an edge that was recorded after the end of the day.
CREATE FUNCTION onceward.is_read(day text, forgotten interval) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
DECLARE
    start   timestamptz := to_date(right(day, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC';
    finish  timestamptz := start + interval '1 day';
    last    bigint;
    beyond  xid8;
BEGIN
    EXECUTE format('SELECT max(seq) FROM onceward.%I', day) INTO last;
    SELECT e.next INTO beyond FROM recorded_edge e WHERE e.at >= finish AND e.low >= last ORDER BY e.at LIMIT 1;
    RETURN last IS NULL OR NOT EXISTS (
        SELECT
          FROM subscription s
          JOIN cursor c ON c.subscription = s.name
         WHERE s.last_configured_at > now() - forgotten
           AND (beyond IS NULL OR pg_snapshot_xmin(c.from_snapshot) < beyond)
    ) AND NOT EXISTS (
        SELECT
          FROM subscription s
          JOIN parked p ON p.subscription = s.name
         WHERE s.last_configured_at > now() - forgotten
           AND p.event_at >= start
           AND p.event_at < finish);
END $$;

-- The days of the log that are old enough to be dropped and that not every subscription has read.
CREATE FUNCTION onceward.unread_days() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    SELECT day
      FROM retention, old_days('event', retention.events) AS day
     WHERE NOT is_read(day, retention.forget_after)
$$;

-- Drops the oldest day that may be dropped, and returns how many it dropped: one, or none. A day of the log may be dropped
-- when every subscription has read it. The function first looks for such a day without a lock, and asks once more under one:
-- the lock waits for all who inserted into the day, so that nothing can be committed between the question and the drop. Until
-- then the lock excludes those who insert and not those who read: readers are many and may have locked the parent already,
-- which DROP TABLE needs.
-- The function soon gives up its wait behind a long transaction, because readers would wait behind the function. It drops one
-- day in a transaction, because nobody can use the log from the drop to the commit.
-- Events of the day that forgotten subscriptions have parked are deleted with it: they could never be delivered nor dropped
-- without the event. The same is true of events of earlier days that a slow relay or an operator parked after the drop.
CREATE FUNCTION onceward.drop_day(parent text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
    kept      interval;
    forgotten interval;
    day       text;
    start     timestamptz;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'drop_day needs the isolation level "read committed", or it would not see what was committed while it waited for the lock';
    END IF;
    SELECT CASE parent WHEN 'event' THEN events WHEN 'attempt' THEN attempts END, forget_after
      INTO STRICT kept, forgotten
      FROM retention;
    FOR day IN SELECT old_days(parent, kept) LOOP
        CONTINUE WHEN parent = 'event' AND NOT is_read(day, forgotten);
        EXECUTE format('LOCK TABLE onceward.%I IN SHARE MODE', day);
        IF parent = 'event' THEN
            IF NOT is_read(day, forgotten) THEN
                RETURN 0;
            END IF;
            start := to_date(right(day, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC';
            DELETE FROM parked
             WHERE event_at < start + interval '1 day'
               AND (event_at >= start
                    OR NOT EXISTS (SELECT FROM event e WHERE e.id = parked.event_id AND e.at = parked.event_at));
        END IF;
        EXECUTE format('DROP TABLE onceward.%I', day);
        RETURN 1;
    END LOOP;
    RETURN 0;
END $$;

-- Of the recorded edges that the cursors of every subscription have passed, keeps one for each minute. Forgotten subscriptions
-- do not count. No edge is kept longer than events.
CREATE FUNCTION onceward.thin_edges() RETURNS integer
    LANGUAGE sql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    WITH passed AS (
        SELECT n, date_trunc('minute', at) = date_trunc('minute', lag(at) OVER (ORDER BY n)) AS spare
          FROM recorded_edge
         WHERE at BETWEEN now() - interval '2 days' AND now() - interval '10 minutes'
           AND next <= ALL (SELECT pg_snapshot_xmin(c.from_snapshot)
                              FROM retention
                              JOIN subscription s ON s.last_configured_at > now() - retention.forget_after
                              JOIN cursor c ON c.subscription = s.name)
    ), deleted AS (
        DELETE FROM recorded_edge
         WHERE n = ANY (ARRAY(SELECT n FROM passed WHERE spare))
            OR at < now() - (SELECT events FROM retention)
        RETURNING n
    )
    SELECT count(*)::integer FROM deleted
$$;

-- The role that runs upkeep must be granted these functions. No other role can create or drop anything.
REVOKE ALL ON FUNCTION onceward.create_days(integer), onceward.drop_day(text), onceward.thin_edges() FROM PUBLIC;

SELECT onceward.create_days(7);
