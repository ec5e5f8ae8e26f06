-- Claims keys, or tells who has each. An entry is a state, a token, the fingerprint of the body, the time at which the lease or the
-- entry ends, and an answer or error. Times are milliseconds of Redis' clock.
-- KEYS: the entries. ARGV: for each a new token; the fingerprint; the lease; how long Redis keeps an entry whose operation runs, which
-- is not shorter; 1 if nobody may take over an entry whose lease has ended.
-- Returns for each what was found, the time now, how many milliseconds are left, and the answer or error; for a token of another call
-- that token; for what is no entry an error.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function claim(key, token, fingerprint, lease, kept, hold)
  local mine = string.format('processing %s %s %.0f ', token, fingerprint, now + lease)
  local found = redis.pcall('SET', key, mine, 'NX', 'GET', 'PX', kept)
  if not found then
    return {'granted', now}
  end
  if type(found) == 'table' then
    return found
  end
  local state, other, body, ends, text = string.match(found, '^(%a+) (%S+) (%S+) (%d+) (.*)$')
  if not state then
    return redis.error_reply('the entry is not one of a guard')
  end
  local has_ended = state == 'completed' or state == 'unanswered' or state == 'failed'
  local left = math.max(ends - now, 0)
  if body ~= fingerprint then
    return {has_ended and 'mismatch' or 'competes', now, left, ''}
  end
  if has_ended or state == 'held' then
    return {state, now, left, text}
  end
  if state == 'processing' and left > 0 then
    return {'processing', now, left, other}
  end
  if state == 'processing' and hold == '1' then
    redis.call('SET', key, string.format('held %s %s %s ', other, body, ends), 'PX', kept)
    return {'held', now, 0, ''}
  end
  redis.call('SET', key, mine, 'PX', kept)
  return {'granted', now}
end

local results = {}
for i, key in ipairs(KEYS) do
  results[i] = claim(key, unpack(ARGV, 5 * i - 4, 5 * i))
end
return results
