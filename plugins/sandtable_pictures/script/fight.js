// A fight to watch, from its strikes only: counters that face each other, lines of fire, and what they did.
// A strike is [ours, who, at, faces, need, effect, hit, out]; a step of a fight is a shot and the losses after it.
import { drawn, make } from "./elements.js";

const BURST = "M0-7L2-2 6-5 3-1 7 2 3 2 4 7 0 4-4 7-3 2-7 2-3-1-6-5-2-2z";

// Takes a strike into the sides and the shots of a fight. If enemies have no player, several of one name may fire,
// each for itself.
export function struck(sides, shots, [ours, who, at, faces, need, effect, hit, out], lone) {
  const [own, other] = ours ? sides : [...sides].reverse();
  const target = fighter(other, at, ({ falls }) => !falls);
  other[target].falls = out;
  if (who) {
    const once = !ours && lone;
    const by = fighter(own, who, ({ falls, fires }) => !falls && !(once && fires));
    shots.push({ ours, by, at: target, faces, need, hit, beat: shots.length + 1, again: own[by].fires ?? 0 });
    own[by].fires = (own[by].fires ?? 0) + 1;
  } else if (faces.length && shots.length) {
    shots.at(-1).at = target; // a die says who of those shot at is hit
  }
  if (out || (hit && !(who && effect === "hit"))) Object.assign(other[target], { state: effect, out, beat: shots.length });
}

function fighter(side, name, able) {
  const place = side.findIndex((one) => one.name === name && able(one));
  return place < 0 ? side.push({ name, state: "", out: false, beat: 0 }) - 1 : place;
}

// The field of a fight. A `beat` is the time of a step in milliseconds, a `tone` that of a fighter's counter.
export function field({ sides, shots }, beat, tone) {
  const rows = Math.max(...sides.map((side) => side.length));
  const high = sides.map((side) => (place) => (100 * (place + 0.5)) / side.length);
  const lines = drawn("svg", {}, ...shots.map((shot) => fire(shot, high)));
  const columns = sides.map((side, k) => make("div", { className: k ? "enemy" : "own" }, ...side.map((one) => counter(one, tone(one.name)))));
  const shown = make("div", { className: "field" }, columns[0], lines, columns[1]);
  shown.style.setProperty("--rows", rows);
  shown.style.setProperty("--beat", `${beat}ms`);
  return shown;
}

function counter({ name, state, out, beat }, tone) {
  const shown = make("span", { className: out ? "out" : state ? "hurt" : "" }, make("b", { textContent: name }), ...(state ? [make("i", { textContent: state })] : []));
  shown.style.setProperty("--at", beat + 0.7);
  if (tone) shown.style.cssText += `--side: var(--st-${tone}); --letters: var(--st-${tone}-ink)`;
  return shown;
}

// A line of fire from one counter to another, with its dice on it; only a hit arrives.
function fire({ ours, by, at, faces, need, hit, beat, again }, high) {
  const [from, to] = ours ? [high[0](by), high[1](at)] : [high[1](by), high[0](at)];
  const x = (part) => `${100 * (ours ? part : 1 - part)}%`;
  const y = (part) => `${from + (to - from) * part}%`;
  const spot = (part, ...shapes) => drawn("svg", { x: x(part), y: y(part) }, ...shapes);
  const line = drawn("line", { x1: x(0), y1: y(0), x2: x(hit ? 1 : 0.8), y2: y(hit ? 1 : 0.8), pathLength: 1 });
  const text = (words, kind) => drawn("text", { class: kind, y: 4 }, words);
  const next = (k, ...shapes) => spot(0.13, drawn("g", { transform: `translate(${(ours ? 19 : -19) * (again + k)} 0)` }, ...shapes));
  const box = { x: -8, y: -8, width: 16, height: 16, rx: 3 };
  const dice = faces.map((face, k) => next(k, drawn("rect", box), text(face, "face")));
  const wanted = need && faces.length ? [next(faces.length, text(need, "need"))] : [];
  const burst = hit ? [spot(0.99, drawn("path", { class: "burst", d: BURST }))] : [];
  const shot = drawn("g", { class: `shot ${hit ? "hit" : "miss"} ${ours ? "good" : "bad"}`, transform: `translate(0 ${ours ? -3 : 3})` }, line, ...dice, ...wanted, ...burst);
  shot.style.setProperty("--at", beat);
  return shot;
}
