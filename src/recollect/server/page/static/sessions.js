// Conversations, newest first, and one of them in its order.

import { get } from "./api.js";
import { count, empty, h, when, words } from "./dom.js";
import { act, link, listing, speaker } from "./parts.js";
import { past, whose } from "./route.js";

export async function sessions({ params, signal }) {
  const read = (cursor) => get("v1/sessions", { ...whose(params), ...past(params), limit: 50, cursor }, signal);
  return [
    h("h1", {}, "Conversations"),
    ...[await listing(read, line, empty("There are none. A conversation is what is told with a session_id."))].flat(),
  ];
}

function line(one) {
  return h("li", { class: "card" },
    h("p", {}, link("session", { session: one.session_id }, words(one.session_id, 200))),
    h("p", { class: "about" }, count(one.messages, "message"), when(one.first_at), "to ", when(one.last_at)));
}

export async function session({ params, signal }) {
  const name = params.get("session") ?? "";
  const list = h("ol", { class: "talk" });
  const earlier = h("button", { class: "plain", onclick: () => act(earlier, next) }, "Show earlier ones");
  let cursor;
  const next = async () => {
    const asked = { ...whose(params), ...past(params), session_id: name, limit: 100, cursor };
    const page = await get("v1/messages", asked, signal);
    list.prepend(...page.items.reverse().map((one) => turn(one, params.get("id"))));
    cursor = page.next;
    earlier.hidden = !cursor;
  };
  await next();
  requestAnimationFrame(() => list.querySelector(".here")?.scrollIntoView({ block: "center" }));
  return [
    h("p", { class: "hint" }, link("sessions", {}, "Conversations")),
    h("h1", {}, words(name, 200)),
    earlier,
    list.childElementCount ? list : empty("Nothing was said here, or it is gone."),
  ];
}

function turn(message, wanted) {
  const loose = message.user_id || message.agent_id ? {} : { user: null, agent: null };
  return h("li", { class: `turn ${message.role === "user" ? "mine" : "other"}${message.id === wanted ? " here" : ""}` },
    h("p", { class: "about" }, h("span", { class: "badge" }, speaker(message)),
      link("record", { id: message.id, ...loose }, when(message.at))),
    h("p", {}, words(message.content, 4000)));
}
