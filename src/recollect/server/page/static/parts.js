// What several views are made of.

import { Refused } from "./api.js";
import { count, h, when, words } from "./dom.js";
import { to } from "./route.js";

/** A link to a view. */
export function link(view, more, ...children) {
  return h("a", { href: to(view, more) }, ...children);
}

/** Who said a message: the role, and the name if there is one. */
export function speaker(message) {
  return message.name ? `${message.name} (${message.role})` : message.role;
}

/** A record in a list; `more` stands below its words. */
export function card(record, ...more) {
  const said = record.type === "message";
  const ended = record.type === "note" && !record.open;
  const where = owner(record);
  return h("li", { class: ended ? "card ended" : "card" },
    h("p", { class: "said" }, link("record", { id: record.id, ...where }, words(record.text ?? record.content))),
    h("p", { class: "about" },
      h("span", { class: "badge" }, said ? speaker(record) : record.kind),
      when(said ? record.at : record.learned_at),
      record.session_id && link("session", { session: record.session_id, ...where }, words(record.session_id, 60)),
      ended && h("span", {}, "ended ", when(record.closed_at)),
      record.seen > 1 && h("span", {}, `said ${record.seen} times`)),
    ...more);
}

/** A message without a user or an agent belongs to its session, and is asked for without them. */
function owner(record) {
  return record.user_id || record.agent_id ? {} : { user: null, agent: null };
}

/** Some records. */
export function cards(records, ...none) {
  return records.length ? h("ul", { class: "cards" }, records.map((one) => card(one))) : none;
}

/** A part of a view under a heading. */
export function section(title, ...children) {
  return h("section", {}, h("h2", {}, title), ...children);
}

/** What the server says is wrong; anything else is a bug here, and the console has it. */
export function refusal(error) {
  if (!(error instanceof Refused)) {
    reportError(error);
    return h("p", { class: "wrong", role: "alert" }, "Something is wrong with this page itself. Please report it.");
  }
  return h("div", { class: "wrong", role: "alert" },
    h("p", {}, h("strong", {}, sentence(error.message))),
    error.hint && h("p", {}, sentence(error.hint)));
}

/** A sentence out of the server's words. */
function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Say above the view that nothing was done. */
export function mention(...children) {
  document.getElementById("told").replaceChildren(h("div", { class: "done" }, ...children));
}

/** Say what was done, above the view that comes next, too. */
export function tell(...children) {
  mention(...children);
  tell.kept = true;
}

/** Do something at a button: once at a time, and what goes wrong is told. */
export async function act(button, work) {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    if (error.status === 401) return; // the frame asks for a key
    document.getElementById("told").replaceChildren(refusal(error));
    document.getElementById("told").scrollIntoView({ block: "nearest" });
  } finally {
    button.disabled = false;
    if (document.activeElement === document.body) button.focus(); // where whoever pressed it was
  }
}

/** What a receipt says: what went, and whether anything of it was found afterwards. */
export function removed(receipt) {
  const gone = Object.entries(receipt.removed).filter(([, many]) => many);
  const listed = gone.map(([what, many]) => count(many, what.replace(/s$/, ""), what)).join(", ");
  return `${receipt.done ? "Removed" : "Would remove"} ${listed || "nothing"}.`;
}

/** A question before something is done. Resolves to the form, or to null if it was called off. */
export function asked(title, button, ...children) {
  const yes = h("button", { class: button.danger ? "danger" : "primary" }, button.label);
  const no = h("button", { type: "button", class: "plain" }, "Cancel");
  const form = h("form", {}, h("h2", { id: "asked" }, title), ...children, h("div", { class: "buttons" }, yes, no));
  const dialog = h("dialog", { "aria-labelledby": "asked" }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    const end = (value) => {
      resolve(value);
      dialog.close();
      dialog.remove();
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end(form);
    });
    no.addEventListener("click", () => end(null));
    dialog.addEventListener("cancel", () => end(null));
    dialog.showModal();
  });
}

/** A list that goes on at a button. `read` takes a cursor and gives a page. */
export async function listing(read, shown, ...none) {
  const list = h("ul", { class: "cards" });
  const more = h("button", { class: "plain", onclick: () => act(more, next) }, "Show more");
  let cursor;
  const next = async () => {
    const page = await read(cursor);
    list.append(...page.items.map(shown));
    cursor = page.next;
    more.hidden = !cursor;
  };
  await next();
  return list.childElementCount ? [list, more] : none;
}
