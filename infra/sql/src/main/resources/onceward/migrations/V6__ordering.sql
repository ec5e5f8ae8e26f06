-- Binds ordering keys to a group. The next migration lets parked events be found by a hash of group and key. It is a
-- transaction of its own because it takes long, and because both together would lock `event` and `parked`: they would
-- deadlock with a relay that has read a day of the log and waits for `parked`.

-- Adding the column takes a lock for a moment. As long as the migration waits for that lock, all appends wait behind it, so
-- it fails after ten seconds.
SET LOCAL lock_timeout = '10s';

-- The group of the event's ordering key; NULL means the source. Sources share a group, and so an order, only if the
-- configuration says so.
ALTER TABLE onceward.event ADD COLUMN ordering_group text;
