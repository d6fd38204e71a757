// Search as you type; without a question, what is newest.

import { get, post } from "./api.js";
import { count, empty, field, h, input, select } from "./dom.js";
import { card, link, listing, refusal, section } from "./parts.js";
import { mark, past, whose } from "./route.js";
import { first } from "./who.js";

const PAUSE = 200; // milliseconds of silence before a question is asked
const NOTES = ["semantic", "episodic", "procedural", "summary", "core"];
const KINDS = [["", "everything"], ["message", "messages"], ["note", "all notes"], ...NOTES.map((one) => [one, one])];
const ROLES = [["", "anybody"], ...["user", "assistant", "system", "developer", "tool"].map((one) => [one, one])];
const FILTERS = ["kind", "role", "session", "after", "before"];

export default async function search({ params, signal }) {
  const form = asking(params);
  const status = h("p", { class: "hint", role: "status", "aria-live": "polite" });
  const found = h("div", {});
  let latest = new AbortController();
  let waits;

  const run = async () => {
    latest.abort(); // an answer to what was asked before is of no use
    latest = new AbortController();
    const mine = latest.signal;
    const asked = Object.fromEntries(new FormData(form));
    mark(asked);
    const shown = await answered(asked, params, mine).catch((error) => (mine.aborted ? null : [refusal(error), ""]));
    if (mine.aborted || signal.aborted) return;
    found.replaceChildren(...[shown[0]].flat());
    status.textContent = shown[1];
  };
  form.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(run, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waits);
    run();
  });
  signal.addEventListener("abort", () => {
    clearTimeout(waits);
    latest.abort();
  });
  await run();
  return [h("h1", {}, "Search"), form, status, found];
}

function asking(params) {
  const value = (name) => params.get(name);
  const set = FILTERS.some(value);
  return h("form", { role: "search" },
    field("Question or words",
      input("q", { type: "search", value: value("q"), "data-first": true, placeholder: "Where do I live?" })),
    h("details", { open: set },
      h("summary", {}, "Filters"),
      h("div", { class: "row" },
        field("Kind", select("kind", KINDS, value("kind"))),
        field("Said by", select("role", ROLES, value("role"))),
        field("Conversation", input("session", { value: value("session") })),
        field("From", input("after", { type: "date", value: value("after") })),
        field("Before", input("before", { type: "date", value: value("before") })))));
}

/** What to show, and a word on it. */
async function answered(asked, params, signal) {
  const { q, kind, role, session, after, before } = asked;
  if (!q.trim()) return [await newest(asked, params, signal), ""];
  const given = Object.entries({ kind, role, session_id: session, after, before }).filter(([, value]) => value);
  const { hits, degraded } = await post("v1/search", {
    query: q, ...whose(params), ...past(params), limit: 30, explain: true, where: Object.fromEntries(given),
  }, signal);
  const missing = degraded.length ? ` Could not be asked: ${degraded.join(", ")}.` : "";
  if (!hits.length) return [empty("Nothing fits. Try other words, or fewer filters."), `Nothing was found.${missing}`];
  const found = `${count(hits.length, "memory", "memories")} found, the best first.${missing}`;
  return [h("ol", { class: "cards" }, hits.map(hit)), found];
}

function hit(one) {
  const bar = h("meter", { min: 0, max: 1, value: one.relevance, "aria-hidden": "true" });
  const held = `Held back from models: it reads like an instruction (${one.suspect.join(", ")}).`;
  return card(one.record,
    one.suspect.length > 0 && h("p", { class: "held" }, held),
    h("details", { class: "why" },
      h("summary", {}, bar, `${Math.round(one.relevance * 100)} % relevant: why`),
      h("ul", {}, one.why.map((reason) => h("li", {}, reason)),
        h("li", { class: "hint" }, `score ${one.score.toFixed(3)}`))));
}

/** The newest notes and messages that the filters let through. */
async function newest({ kind, role, session, after, before }, params, signal) {
  const base = { ...whose(params), ...past(params), after, before, limit: 20 };
  const said = !NOTES.includes(kind) && kind !== "note";
  const learned = kind !== "message" && !role && !session;
  const read = (path, more) => (cursor) => get(path, { ...base, ...more, cursor }, signal);
  const exact = NOTES.includes(kind) ? kind : "";
  const notes = learned && await listing(read("v1/notes", { kind: exact }), (one) => card(one));
  const messages = said && await listing(read("v1/messages", { role, session_id: session }), (one) => card(one));
  if (!notes?.length && !messages?.length) {
    const narrowed = kind || role || session || after || before || params.get("as_of");
    return narrowed ? empty("Nothing passes these filters.") : first(params.get("user") ?? undefined);
  }
  return [
    notes?.length ? section("Newest notes", notes) : "",
    messages?.length ? section("Newest messages", messages, h("p", {}, link("sessions", {}, "All conversations"))) : "",
  ];
}
