// What is held back from models: read it, and let it through, keep it back or delete it.

import { every, get, post, record as at } from "./api.js";
import { again, button, remove } from "./actions.js";
import { empty, h, when, words } from "./dom.js";
import { asked, card, listing, section, tell } from "./parts.js";
import { whose } from "./route.js";

const AT_ONCE = 20;

export default async function held({ params, signal }) {
  const named = whose(params);
  const read = (more) => (cursor) => get("v1/held", { ...named, ...more, limit: AT_ONCE, cursor }, signal);
  const shown = (one) => inbox(one, named);
  const [waiting, released] = await Promise.all([
    listing(read({}), shown, empty("Nothing is held back.")),
    listing(read({ released: true }), shown, empty("Nothing was released.")),
  ]);
  return [
    h("h1", {}, "Held back"),
    h("p", { class: "hint" }, "Texts of others that read like an instruction to a model. Search finds them; no model is ",
      "shown them until somebody who has read them lets them through."),
    ...waiting,
    section("Released", h("p", { class: "hint" }, "Models are shown this, as a quotation."), released),
  ];
}

function inbox({ record, rules, released, decided_at, decided_by }, named) {
  return card(record,
    h("p", { class: "held" }, `It reads like an instruction: ${rules.join(", ")}.`),
    decided_at && h("p", { class: "hint" }, released ? "Released" : "Kept back",
      decided_by && [" by ", words(decided_by, 80)], ", ", when(decided_at)),
    h("div", { class: "buttons", role: "group", "aria-label": "What to do with it" },
      !released && button("Release", () => release(record, named)),
      (released || !decided_at) && button(released ? "Hold it back again" : "Keep it back", () => hold(record, named)),
      button("Delete", () => drop(record, named), "danger")));
}

async function release(one, named) {
  const sure = await asked("Let models see it?", { label: "Release it" },
    h("blockquote", { class: "long", tabindex: "0" }, words(said(one), 5000)),
    h("p", {}, "From now on contexts show it, as a quotation, with the notes that rest on it alone. ",
      "Who released it is kept, and it can be held back again."));
  if (!sure) return;
  await post(at(one.id, "/release"), named);
  tell(h("p", {}, "Released: ", words(said(one), 200)));
  again();
}

async function hold(one, named) {
  await post(at(one.id, "/hold"), named);
  tell(h("p", {}, "Held back: ", words(said(one), 200)));
  again();
}

async function drop(one, named) {
  const { items, next } = await every("v1/notes", { ...named, closed: true });
  const notes = items.filter((note) => note.sources.length === 1 && note.sources[0] === one.id);
  await remove(one, { notes, all: !next }, named, again);
}

function said(one) {
  return one.text ?? one.content;
}
