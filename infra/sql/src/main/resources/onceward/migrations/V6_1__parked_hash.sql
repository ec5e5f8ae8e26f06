-- Lets parked events be found by a hash of their ordering key and its group. Appends continue while this migration runs: it
-- locks `parked`, which only relays use, and only reads the log.

-- The first half of the SHA-256 over the group and the key, each after its length in bytes. `OrderingKey.hash` in Java
-- computes the same bytes.
CREATE FUNCTION onceward.ordering_hash(ordering_group text, ordering text) RETURNS uuid
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN encode(substr(sha256(
        int4send(octet_length(convert_to(ordering_group, 'UTF8'))) || convert_to(ordering_group, 'UTF8') ||
        int4send(octet_length(convert_to(ordering, 'UTF8'))) || convert_to(ordering, 'UTF8')), 1, 16), 'hex')::uuid;

-- Events of one ordering key have the same `ordering_hash`. The index holds the hash and not the key, because a sender
-- chooses the key: an index refuses a row with more than about 2,700 bytes, and an event that cannot be parked stops its
-- subscription. The text in `ordering` is for operators. Events without an ordering key have no order and are not in the
-- index.
ALTER TABLE onceward.parked ADD COLUMN ordering_hash uuid;

-- Dropped before the rows are updated, because each update would add an entry to it.
DROP INDEX onceward.parked_key;

-- A subquery for each row, because a join could read the whole log.
UPDATE onceward.parked
   SET ordering_hash = (
           SELECT onceward.ordering_hash(coalesce(event.ordering_group, event.source), event.ordering)
             FROM onceward.event
            WHERE event.id = parked.event
              AND event.at = parked.at)
 WHERE ordering IS NOT NULL;

CREATE INDEX parked_key ON onceward.parked (subscription, shard, ordering_hash, n) WHERE ordering_hash IS NOT NULL;

-- A relay of an earlier version does not know the hash. This trigger computes it for the events that such a relay parks, so
-- that the two versions can run together while one replaces the other, and no event overtakes another one of its ordering
-- key.
CREATE FUNCTION onceward.fill_ordering_hash() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    SELECT onceward.ordering_hash(coalesce(event.ordering_group, event.source), event.ordering)
      INTO NEW.ordering_hash
      FROM onceward.event
     WHERE event.id = NEW.event
       AND event.at = NEW.at;
    RETURN NEW;
END $$;

CREATE TRIGGER parked_ordering_hash
    BEFORE INSERT ON onceward.parked
    FOR EACH ROW WHEN (NEW.ordering IS NOT NULL AND NEW.ordering_hash IS NULL)
    EXECUTE FUNCTION onceward.fill_ordering_hash();
