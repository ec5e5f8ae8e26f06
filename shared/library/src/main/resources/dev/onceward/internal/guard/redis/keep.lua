-- Replaces the entry of a token by what is kept after the operation has ended. It never replaces the entry of another token.
-- KEYS: the entry. ARGV: the token; the fingerprint; the new state; the answer or error; for how many milliseconds it is kept;
-- from when that counts, or nothing for now.
-- Returns 1, or 0 if another token has the key.
local token, fingerprint, state, text, kept, since = unpack(ARGV)
local found = redis.call('GET', KEYS[1])
if found and string.match(found, '^%a+ (%S+) ') ~= token then
  return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ends = (tonumber(since) or now) + kept
if ends <= now then
  redis.call('DEL', KEYS[1])
  return 1
end
-- The next call may claim a pending key. Then the token must not change it any more.
local owner = state == 'pending' and '-' or token
local entry = string.format('%s %s %s %.0f ', state, owner, fingerprint, ends) .. text
redis.call('SET', KEYS[1], entry, 'PXAT', string.format('%.0f', ends))
return 1
