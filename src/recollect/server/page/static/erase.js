// The end of somebody's memory: what would go, a name typed out, and the receipt.

import { post } from "./api.js";
import { field, h, input, number, table } from "./dom.js";
import { act, asked, removed, section } from "./parts.js";

/** The part of a view that erases whoever is looked at. */
export function erasing(named) {
  const receipt = h("div", { tabindex: "-1" });
  const begin = h("button", { class: "danger", onclick: () => act(begin, () => erase(named, receipt)) }, "Erase …");
  return section("Erase", h("p", { class: "hint" }, whole(named)), begin, receipt);
}

async function erase(named, place) {
  const name = named.user_id && named.agent_id ? `${named.user_id} ${named.agent_id}` : named.user_id ?? named.agent_id;
  const would = await post("v1/erase", { ...named, dry_run: true });
  const typed = input("name", { required: true, spellcheck: "false" });
  // The browser itself says what is wrong, and keeps the question open.
  typed.addEventListener("input", () => typed.setCustomValidity(typed.value === name ? "" : "This is not the name."));
  const sure = await asked("Erase all of it?", { label: "Erase for good", danger: true },
    h("p", {}, h("strong", {}, removed(would))),
    h("p", {}, "Every byte of it goes: words, notes, vectors, names. It cannot be undone."),
    h("p", {}, "To go on, type ", h("code", { dir: "auto" }, name)), field("Name", typed));
  if (!sure) return;
  const receipt = await post("v1/erase", named);
  place.replaceChildren(...told(receipt));
  place.focus();
}

function told(receipt) {
  const file = new Blob([JSON.stringify(receipt, null, 2)], { type: "application/json" });
  const save = h("button", { class: "plain", onclick: () => saved(file) }, "Save the receipt");
  return [
    h("p", { class: receipt.ok ? "good" : "wrong", role: "status" },
      `${removed(receipt)} ${receipt.ok ? "Nothing of it was found afterwards." : "It is not all gone yet."}`),
    receipt.problems.length > 0 && h("ul", {}, receipt.problems.map((one) => h("li", {}, one))),
    table("What was asked afterwards", ["Way", "Asked", "Found"],
      receipt.probes.map((one) => [one.path, one.asked, number(one.found)])),
    save,
  ].filter(Boolean);
}

function saved(file) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: "receipt.json" }).click();
  URL.revokeObjectURL(address);
}

function whole({ user_id, agent_id }) {
  if (user_id && agent_id) return "What this agent shares with this user, and nothing else of either.";
  return user_id ? "Everything of this user, the name too." : "Everything that belongs to this agent alone.";
}
