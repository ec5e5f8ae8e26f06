-- How many marks each consumer of the inbox has, for a metric. It costs the same whether the table has a thousand marks or a
-- billion, because marks are counted up to a limit only. Beyond the limit the number is what PostgreSQL's planner expects
-- from the statistics of its last ANALYZE and the present size of the table.
--   counted    up to how many marks of a consumer are counted
--   consumers  how many consumers are looked at, the first by name
CREATE FUNCTION onceward.inbox_sizes(counted integer, consumers integer) RETURNS TABLE (consumer text, marks bigint)
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    plan json;
BEGIN
    SELECT i.consumer INTO consumer FROM onceward.inbox AS i ORDER BY i.consumer LIMIT 1;
    WHILE consumer IS NOT NULL AND consumers > 0 LOOP
        SELECT count(*) INTO marks
          FROM (SELECT FROM onceward.inbox AS i WHERE i.consumer = inbox_sizes.consumer COLLATE "C" LIMIT counted) AS first_marks;
        IF marks = counted THEN
            EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM onceward.inbox WHERE consumer = %L', consumer) INTO plan;
            marks := greatest(marks, (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::bigint);
        END IF;
        RETURN NEXT;
        consumers := consumers - 1;
        SELECT (SELECT i.consumer
                  FROM onceward.inbox AS i
                 WHERE i.consumer > inbox_sizes.consumer COLLATE "C"
                 ORDER BY i.consumer
                 LIMIT 1)
          INTO consumer;
    END LOOP;
END $$;
