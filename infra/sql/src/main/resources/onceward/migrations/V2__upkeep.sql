-- Upkeep: days made ahead, old days dropped, expired keys purged, counts folded. The functions run as the owner of the
-- tables, so that the role of a function needs no right to create or drop anything. Whoever calls them holds the
-- advisory lock of upkeep.

-- Makes the partitions of today and of the next days, and says how many were new. A partition is made first and
-- attached then: attaching does not hold up those who insert meanwhile.
CREATE FUNCTION onceward.make_days(ahead integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    day   date;
    name  text;
    made  integer := 0;
BEGIN
    FOR day IN SELECT today + n FROM generate_series(0, ahead) AS n LOOP
        name := 'event_' || to_char(day, 'YYYYMMDD');
        CONTINUE WHEN to_regclass('onceward.' || name) IS NOT NULL;
        EXECUTE format('CREATE TABLE onceward.%I (LIKE onceward.event INCLUDING ALL EXCLUDING IDENTITY)', name);
        EXECUTE format('ALTER TABLE onceward.event ATTACH PARTITION onceward.%I FOR VALUES FROM (%L) TO (%L)',
            name, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
        made := made + 1;
    END LOOP;
    RETURN made;
END $$;

-- Drops up to `most` days, the oldest first, that ended longer ago than `kept`, and says how many. It gives up after
-- a second rather than queue behind a long reader, because those who insert would queue behind it.
CREATE FUNCTION onceward.drop_days(kept interval, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceward, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
    name    text;
    dropped integer := 0;
BEGIN
    FOR name IN
        SELECT c.relname
          FROM pg_inherits i
          JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'onceward.event'::regclass
           AND c.relname ~ '^event_[0-9]{8}$'
           AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC' <= now() - kept
         ORDER BY c.relname
         LIMIT most
    LOOP
        EXECUTE format('DROP TABLE onceward.%I', name);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END $$;

-- Whoever runs upkeep must be granted both; nobody else can make or drop anything.
REVOKE ALL ON FUNCTION onceward.make_days(integer), onceward.drop_days(interval, integer) FROM PUBLIC;

SELECT onceward.make_days(7);
