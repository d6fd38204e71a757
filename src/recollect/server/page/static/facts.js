// What holds now under a key, what contradicts, and what is pinned.

import { every, get } from "./api.js";
import { empty, h, plain, table, when, words } from "./dom.js";
import { cards, link, section } from "./parts.js";
import { past, whose } from "./route.js";

export default async function facts({ params, signal }) {
  const asked = { ...whose(params), ...past(params) };
  const [notes, conflicts, pins] = await Promise.all([
    every("v1/notes", asked, signal),
    get("v1/conflicts", asked, signal),
    params.get("as_of") ? { items: [] } : get("v1/pins", whose(params), signal),
  ]);
  const kept = notes.items.filter((one) => one.key && one.value !== null)
    .sort((one, other) => one.key.localeCompare(other.key));
  return [
    h("h1", {}, "Facts"),
    kept.length ? table("Facts", ["Key", "Value", "Since", "Kind"], kept.map(row))
      : empty("No fact has a key yet. Facts come from what is said (“I live in Porto”), or are set by a program."),
    section("Contradictions", h("p", { class: "hint" }, "Two notes that cannot both hold. Delete one, or edit it."),
      conflicts.items.length ? conflicts.items.map((pair) => cards(pair)) : empty("There are none.")),
    params.get("as_of") ? "" : section("Pinned", h("p", { class: "hint" }, "Kept whatever policies and expiries say."),
      cards(pins.items, empty("Nothing is pinned. Open a record to pin it."))),
  ];
}

function row(note) {
  return [
    link("record", { id: note.id }, words(note.key, 120)), words(plain(note.value), 300),
    when(note.valid_from ?? note.learned_at), note.kind,
  ];
}
