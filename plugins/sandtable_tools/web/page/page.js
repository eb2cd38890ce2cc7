const $ = (id) => document.getElementById(id);
const make = (tag, props = {}, ...inside) => { const e = Object.assign(document.createElement(tag), props); e.append(...inside); return e; };
const facts = JSON.parse($("offers").textContent);
const worker = new Worker("worker.js", { type: "module" });
document.head.append(make("style", { textContent: facts.style }));
const root = document.documentElement.dataset;
root.asked = 0;
window.marks = {};
let called = 0; const answers = new Map();
const call = (name, ...given) => worker.postMessage({ call: name, with: given });
const ask = (name, ...given) => new Promise((done) => { answers.set(++called, done); worker.postMessage({ call: name, with: given, id: called }); });
window.ask = ask;
function say(lines, className = "") { for (const line of lines) $("log").append(make("p", { className, textContent: line })); $("side").scrollTop = 1e9; }
function send(text) { say([`> ${text}`], "typed"); call("line", text); }
const show = {
  news: (o) => say(o.lines), text: (o) => say(o.lines, o.tone), refused: (o) => say([o.message, ...o.details], "error"),
  status: (o) => ($("status").textContent = o.text), question: (o) => ($("question").textContent = o.text),
  board: (o) => { for (const p of o.drawn) { let f = $("maps").querySelector(`[data-name="${p.name}"]`); if (!f) { f = make("figure"); f.dataset.name = p.name; $("maps").append(f); }
    if (p.below !== null) f.innerHTML = `<figcaption></figcaption><svg viewBox="0 0 ${p.width} ${p.height}">${p.below}<g class="pieces"></g>${p.above}</svg>`;
    f.querySelector("figcaption").textContent = p.title; f.querySelector(".pieces").innerHTML = p.pieces; } },
  options: (o) => $("options").replaceChildren(...o.options.map((p) => make("button", { textContent: `${p.number ?? ""} ${p.words} ${p.cost} ${p.risk}`, onclick: () => send(p.words) }))),
  confirm: (o) => { $("question").textContent = o.question; $("options").replaceChildren(make("button", { textContent: "Yes", onclick: () => send("y") }), make("button", { textContent: "No", onclick: () => send("n") })); },
  thinking: () => ($("stop").hidden = false), over: (o) => { say(o.lines); $("question").textContent = o.verdict; $("options").replaceChildren(); },
};
worker.onmessage = ({ data }) => {
  if (data.mark) { window.marks[data.mark] = data.at; $("load").textContent = data.mark; }
  if (data.ready) { $("load").textContent = "Ready"; root.ready = ""; ask("saves").then((saves) => $("kept").replaceChildren(...saves.map((s) => make("button", { textContent: s.name, onclick: () => go(() => call("open", s.name)) })))); }
  if (data.output) show[data.output.type]?.(data.output);
  if (data.asked) { root.asked++; $("stop").hidden = true; window.marks.asked ??= Math.round(performance.now()); }
  if (data.kept) root.kept = root.asked;
  if (data.fault) say([data.fault], "error");
  if (data.id) answers.get(data.id)?.(data.answer ?? data.refused);
};
function go(begin) { $("begin").hidden = true; document.querySelector("main").hidden = false; begin(); }
$("choose").replaceChildren(...facts.offers.map((o) => make("button", { textContent: o.title, onclick: () => go(() => call("start", { scenario: o.scenario, seed: new URLSearchParams(location.search).get("seed") ?? "" })) })));
$("type").onsubmit = (event) => { event.preventDefault(); send($("line").value); $("line").value = ""; };
$("stop").onclick = () => call("stop");
worker.postMessage({ call: "boot", with: [facts.code] });
