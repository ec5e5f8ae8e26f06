-- Looks keys up, in a cluster keys of one slot.
-- KEYS: for each key its hash. ARGV: for each key its field.
-- Returns for each key the milliseconds until it expires and its value, or 0 and nothing if it is unknown or expired; or the
-- error with which Redis refuses to read. What exists with another type is unknown.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for i, hash in ipairs(KEYS) do
  local value = redis.pcall('HGET', hash, ARGV[i])
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
    return value
  end
  local left = type(value) == 'string' and #value >= 6 and struct.unpack('>I6', value) - now or 0
  found[2 * i - 1] = math.max(left, 0)
  found[2 * i] = left > 0 and string.sub(value, 7)
end
return found
