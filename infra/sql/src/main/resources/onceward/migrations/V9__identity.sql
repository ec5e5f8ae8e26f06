-- The identity of this database. Keys in Redis begin with it, because two deployments may share one Redis, and because
-- after a restore Redis may know events that the log no longer has.

-- Twelve characters that stay the same as long as `key` holds everything that was committed to it. A crash, a failover and
-- a restore of files change the incarnation. A logical restore changes the cluster, the database or the table. TRUNCATE and
-- VACUUM FULL give the table another file. NULL on a standby, where nobody can store.
CREATE FUNCTION onceward.database_identity() RETURNS text
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN NULL;
    END IF;
    RETURN (
        SELECT translate(left(encode(sha256(convert_to(
                   concat_ws(' ', system_identifier, d.oid, 'onceward.key'::regclass::oid,
                             pg_relation_filenode('onceward.key'), current_incarnation()), 'UTF8')), 'base64'), 12),
                         '+/', '-_')
          FROM pg_control_system(), pg_database d
         WHERE d.datname = current_database());
END $$;
