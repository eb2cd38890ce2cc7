// A fight to watch, from the strikes of a step only: counters that face each other, lines of fire, and what they did.
const BURST = "M0-7L2-2 6-5 3-1 7 2 3 2 4 7 0 4-4 7-3 2-7 2-3-1-6-5-2-2z";
const BEAT = 350; // milliseconds from one shot to the next
const wide = matchMedia("(min-width: 62rem)");

// Gives each step with strikes its fight: the fighters of both sides, and who shot at whom. A loss without a shot
// goes with the shots before it.
function fought() {
  let [sides, shots] = [[[], []], []];
  for (const frame of frames) {
    const strikes = frame.events.flatMap(([, , strike]) => (strike ? [strike] : []));
    if (!strikes.length) continue;
    const goes = !strikes[0][1];
    sides = sides.map((side) => (goes ? side.map((fighter) => ({ ...fighter, beat: 0 })) : []));
    shots = goes ? shots.map((shot) => ({ ...shot, beat: 0 })) : [];
    for (const strike of strikes) struck(sides, shots, strike);
    frame.fight = { title: [...frame.pictures.values()][1]?.title ?? "", sides, shots: [...shots] };
  }
}

function struck(sides, shots, [ours, who, at, faces, need, effect, hit, out]) {
  const [own, other] = ours ? sides : [...sides].reverse();
  const target = fighter(other, at, ({ falls }) => !falls);
  other[target].falls = out;
  if (who) {
    const once = !ours && data.seats.length < 2; // several of one name may fire, each for itself
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

function stage({ title, sides, shots }) {
  const rows = Math.max(...sides.map((side) => side.length));
  const high = sides.map((side) => (place) => (100 * (place + 0.5)) / side.length);
  const lines = drawn("svg", {}, ...shots.map((shot) => fire(shot, high)));
  const columns = sides.map((side, k) => make("div", { className: k ? "enemy" : "own" }, ...side.map(counter)));
  const field = make("div", { className: "field" }, columns[0], lines, columns[1]);
  field.style.setProperty("--rows", rows);
  field.style.setProperty("--beat", `${BEAT / byId("speed").value}ms`);
  return make("figure", { className: "fight", ariaHidden: "true" }, ...(title ? [make("figcaption", {}, title)] : []), field);
}

function counter({ name, state, out, beat }) {
  const shown = make("span", { className: out ? "out" : state ? "hurt" : "" }, make("b", { textContent: name }), ...(state ? [make("i", { textContent: state })] : []));
  shown.style.setProperty("--at", beat + 0.7);
  const tone = toneOf(name);
  if (tone) shown.style.cssText += `--side: var(--st-${tone}); --letters: var(--st-${tone}-ink)`;
  return shown;
}

// The tone of a fighter that is a counter on the board.
function toneOf(name) {
  const [number, key] = pieces.get(name) ?? [];
  const look = frames.map(({ pictures }) => pictures.get(number)?.counters.get(key)?.[2]).find((look) => look !== undefined);
  return look === undefined ? "" : byId(`c${look}`).classList[1];
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

// Next to a wide map the fight is below the log, on a narrow screen with the words of the step.
function showFight({ fight }) {
  const shown = fight ? [stage(fight)] : [];
  byId("fight").replaceChildren(...(wide.matches ? shown : []));
  if (!wide.matches) byId("happened").prepend(...shown);
}

fought();
