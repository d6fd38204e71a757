// What would the model see: the exact text, its tokens, and the records behind its marks.

import { get, post, record } from "./api.js";
import { count, empty, field, h, input, number, table, when, words } from "./dom.js";
import { cards, link, section } from "./parts.js";
import { go, past, whose } from "./route.js";

const BUDGET = "1000";

export default async function context({ params, signal }) {
  const [query, budget, held] = [params.get("q") ?? "", params.get("budget") ?? BUDGET, params.get("held") === "1"];
  const form = h("form", { role: "search" },
    field("Question", input("q", { value: query, required: true, "data-first": true, placeholder: "What should I cook tonight?" })),
    h("div", { class: "row" },
      field("Budget in tokens", input("budget", { type: "number", min: 1, max: 100000, value: budget, required: true })),
      h("label", { class: "check" }, input("held", { type: "checkbox", value: "1", checked: held }), "also what is held back"),
      h("button", { class: "primary" }, "Show it")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("context", { held: null, ...Object.fromEntries(new FormData(form)) });
  });
  const title = h("h1", {}, "What the model sees");
  if (!query) return [title, form, empty("Ask as the user would, and see what recollect would put before the model.")];
  const asked = { ...whose(params), ...past(params) };
  const made = await post("v1/context", { query, budget: Number(budget), quarantined: held, ...asked }, signal);
  const back = await Promise.all(made.held_back.map((id) => get(record(id), asked, signal)));
  return [title, form, ...shown(made, back)];
}

function shown({ text, tokens, budget, hits, citations, degraded }, back) {
  const found = new Map(hits.map((hit) => [hit.id, hit.text]));
  return [
    h("p", { class: "hint", role: "status" }, `${count(tokens, "token")} of ${number(budget)}.`,
      degraded.length > 0 && ` Could not be asked: ${degraded.join(", ")}.`),
    text ? h("pre", { class: "context", tabindex: "0", dir: "auto", role: "region", "aria-label": "The context" },
      cited(text, citations))
      : empty("Nothing: no memory is relevant enough to be shown for this question."),
    back.length > 0 && section("Held back",
      h("p", { class: "hint" }, "This would have been shown, but reads like an instruction of others to the model. ",
        link("held", {}, "Decide about it")),
      cards(back)),
    citations.length > 0 && section("Where it comes from", table("Citations", ["Mark", "Words", "Said", "Conversation"],
      citations.map((one) => [
        one.mark, link("record", { id: one.id }, words(found.get(one.id) ?? one.id, 120)), when(one.at),
        one.session_id && link("session", { session: one.session_id }, words(one.session_id, 60)),
      ]))),
  ].filter(Boolean);
}

/** The text, with links at its marks: they begin a line, where remembered words cannot stand. */
function cited(text, citations) {
  const known = new Map(citations.map((one) => [one.mark.replace(/^\[|\]$/g, ""), one.id]));
  return text.split(/(^\[[^\]\n]+\])/m).map((piece) => {
    const id = known.get(piece.slice(1, -1));
    return id && piece.startsWith("[") ? link("record", { id }, piece) : piece;
  });
}
