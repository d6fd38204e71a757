// How much there is, whether it is whole, what it cost; and the end of somebody's memory.

import { get } from "./api.js";
import { count, empty, facts, h, number, table } from "./dom.js";
import { erasing } from "./erase.js";
import { act, section } from "./parts.js";
import { whose } from "./route.js";

export default async function health({ params, signal }) {
  const named = whose(params);
  const [stats, spend, waiting] = await Promise.all(
    ["stats", "spend", "waiting"].map((one) => get(`v1/${one}`, named, signal)));
  const some = Object.keys(named).length > 0;
  const policy = some ? await get("v1/policy", named, signal) : null;
  return [
    h("h1", {}, "Health"),
    section(some ? "How much is kept" : "How much is kept of everybody", kept(stats, waiting)),
    section("Whether it is whole", checking()),
    section("What language models have cost", cost(spend)),
    policy ? section("How long it is kept",
      facts([...Object.entries(policy.keep), ["half-life of episodic notes", policy.half_life]])) : "",
    some ? erasing(named) : "",
  ];
}

function kept(stats, waiting) {
  const vectors = Object.entries(stats.vectors).map(([model, many]) => `${number(many)} by ${model}`);
  const indexes = Object.entries(stats.indexes).map(([name, behind]) =>
    [`Index ${name}`, behind === null ? "cannot be asked" : `${count(behind, "change")} behind`]);
  return facts([
    ["Messages", number(stats.messages)], ["Notes", number(stats.notes)],
    ["Conversations", number(stats.sessions)], ["Owners", number(stats.owners)],
    ["Vectors", vectors.join("; ")], ["Wait for a vector", stats.pending ? String(stats.pending) : null],
    ["Wait to be learned from", waiting.messages ? count(waiting.messages, "message") : null],
    ["Learning is stopped", waiting.stopped],
    ...indexes,
  ]);
}

function checking() {
  const result = h("div", { role: "status", "aria-live": "polite" });
  const verify = async () => result.replaceChildren(...checked(await get("v1/verify")));
  const button = h("button", { class: "plain", onclick: () => act(button, verify) }, "Verify the store");
  const hint = "Reads the whole store and compares what belongs together. It needs an admin’s key, if there are keys.";
  return [h("p", { class: "hint" }, hint), button, result];
}

function checked({ ok, checked: looked, problems }) {
  const what = Object.entries(looked).map(([name, many]) => `${number(many)} ${name}`).join(", ");
  const said = ok ? `Whole: ${what}.` : `Not whole: ${count(problems.length, "problem")} in ${what}.`;
  return [
    h("p", { class: ok ? "good" : "wrong" }, said),
    problems.length > 0 && h("ul", {}, problems.map((one) => h("li", {}, one))),
  ].filter(Boolean);
}

function cost({ usage, lines }) {
  if (!usage.calls) return empty("Nothing: no language model has been asked.");
  const head = ["Day", "Model", "Whose", "Requests", "Tokens in", "Tokens out"];
  const spent = ({ calls, input, output }) => [number(calls), number(input), number(output)];
  return [
    h("p", {}, `${count(usage.calls, "request")}, ${number(usage.failed)} of them failed; `,
      `${number(usage.input)} tokens in, ${number(usage.output)} out.`),
    table("Cost by day", head, lines.map((one) =>
      [one.day, one.model, one.owner?.id ?? "erased since", ...spent(one.usage)])),
  ];
}
