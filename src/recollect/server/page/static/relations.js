// Who is related to whom: one name and what is around it, as a picture and as a table.

import { get } from "./api.js";
import { count, empty, field, h, input, select, table, when, words } from "./dom.js";
import { drawing } from "./graph.js";
import { link, section } from "./parts.js";
import { go, past, whose } from "./route.js";

export default async function relations({ params, signal }) {
  const asked = { ...whose(params), ...past(params) };
  const { items } = await get("v1/entities", { ...asked, limit: 500 }, signal);
  const [entity, hops] = [params.get("entity") ?? "", params.get("hops") ?? "1"];
  const form = h("form", { class: "row" },
    field("Name", input("entity", { value: entity, list: "names", required: true })),
    field("How far", select("hops", [["1", "next to it"], ["2", "two steps"]], hops)),
    h("button", { class: "primary" }, "Show"),
    h("datalist", { id: "names" }, items.map((one) => h("option", { value: one.name }))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("relations", Object.fromEntries(new FormData(form)));
  });
  const found = entity ? await get("v1/related", { ...asked, entity, hops, limit: 60 }, signal) : null;
  return [h("h1", {}, "Relations"), form, found ? around(found.items, entity, hops, items) : everybody(items)].flat();
}

function around(edges, entity, hops, entities) {
  if (!edges.length) return [empty("Nothing is known to be related to that name.")];
  const called = new Map(entities.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((each) => [each.toLowerCase(), name])));
  const main = (name) => called.get(name.toLowerCase()) ?? name;
  const drawn = edges.map((one) => ({ ...one, subject: main(one.subject), object: main(one.object) }));
  const label = "Picture of the relations";
  const picture = h("div", { class: "scroll picture", tabindex: "0", role: "region", "aria-label": label },
    drawing(main(entity), drawn, (name) => ({ entity: name, hops })));
  requestAnimationFrame(() => picture.scrollTo((picture.scrollWidth - picture.clientWidth) / 2, 0));
  return [
    picture,
    section("The same as a table", table("Relations", ["Who", "How", "To whom", "Since", "Steps", "Said"],
      edges.map((one) => [
        named(one.subject, hops), one.relation.toLowerCase().replaceAll("_", " "), named(one.object, hops),
        when(one.note.valid_from ?? one.note.learned_at), String(one.hops),
        link("record", { id: one.note.id }, words(one.note.text, 200)),
      ]))),
  ];
}

function everybody(entities) {
  if (!entities.length) {
    return [empty("No relations are known yet. They come from what is said (“Ana manages Project Alpha”), or are kept by a program.")];
  }
  return [table("Names", ["Name", "Also called", "Related to"], entities.map((one) => [
    named(one.name, "1"), one.aliases.join(", "), count(one.edges, "relation"),
  ]))];
}

function named(name, hops) {
  return link("relations", { entity: name, hops }, words(name, 120));
}
