-- Remembers keys, in a cluster keys of one slot, each with its value for its own time: one answer for a whole batch.
-- KEYS: the keys. ARGV: for each key in turn its value and its time to live in milliseconds.
-- Returns how many it remembered.
for i, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[2 * i - 1], 'PX', ARGV[2 * i])
end
return #KEYS
