-- Counts its runs.
-- KEYS: the count. ARGV: 1 if it is to fail afterwards.
-- Returns the count.
local runs = redis.call('INCR', KEYS[1])
if ARGV[1] == '1' then
  return redis.error_reply('refused')
end
return runs
