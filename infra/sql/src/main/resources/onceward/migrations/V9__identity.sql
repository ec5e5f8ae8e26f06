-- Which database this is, so that what Redis remembers is bound to it: two deployments may share one Redis, and after a
-- restore Redis may know events that the log no longer has.

-- Another value after each crash, each failover and each restore of files: crash recovery empties an unlogged table, and
-- standbys and base backups have it empty.
CREATE UNLOGGED TABLE onceward.recovery (
    is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
    id          uuid    NOT NULL DEFAULT gen_random_uuid()
);

-- Twelve characters that stay the same as long as `key` holds what was committed to it. The cluster, the database and the
-- table tell a logical restore, which may bring the row of `recovery` along; TRUNCATE and VACUUM FULL give the table another
-- file. NULL on a standby, where nobody can store.
CREATE FUNCTION onceward.database_identity() RETURNS text
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = onceward, pg_temp AS $$
DECLARE
    recovered uuid;
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN NULL;
    END IF;
    SELECT id INTO recovered FROM recovery;
    IF NOT FOUND THEN
        INSERT INTO recovery DEFAULT VALUES ON CONFLICT DO NOTHING;
        SELECT id INTO STRICT recovered FROM recovery;
    END IF;
    RETURN (
        SELECT translate(left(encode(sha256(convert_to(
                   concat_ws(' ', system_identifier, d.oid, 'onceward.key'::regclass::oid,
                             pg_relation_filenode('onceward.key'), recovered), 'UTF8')), 'base64'), 12), '+/', '-_')
          FROM pg_control_system(), pg_database d
         WHERE d.datname = current_database());
END $$;
