// The server's API, with the key that was typed in; errors in the server's own words.

const KEY = "recollect.key";

/** What the server did not do, and why. */
export class Refused extends Error {
  constructor(status, { code = "", message = "the server did not answer as expected", hint = "" } = {}) {
    super(message);
    Object.assign(this, { status, code, hint });
  }
}

export const key = {
  get: () => sessionStorage.getItem(KEY),
  set: (value) => sessionStorage.setItem(KEY, value),
  forget: () => sessionStorage.removeItem(KEY),
};

/** Read something. */
export function get(path, query = {}, signal = undefined) {
  return ask("GET", path, { query, signal });
}

/** Send something. */
export function post(path, body, signal = undefined) {
  return ask("POST", path, { body, signal });
}

/** All pages of a list, up to so many items; `next` tells whether there are more. */
export async function every(path, query, signal, most = 5000) {
  const items = [];
  let cursor;
  do {
    const page = await get(path, { ...query, limit: 1000, cursor }, signal);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor && items.length < most);
  return { items, next: cursor };
}

/** The path of a record, or of what there is of it. */
export function record(id, rest = "") {
  return `v1/records/${encodeURIComponent(id)}${rest}`;
}

/** One request. Whoever lacks a key is asked for it: the event is heard by the frame. */
export async function ask(method, path, { query = {}, body, headers = {}, signal } = {}) {
  const url = new URL(path, document.baseURI);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") url.searchParams.append(name, value);
  }
  const sent = { ...headers };
  if (key.get()) sent.Authorization = `Bearer ${key.get()}`;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const answer = await reached(url, { method, headers: sent, signal, body: body && JSON.stringify(body) });
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  const refused = new Refused(answer.status, told.error);
  if (refused.status === 401) dispatchEvent(new CustomEvent("key", { detail: refused }));
  throw refused;
}

async function reached(url, asked) {
  try {
    return await fetch(url, { ...asked, cache: "no-store", credentials: "omit", redirect: "error" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, { message: "The server does not answer.", hint: "Is it still running? Then try again." });
  }
}
