-- Renews leases by their tokens. An entry that Redis has lost is written again, because nobody else has the key.
-- KEYS: the entries. ARGV: for each the token; the fingerprint; the lease; how long Redis keeps the entry.
-- Returns for each 1, or 0 if another token has the key, or an error for what is no entry.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function renew(key, token, fingerprint, lease, kept)
  local found = redis.pcall('GET', key)
  if type(found) == 'table' then
    return found
  end
  if found then
    local state, other = string.match(found, '^(%a+) (%S+) ')
    if other ~= token then
      return 0
    end
    if state ~= 'processing' and state ~= 'held' then
      return 1
    end
  end
  redis.call('SET', key, string.format('processing %s %s %.0f ', token, fingerprint, now + lease), 'PX', kept)
  return 1
end

local results = {}
for i, key in ipairs(KEYS) do
  results[i] = renew(key, unpack(ARGV, 4 * i - 3, 4 * i))
end
return results
