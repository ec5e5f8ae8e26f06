-- How long the log keeps its data: one row for all functions, so that no two of them can disagree.
--   events        a day of the log may be dropped when it ended longer ago
--   attempts      the same for a day of the recorded attempts
--   forget_after  a subscription that no relay configured for this long no longer keeps days of the log
CREATE TABLE onceward.retention (
    is_only_row  boolean  PRIMARY KEY DEFAULT true CHECK (is_only_row),
    events       interval NOT NULL DEFAULT '30 days' CHECK (events BETWEEN '1 day' AND '36500 days'),
    attempts     interval NOT NULL DEFAULT '7 days' CHECK (attempts BETWEEN '1 day' AND '36500 days'),
    forget_after interval NOT NULL DEFAULT '7 days' CHECK (forget_after BETWEEN '1 day' AND '36500 days')
);
INSERT INTO onceward.retention DEFAULT VALUES;

DROP FUNCTION onceward.held_days(interval, interval);
DROP FUNCTION onceward.drop_days(text, interval, interval, integer);
DROP FUNCTION onceward.thin_ticks(interval, interval);

-- The days of the log that are older than the retention and that not every subscription has read.
CREATE FUNCTION onceward.held_days() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    SELECT day
      FROM retention, old_days('event', retention.events) AS day
     WHERE NOT is_read(day, retention.forget_after)
$$;

-- Drops the oldest day that may be dropped, and returns how many it dropped: one or none. A day of the log may be dropped
-- when every subscription has read it. The function first looks for such a day without a lock and then checks it again
-- under one. The lock waits for all transactions that inserted into the day, so that nothing can be committed between the
-- check and the drop. Until the drop the lock keeps out only those who insert: readers have locked the parent already,
-- which DROP TABLE needs.
-- The function gives up soon and does not queue behind a long transaction, because readers would queue behind it. It drops
-- one day per transaction, because nobody can use the log from the drop to the commit.
-- Parked events of forgotten subscriptions are deleted with their day, because they could never be delivered without the
-- event. So are parked events of days that were dropped earlier; a relay that was working then, or a person, may have
-- inserted them since.
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
             WHERE at < start + interval '1 day'
               AND (at >= start OR NOT EXISTS (SELECT FROM event e WHERE e.id = parked.event AND e.at = parked.at));
        END IF;
        EXECUTE format('DROP TABLE onceward.%I', day);
        RETURN 1;
    END LOOP;
    RETURN 0;
END $$;

-- Deletes ticks: of those that the cursors of every subscription have passed, forgotten ones apart, it keeps one per
-- minute, and none that is older than the retention of events.
CREATE FUNCTION onceward.thin_ticks() RETURNS integer
    LANGUAGE sql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    WITH passed AS (
        SELECT n, date_trunc('minute', at) = date_trunc('minute', lag(at) OVER (ORDER BY n)) AS spare
          FROM tick
         WHERE at BETWEEN now() - interval '2 days' AND now() - interval '10 minutes'
           AND next <= ALL (SELECT pg_snapshot_xmin(c.from_snapshot)
                              FROM retention
                              JOIN subscription s ON s.seen_at > now() - retention.forget_after
                              JOIN cursor c ON c.subscription = s.name)
    ), gone AS (
        DELETE FROM tick
         WHERE n = ANY (ARRAY(SELECT n FROM passed WHERE spare))
            OR at < now() - (SELECT events FROM retention)
        RETURNING n
    )
    SELECT count(*)::integer FROM gone
$$;

-- Roles that run upkeep must be granted these functions. No other role can drop anything.
REVOKE ALL ON FUNCTION onceward.drop_day(text), onceward.thin_ticks() FROM PUBLIC;
