-- Remembers keys, in a cluster keys of one slot. A key is a field in the hash of its bucket, because a small hash takes a
-- third of the memory of single keys. Fields have no time to live of their own in Redis 7.0, so a value begins with the
-- time at which it expires: six bytes, milliseconds of Redis' clock.
-- KEYS: for each key its hash. ARGV: how long a hash is kept after the last change, which is at least as long as any of its
-- values; then for each key its field, its own time to live, both times in milliseconds, and its value.
-- Returns how many keys there were, or the error with which Redis refuses to write. A key that exists with another type is
-- left alone and stays unknown.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Reads a small hash as a whole, and of a large one 256 fields by chance, so that no call takes long.
local function forget_expired(hash)
  local all = redis.call('HLEN', hash) <= 1024 and redis.call('HGETALL', hash)
    or redis.call('HRANDFIELD', hash, 256, 'WITHVALUES')
  for i = 1, #all, 2 do
    if #all[i + 1] < 6 or struct.unpack('>I6', all[i + 1]) <= now then
      redis.call('HDEL', hash, all[i])
    end
  end
end

for i, hash in ipairs(KEYS) do
  local field, ttl, value = ARGV[3 * i - 1], ARGV[3 * i], ARGV[3 * i + 1]
  local set = redis.pcall('HSET', hash, field, struct.pack('>I6', now + ttl) .. value)
  if type(set) == 'number' then
    redis.call('PEXPIRE', hash, ARGV[1])
    -- About every thirty-second time. The microsecond decides, so that it does not depend on the keys.
    if (time[2] + i) % 32 == 0 then
      forget_expired(hash)
    end
  elseif not string.find(set.err, 'WRONGTYPE', 1, true) then
    return set
  end
end
return #KEYS
