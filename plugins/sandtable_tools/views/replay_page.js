const STEP = 1400; // milliseconds that a frame stays at normal speed
const LONG = 105; // the letters of a turn and its status that may take two lines next to a log

const marks = frames.flatMap((frame, place) => (frame.bookmark ? [place] : []));
let at = -1;
let timer = 0;
let remembering = 0;

// Going through the game.

function show(place) {
  const next = Math.max(0, Math.min(last, place));
  const varied = byId("pictures").classList.contains("varied");
  if (next === at && !varied) return;
  byId("pictures").classList.remove("varied");
  const frame = frames[next];
  mark(at, false);
  at = next;
  mark(at, true);
  byId("turn").textContent = frame.turn;
  byId("status").textContent = besides(frame);
  tell(frame);
  if (data.table) playFrom(frame.n);
  byId("board").querySelector("pre").textContent = frame.board.map((line) => data.lines[line]).join("\n");
  drawAll(frame, frames[at - 1]);
  showFight(frame);
  const [figures] = plots.map((point) => point());
  slider.ariaValueNow = at + 1;
  slider.ariaValueText = [`line ${frame.n} of ${frames[last].n}`, frame.turn, figures, frame.head].filter(Boolean).join(". ");
  byId("jump").value = [...marks, ...news, ...moments.keys()].includes(at) ? at : turns.findLast((start) => start <= at);
  byId("log").scrollTop = entries[at].offsetTop - byId("log").clientHeight / 3;
  clearTimeout(remembering);
  remembering = setTimeout(remember, 100);
}

// The status without the turn that it begins with.
function besides({ turn, status }) {
  return turn && status.startsWith(turn) ? status.slice(turn.length).replace(/^\. /, "").trim() : status;
}

// The link that plays on from a line; links leave out notes.
function playFrom(n) {
  const { link, notes, over } = data.table;
  byId("table").href = `${link}@${n - notes.filter((note) => note <= n).length}`;
  byId("table").hidden = over && at === last;
}

// A file or a frame may not be allowed to change its address; the game is shown all the same.
function remember() {
  clearTimeout(remembering);
  try {
    history.replaceState(null, "", `#n=${frames[at].n}`);
  } catch {}
}

function addressed() {
  const n = Number(/^#n=(\d+)$/.exec(location.hash)?.[1] ?? 1);
  const place = frames.findIndex((frame) => frame.n >= n);
  return place < 0 ? last : place;
}

function go(place) {
  pause();
  show(place);
}

function play() {
  if (at === last) show(0);
  const run = () => {
    show(at + 1);
    const time = STEP + BEAT * (frames[at].fight?.shots.length ?? 0);
    timer = at < last ? setTimeout(run, time / byId("speed").value) : 0;
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
  byId("step").setAttribute("aria-live", on ? "off" : "polite");
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

// A page that shows this one in a frame may set the theme.
addEventListener("message", ({ source, data }) => {
  if (source === parent && ["light", "dark"].includes(data?.theme)) document.documentElement.dataset.theme = data.theme;
});

// If the page may not write to the clipboard, the reader can.
async function copyLink() {
  remember();
  const link = opener && data.table ? byId("table").href : location.href; // what the table wrote has no address
  try {
    await navigator.clipboard.writeText(link);
    said("Link copied.");
  } catch {
    prompt("The link to this step:", link);
  }
}

function said(text) {
  byId("said").textContent = text;
  setTimeout(() => { byId("said").textContent = ""; }, 2000);
}

const ways = {
  first: () => go(0),
  back: () => go(at - 1),
  play: () => (timer ? pause() : play()),
  next: () => go(at + 1),
  last: () => go(last),
  link: copyLink,
  keys: () => byId("help").showModal(),
  theme: switched,
};
const keys = {
  Home: ways.first,
  ArrowLeft: ways.back,
  ArrowDown: ways.back,
  ArrowUp: ways.next,
  k: ways.back,
  " ": ways.play,
  ArrowRight: ways.next,
  j: ways.next,
  End: ways.last,
  PageUp: () => go(turns.findLast((start) => start < at) ?? 0),
  PageDown: () => go(turns.find((start) => start > at) ?? last),
  c: ways.link,
  "?": ways.keys,
};

// In a picture that is wider than its box the arrow keys scroll.
function scrolls(element) {
  return element.classList.contains("sheet") && element.scrollWidth > element.clientWidth;
}

function pressed(event) {
  const way = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
  const other = event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && event.key !== "?");
  if (!way || other || document.querySelector("dialog[open]") || event.target.closest("select")) return;
  if (event.key.startsWith("Arrow") && scrolls(event.target)) return;
  if (["ArrowUp", "ArrowDown"].includes(event.key) && event.target !== slider) return;
  if (event.key === " " && event.target.closest("button, summary")) return;
  event.preventDefault();
  way();
}

// A row of the log leads to its last line, unless its text is being marked or a button in it was meant.
function chosen(event) {
  const item = event.target.closest("li");
  if (item && !event.target.closest("button") && !String(getSelection())) go(Number(item.dataset.place));
}

function pointed(event) {
  const name = event.target.closest?.(".called");
  if (!name) return unlight();
  const spot = light(name.textContent);
  if (event.type === "click") follow("0", spot);
}

for (const [id, way] of Object.entries(ways)) byId(id).addEventListener("click", way);
byId("log").querySelector("ol").append(...entries);
byId("log").addEventListener("click", chosen);
for (const type of ["pointerover", "click"]) document.addEventListener(type, pointed);
byId("jump").append(...jumps("Turns", turns, (frame) => frame.turn || "Start"));
byId("jump").append(...jumps("Choices and luck", [...moments.keys()], judged));
byId("jump").append(...jumps("Turning points", news, (frame) => frame.news.join(", ")));
byId("jump").append(...jumps("Bookmarks", marks, (frame) => `@${frame.bookmark}`));
byId("now").classList.toggle("long", frames.some((frame) => frame.turn.length + besides(frame).length > LONG));
slider.ariaValueMax = frames.length;
for (const fact of document.querySelectorAll("#facts dd")) fact.title = fact.textContent;
document.documentElement.classList.toggle("framed", window.self !== window.top);
byId("jump").addEventListener("change", (event) => go(Number(event.target.value)));
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector("button").addEventListener("click", () => dialog.close());
}
if (matchMedia("(max-width: 40rem)").matches) byId("board").after(byId("facts")); // the map comes first
byId("board").open = !frames.some((frame) => frame.pictures.size);
document.addEventListener("keydown", pressed);
wide.addEventListener("change", () => showFight(frames[at]));
window.addEventListener("hashchange", () => go(addressed()));
show(addressed());
requestAnimationFrame(() => document.body.classList.add("ready"));
