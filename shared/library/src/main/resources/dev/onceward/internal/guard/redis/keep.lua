-- Replaces the entries of tokens by what is kept after the operations have ended. It never replaces the entry of another token.
-- KEYS: the entries. ARGV: for each the token; the fingerprint; the new state; the answer or error; for how many milliseconds it is
-- kept; from when that counts, or nothing for now.
-- Returns for each 1, or 0 if another token has the key, or an error for what is no entry.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function keep(key, token, fingerprint, state, text, kept, since)
  local found = redis.pcall('GET', key)
  if type(found) == 'table' then
    return found
  end
  if found and string.match(found, '^%a+ (%S+) ') ~= token then
    return 0
  end
  local ends = (tonumber(since) or now) + kept
  if ends <= now then
    redis.call('DEL', key)
    return 1
  end
  -- The next call may claim a pending key. Then the token must not change it any more.
  local owner = state == 'pending' and '-' or token
  local entry = string.format('%s %s %s %.0f ', state, owner, fingerprint, ends) .. text
  redis.call('SET', key, entry, 'PXAT', string.format('%.0f', ends))
  return 1
end

local results = {}
for i, key in ipairs(KEYS) do
  results[i] = keep(key, unpack(ARGV, 6 * i - 5, 6 * i))
end
return results
