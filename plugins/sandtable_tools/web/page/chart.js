// A map: its places are buttons, its counters glide to their new places, and what moved has a trail.
import { keycaps } from "./caps.js";
import { drawn, make } from "./elements.js";
import { bounds, lay, marked, stacked } from "./marks.js";
import { pane } from "./pan.js";

const [SIGN, CELL, NEAR] = [15, 42, 30]; // half a place's sign, half a hex, and how near a tap must be
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function chart(board, { tapped, close }) {
  const layers = ["under", "rings", "pieces", "over", "marks", "numbers", "lights"].map((name) => drawn("g", { class: name }));
  const [under, rings, pieces, over, marks, numbers, lights] = layers;
  const svg = drawn("svg", { "aria-hidden": "true" }, under, pieces, over, marks, numbers, lights);
  const places = make("div", { className: "places" });
  const field = make("div", { className: "canvas" }, svg, places);
  const sheet = make("div", { className: "sheet" }, field);
  const way = (label, text, onclick) => make("button", { type: "button", ariaLabel: label, title: label, textContent: text, onclick });
  const buttons = make("div", { className: "zooms" });
  const whole = make("figure", { className: "map", ariaLabel: board.title }, sheet, buttons);
  whole.setAttribute("role", "group");
  const view = pane(sheet, field, () => numbered());
  const large = way("Larger map", "⤢", () => large.setAttribute("aria-pressed", document.body.classList.toggle("wide-map")));
  buttons.append(way("Zoom in", "+", () => view.by(1)), way("Zoom out", "−", () => view.by(-1)), way("The whole map", "◻", view.whole), large);
  const [uses, spots, sizes] = [new Map(), new Map(), new Map()];
  let ground = {}; // the drawing without its counters
  let [names, called] = [{}, {}]; // of places, by id, and of counters, by key
  let [letters, half] = [[], SIGN]; // the names as drawn, and half the sign of a place
  let [shown, before] = [new Map(), null]; // the counters now, and at the last question
  let asked = 0; // questions so far
  let lit = { caps: {}, spaces: {}, named: new Map(), picks: new Set() };

  function draw(next) {
    ground = { ...ground, ...next };
    [names, called] = [ground.names, ground.called ?? {}];
    if (next.below !== undefined && next.below !== null) drawGround();
    const counters = new Map(next.counters.map(([key, x, y, look, at, [width, height], edge]) => {
      sizes.set(key, { width, height });
      return [key, edge ? [x, y, look, at, edge] : [x, y, look, at]];
    }));
    for (const [key, use] of uses) if (!counters.has(key)) uses.delete(key), use.remove();
    for (const [key, placed] of counters) put(key, placed);
    const above = [...counters.keys()].reverse();
    above.forEach((key, k) => lay(pieces, uses.get(key), uses.get(above[k - 1]) ?? null));
    const known = { mapped: true, wide: ground.width, links: ground.ways ?? [], size: (key) => sizes.get(key), slip: () => false, shape };
    numbers.replaceChildren(...stacked(counters, known));
    marks.replaceChildren();
    before ??= shown;
    const spot = shown.size ? marked(marks, known, before, counters) : null;
    shown = counters;
    if (spot) view.reveal([spot]);
    labelled();
  }

  // A ground that is sent again may be for another reader, who must not see what has changed.
  function drawGround() {
    [shown, before] = [new Map(), null];
    svg.setAttribute("viewBox", `0 0 ${ground.width} ${ground.height}`);
    [under.innerHTML, over.innerHTML] = [ground.below, ground.above];
    half = under.querySelector(".cells") ? CELL : SIGN;
    const [lettering, ...ownGround] = [...under.children].reverse();
    under.append(rings);
    if (ownGround.length) over.prepend(lettering); // a large pile must not hide the names around it
    letters = [...over.querySelectorAll("text")];
    const had = places.querySelector('[tabindex="0"]')?.dataset.place;
    spots.clear();
    places.replaceChildren(...Object.entries(ground.spots).map(([id, [x, y]]) => {
      const button = make("button", { type: "button", className: "site", tabIndex: -1, ariaLabel: names[id] ?? id });
      button.dataset.place = id;
      button.style.cssText = `left: ${(100 * x) / ground.width}%; top: ${(100 * y) / ground.height}%`;
      spots.set(id, { x, y, button });
      return button;
    }));
    (spots.get(had) ?? [...spots.values()][0] ?? {}).button?.setAttribute("tabindex", 0);
    view.size(ground.width, ground.height);
  }

  function shape(look) {
    const group = drawn("g");
    group.innerHTML = look;
    return group;
  }

  function put(key, [x, y, look, , edge = look]) {
    const use = uses.get(key) ?? drawn("g", { class: "piece", "data-key": key });
    if (!uses.has(key)) uses.set(key, pieces.appendChild(use));
    if (use.look !== edge) use.innerHTML = use.look = edge;
    use.style.transform = `translate(${x}px, ${y}px)`;
  }

  const there = (id) => [...shown].filter(([, [, , , at]]) => at === id);

  // The box of a place and all that is in it.
  function around(id) {
    const { x, y } = spots.get(id);
    return bounds([[[x, y], { width: 2 * half, height: 2 * half }], ...there(id).map(([key, placed]) => [placed, sizes.get(key)])], false);
  }

  function labelled() {
    for (const [id, { button }] of spots) {
      const inside = there(id).map(([key, [, , look]]) => called[key] || titleOf(look)).filter(Boolean);
      const legal = lit.caps[id] ? `. Orders: ${lit.caps[id].join(", ")}` : "";
      button.ariaLabel = `${names[id] ?? id}${inside.length ? `: ${inside.join(", ")}` : ""}${legal}`;
    }
  }

  function light(next) {
    lit = next;
    const ringed = new Map([...(lit.spaces.asked ?? []), ...(lit.spaces.matters ?? [])].map((id) => [id, "now"]));
    for (const id of Object.keys(lit.caps)) ringed.set(id, ringed.has(id) ? "now legal" : "legal");
    rings.replaceChildren(...[...ringed].filter(([id]) => spots.has(id)).map(([id, kind]) => drawn("rect", { class: kind, rx: half === CELL ? CELL : 9, ...around(id) })));
    const able = new Map([...shown].filter(([key]) => lit.named.get(key)?.some((option) => lit.picks.has(option))).map(([key, [, , , at]]) => [at, key]));
    for (const [key, use] of uses) use.classList.toggle("able", able.get(shown.get(key)?.[3]) === key); // the top of a pile
    if (lit.going) {
      before = null;
      view.follow();
    } else {
      asked += 1;
      const matters = asked > 1 || Object.keys(lit.caps).length ? [...ringed.keys()] : []; // the first view is of the whole
      view.reveal(matters.filter((id) => spots.has(id)).map((id) => [spots.get(id).x, spots.get(id).y]));
    }
    numbered();
    labelled();
  }

  function numbered() {
    if (!view.scale) return;
    const square = ([x, y], size) => ({ x: x - size / 2, y: y - size / 2, width: size, height: size });
    const piles = [...numbers.children].map((number) => square(number.getAttribute("transform").match(/-?[\d.]+/g).map((at, axis) => +at + [4, -4][axis]), 20)); // as map.css moves them
    const counters = [...shown].map(([key, placed]) => bounds([[placed, sizes.get(key)]], false));
    const signs = half === CELL ? [] : [...spots.values()].map(({ x, y }) => square([x, y], 18));
    const places = Object.entries(lit.caps).filter(([id]) => spots.has(id)).map(([id, all]) => [all, [spots.get(id).x, spots.get(id).y], around(id)]);
    const taken = [...letters.map((text) => text.getBBox()), ...counters, ...piles, ...signs];
    lights.replaceChildren(...keycaps(places, taken, view.scale, half === CELL));
  }

  function hit(event) {
    const [x, y] = view.point(event);
    const on = ([key, [u, v]]) => Math.abs(x - u) <= sizes.get(key).width / 2 && Math.abs(y - v) <= sizes.get(key).height / 2;
    const [key, placed] = [...shown].findLast(on) ?? [];
    const far = ({ x: u, y: v }) => Math.hypot(x - u, y - v);
    const [near] = [...spots].toSorted(([, a], [, b]) => far(a) - far(b));
    if (key) return { id: placed[3], key };
    return near && far(near[1]) < Math.max(NEAR / view.scale, half) ? { id: near[0] } : null;
  }

  // A counter that has its place to itself is chosen with the place; those of a pile are on the card.
  function tap(id, key) {
    const { button } = spots.get(id);
    stop(button);
    const inside = there(id).map(([other, [, , look]]) => ({ key: other, look, name: called[other] ?? "", orders: lit.named.get(other) ?? [] }));
    const [{ orders, look } = {}] = key && inside.length === 1 ? inside : [];
    tapped({ id, key, name: names[id] ?? id, said: look && titleOf(look), orders, inside, spot: button.getBoundingClientRect() });
  }

  function stop(button) {
    for (const one of places.querySelectorAll('[tabindex="0"]')) one.tabIndex = -1;
    button.tabIndex = 0;
  }

  sheet.addEventListener("click", (event) => {
    const site = event.detail === 0 && event.target.closest(".site"); // by a key
    if (site) return tap(site.dataset.place);
    const found = hit(event);
    if (found) return tap(found.id, found.key);
    close();
    if (twice(event)) view.toggle(event);
  });
  sheet.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const { key, id } = hit(event) ?? {};
    field.title = key ? [called[key], titleOf(shown.get(key)[2])].filter(Boolean).join(": ") : names[id] ?? "";
    for (const use of pieces.querySelectorAll(".lifted")) use.classList.remove("lifted");
    uses.get(key)?.classList.add("lifted");
  });
  places.addEventListener("keydown", (event) => {
    const toward = ARROWS[event.key];
    const here = spots.get(event.target.dataset.place);
    if (!toward || !here) return;
    event.preventDefault();
    const ahead = ({ x, y }) => (x - here.x) * toward[0] + (y - here.y) * toward[1];
    const aside = ({ x, y }) => Math.abs((x - here.x) * toward[1] + (y - here.y) * toward[0]);
    const [next] = [...spots.values()].filter((one) => ahead(one) > 4 && aside(one) < 2 * ahead(one)).sort((a, b) => ahead(a) + 2 * aside(a) - ahead(b) - 2 * aside(b));
    if (next) focused(next);
  });

  function focused({ x, y, button }) {
    stop(button);
    button.focus({ preventScroll: true });
    view.reveal([[x, y]], true);
  }

  return {
    whole, draw, light,
    counters: () => [...shown].map(([key, [, , look, at]]) => ({ key, at, look, name: called[key] })),
    focus: (id) => spots.has(id) && focused(spots.get(id)),
    point(option) {
      rings.querySelectorAll(".lit").forEach((one) => one.remove());
      const named = option ? [...(option.spaces ?? []), ...Object.values(option.units ?? {})].filter((id) => spots.has(id)) : [];
      rings.append(...named.map((id) => drawn("rect", { class: "lit", rx: 9, ...around(id) })));
    },
  };
}

const titles = new Map();
function titleOf(look) {
  if (!titles.has(look)) titles.set(look, new DOMParser().parseFromString(look.match(/<title>.*?<\/title>/)?.[0] ?? "", "text/html").title);
  return titles.get(look);
}

let tap = { at: 0, x: 0, y: 0 };
function twice({ timeStamp, clientX, clientY }) {
  const again = timeStamp - tap.at < 350 && Math.hypot(clientX - tap.x, clientY - tap.y) < 30;
  tap = { at: again ? 0 : timeStamp, x: clientX, y: clientY };
  return again;
}
