-- wrk: post the lines of a file, one after the other; tell the figures as JSON.
-- Arguments: the file, a token or "-", the number of the first line.
local bodies, at, counts = {}, 0, {}

function init(args)
  for line in io.lines(args[1]) do bodies[#bodies + 1] = line end
  at = tonumber(args[3] or "0")
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  if args[2] ~= "-" then wrk.headers["Authorization"] = "Bearer " .. args[2] end
end

function request()
  at = at % #bodies + 1
  return wrk.format(nil, nil, nil, bodies[at])
end

function done(summary, latency)
  local wrong = summary.errors
  io.write(string.format(
    'FIGURES {"p50": %.3f, "p99": %.3f, "requests": %d, "seconds": %.4f, "refused": %d, "broken": %d}\n',
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, summary.requests,
    summary.duration / 1e6, wrong.status, wrong.connect + wrong.read + wrong.write + wrong.timeout))
end
