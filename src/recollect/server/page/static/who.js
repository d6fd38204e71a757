// Whose memory: those that the key may see, or a name that is typed in.

import { every } from "./api.js";
import { count, empty, field, h, input, table, words } from "./dom.js";
import { link } from "./parts.js";
import { go } from "./route.js";

export default async function who({ signal }) {
  const { items, next } = await every("v1/owners", {}, signal, 1000);
  return [
    h("h1", {}, "Whose memory?"),
    items.length ? list(items) : first(),
    next && h("p", { class: "hint" }, `The first ${items.length}. Type the name of anybody else.`),
    typed(),
  ];
}

function list(owners) {
  const rows = owners.map(({ owner, messages, notes }) => [
    named(owner), owner.kind, count(messages, "message"), count(notes, "note"),
  ]);
  return table("Who has memory here", ["Name", "Kind", "Said", "Learned"], rows);
}

function named({ kind, id }) {
  const clear = { user: null, agent: null, as_of: null };
  if (kind === "session") return link("session", { ...clear, session: id }, words(id, 120));
  return link("search", { ...clear, [kind]: id }, words(id, 120));
}

function typed() {
  const user = input("user", { spellcheck: "false" });
  const agent = input("agent", { spellcheck: "false" });
  const form = h("form", { class: "row" },
    field("User", user), field("Agent", agent), h("button", { class: "primary" }, "Open"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!user.value && !agent.value) user.focus();
    else go("search", { user: user.value, agent: agent.value, as_of: null });
  });
  return h("section", {}, h("h2", {}, "By name"),
    h("p", { class: "hint" }, "A user, an agent’s own memory, or what the two share."), form);
}

/** How to add the first memory. */
export function first(user = "dana") {
  const told = `curl ${new URL("v1/messages", document.baseURI)} \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ content: "I prefer dark mode.", user_id: user }).replaceAll("'", "'\\''")}'`;
  return empty("Nothing is remembered here yet. Tell it something:",
    h("pre", { tabindex: "0" }, told),
    "or from Python:",
    h("pre", { tabindex: "0" }, `memory = Memory("${new URL(".", document.baseURI).href.replace(/\/$/, "")}")
memory.add("I prefer dark mode.", user_id=${JSON.stringify(user)})`));
}
