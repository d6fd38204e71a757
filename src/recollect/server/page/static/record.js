// One record: the words, what is known about them, where they come from, and what became of them.

import { actions } from "./actions.js";
import { every, get, record as at } from "./api.js";
import { empty, facts, h, plain, when, words } from "./dom.js";
import { cards, link, section, speaker } from "./parts.js";
import { past, whose } from "./route.js";

const COMPARED = ["text", "value", "kind", "importance", "confidence", "valid_from", "valid_to", "metadata"];

export default async function record({ params, signal }) {
  const id = params.get("id") ?? "";
  const asked = { ...whose(params), ...past(params) };
  const one = await get(at(id), asked, signal);
  const shown = one.type === "note" ? await aboutNote(id, asked, signal) : await aboutMessage(one, asked, signal);
  return [
    h("h1", {}, one.type === "note" ? `A note (${one.kind})` : `A message (${one.role})`),
    one.type === "note" && !one.open && h("p", { class: "then" }, "This note has ended ", when(one.closed_at), "."),
    h("div", { class: "text", tabindex: "0", dir: "auto", role: "region", "aria-label": "The words" },
      one.text ?? one.content),
    params.get("as_of") ? "" : await actions(one, shown.alone, params, signal),
    ...shown.parts,
    section("About it", known(one)),
  ].filter(Boolean);
}

function known(one) {
  const said = one.type === "message";
  const turn = { session: one.session_id, id: said ? one.id : null };
  const session = one.session_id && link("session", turn, words(one.session_id, 200));
  const triple = one.subject && one.relation && [link("relations", { entity: one.subject }, one.subject),
    ` ${one.relation.toLowerCase().replaceAll("_", " ")} `, link("relations", { entity: one.object }, one.object)];
  const kept = Object.keys(one.metadata).length > 0;
  const metadata = kept ? h("pre", { tabindex: "0" }, JSON.stringify(one.metadata, null, 2)) : null;
  return facts([
    ["Said by", said ? speaker(one) : null], ["Kind", said ? null : one.kind],
    ["Said", when(said ? one.at : one.learned_at)], ["Conversation", session],
    ["Key", one.key], ["Value", one.value === null || said ? null : plain(one.value)], ["Relation", triple],
    ["True from", when(one.valid_from)], ["True until", when(one.valid_to)], ["Ended", when(one.closed_at)],
    ["Stored", when(one.recorded_at)],
    ["Said again", one.seen > 1 ? [`${one.seen} times, last `, when(one.last_seen)] : null],
    ["Importance", said ? null : one.importance.toFixed(2)], ["Confidence", said ? null : one.confidence.toFixed(2)],
    ["Trust", said ? null : one.trust.toFixed(2)], ["User", one.user_id], ["Agent", one.agent_id],
    ["Metadata", metadata], ["Id", h("code", {}, one.id)],
  ]);
}

async function aboutNote(id, asked, signal) {
  const [why, history] = await Promise.all(["/why", "/history"].map((rest) => get(at(id, rest), asked, signal)));
  const maker = why.rule ? "by the rule " : why.model ? "by the model " : "by hand";
  const parts = [
    section("Why it is known",
      h("p", {}, "Taken ", maker, h("code", {}, why.rule ?? why.model ?? ""), `; ${Math.round(why.confidence * 100)} % sure.`),
      cards(why.messages, h("p", { class: "hint" }, "No message stands behind it: it was set or edited."))),
    why.replaces && section("It took the place of", cards([why.replaces])),
    why.replaced_by && section("It was replaced by", cards([why.replaced_by])),
    section("History", h("ol", { class: "cards" },
      history.items.map((one, place) => version(one, history.items[place - 1], id)))),
  ];
  return { parts };
}

function version(one, before, id) {
  return h("li", { class: "card" },
    h("p", { class: "about" },
      one.id === id ? h("strong", {}, when(one.learned_at), " this version")
        : link("record", { id: one.id }, when(one.learned_at)),
      one.open ? h("span", {}, "holds") : h("span", {}, "ended ", when(one.closed_at))),
    before ? h("ul", { class: "changed" }, changed(before, one)) : h("p", {}, words(one.text)));
}

/** What one version has otherwise than the one before it. */
function changed(old, now) {
  const other = COMPARED.filter((name) => plain(old[name]) !== plain(now[name]));
  const made = other.map((name) => h("li", {}, `${name.replaceAll("_", " ")}: `,
    spelled("del", name, old[name]), " → ", spelled("ins", name, now[name])));
  return made.length ? made : [h("li", {}, "the same words again: ", words(now.text))];
}

function spelled(tag, name, value) {
  const shown = value === null ? "nothing" : name.startsWith("valid") ? when(value) : words(plain(value), 300);
  return h(tag, { dir: "auto" }, shown);
}

async function aboutMessage(one, asked, signal) {
  const owned = one.user_id || one.agent_id;
  const { items: notes, next } = owned ? await every("v1/notes", { ...asked, closed: true }, signal) : { items: [] };
  const learned = notes.filter((note) => note.sources.includes(one.id));
  const replaced = learned.map((note) => notes.find((old) => old.id === note.replaces)).filter(Boolean);
  const parts = [
    section("Learned from it", cards(learned, empty("No note rests on these words."))),
    replaced.length > 0 && section("What that ended", cards(replaced)),
  ];
  return { parts, alone: { notes: learned.filter((note) => note.sources.length === 1), all: !next } };
}
