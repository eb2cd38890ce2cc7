const PIPS = [, [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const frames = unfold(data.frames);
const last = frames.length - 1;

// Only the buttons of the present row are stops of the tab key.
function button(className, textContent, onclick, ariaLabel = textContent) {
  return make("button", { type: "button", className, textContent, onclick, ariaLabel, tabIndex: -1 });
}

// Names of places and pieces: pointing at one shows where it is.
const places = new Map(data.grounds.flatMap(([, , all]) => all.map(([name, ...spot]) => [name, spot])));
const pieces = new Map(data.named.map(([name, picture, key]) => [name, [String(picture), key]]));
const known = [...new Set([...places.keys(), ...pieces.keys()])].filter((name) => name.length > 1);
const naming = new RegExp(`(?<![\\p{L}\\p{N}/])(${
  known.sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|")
})(?![\\p{L}\\p{N}/])`, "u");

function named(text) {
  if (!known.length) return [text];
  return text.split(naming).map((part, k) => (k % 2 ? make("span", { className: "called", textContent: part }) : part));
}

function placesIn(text) {
  return known.length ? text.split(naming).filter((part, k) => k % 2 && places.has(part)) : [];
}

// What happened: sentences, dice as dice, cards as cards, and the rules.
function events(frame) {
  return frame.events.map(([text, section]) => make("p", {}, ...named(text), ...cited(section)));
}

function rolls(frame) {
  const rows = [];
  for (const [kind, came] of frame.rolls) {
    const [words, section, sides] = data.luck[kind];
    const shown = came.map((value) => (sides ? die(sides, value) : make("i", { className: "card", textContent: value })));
    if (words || !rows.length || rows.at(-1).dataset.words) rows.push(make("p", { className: "rolls" }));
    rows.at(-1).dataset.words = words;
    rows.at(-1).append(words ? `${words} ` : "", ...shown, ...cited(section));
  }
  return rows;
}

function die(sides, value) {
  const shape = sides === 6
    ? [drawn("rect", { x: 1, y: 1, width: 18, height: 18, rx: 4 }), ...pips(value)]
    : [drawn("path", { d: "M10 0.8L18.5 5.6V14.4L10 19.2L1.5 14.4V5.6z" }), numeral(value)];
  const label = `${value} of a die with ${sides} sides`;
  return drawn("svg", { class: "die", viewBox: "0 0 20 20", role: "img", "aria-label": label, "data-value": value }, ...shape);
}

function pips(value) {
  const spot = (place) => ({ cx: 5 + 5 * (place % 3), cy: 5 + 5 * Math.floor(place / 3), r: 1.9 });
  return PIPS[value].map((place) => drawn("circle", spot(place)));
}

function numeral(value) {
  const text = drawn("text", { x: 10, y: 13.4, "text-anchor": "middle" });
  text.textContent = value;
  return text;
}

function cited(number) {
  const section = data.sections[number];
  if (!section) return [];
  if (!Object.hasOwn(data.rules, section)) return [" ", make("small", { textContent: section })];
  return [" ", button("cite", section, () => consult(section), `Rule ${section}, ${data.rules[section][0]}`)];
}

function consult(section) {
  const [title, blocks] = data.rules[section];
  byId("rule-title").textContent = `${section}  ${title}`;
  byId("rule").querySelector("div").replaceChildren(...blocks.map(block));
  byId("rule").showModal();
}

function block([kind, rows]) {
  if (kind === "table") return make("table", {}, ...rows.map(row));
  if (kind === "text") return make("p", {}, ...inline(rows[0][0]));
  if (kind === "picture") return make("pre", { textContent: rows.flat().join("\n") });
  if (kind === "box") return make("blockquote", {}, ...rows.map(([words]) => make("p", {}, ...inline(words))));
  return make(kind === "list" ? "ul" : "ol", {}, ...rows.map(([words]) => make("li", {}, ...inline(words))));
}

function row(cells, place) {
  return make("tr", {}, ...cells.map((cell) => make(place ? "td" : "th", {}, ...inline(cell))));
}

function inline(words) {
  return words.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return make("strong", { textContent: part.slice(2, -2) });
    return /^`.+`$/.test(part) ? make("code", { textContent: part.slice(1, -1) }) : part;
  });
}

// The log: a row for each frame.
const entries = frames.map(entry);

function entry(frame, place) {
  const spoken = frame.head;
  const sided = frame.seat !== null && data.seats.length > 1;
  const head = make("p", { className: "head" });
  head.append(button("line", frame.n, () => go(place), `Go to line ${frame.n}`), ...(spoken ? named(spoken) : []));
  if (frame.typed) head.title = `typed: ${frame.typed}`;
  if (frame.bookmark) head.append(" ", make("mark", { textContent: frame.bookmark }));
  const note = frame.note ? [make("blockquote", { textContent: frame.note })] : [];
  const parts = [...note, ...events(frame), ...rolls(frame)];
  if (!spoken) head.append(...(parts.shift()?.childNodes ?? []));
  const item = make("li", {}, head, ...parts);
  if (sided) item.dataset.seat = frame.seat;
  item.dataset.place = place;
  return item;
}

function mark(place, present) {
  const item = entries[place];
  if (!item) return;
  if (present) item.setAttribute("aria-current", "step");
  else item.removeAttribute("aria-current");
  for (const one of item.querySelectorAll("button")) one.tabIndex = present ? 0 : -1;
}

// The step in short: its sentence, its results, its dice.
function tell(frame) {
  const spoken = frame.head || frame.events[0]?.[0] || "";
  const seat = frame.seat !== null && data.seats.length > 1 ? String(frame.seat) : "";
  byId("step").dataset.seat = seat;
  byId("sentence").replaceChildren(make("b", { className: "number", textContent: frame.n }), " ", ...named(spoken));
  const rest = frame.head ? frame : { ...frame, events: frame.events.slice(1) };
  const note = frame.note ? [make("blockquote", { textContent: frame.note })] : [];
  byId("happened").replaceChildren(...note, ...events(rest), ...rolls(frame));
  byId("happened").scrollTop = 0;
}
