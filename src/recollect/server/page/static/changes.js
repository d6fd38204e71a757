// What changed between two days: replaced, learned, ended, said.

import { get } from "./api.js";
import { count, empty, field, h, input, when } from "./dom.js";
import { cards, link, section } from "./parts.js";
import { go, whose } from "./route.js";

const DAYS = 30;

export default async function changes({ params, signal }) {
  const since = params.get("since") ?? day(-DAYS);
  const until = params.get("until") ?? "";
  const form = h("form", { class: "row" },
    field("Since", input("since", { type: "date", value: since, required: true })),
    field("Until, or now", input("until", { type: "date", value: until })),
    h("button", { class: "primary" }, "Show"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("changes", Object.fromEntries(new FormData(form)));
  });
  const { replaced, learned, closed, said } = await get("v1/diff", { ...whose(params), since, until }, signal);
  const none = !replaced.length && !learned.length && !closed.length && !said.length;
  return [
    h("h1", {}, "Changes"), form,
    none ? empty("Nothing changed in that time.") : "",
    replaced.length ? section("Replaced", h("ul", { class: "cards" }, replaced.map(pair))) : "",
    closed.length ? section("Ended", cards(closed)) : "",
    learned.length ? section("Learned", cards(learned)) : "",
    said.length ? section("Said", h("p", {}, link("search", { kind: "message", after: since, before: until },
      count(said.length, "message")))) : "",
  ];
}

function pair([old, now]) {
  return h("li", { class: "card" },
    h("p", {}, h("del", { dir: "auto" }, link("record", { id: old.id }, old.text))),
    h("p", {}, h("ins", { dir: "auto" }, link("record", { id: now.id }, now.text))),
    h("p", { class: "about" }, h("span", { class: "badge" }, now.kind), when(now.learned_at)));
}

function day(distance) {
  return new Date(Date.now() + distance * 86400000).toISOString().slice(0, 10);
}
