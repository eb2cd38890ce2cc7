// Trays of cards and counters: each tray is as wide as there is room, and its cards that options name are buttons.
import { drawn, make } from "./elements.js";

const MANY = 6; // a pile of more, none of them named by an option, is folded
const MOST = 3; // numbers on a card; a plus stands for more
const still = matchMedia("(prefers-reduced-motion: reduce)");

// The word for a name, as in options.
export const slug = (name) => name.normalize("NFKD").replace(/[^\x00-\x7f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

// A card or counter as a button, with the numbers of the orders that name it. Its title tells more.
export function chit({ key, look, name, orders }, onclick) {
  const [, wide, high] = look.match(/<rect[^>]* width="([\d.]+)" height="([\d.]+)"/) ?? [0, 58, 58];
  const svg = drawn("svg", { viewBox: `${-wide / 2 - 2} ${-high / 2 - 2} ${+wide + 6} ${+high + 6}`, "aria-hidden": "true" });
  svg.style.setProperty("--wide", `${+wide + 6}px`);
  svg.innerHTML = `<g class="pieces">${look}</g>`;
  const said = svg.querySelector("title")?.textContent ?? "";
  const numbers = orders.slice(0, MOST).map(({ number, words }) => number ?? words).join(" ");
  const caps = orders.length ? [make("kbd", { textContent: numbers + (orders.length > MOST ? "+" : "") })] : [];
  const label = [name, said].filter(Boolean).join(": ");
  const words = make("span", { className: "unseen", textContent: orders.length === 1 ? `${label}: ${orders[0].words}` : label });
  const button = make("button", { type: "button", className: orders.length ? "chit able" : "chit", onclick: (event) => onclick(event, said) }, ...caps, words, svg);
  button.dataset.key = key;
  return button;
}

export function tray(board, { tapped }) {
  const rows = make("div", { className: "rows" });
  const whole = make("figure", { className: "trays" }, make("figcaption"), rows);
  const [opened, seen] = [new Map(), new Map()];
  let [ground, counters, named] = [{}, [], new Map()];
  const stack = () => whole.classList.toggle("stacked", ground.trays?.some(([, , , kinds]) => kinds.length) && ground.width * 0.775 > whole.clientWidth);
  new ResizeObserver(stack).observe(whole);

  function draw(next) {
    ground = { ...ground, ...next };
    if (next.trays) rows.replaceChildren(); // another reader must not see what has changed
    counters = next.counters.map(([key, , , look, at]) => ({ key, look, at, name: ground.called?.[key] ?? "" }));
    whole.firstChild.textContent = whole.ariaLabel = ground.title;
    stack();
    render();
  }

  function light({ named: found, going }) {
    if (going) return;
    named = found;
    render();
    const first = rows.querySelector(".able")?.closest(".tray");
    if (!first) return;
    const [box, view] = [first.getBoundingClientRect(), rows.getBoundingClientRect()];
    if (box.bottom > view.bottom || box.top < view.top) rows.scrollBy({ top: box.top - view.top, behavior: still.matches ? "instant" : "smooth" });
  }

  function render() {
    const before = rects();
    const focus = document.activeElement?.dataset?.key;
    const columns = [...new Set(ground.trays.map(([, x]) => x))].sort((a, b) => a - b);
    const levels = [...new Set(ground.trays.map(([, , y]) => y))].sort((a, b) => a - b);
    rows.style.setProperty("--columns", columns.length);
    const sorted = ground.trays.toSorted(([, u, v], [, x, y]) => v - y || u - x);
    rows.replaceChildren(...sorted.map(([id, x, y, kinds]) => {
      const some = counters.filter(({ at }) => at === id);
      const box = one(id, some, kinds);
      box.style.gridArea = `${levels.indexOf(y) + 1} / ${columns.indexOf(x) + 1}`;
      return box;
    }));
    if (focus) rows.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    glide(before);
  }

  function one(id, some, kinds) {
    const title = ground.names[id];
    const cards = make("div", { className: `chits ${kinds[0] ?? ""}` }, ...some.map(face));
    const folds = kinds.includes("pile") && some.length > MANY && !some.some(({ key }) => named.has(key));
    if (!folds) return make("section", { className: some.length ? `tray${kinds.length ? "" : " short"}` : "tray empty", ariaLabel: title }, make("h3", { textContent: title }), cards);
    const box = make("details", { className: "tray", open: opened.get(id) ?? false }, make("summary", { textContent: `${title} (${some.length})` }), cards);
    box.addEventListener("toggle", () => opened.set(id, box.open));
    return box;
  }

  function face({ key, look, name, at }) {
    const orders = named.get(key) ?? [];
    const onclick = ({ currentTarget }, said) => tapped({ id: name ? slug(name) : at, key, name: name || ground.names[at], said, orders, only: true, spot: currentTarget.getBoundingClientRect() });
    const button = chit({ key, look, name, orders }, onclick);
    if (!orders.length) button.tabIndex = -1;
    return button;
  }

  function rects() {
    const buttons = [...rows.querySelectorAll("[data-key]")].filter((one) => one.offsetParent);
    return new Map(buttons.map((one) => [one.dataset.key, one.querySelector("svg").getBoundingClientRect()]));
  }

  // Cards move from where they were, even to another tray, where their key differs.
  function glide(before) {
    if (!before.size || still.matches) return;
    const here = new Map(counters.map(({ key, name }) => [key, name]));
    const gone = [...before].filter(([key]) => !here.has(key)).map(([key, rect]) => ({ name: seen.get(key), rect }));
    for (const [key, rect] of rects()) {
      const from = before.get(key) ?? gone.find(({ name }) => name && name === here.get(key))?.rect;
      const card = rows.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (!from) card.animate([{ opacity: 0 }, {}], 300);
      else if (Math.hypot(from.x - rect.x, from.y - rect.y) > 2) card.animate([{ transform: `translate(${from.x - rect.x}px, ${from.y - rect.y}px)` }, {}], { duration: 400, easing: "ease-in-out" });
    }
    for (const [key, name] of here) seen.set(key, name);
  }

  return {
    whole, draw, light,
    counters: () => counters,
    point(option) {
      for (const one of rows.querySelectorAll(".chit")) one.classList.toggle("lit", Boolean(option && named.get(one.dataset.key)?.includes(option)));
    },
  };
}
