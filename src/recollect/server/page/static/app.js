// The frame around every view: whose memory, as of when, where to go; and the key, once.

import { key } from "./api.js";
import changes from "./changes.js";
import context from "./context.js";
import { field, h, input } from "./dom.js";
import factsView from "./facts.js";
import health from "./health.js";
import held from "./held.js";
import { refusal, tell } from "./parts.js";
import record from "./record.js";
import relations from "./relations.js";
import { go, here, to, whose } from "./route.js";
import search from "./search.js";
import { session, sessions } from "./sessions.js";
import who from "./who.js";

const VIEWS = { who, search, context, sessions, session, facts: factsView, changes, relations, held, record, health };
const TABS = [
  ["search", "Search"], ["context", "What the model sees"], ["sessions", "Conversations"],
  ["facts", "Facts"], ["changes", "Changes"], ["relations", "Relations"], ["held", "Held back"],
  ["health", "Health"],
];
const LOOSE = ["who", "health", "session", "record"]; // what needs nobody's name
const TIMELESS = ["who", "changes", "held", "health"];

const main = document.getElementById("main");
let leaving = new AbortController();

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const place = here();
  const named = Object.keys(whose(place.params)).length > 0;
  const view = Object.hasOwn(VIEWS, place.view) && (named || LOOSE.includes(place.view)) ? place.view : "who";
  frame(view, place.params, named);
  for (const open of document.querySelectorAll("dialog")) open.dispatchEvent(new Event("cancel"));
  if (!tell.kept) document.getElementById("told").replaceChildren();
  tell.kept = false;
  busy(true);
  const made = await VIEWS[view]({ params: place.params, signal }).catch((error) => wrong(error, signal));
  if (signal.aborted) return;
  main.replaceChildren(...[made].flat().filter(Boolean));
  busy(false);
  const title = main.querySelector("h1");
  document.title = title ? `${title.textContent} · recollect` : "recollect";
  // A field that says so has the first word; else whoever cannot see hears where they are.
  (main.querySelector("[data-first]") ?? main).focus({ preventScroll: true });
  if (!main.querySelector(".here")) scrollTo(0, 0);
}

/** While the next view is on its way, nothing can be done in the one that is still shown. */
function busy(is) {
  main.inert = is;
  main.setAttribute("aria-busy", String(is));
}

function wrong(error, signal) {
  return signal.aborted ? [] : [h("h1", {}, "Not shown"), refusal(error)];
}

/** Show the form for a key in the place of whatever was asked for without one. */
function ask({ detail: error }) {
  leaving.abort();
  main.replaceChildren(asking(error));
  busy(false);
  document.title = "A key, please · recollect";
  main.querySelector("input").focus();
}

function asking(error) {
  const typed = input("key", { type: "password", required: true });
  const refused = error.code === "bad_key";
  const form = h("form", { class: "narrow" },
    h("h1", {}, "A key, please"),
    refused ? refusal(error) : h("p", {}, "This server answers those who have a key."),
    field("Key", typed, "It stays in this tab, until you close it or forget it."),
    h("button", { class: "primary" }, "Use it"),
    h("p", { class: "hint" }, "Whoever runs the server makes one: ", h("code", {}, "recollect keys create")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    key.set(typed.value.trim());
    show();
  });
  return form;
}

function frame(view, params, named) {
  const current = { session: "sessions" }[view] ?? view;
  const tabs = TABS.filter(([name]) => named || LOOSE.includes(name)).map(([name, label]) =>
    h("li", {}, h("a", { href: to(name), "aria-current": name === current && "page" }, label)));
  const forget = h("button", { class: "plain", onclick: () => { key.forget(); show(); } }, "Forget the key");
  document.getElementById("frame").replaceChildren(
    h("div", { class: "top" },
      h("a", { class: "mark", href: to("who", { as_of: null }) }, "recollect"),
      named && h("a", { class: "whose", href: to("who", { as_of: null }), dir: "auto" },
        h("span", { class: "hidden" }, "Memory of "), called(params), h("span", { class: "hint" }, "change")),
      named && !TIMELESS.includes(view) && asOf(params),
      key.get() && forget),
    h("nav", { "aria-label": "Views" }, h("ul", {}, tabs)),
    params.get("as_of") && !TIMELESS.includes(view) ? then(params.get("as_of")) : "");
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function called(params) {
  const [user, agent] = [params.get("user"), params.get("agent")];
  return h("bdi", {}, user && agent ? `${user} with ${agent}` : user ?? `agent ${agent}`);
}

function asOf(params) {
  const chosen = () => go(here().view, { ...Object.fromEntries(here().params), as_of: day.value || null });
  const day = input("as_of", { type: "date", value: params.get("as_of"), onchange: chosen });
  return h("label", { class: "asof" }, "As of ", day);
}

function then(day) {
  return h("p", { class: "then" }, `The memory as it stood at the end of ${day}. Nothing can be changed there. `,
    h("a", { href: to(here().view, { ...Object.fromEntries(here().params), as_of: null }) }, "Back to now"));
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // what stands behind # is a view here
  main.focus();
});
addEventListener("hashchange", show);
addEventListener("key", ask);
show();
