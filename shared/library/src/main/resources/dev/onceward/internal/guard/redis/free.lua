-- Deletes the entries of tokens whose operations do not run any more.
-- KEYS: the entries. ARGV: for each the token.
-- Returns for each 1 if it was deleted, or 0, or an error for what is no entry.
local function free(key, token)
  local found = redis.pcall('GET', key)
  if type(found) == 'table' then
    return found
  end
  if found then
    local state, other = string.match(found, '^(%a+) (%S+) ')
    if state == 'processing' and other == token then
      return redis.call('DEL', key)
    end
  end
  return 0
end

local results = {}
for i, key in ipairs(KEYS) do
  results[i] = free(key, ARGV[i])
end
return results
