// The boards of a game: maps whose places are buttons, and trays of cards. `open` comes first, then `show` draws each
// position and `light` marks what a question is about and the legal orders, with their numbers.
import { chart } from "./chart.js";
import { card } from "./place.js";
import { slug, tray } from "./trays.js";

const boards = new Map();
let [host, tools, about] = [null, null, null];
let [options, picks, caps, spaces] = [[], new Set(), {}, {}]; // of the question

export function open(element, given) {
  [host, tools] = [element, given];
  about = card(host, { ...tools, closed: () => point(null) });
  host.classList.add("boards");
}

export function show(all) {
  for (const [name, board] of boards) if (!all.some((one) => one.name === name)) boards.delete(name), board.whole.remove();
  for (const drawing of all) {
    const known = boards.get(drawing.name);
    const kept = Object.fromEntries(Object.entries(drawing).filter(([, value]) => value !== null));
    const board = known ?? (kept.trays?.length ? tray : chart)(kept, { tapped, close: about.close });
    if (!known) boards.set(drawing.name, board), host.append(board.whole);
    board.draw(kept);
  }
  host.classList.toggle("several", boards.size > 1);
}

// What a question asks, and its options; null while none is open, which leaves the marks of the last one, pale.
export function light(question, listed = null, numbers = null) {
  options = (question && (listed?.options ?? listed)) || [];
  picks = new Set(choosing());
  if (question) [caps, spaces] = [numbers ?? listed?.caps ?? {}, question.spaces ?? {}];
  host.classList.toggle("going", !question);
  about.close();
  const named = units();
  for (const board of boards.values()) board.light({ caps, spaces, named, picks, going: !question });
}

export function point(option) {
  for (const board of boards.values()) board.point(option);
}

// The title of the second board, on which a fight is.
export const battle = () => boards.size > 1 ? [...boards.values()].at(-1).whole.ariaLabel : "";

// The tone of the counter of a name.
export function tone(name) {
  const { look } = [...boards.values()].flatMap((board) => board.counters()).find((one) => one.name === name) ?? {};
  return look?.match(/class="counter (\w+)/)?.[1] ?? "";
}

export function focusPlace(id) {
  for (const board of boards.values()) board.focus?.(id);
}

// The options of a choice of one among several: most have the same verb, and name one thing.
function choosing() {
  const [most = []] = [...Map.groupBy(options, ({ verb }) => verb).values()].sort((a, b) => b.length - a.length);
  return 2 * most.length > options.length ? most.filter(({ words }) => words.split(" ").length === 2) : [];
}

// The counters that options name, each with these options. If a word can mean several, it means one whose
// neighbours are named too, and that no longer word means.
function units() {
  const [meant, tally, named] = [new Map(), new Map(), new Map()];
  const all = [...boards.values()].flatMap((board) => board.counters());
  for (const option of options) {
    for (const word of option.words.split(" ").slice(1)) {
      if (!meant.has(word)) meant.set(word, { some: candidates(word, all), told: [] });
      meant.get(word).told.push(option);
    }
  }
  for (const { some, told } of meant.values()) for (const at of new Set(some.map((one) => one.at))) tally.set(at, (tally.get(at) ?? 0) + told.length);
  const taken = new Set();
  for (const [, { some, told }] of [...meant].sort(([a], [b]) => b.length - a.length)) {
    const [one] = some.toSorted((a, b) => tally.get(b.at) - tally.get(a.at) || taken.has(a.key) - taken.has(b.key));
    if (one) named.set(one.key, [...new Set([...(named.get(one.key) ?? []), ...told])]);
    taken.add(one?.key);
  }
  return named;
}

// The counters that a word can mean: by its key, its name, the end of its key, or its state and its name.
function candidates(word, all) {
  const ways = [
    ({ key }) => key === word,
    ({ name }) => slug(name ?? "") === word,
    ({ key }) => key.replace(/-\d+$/, "").endsWith(`-${word}`),
    ({ name, look }) => name && word.endsWith(`-${slug(name)}`) && look.includes(word.slice(0, -slug(name).length - 1)),
  ];
  return ways.map((way) => all.filter(way)).find((some) => some.length) ?? [];
}

// The orders that lead to a place, and those that start there or name it.
function ordersAt(id) {
  const there = options.filter(({ number }) => caps[id]?.includes(number));
  const named = options.filter(({ spaces = [], units = {} }) => spaces.includes(id) || Object.values(units).includes(id));
  return [there, named.filter((option) => !there.includes(option))];
}

// What was tapped: a place, or a unit. An order that it alone can mean is done, all others are on its card.
function tapped({ id, key = null, name, said = "", orders = [], inside = [], only = false, spot }) {
  host.dispatchEvent(new CustomEvent("place", { bubbles: true, detail: { id, key, name } }));
  if (orders.length === 1 && (only || picks.has(orders[0]))) return tools.order(orders[0].words);
  const [there, here] = ordersAt(id);
  const first = [...new Set([...orders, ...there])];
  const choose = (one, told) => tapped({ id: slug(one.name) || id, key: one.key, name: one.name || name, said: told, orders: one.orders, spot });
  return about.show({ id, name, about: said, orders: first, rest: here.filter((option) => !first.includes(option)), inside, choose, spot });
}
