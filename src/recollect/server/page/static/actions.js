// What can be done with a record. Afterwards the page tells what the server says was done.

import { ask, get, post, record as at } from "./api.js";
import { count, field, h, input, plain, select, words } from "./dom.js";
import { act, asked, cards, mention, removed, tell } from "./parts.js";
import { go, whose } from "./route.js";

const KINDS = ["semantic", "episodic", "procedural", "summary", "core"].map((one) => [one, one]);

/** The buttons of a record; `alone` are the notes that go with it when it is deleted. */
export async function actions(one, alone, params, signal) {
  const owned = one.user_id || one.agent_id;
  const named = owned ? whose(params) : {};
  const pins = owned ? await get("v1/pins", named, signal) : { items: [] };
  const pinned = pins.items.some((pin) => pin.id === one.id);
  const note = one.type === "note";
  return h("div", { class: "buttons", role: "group", "aria-label": "What to do with it" },
    note && one.open && button("Edit", () => edit(one, named)),
    owned && (pinned ? button("Unpin", () => pin("DELETE", one, named)) : button("Pin", () => pin("PUT", one, named))),
    owned && button("Set an end", () => expire(one, named)),
    note && button("Undo the last change", () => undo(one, named)),
    button("Delete", () => remove(one, alone, named), "danger"));
}

/** A button that does something. */
export function button(label, work, look = "plain") {
  const made = h("button", { class: look, onclick: () => act(made, work) }, label);
  return made;
}

async function edit(one, named) {
  const text = h("textarea", { name: "text", rows: 5, dir: "auto", required: true }, one.text);
  const value = one.value === null ? null : h("textarea", { name: "value", rows: 2, dir: "auto" }, plain(one.value));
  const importance = input("importance", { type: "number", min: 0, max: 1, step: "any", value: one.importance });
  const form = await asked("Edit the note", { label: "Keep as a new version" },
    h("p", { class: "hint" }, `The old version stays in its history.${value ? " The words follow the value." : ""}`),
    value ? field("Value", value) : field("Words", text),
    h("div", { class: "row" },
      field("Kind", select("kind", KINDS, one.kind)), field("Importance, 0 to 1", importance)));
  if (!form) return;
  const given = new FormData(form);
  const edits = {
    ...(!value && given.get("text") !== one.text && { text: given.get("text") }),
    ...(value && given.get("value") !== plain(one.value) && { value: meant(given.get("value"), one.value) }),
    ...(given.get("kind") !== one.kind && { kind: given.get("kind") }),
    ...(Number(given.get("importance")) !== one.importance && { importance: Number(given.get("importance")) }),
  };
  if (!Object.keys(edits).length) return mention(h("p", {}, "Nothing was changed."));
  const made = await ask("PATCH", at(one.id), {
    body: { ...edits, ...named }, headers: { "If-Match": `"${encodeURIComponent(one.id)}"` },
  });
  tell(h("p", {}, "Kept as a new version: ", words(made.text)));
  go("record", { id: made.id });
}

/** A value as it was typed: text stays text, anything else is JSON. */
function meant(typed, before) {
  if (typeof before === "string") return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

async function pin(method, one, named) {
  const kept = await ask(method, at(one.id, "/pin"), { query: named });
  tell(h("p", {}, method === "PUT" ? "Pinned: " : "No longer pinned: ", words(kept.text ?? kept.content, 200)));
  again();
}

async function expire(one, named) {
  const day = input("at", { type: "datetime-local" });
  const form = await asked("When does it end?", { label: "Set it" },
    h("p", {}, "From then on nothing shows it. It is removed for good when the memory is pruned."),
    field("How", select("how", [["at", "at this moment"], ["now", "now"], ["never", "never: lift its end"]], "at")),
    field("Moment (UTC)", day, "for “at this moment”"));
  if (!form) return;
  const how = new FormData(form).get("how");
  const end = how === "never" ? { never: true } : how === "at" && day.value ? { at: `${day.value}:00Z` } : {};
  if (how === "at" && !day.value) return mention(h("p", {}, "Nothing was done: no moment was named."));
  const kept = await post(at(one.id, "/expire"), { ...named, ...end });
  const said = { now: "Ended: ", at: `Ends at ${day.value.replace("T", " ")}: `, never: "Has no end: " }[how];
  tell(h("p", {}, said, words(kept.text ?? kept.content, 200)));
  if (how === "now") go("search", { id: null });
  else again();
}

async function undo(one, named) {
  const sure = await asked("Undo the last change?", { label: "Undo it" },
    h("p", {}, one.open ? "This note is closed, and what it replaced stands again. " : "It stands again as a new version. ",
      "Nothing is removed."));
  if (!sure) return;
  const done = await post(at(one.id, "/undo"), named);
  tell(h("p", {}, done.closed && ["Closed: ", words(done.closed.text, 200), " "],
    done.restored.length > 0 && `Stands again: ${count(done.restored.length, "note")}.`),
  cards(done.restored));
  const next = done.restored[0]?.id ?? one.id;
  if (next === one.id) again();
  else go("record", { id: next });
}

/** Delete a record, once that was said to be meant; then go elsewhere. */
export async function remove(one, alone, named, then = () => leave(one)) {
  const sure = await asked("Delete it?", { label: "Delete", danger: true },
    h("blockquote", {}, words(one.text ?? one.content, 300)),
    one.type === "message" ? goesWith(alone)
      : h("p", {}, "This version of the note goes, from the records and every index. ",
        "Other versions, and the messages that it came from, stay."),
    h("p", {}, "This cannot be undone."));
  if (!sure) return;
  const receipt = await ask("DELETE", at(one.id), { query: named });
  tell(h("p", {}, removed(receipt)));
  then();
}

/** Go where the record was one of several. */
function leave(one) {
  const loose = !one.user_id && !one.agent_id;
  go(loose ? "session" : "search", loose ? { session: one.session_id } : {});
}

function goesWith({ notes, all }) {
  const many = `${all ? "" : "at least "}${count(notes.length, "note")}`;
  return [
    h("p", {}, "The message goes, from the records and every index."),
    notes.length ? [h("p", {}, `With it ${many} learned from it alone:`), cards(notes)]
      : h("p", {}, "No note rests on it alone."),
  ];
}

/** Read the view anew. */
export function again() {
  dispatchEvent(new HashChangeEvent("hashchange"));
}
