"""What the server does in one step: a commit, adding a few vectors to a set, and telling a process
what it has not seen.

The keys of a memory, after its prefix: `meta` (how many commits and changes there were), `owners`
(their names), `models` (their sizes and names), `counts` (of vectors), `feed` (which owner each
change is of), `moments`, `batches`, `ids`; of each owner `info`, `records` (by number), `log` (the
commit that each number changed in last), `feed`, `turns`, `cursors`, and of each model `v:` (the
vectors in rows, by number) and, where the server has vector sets, `g:` (one of those with high
numbers) and `w:` (the numbers that wait to be added to it). `info` has the version, the next
number, the counts of messages, notes and vectors (`v:`, and `h:` of those with high numbers),
when a model's vectors began (`b:`), and when the owner did (`begun`): a copy that is older than
that is read anew, since nothing says what an erasure took.
"""

from __future__ import annotations

COMMIT = """
local root, place = KEYS[1], 0
local function take() place = place + 1; return ARGV[place] end
local function whole() return tonumber(take()) end
local function digits(number) return string.format('%.0f', number) end
local function key(owner, what) return root .. owner .. ':' .. what end

local batch, first, graphs = take(), whole(), take() == 'yes'
local done = redis.call('HGET', root .. 'batches', batch)
if done then return {'done', done} end
for _ = 1, whole() do
  local owner, version = take(), take()
  if (redis.call('HGET', key(owner, 'info'), 'version') or '') ~= version then
    return {'clash'}
  end
end
for _ = 1, whole() do
  local model, kept = take(), take()
  if (redis.call('HGET', root .. 'models', model) or '') ~= kept then return {'clash'} end
end

redis.call('HSETNX', root .. 'meta', 'schema', '1')
local tick = digits(redis.call('HINCRBY', root .. 'meta', 'commits', 1))
local base = tonumber(redis.call('HGET', root .. 'meta', 'changes') or '0')
local count, gone = whole(), 0
for number = 1, count do
  local owner, told, seq = take(), take(), digits(base + number)
  redis.call('ZADD', key(owner, 'feed'), seq, seq .. ' ' .. told)
  redis.call('ZADD', root .. 'feed', seq, seq .. ':' .. owner)
end
local last = digits(base + count)
if count > 0 then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
  local before = tonumber(redis.call('HGET', root .. 'meta', 'clock') or '0')
  if now < before then now = before end
  redis.call('HSET', root .. 'meta', 'changes', last, 'clock', digits(now))
  redis.call('ZADD', root .. 'moments', digits(now), string.format('%016.0f', base + count))
end
redis.call('HSET', root .. 'batches', batch, digits(base + 1) .. ' ' .. last)

local function resolved(seq)
  if string.sub(seq, 1, 1) == '+' then return digits(base + tonumber(string.sub(seq, 2))) end
  return seq
end
local function touch(owner, number) redis.call('ZADD', key(owner, 'log'), tick, number) end
local function forgotten(owner, model)
  for _, what in ipairs({'v:', 'g:', 'w:'}) do redis.call('DEL', key(owner, what .. model)) end
end
local function fewer(owner, model, by)
  local info = key(owner, 'info')
  if redis.call('HINCRBY', info, 'v:' .. model, -by) == 0 then
    redis.call('HDEL', info, 'v:' .. model, 'b:' .. model, 'h:' .. model)
    forgotten(owner, model)
  end
  if redis.call('HINCRBY', root .. 'counts', model, -by) == 0 then
    redis.call('HDEL', root .. 'counts', model)
    redis.call('HDEL', root .. 'models', model)
  end
end
local function models(owner)
  local found = {}
  for _, field in ipairs(redis.call('HKEYS', key(owner, 'info'))) do
    if string.sub(field, 1, 2) == 'v:' then found[#found + 1] = string.sub(field, 3) end
  end
  return found
end

local orders = {}
function orders.owner()
  local owner, name = take(), take()
  redis.call('HSET', root .. 'owners', owner, name)
  redis.call('HSETNX', key(owner, 'info'), 'begun', tick)
  redis.call('HSET', key(owner, 'info'), 'version', tick .. ':' .. batch)
end
function orders.record()
  local owner, number, since, till, body = take(), take(), take(), take(), take()
  local kept = resolved(since) .. ',' .. resolved(till) .. ',' .. body
  redis.call('HSET', key(owner, 'records'), number, kept)
  touch(owner, number)
end
function orders.drop()
  local owner, number = take(), take()
  redis.call('HDEL', key(owner, 'records'), number)
  touch(owner, number)
  for _, model in ipairs(models(owner)) do
    local rows = key(owner, 'v:' .. model)
    local kept = redis.call('HGET', root .. 'models', model)
    local width = tonumber(string.match(kept, '^%d+')) + 4
    local start = tonumber(number) * width
    local scale = redis.call('GETRANGE', rows, start, start + 3)
    if scale ~= '' and scale ~= '\\0\\0\\0\\0' then
      redis.call('SETRANGE', rows, start, string.rep('\\0', width))
      if redis.call('EXISTS', key(owner, 'g:' .. model)) == 1 then
        redis.call('VREM', key(owner, 'g:' .. model), number)
      end
      redis.call('SREM', key(owner, 'w:' .. model), number)
      if tonumber(number) > first then
        redis.call('HINCRBY', key(owner, 'info'), 'h:' .. model, -1)
      end
      fewer(owner, model, 1)
      gone = gone + 1
    end
  end
end
function orders.vector()
  local owner, number, model, row = take(), take(), take(), take()
  local rows, start = key(owner, 'v:' .. model), tonumber(number) * #row
  local scale = redis.call('GETRANGE', rows, start, start + 3)
  local high = tonumber(number) > first
  if scale == '' or scale == '\\0\\0\\0\\0' then
    redis.call('HINCRBY', key(owner, 'info'), 'v:' .. model, 1)
    redis.call('HSETNX', key(owner, 'info'), 'b:' .. model, tick)
    redis.call('HINCRBY', root .. 'counts', model, 1)
    if high then redis.call('HINCRBY', key(owner, 'info'), 'h:' .. model, 1) end
  end
  redis.call('SETRANGE', rows, start, row)
  if high and graphs then
    if redis.call('EXISTS', key(owner, 'g:' .. model)) == 1 then
      redis.call('VREM', key(owner, 'g:' .. model), number)
    end
    redis.call('SADD', key(owner, 'w:' .. model), number)
  end
  touch(owner, number)
end
function orders.cursor()
  local owner, name, position = take(), take(), resolved(take())
  redis.call('HSET', key(owner, 'cursors'), name, position)
end
function orders.erase()
  local owner = take()
  for _, model in ipairs(models(owner)) do
    fewer(owner, model, tonumber(redis.call('HGET', key(owner, 'info'), 'v:' .. model)))
  end
  for _, told in ipairs(redis.call('ZRANGE', key(owner, 'feed'), 0, -1)) do
    redis.call('ZREM', root .. 'feed', string.match(told, '^%d+') .. ':' .. owner)
  end
  for _, what in ipairs({'info', 'records', 'log', 'feed', 'turns', 'cursors'}) do
    redis.call('DEL', key(owner, what))
  end
  redis.call('HDEL', root .. 'owners', owner)
end
function orders.forget()
  local model = take()
  for _, owner in ipairs(redis.call('HKEYS', root .. 'owners')) do
    local info = key(owner, 'info')
    if redis.call('HDEL', info, 'v:' .. model, 'b:' .. model, 'h:' .. model) > 0 then
      forgotten(owner, model)
      redis.call('HSET', info, 'version', tick .. ':' .. batch)
    end
  end
  redis.call('HDEL', root .. 'counts', model)
  redis.call('HDEL', root .. 'models', model)
end
function orders.call()
  local words = {}
  for number = 1, whole() do words[number] = take() end
  redis.call(unpack(words))
end
while place < #ARGV do orders[take()]() end
return {'new', last, gone}
"""

GROW = """
local owner, root, model = KEYS[1], KEYS[2], ARGV[1]
local waiting = owner .. 'w:' .. model
local kept = redis.call('HGET', root .. 'models', model)
if not kept then return 0 end
local width = tonumber(string.match(kept, '^%d+')) + 4
for _, number in ipairs(redis.call('SRANDMEMBER', waiting, ARGV[2])) do
  local start, steps = tonumber(number) * width, {}
  local row = redis.call('GETRANGE', owner .. 'v:' .. model, start, start + width - 1)
  for place = 5, #row do
    local step = string.byte(row, place)
    steps[place - 4] = step > 127 and step - 256 or step
  end
  local exact = struct.pack('<' .. string.rep('f', #steps), unpack(steps))
  redis.call('VADD', owner .. 'g:' .. model, 'FP32', exact, number, 'EF', ARGV[3])
  redis.call('SREM', waiting, number)
end
return redis.call('SCARD', waiting)
"""

FOLLOW = """
local owner, root, known = KEYS[1], KEYS[2], ARGV[1]
local version = redis.call('HGET', owner .. 'info', 'version') or ''
local begun = tonumber(redis.call('HGET', owner .. 'info', 'begun') or '0')
local state = 'more'
if version == '' then
  state = 'none'
elseif version == known then
  state = 'same'
elseif known == ''
    or tonumber(string.match(known, '^%d+')) < begun
    or redis.call('HEXISTS', root .. 'batches', string.match(known, ':(.*)')) == 0 then
  state = 'load'
end
local info, numbers, records, vectors = {}, {}, {}, {}
if state == 'more' or state == 'load' then info = redis.call('HGETALL', owner .. 'info') end
if state == 'more' then
  local after = '(' .. string.match(known, '^%d+')
  numbers = redis.call('ZRANGEBYSCORE', owner .. 'log', after, '+inf')
  for place, number in ipairs(numbers) do
    records[place] = redis.call('HGET', owner .. 'records', number)
  end
end
if state == 'more' or state == 'same' then
  for place = 2, #ARGV, 3 do
    local model, begun, most = ARGV[place], ARGV[place + 1], tonumber(ARGV[place + 2])
    local now = redis.call('HGET', owner .. 'info', 'b:' .. model)
    local kept = now and redis.call('HGET', root .. 'models', model)
    local rows = owner .. 'v:' .. model
    if not now then
      vectors[#vectors + 1] = {'gone'}
    elseif now ~= begun then
      local width = tonumber(string.match(kept, '^%d+')) + 4
      local last = most > 0 and most * width - 1 or -1
      vectors[#vectors + 1] = {'all', now, kept, redis.call('GETRANGE', rows, 0, last)}
    else
      local width, some = tonumber(string.match(kept, '^%d+')) + 4, {}
      for number = 1, #numbers do
        local start = tonumber(numbers[number]) * width
        some[number] = redis.call('GETRANGE', rows, start, start + width - 1)
      end
      vectors[#vectors + 1] = {'some', now, kept, some}
    end
  end
end
return {state, version, info, numbers, records, vectors}
"""
