// A picture of one name and what is around it: the same relations always look the same.

import { svg } from "./dom.js";
import { to } from "./route.js";

const LONGEST = 20; // letters of a name that are shown
const RING = 150; // from one ring to the next, at least
const CROWD = 8; // names that a ring takes; more stand in a column on either side
const ROW = 42; // from one name of a column to the next
const ROUND = 2 * Math.PI;

/** The picture. `place` makes the parameters of the address of a name. */
export function drawing(centre, edges, place) {
  const rings = ringed(centre, edges);
  const spots = placed(rings);
  const [left, right] = ends([...spots.values()].map(({ x }) => x), 130);
  const [top, bottom] = ends([...spots.values()].map(({ y }) => y), 45);
  const size = { width: right - left, height: bottom - top };
  const label = `${centre}, and ${spots.size - 1} names around it`;
  const viewBox = `${left} ${top} ${size.width} ${size.height}`;
  const arrow = { id: "arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" };
  const made = svg("svg", { viewBox, ...size, role: "group", "aria-label": label },
    svg("defs", {}, svg("marker", arrow, svg("path", { d: "M0 0 8 4 0 8z", class: "head" }))),
    together(edges).map((one) => line(one, spots)),
    [...spots].map(([name, spot]) => node(name, spot, name === centre, to("relations", place(name)))));
  made.style.minWidth = `${0.75 * size.width}px`; // smaller than that nobody can read it
  return made;
}

function ends(numbers, margin) {
  return [Math.min(...numbers) - margin, Math.max(...numbers) + margin];
}

/** Names by their distance from the middle; each knows by whom it was reached. */
function ringed(centre, edges) {
  const rings = [new Map([[centre, null]])];
  const known = new Set([centre]);
  const sorted = [...edges].sort((one, other) => one.hops - other.hops);
  for (;;) {
    const ring = new Map();
    for (const { subject, object } of sorted) {
      for (const [from, to] of [[subject, object], [object, subject]]) {
        if (rings.at(-1).has(from) && !known.has(to) && !ring.has(to)) ring.set(to, from);
      }
    }
    if (!ring.size) return rings;
    for (const name of ring.keys()) known.add(name);
    rings.push(ring);
  }
}

/** A spot for each name: around the middle, near whoever it was reached by. Angles go clockwise
 *  from the top. */
function placed(rings) {
  const [[centre], ...outer] = rings.map((ring) => [...ring.keys()]);
  const spots = new Map([[centre, { x: 0, y: 0, angle: 0 }]]);
  let radius = 0;
  outer.forEach((ring, place) => {
    const angle = (name) => spots.get(rings[place + 1].get(name)).angle;
    const names = ring.sort((one, other) => angle(one) - angle(other) || (one < other ? -1 : 1));
    const even = names.map((_, at) => (ROUND * at) / names.length);
    radius += RING;
    const apart = spread(place ? names.map(angle) : even, ROUND / (CROWD + 3));
    const found = names.length > CROWD ? columns(names.length, 1.5 * radius)
      : apart.map((at) => ({ x: 1.5 * radius * Math.sin(at), y: -radius * Math.cos(at) }));
    found.forEach(({ x, y }, at) => {
      spots.set(names[at], { x, y, angle: (Math.atan2(x, -y) + ROUND) % ROUND });
      radius = Math.max(radius, Math.abs(y));
    });
  });
  return spots;
}

/** Down on the right side, and up on the left. */
function columns(count, x) {
  const half = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, at) => (at < half
    ? { x, y: ROW * (at - (half - 1) / 2) }
    : { x: -x, y: ROW * ((count - half - 1) / 2 - (at - half)) }));
}

/** Angles in their order, pushed apart until there is room between any two. */
function spread(angles, least) {
  const made = [...angles];
  for (let round = 0; round < 50; round += 1) {
    for (let place = 0; place + 1 < made.length; place += 1) {
      const lacks = least - (made[place + 1] - made[place]);
      if (lacks > 0) {
        made[place] -= lacks / 2;
        made[place + 1] += lacks / 2;
      }
    }
  }
  return made;
}

/** Relations between the same two are one line, and their names stand together. */
function together(edges) {
  const lines = new Map();
  for (const { subject, object, relation } of edges) {
    const way = JSON.stringify([subject, object]);
    if (!lines.has(way)) lines.set(way, { subject, object, names: [] });
    lines.get(way).names.push(relation.toLowerCase().replaceAll("_", " "));
  }
  return [...lines.values()].filter(({ subject, object }) => subject !== object);
}

function line({ subject, object, names }, spots) {
  const [from, to] = [spots.get(subject), spots.get(object)];
  if (!from || !to) return null;
  const end = rim(from, to, object);
  const start = rim(to, from, subject);
  return svg("g", { class: "edge" },
    svg("line", { x1: start.x, y1: start.y, x2: end.x, y2: end.y, "marker-end": "url(#arrow)" }),
    svg("text", { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + 4 }, short(names.join(", "))));
}

/** Where a line towards a name meets the edge of its box. */
function rim(from, to, name) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const half = { x: wide(name) / 2 + 3, y: 19 };
  const share = Math.min(half.x / (Math.abs(dx) || 1e-9), half.y / (Math.abs(dy) || 1e-9), 1);
  return { x: to.x - dx * share, y: to.y - dy * share };
}

function node(name, { x, y }, middle, href) {
  const width = wide(name);
  return svg("a", { href, class: middle ? "node middle" : "node" },
    svg("title", {}, name),
    svg("rect", { x: x - width / 2, y: y - 16, width, height: 32, rx: 16 }),
    svg("text", { x, y: y + 5 }, short(name)));
}

function wide(name) {
  return 26 + 8 * Math.min([...name].length, LONGEST + 1);
}

function short(text) {
  const letters = [...text];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : text;
}
