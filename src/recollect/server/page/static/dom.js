// Elements out of text. Whatever was remembered is set as text, never as HTML.

/** An element with attributes, listeners (`onclick`) and children; strings become text. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same, of a picture. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

/** The words of a record in a list: the beginning of long ones. */
export function words(text, most = 600) {
  const shown = text.length > most ? `${text.slice(0, most)} …` : text;
  return h("span", { class: "words", dir: "auto" }, shown);
}

/** A moment, to the minute. */
export function when(iso) {
  if (!iso) return "";
  return h("time", { datetime: iso, title: iso }, iso.slice(0, 16).replace("T", " "));
}

/** `3 notes`, `1 note`. */
export function count(many, one, more = `${one}s`) {
  return `${number(many)} ${many === 1 ? one : more}`;
}

/** A number as people write it. */
export function number(value) {
  return value.toLocaleString("en");
}

/** A field to type in; what was typed elsewhere is not offered. */
export function input(name, attributes = {}) {
  return h("input", { name, autocomplete: "off", ...attributes });
}

/** A labelled control. */
export function field(label, control, hint) {
  return h("label", { class: "field" }, h("span", {}, label), control, hint && h("small", {}, hint));
}

/** A choice among some. */
export function select(name, options, chosen) {
  const made = options.map(([value, label]) =>
    h("option", { value, selected: value === (chosen ?? "") }, label));
  return h("select", { name }, made);
}

/** Names and what they are, line by line; what is empty is left out. */
export function facts(pairs) {
  const given = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return h("dl", { class: "facts" }, given.map(([name, value]) =>
    h("div", {}, h("dt", {}, name), h("dd", { dir: "auto" }, value))));
}

/** A table with a head; wide ones scroll by themselves. */
export function table(label, head, rows) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", {},
      h("thead", {}, h("tr", {}, head.map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((one) => h("td", { dir: "auto" }, one)))))));
}

/** A value as JSON, or bare if it is text. */
export function plain(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What to do where there is nothing. */
export function empty(...children) {
  return h("div", { class: "empty" }, children.map((one) => (typeof one === "string" ? h("p", {}, one) : one)));
}
