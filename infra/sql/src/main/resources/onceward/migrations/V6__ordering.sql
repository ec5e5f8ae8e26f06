-- Ordering keys are bound to a group. The next migration finds parked events by a hash of both. That takes long and is a
-- transaction of its own, because both together would lock `event` and `parked`: a relay that has read a day of the log and
-- waits for `parked` would deadlock with it.

-- The column below needs a lock for a moment. Whoever waits for it holds up all who append.
SET LOCAL lock_timeout = '10s';

-- The group that the event's ordering key is bound to; NULL means the source. Sources share a group, and so an order, only
-- where the configuration says so.
ALTER TABLE onceward.event ADD COLUMN ordering_group text;
