-- How long the log keeps what: one row, for all functions, so that no two of them can disagree.
-- `events`: a day of the log may go when it ended longer ago. `attempts`: the same for the attempts to deliver.
-- `forget_after`: a subscription that no relay had in its configuration for as long no longer keeps days of the log.
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

-- The days of the log that are old enough to go and not yet read by every subscription.
CREATE FUNCTION onceward.held_days() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
    SELECT day
      FROM retention, old_days('event', retention.events) AS day
     WHERE NOT is_read(day, retention.forget_after)
$$;

-- Drops the oldest day that may go, and says how many it dropped: one, or none. Of the log a day may go when every
-- subscription has read it. What may go is first looked for without a lock, and judged once more under one: the lock waits
-- for all who inserted into the day, so that nothing can be committed between the judgement and the drop. Until then the
-- lock keeps out those who insert and not those who read, who are many and would have locked the parent already, which
-- DROP TABLE needs.
-- It gives up soon rather than queue behind a long transaction, because those who read would queue behind it. One day
-- a transaction, because from the drop to the commit nobody can use the log.
-- What forgotten subscriptions have parked of a day goes with it: without the event it could never be delivered nor be
-- got rid of. The same goes for what came to be parked since of days that are gone, by a relay that was at it then, or by
-- hand.
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

-- Keeps one tick a minute of those that the cursors of every subscription have passed, forgotten ones apart, and none that
-- is older than events are kept.
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

-- Whoever runs upkeep must be granted these; nobody else can drop anything.
REVOKE ALL ON FUNCTION onceward.drop_day(text), onceward.thin_ticks() FROM PUBLIC;
