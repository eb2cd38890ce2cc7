// What has changed from one picture to the next: trails, rings and ghosts; and the number of each pile.
// A placed counter is [x, y, look, space, edge], where an edge is the look of one below another. A sheet is what
// a page knows of its drawing: whether it is a map, how wide, its links, and the size and the shape of a counter.
import { drawn } from "./elements.js";

const MOST_MARKS = 24; // if a step changes more pieces than this, none is marked

// A counter that is laid elsewhere in the pile goes on moving where the browser can do that.
export function lay(svg, piece, above) {
  if (piece.nextSibling !== above) (svg.moveBefore ?? svg.insertBefore).call(svg, piece, above);
}

// The number of counters at a corner of each pile on a map.
export function stacked(counters, { mapped, size }) {
  const piles = [];
  for (const [key, [x, y, , space]] of mapped ? counters : []) {
    const { width, height } = size(key);
    const on = ([top]) => space === top.space && Math.abs(x - top.x) < width && Math.abs(y - top.y) < height;
    const pile = piles.findLast(on);
    const placed = { x, y, space, right: x + width / 2 + 3, top: y - height / 2 - 3 };
    if (pile) pile.unshift(placed);
    else piles.push([placed]);
  }
  return piles.filter((pile) => pile.length > 1).map(([{ right, top }, ...below]) => {
    const number = drawn("text", { y: 4.5, "font-size": 13 });
    number.textContent = below.length + 1;
    return drawn("g", { class: "number", transform: `translate(${right} ${top})` }, drawn("circle", { r: 9 }), number);
  });
}

// Draws a trail for what moved, a ring for what is new or changed, and a ghost for what is gone. Returns where.
export function marked(marks, sheet, before, after) {
  const { moves, added, changed, gone } = changes(before, after, sheet);
  const groups = Object.values(Object.groupBy(moves, ({ from: [, , , left], to: [, , , at] }) => `${left} ${at}`));
  const count = groups.length + added.length + changed.length + gone.length;
  if (!count || count > MOST_MARKS) return null;
  const { mapped, size, shape } = sheet;
  for (const group of Object.values(Object.groupBy(gone, ([, , , space]) => space))) {
    marks.append(...beside(group, after, sheet).map((placed) => ghost(placed, shape)));
  }
  for (const group of groups) {
    const box = bounds(group.map(({ key, to }) => [to, size(key)]), mapped);
    const [{ from: [, , , left], to: [, , , at] }] = group;
    marks.append(trail(center(group.map(({ from }) => from)), box, route(sheet.links, left, at)));
  }
  const moved = moves.map(({ key, to }) => [key, to]);
  for (const [kind, some] of [["moved", moved], ["changed", changed], ["new", added]]) {
    for (const group of Object.values(Object.groupBy(some, ([, placed]) => placed[3]))) {
      marks.append(ring(group.map(([key, placed]) => [placed, size(key)]), kind, mapped));
    }
  }
  const spots = [...gone, ...changed.map(([, to]) => to), ...added.map(([, to]) => to), ...moves.map(({ to }) => to)];
  return spots.at(-1).slice(0, 2);
}

// A piece that is gone here and looks like one that is new there has moved as well; where another is
// in the place of one that is gone, or between slips, there is no room for a ghost.
function changes(before, after, { slip }) {
  const gone = new Map([...before].filter(([key]) => !after.has(key)));
  const [moves, added, changed] = [[], [], []];
  for (const [key, to] of after) {
    const from = before.get(key);
    const twin = from ? null : [...gone].find(([, placed]) => placed[2] === to[2] && placed[3] !== to[3]);
    if (twin) gone.delete(twin[0]);
    if (twin) moves.push({ key, from: twin[1], to });
    else if (!from) added.push([key, to]);
    else if (from[3] !== to[3]) moves.push({ key, from, to });
    else if (from[2] !== to[2]) changed.push([key, to]);
  }
  const taken = ([x, y, look]) => slip(look) || [...after.values()].some(([u, v]) => u === x && v === y);
  return { moves, added, changed, gone: [...gone.values()].filter((placed) => !taken(placed)) };
}

function center(spots) {
  return [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
}

// Around what is seen of pieces: on a map, of one below another, its upper edge.
function ring(boxes, kind, mapped) {
  return drawn("rect", { class: `ring ${kind}`, ...bounds(boxes, mapped), rx: 8 });
}

export function bounds(boxes, mapped) {
  const least = (axis, side) => Math.min(...boxes.map(([spot, size]) => spot[axis] - size[side] / 2 - 3));
  const [x, y, right] = [least(0, "width"), least(1, "height"), Math.max(...boxes.map(([[left], { width }]) => left + width / 2 + 3))];
  const bottom = Math.max(...boxes.map(([[, top, , , edge], { height }]) => top + (mapped && edge !== undefined ? 0 : height / 2 + 3)));
  return { x, y, width: right - x, height: bottom - y };
}

// Points along the fewest links of a map from a space to another; none if no links lead there.
function route(ways, start, stop) {
  const links = ways.flatMap(([a, b, d]) => [[a, b, d, false], [b, a, d, true]]);
  const near = Map.groupBy(links, ([here]) => here);
  const found = new Map([[start, []]]);
  for (const [here, way] of found) {
    for (const [, there, d, back] of near.get(here) ?? []) {
      if (!found.has(there)) found.set(there, [...way, [d, back]]);
    }
  }
  return (found.get(stop) ?? []).flatMap(([d, back]) => along(d)[back ? "toReversed" : "slice"]());
}

function along(d) {
  const path = drawn("path", { d });
  return Array.from({ length: 13 }, (_, k) => path.getPointAtLength((path.getTotalLength() * k) / 12)).map(({ x, y }) => [x, y]);
}

// Along links, or else straight, from where pieces were to the edge of the box in which they are.
function trail([u, v], box, way) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const points = way.length ? way : along(`M${u} ${v}L${x} ${y}`);
  const near = ([a, b]) => Math.abs(a - x) < box.width / 2 + 8 && Math.abs(b - y) < box.height / 2 + 8;
  const outside = points.filter((point) => !near(point));
  const shown = outside.length > 1 ? outside : points.slice(0, 2);
  const [[a, b], [ex, ey]] = shown.slice(-2);
  const turn = (Math.atan2(ey - b, ex - a) * 180) / Math.PI;
  const line = `M${shown.map((point) => point.map(Math.round).join(" ")).join("L")}`;
  return drawn("g", { class: "trail-of" }, drawn("path", { class: "casing", d: line }), drawn("path", { class: "trail", d: line }),
    drawn("path", { class: "tip", d: "M8 0L-6 -7V7z", transform: `translate(${ex} ${ey}) rotate(${turn})` }));
}

// On a map, a counter that is gone is drawn next to its stack if it would hide another.
function beside(gone, after, { mapped, wide, size }) {
  const left = [...after].filter(([, placed]) => placed[3] === gone[0][3]);
  if (!mapped || !left.length) return gone;
  const { width, height } = size(left[0][0]);
  const hides = ([x, y]) => left.some(([, [u, v]]) => Math.abs(x - u) < width && Math.abs(y - v) < height);
  if (!gone.some(hides)) return gone;
  const [xs, ys] = [0, 1].map((axis) => left.map(([, placed]) => placed[axis]));
  const right = Math.max(...xs) + width + 6;
  const x = right + width / 2 > wide ? Math.min(...xs) - width - 6 : right;
  return gone.map(([, , ...rest], k) => [x, Math.min(...ys) + 0.75 * k * height, ...rest]);
}

function ghost([x, y, look], shape) {
  return drawn("g", { class: "ghost", transform: `translate(${x} ${y})` }, shape(look), drawn("path", { d: "M-13 -9L13 9M-13 9L13 -9" }));
}
