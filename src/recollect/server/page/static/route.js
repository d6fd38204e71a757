// Where we are, such as `#/search?user=dana&q=tea`. What stands behind # never reaches a server.

const CARRIED = ["user", "agent", "as_of"];

/** The view and its parameters. */
export function here() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { view: path, params: new URLSearchParams(query) };
}

/** The address of a view. Whose memory it is, and as of when, goes along unless it is said anew. */
export function to(view, more = {}) {
  const { params } = here();
  const kept = CARRIED.map((name) => [name, params.get(name)]);
  return address(view, { ...Object.fromEntries(kept), ...more });
}

/** Go there. */
export function go(view, more) {
  location.hash = to(view, more);
}

/** Say in the address what is shown now, without a step for the back button. */
export function mark(more) {
  const { view, params } = here();
  const all = { ...Object.fromEntries(params), ...more };
  history.replaceState(null, "", address(view, all));
}

function address(view, values) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given).toString();
  return `#/${view}${query && `?${query}`}`;
}

/** Whose memory is meant, as the API names it. */
export function whose(params) {
  const user_id = params.get("user") ?? undefined;
  const agent_id = params.get("agent") ?? undefined;
  return { ...(user_id && { user_id }), ...(agent_id && { agent_id }) };
}

/** The moment that is asked about: a day with all that was said on it. */
export function past(params) {
  const day = params.get("as_of");
  if (!day) return {};
  const next = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(next.getTime())) return { as_of: day }; // the server says what is wrong with it
  next.setUTCDate(next.getUTCDate() + 1);
  return { as_of: next.toISOString() };
}
