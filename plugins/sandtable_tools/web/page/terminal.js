// The program at a terminal: xterm.js shows it, and a worker runs it.
import { FitAddon } from "../engine/addon-fit.js";
import { Terminal } from "../engine/xterm.js";

const KEYS = {
  "Ctrl-C": "\x03", Esc: "\x1b", Tab: "\t", "↑": "\x1b[A", "↓": "\x1b[B", "←": "\x1b[D", "→": "\x1b[C", Enter: "\r",
  "?": "?\r", "Page up": "\x1b[5~", "Page down": "\x1b[6~", F1: "\x1bOP", F2: "\x1bOQ", F3: "\x1bOR", F4: "\x1bOS", F5: "\x1b[15~",
};

const $ = (id) => document.getElementById(id);
const offers = JSON.parse($("offers").textContent || "{}");
const asked = new URLSearchParams(location.search);
const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
window.marks = {};

// What the address asks for: ?play=lrdg/slonta&seed=5, ?resume=SAVE; without either, the menu.
function words() {
  if (asked.has("resume")) return ["resume", asked.get("resume")];
  if (!asked.has("play")) return [];
  return ["play", asked.get("play"), ...(asked.has("seed") ? ["--seed", asked.get("seed")] : [])];
}

function say(text) {
  $("waiting").hidden = false;
  $("waiting").querySelector("[role=status]").textContent = text;
}

function begin() {
  const { backgroundColor, color } = getComputedStyle(document.body);
  const narrow = matchMedia("(max-width: 700px)").matches;
  const term = new Terminal({
    fontSize: narrow ? 12 : 15, fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
    convertEol: true, theme: { background: backgroundColor, foreground: color, cursor: color }, minimumContrastRatio: 4.5, screenReaderMode: asked.has("reader"),
  });
  const fit = new FitAddon();
  term.loadAddon(fit);
  $("screen").hidden = $("keys").hidden = false;
  term.open($("screen"));
  fit.fit();
  const source = new Blob([`import ${JSON.stringify(new URL("terminal-worker.js", import.meta.url).href)};`], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(source), { type: "module" });
  worker.onmessage = ({ data }) => heard(data, term);
  worker.onerror = (event) => say(`The terminal cannot start: ${event.message || "one of its files is missing"}.`);
  const send = (keys) => worker.postMessage({ keys });
  term.onData(send);
  term.onBinary(send);
  term.onResize(({ cols, rows }) => worker.postMessage({ size: [cols, rows] }));
  new ResizeObserver(() => fit.fit()).observe($("screen"));
  for (const [name, keys] of Object.entries(KEYS)) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    button.onpointerdown = (event) => event.preventDefault(); // the phone's keyboard stays as it is
    button.onclick = () => send(keys);
    $("keys").append(button);
  }
  const code = [...new Set([...(offers.code ?? []), ...[...(offers.offers ?? []), ...(offers.given ?? [])].flatMap((offer) => offer.code)])];
  worker.postMessage({ run: { code, words: words(), theme, columns: term.cols, rows: term.rows } });
  term.focus();
}

function heard(data, term) {
  if (data.load) {
    const bar = $("waiting").querySelector("progress");
    [bar.value, bar.max] = [data.load.got, Math.max(data.load.of, 1)];
  } else if (data.mark) window.marks[data.mark] = data.at;
  else if (data.write) {
    $("waiting").hidden = true;
    window.marks.shown ??= Math.round(performance.now());
    term.write(data.write);
  } else if (data.save) history.replaceState(null, "", `?resume=${encodeURIComponent(data.save)}`); // for a reload
  else if (data.unkept) say(data.unkept);
  else if ("ended" in data || data.fault) {
    $("ended").hidden = false;
    $("keys").hidden = true;
    $("ended").querySelector("span").textContent = data.fault ? `The program has failed: ${data.fault}` : "You have left the program; your games are saved.";
    if (data.report) console.error(data.report);
    document.documentElement.dataset.ended = data.ended ?? "fault";
  }
}

$("ended").querySelector("button").onclick = () => location.assign(location.pathname);
if ("Suspending" in WebAssembly) begin();
else {
  $("waiting").querySelector("progress").hidden = true;
  say("The terminal needs JSPI, which this browser lacks (Chrome, Edge and Firefox have it). Play the same games as a page.");
}
