-- Renews a lease by its token. An entry that Redis has lost is written again, because nobody else has the key.
-- KEYS: the entry. ARGV: the token; the fingerprint; the lease; how long Redis keeps the entry.
-- Returns 1, or 0 if another token has the key.
local token, fingerprint, lease, kept = unpack(ARGV)
local found = redis.call('GET', KEYS[1])
if found then
  local state, other = string.match(found, '^(%a+) (%S+) ')
  if other ~= token then
    return 0
  end
  if state ~= 'processing' and state ~= 'held' then
    return 1
  end
end
local time = redis.call('TIME')
local ends = time[1] * 1000 + math.floor(time[2] / 1000) + lease
redis.call('SET', KEYS[1], string.format('processing %s %s %.0f ', token, fingerprint, ends), 'PX', kept)
return 1
