-- Deletes the entry of a token whose operation does not run any more.
-- KEYS: the entry. ARGV: the token.
-- Returns 1 if it was deleted, or 0.
local found = redis.call('GET', KEYS[1])
if found then
  local state, other = string.match(found, '^(%a+) (%S+) ')
  if state == 'processing' and other == ARGV[1] then
    return redis.call('DEL', KEYS[1])
  end
end
return 0
