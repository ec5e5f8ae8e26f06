-- Upkeep: it creates the partitions of the next days, drops old ones, purges expired keys, folds counts and thins ticks.
-- These functions run with the rights of the tables' owner, so that the role of intake and relay needs no right to create
-- or drop anything. Their callers hold the advisory lock of upkeep.

-- Creates the partitions of today and of the next days, and returns how many days of the log are new. A partition is
-- created first and then attached, because attaching does not block inserts. Each day begins with a tick, even if nobody
-- appends any more.
CREATE FUNCTION onceward.make_days(ahead integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
DECLARE
    today  date := (now() AT TIME ZONE 'UTC')::date;
    parent text;
    day    date;
    name   text;
    made   integer := 0;
BEGIN
    PERFORM leave_tick(interval '1 day');
    FOR parent, day IN
        SELECT p, today + n FROM unnest(ARRAY['event', 'attempt']) AS p, generate_series(0, ahead) AS n
    LOOP
        name := parent || '_' || to_char(day, 'YYYYMMDD');
        CONTINUE WHEN to_regclass('onceward.' || name) IS NOT NULL;
        EXECUTE format('CREATE TABLE onceward.%I (LIKE onceward.%I INCLUDING ALL EXCLUDING IDENTITY)', name, parent);
        EXECUTE format('ALTER TABLE onceward.%I ATTACH PARTITION onceward.%I FOR VALUES FROM (%L) TO (%L)',
            parent, name, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
        made := made + (parent = 'event')::integer;
    END LOOP;
    RETURN made;
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

-- Whether every cursor has passed all events of a day of the log and none of them is parked. Subscriptions that no relay
-- configured for `forgotten` do not count. Transaction ids tell what a cursor has passed: those of the day are all below
-- `next` of a tick that was stored after all events of the day were committed.
CREATE FUNCTION onceward.is_read(day text, forgotten interval) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
DECLARE
    start   timestamptz := to_date(right(day, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC';
    finish  timestamptz := start + interval '1 day';
    last    bigint;
    beyond  xid8;
BEGIN
    EXECUTE format('SELECT max(seq) FROM onceward.%I', day) INTO last;
    SELECT tick.next INTO beyond FROM tick WHERE tick.at >= finish AND tick.low >= last ORDER BY tick.at LIMIT 1;
    RETURN last IS NULL OR NOT EXISTS (
        SELECT
          FROM subscription s
          JOIN cursor c ON c.subscription = s.name
         WHERE s.seen_at > now() - forgotten
           AND (beyond IS NULL OR pg_snapshot_xmin(c.from_snapshot) < beyond)
    ) AND NOT EXISTS (
        SELECT
          FROM subscription s
          JOIN parked p ON p.subscription = s.name
         WHERE s.seen_at > now() - forgotten
           AND p.at >= start
           AND p.at < finish);
END $$;

-- The days of the log that are older than `kept` and that not every subscription has read.
CREATE FUNCTION onceward.held_days(kept interval, forgotten interval) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    SELECT day FROM old_days('event', kept) AS day WHERE NOT is_read(day, forgotten)
$$;

-- Drops up to `most` old days, the oldest first, and returns how many. A day of the log must have been read by every
-- subscription. The function gives up soon and does not queue behind a long reader, because inserts would queue behind it.
-- Parked events of forgotten subscriptions are deleted with their day, because they could never be delivered without the
-- event. So are parked events of days that were dropped earlier; a relay that was working then, or a person, may have
-- inserted them since.
CREATE FUNCTION onceward.drop_days(parent text, kept interval, forgotten interval, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
    name    text;
    start   timestamptz;
    dropped integer := 0;
BEGIN
    FOR name IN SELECT day FROM old_days(parent, kept) AS day LOOP
        EXIT WHEN dropped >= most;
        CONTINUE WHEN parent = 'event' AND NOT is_read(name, forgotten);
        IF parent = 'event' THEN
            start := to_date(right(name, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC';
            DELETE FROM parked
             WHERE at < start + interval '1 day'
               AND (at >= start OR NOT EXISTS (SELECT FROM event e WHERE e.id = parked.event AND e.at = parked.at));
        END IF;
        EXECUTE format('DROP TABLE onceward.%I', name);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END $$;

-- Deletes ticks: of those that the cursors of every subscription have passed, forgotten ones apart, it keeps one per
-- minute, and none that is older than `kept`.
CREATE FUNCTION onceward.thin_ticks(kept interval, forgotten interval) RETURNS integer
    LANGUAGE sql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    WITH passed AS (
        SELECT n, date_trunc('minute', at) = date_trunc('minute', lag(at) OVER (ORDER BY n)) AS spare
          FROM tick
         WHERE at BETWEEN now() - interval '2 days' AND now() - interval '10 minutes'
           AND next <= ALL (SELECT pg_snapshot_xmin(c.from_snapshot)
                              FROM cursor c
                              JOIN subscription s ON s.name = c.subscription
                             WHERE s.seen_at > now() - forgotten)
    ), gone AS (
        DELETE FROM tick
         WHERE n = ANY (ARRAY(SELECT n FROM passed WHERE spare))
            OR at < now() - kept
        RETURNING n
    )
    SELECT count(*)::integer FROM gone
$$;

-- Roles that run upkeep must be granted these functions. No other role can create or drop anything.
REVOKE ALL ON FUNCTION onceward.make_days(integer), onceward.drop_days(text, interval, interval, integer),
    onceward.thin_ticks(interval, interval) FROM PUBLIC;

SELECT onceward.make_days(7);
