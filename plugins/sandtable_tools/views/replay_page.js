const SPACE = "http://www.w3.org/2000/svg";
const STEP = 1400; // milliseconds that a frame stays at normal speed

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const frames = unfold(data.frames);
const last = frames.length - 1;
const turns = frames.flatMap((frame, place) => (place && frame.turn === frames[place - 1].turn ? [] : [place]));
const marks = frames.flatMap((frame, place) => (frame.bookmark ? [place] : []));
const pictures = new Map();
const charts = data.tracks.map(([name, steps]) => chart(name, steps));
const entries = frames.map(entry);
let at = -1;
let timer = 0;

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The log.

function entry(frame, place) {
  const number = button("line", String(frame.n), () => go(place), `Go to line ${frame.n}`);
  const named = frame.seat !== null && data.seats.length > 1;
  const seat = named ? [make("b", { textContent: data.seats[frame.seat] }), " "] : [];
  const head = make("p", { className: "head" }, number, ...seat, frame.head);
  if (frame.bookmark) head.append(" ", make("mark", { textContent: frame.bookmark }));
  const note = frame.note ? [make("blockquote", { textContent: frame.note })] : [];
  const item = make("li", {}, head, ...note, ...frame.events.map(told), ...frame.rolls.map(rolled));
  if (named) item.dataset.seat = frame.seat;
  item.classList.toggle("gone", frame.gone);
  return item;
}

function told([text, section]) {
  return make("p", {}, text, ...cited(section));
}

function rolled([words, section, values]) {
  const dice = values.map((value) => make("i", { textContent: value }));
  return make("p", { className: "rolls" }, words, " ", ...dice, ...cited(section));
}

function cited(section) {
  if (!section) return [];
  if (!Object.hasOwn(data.rules, section)) return [" ", make("small", { textContent: section })];
  return [" ", button("cite", section, () => consult(section), `Rule ${section}, ${data.rules[section][0]}`)];
}

// Only the buttons of the present entry are stops of the tab key.
function button(className, textContent, onclick, ariaLabel) {
  return make("button", { type: "button", className, textContent, onclick, ariaLabel, tabIndex: -1 });
}

function mark(place, present) {
  const item = entries[place];
  if (!item) return;
  if (present) item.setAttribute("aria-current", "step");
  else item.removeAttribute("aria-current");
  for (const one of item.querySelectorAll("button")) one.tabIndex = present ? 0 : -1;
}

// The rules.

function consult(section) {
  const [title, blocks] = data.rules[section];
  byId("rule-title").textContent = `${section}  ${title}`;
  byId("rule").querySelector("div").replaceChildren(...blocks.map(block));
  byId("rule").showModal();
}

function block([kind, rows]) {
  if (kind === "table") return make("table", {}, ...rows.map(row));
  if (kind === "text") return make("p", {}, ...inline(rows[0][0]));
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

// The pictures: the main picture has a place of its own, others stand beside it with the log.
function figure(number) {
  const ground = drawn("use");
  const svg = drawn("svg", { role: "img" }, ground);
  const caption = make("figcaption");
  const box = make("div", { className: "sheet", tabIndex: 0 }, svg);
  const whole = make("figure", { className: "picture" }, caption, box);
  if (number === "0") byId("pictures").append(whole);
  else byId("log").before(whole);
  return { whole, caption, box, svg, ground, uses: new Map() };
}

function draw(number, picture) {
  if (!pictures.has(number)) pictures.set(number, figure(number));
  const { whole, caption, box, svg, ground, uses } = pictures.get(number);
  const counters = picture?.counters ?? new Map();
  whole.hidden = !picture;
  for (const [key, use] of uses) if (!counters.has(key)) uses.delete(key), use.remove();
  if (!picture) return;
  const [width, height] = data.grounds[picture.ground];
  whole.classList.toggle("tall", height > 1.5 * width);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.style.setProperty("--wide", `${width}px`);
  svg.setAttribute("aria-label", picture.title);
  box.ariaLabel = caption.textContent = picture.title;
  ground.setAttribute("href", `#g${picture.ground}`);
  const first = uses.size === 0;
  const changed = [...counters].filter(([key, placed]) => put(svg, uses, key, placed));
  if (!first && changed.length) follow(box, svg, width, changed.at(-1)[1]);
  const above = [...counters.keys()].reverse();
  above.forEach((key, k) => lay(svg, uses.get(key), uses.get(above[k - 1]) ?? null));
}

// Whether the counter is another than before, or elsewhere.
function put(svg, uses, key, [x, y, look]) {
  if (!uses.has(key)) uses.set(key, svg.appendChild(drawn("use", { class: "piece" })));
  const use = uses.get(key);
  const placed = `${x} ${y} ${look}`;
  if (use.dataset.placed === placed) return false;
  use.dataset.placed = placed;
  use.setAttribute("href", `#c${look}`);
  use.style.transform = `translate(${x}px, ${y}px)`;
  return true;
}

// A picture that is wider than its box shows where something has changed.
function follow(box, svg, width, [x]) {
  const left = (x * svg.clientWidth) / width - box.scrollLeft;
  if (left < 0.1 * box.clientWidth || left > 0.9 * box.clientWidth) box.scrollLeft += left - box.clientWidth / 2;
}

// A counter that is laid elsewhere in the pile goes on moving where the browser can do that.
function lay(svg, use, above) {
  if (use.nextSibling !== above) (svg.moveBefore ?? svg.insertBefore).call(svg, use, above);
}

// The charts.

function chart(name, steps) {
  const values = steps.map(([, value]) => value ?? 0);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const height = (value) => (100 * (high - value)) / (high - low);
  const line = drawn("path", { class: "line", d: path(steps, height) });
  const cursor = drawn("path", { class: "cursor" });
  const dot = drawn("path", { class: "dot" });
  const words = name.replaceAll("-", " ");
  const frame = { viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", role: "img", "aria-label": words };
  const svg = drawn("svg", frame, line, cursor, dot);
  const value = make("b");
  const caption = make("figcaption", {}, words, value, make("small", { textContent: `${low} to ${high}` }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round((last * (event.clientX - box.left)) / box.width));
  });
  byId("charts").append(make("figure", {}, caption, svg));
  return { steps, height, cursor, dot, value };
}

function path(steps, height) {
  return steps.map(([place, value], k) => {
    if (value === null) return "";
    const start = k && steps[k - 1][1] !== null ? "V" : `M${place} `;
    return `${start}${height(value)}H${steps[k + 1]?.[0] ?? last}`;
  }).join("");
}

function point({ steps, height, cursor, dot, value }) {
  const now = steps.findLast(([place]) => place <= at)?.[1] ?? null;
  value.textContent = now === null ? "" : now;
  cursor.setAttribute("d", `M${at} 0V100`);
  dot.setAttribute("d", now === null ? "" : `M${at} ${height(now)}h0`);
}

// Going through the game.

function show(place) {
  const next = Math.max(0, Math.min(last, place));
  if (next === at) return;
  const frame = frames[next];
  mark(at, false);
  at = next;
  mark(at, true);
  byId("turn").textContent = frame.turn;
  byId("status").textContent = frame.status;
  byId("board").querySelector("pre").textContent = frame.board.map((line) => data.lines[line]).join("\n");
  const numbers = new Set([...pictures.keys(), ...frame.pictures.keys()]);
  numbers.forEach((number) => draw(number, frame.pictures.get(number)));
  charts.forEach(point);
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", `line ${frame.n} of ${frames[last].n}. ${frame.head}`);
  byId("jump").value = marks.includes(at) ? at : turns.findLast((start) => start <= at);
  byId("log").scrollTop = entries[at].offsetTop - byId("log").clientHeight / 3;
  remember(frame.n);
}

// A file or a frame may not be allowed to change its address; the game is shown all the same.
function remember(n) {
  try {
    history.replaceState(null, "", `#n=${n}`);
  } catch {}
}

function addressed() {
  const n = Number(/^#n=(\d+)$/.exec(location.hash)?.[1] ?? 1);
  return Math.max(0, frames.findLastIndex((frame) => frame.n <= n));
}

function go(place) {
  pause();
  show(place);
}

function play() {
  if (at === last) show(0);
  const run = () => {
    show(at + 1);
    timer = at < last ? setTimeout(run, STEP / byId("speed").value) : 0;
    if (!timer) pause();
  };
  timer = setTimeout(run, STEP / byId("speed").value);
  playing(true);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  playing(false);
}

function playing(on) {
  document.body.classList.toggle("playing", on);
  byId("play").ariaLabel = on ? "Pause" : "Play";
  byId("status").setAttribute("aria-live", on ? "off" : "polite");
}

function jumps(label, places, words) {
  const options = places.map((place) => make("option", { value: place, textContent: words(frames[place]) }));
  return options.length ? [make("optgroup", { label }, ...options)] : [];
}

function switched() {
  const dark = getComputedStyle(document.documentElement).colorScheme;
  const now = dark === "light dark" ? matchMedia("(prefers-color-scheme: dark)").matches : dark === "dark";
  document.documentElement.dataset.theme = now ? "light" : "dark";
}

const ways = {
  first: () => go(0),
  back: () => go(at - 1),
  play: () => (timer ? pause() : play()),
  next: () => go(at + 1),
  last: () => go(last),
  theme: switched,
};
const keys = {
  Home: ways.first,
  ArrowLeft: ways.back,
  " ": ways.play,
  ArrowRight: ways.next,
  End: ways.last,
  PageUp: () => go(turns.findLast((start) => start < at) ?? 0),
  PageDown: () => go(turns.find((start) => start > at) ?? last),
};

// In a picture that is wider than its box the arrow keys scroll.
function scrolls(element) {
  return element.classList.contains("sheet") && element.scrollWidth > element.clientWidth;
}

function pressed(event) {
  const way = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
  const other = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (!way || other || byId("rule").open || event.target.closest("select")) return;
  if (event.key.startsWith("Arrow") && scrolls(event.target)) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  event.preventDefault();
  way();
}

for (const [id, way] of Object.entries(ways)) byId(id).addEventListener("click", way);
byId("log").querySelector("ol").append(...entries);
byId("jump").append(...jumps("Turns", turns, (frame) => frame.turn || "Start"));
byId("jump").append(...jumps("Bookmarks", marks, (frame) => `@${frame.bookmark}`));
byId("slider").max = last;
byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
byId("jump").addEventListener("change", (event) => go(Number(event.target.value)));
byId("rule").querySelector("button").addEventListener("click", () => byId("rule").close());
byId("board").open = !frames.some((frame) => frame.pictures.size);
document.addEventListener("keydown", pressed);
window.addEventListener("hashchange", () => go(addressed()));
show(addressed());
requestAnimationFrame(() => document.body.classList.add("ready"));
