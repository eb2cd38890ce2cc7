// The end of a game: the result, the scores and their reasons, history, and what comes next.

import { $, button, make } from "./dom.js";
import { blocks } from "./log.js";
import { tell } from "./wire.js";

const HERE = { // words that this page has buttons for
  report: ["report", "the game's story, with maps"],
  replay: ["replay-page", "the game step by step"],
};

/** Shows the end; the board stays in sight. */
export function show(over) {
  const tone = over.good === true ? "good" : over.good === false ? "bad" : "even";
  const verdict = over.verdict ? over.verdict[0].toUpperCase() + over.verdict.slice(1) : "The game is over";
  const { scores = [], parts = [], history = "" } = over;
  const plain = scores.filter(({ reasons }) => !Object.keys(reasons).length).map(({ name, total }) => [minus(total), name]);
  const told = [...scores.filter(({ reasons }) => Object.keys(reasons).length).map(fall), ...[plain, parts].filter((pairs) => pairs.length).map(list)];
  const then = told.length && history ? make("p", { class: "history" }, make("strong", {}, "In history: "), history) : "";
  if (!told.length) told.push(...blocks(over.lines, over.marks));
  const steps = (over.steps ?? over.words.map((line) => ({ line, about: "" }))).filter(({ line }) => line !== "quit");
  const next = steps.map(({ line, about }) => step(line, about));
  $("end").className = tone;
  $("end").replaceChildren(
    make("p", { class: "over" }, "The game is over"),
    make("h2", { id: "verdict", tabIndex: -1 }, `${verdict}.`),
    ...told,
    make("h3", {}, "What next"),
    make("div", { class: "rows" }, ...next, row("Save file", "to open here or on the desktop", () => tell("menu", "save")), row("Leave", "your game is saved", () => tell("leave"))),
    then,
  );
  $("end").hidden = false;
  document.documentElement.dataset.over = "";
}

export function hide() {
  $("end").hidden = true;
  delete document.documentElement.dataset.over;
}

const list = (pairs) => make("dl", { class: "parts" }, ...pairs.map(([name, about]) => make("div", {}, make("dt", {}, name), make("dd", {}, about))));

function row(title, about, act) {
  return make("button", { type: "button", class: "row", onclick: act }, make("span", { class: "words" }, title), about && make("small", {}, about));
}

function step(line, about) {
  const [id, said] = HERE[line.split(" ")[0]] ?? [];
  const shown = id ? row(line, said, () => tell("menu", id)) : row(line, about, () => tell("typed", line));
  shown.dataset.words = line;
  return shown;
}

const minus = (number) => String(number).replace("-", "−");

/** A score as a waterfall: a bar for each reason, then the total. */
function fall({ name, total, reasons }) {
  const steps = [];
  let sum = 0;
  for (const [reason, by] of Object.entries(reasons)) {
    steps.push({ reason, by, from: Math.min(sum, sum + by), to: Math.max(sum, sum + by) });
    sum += by;
  }
  const low = Math.min(0, ...steps.map(({ from }) => from));
  const high = Math.max(0.5, ...steps.map(({ to }) => to));
  const share = (value) => `${(100 * (value - low)) / (high - low)}%`;
  const bar = (from, to, kind) => make("span", { class: `bar ${kind}`, style: `left: ${share(from)}; right: calc(100% - ${share(to)})` });
  const line = (reason, by, shown) => make("div", {}, make("dt", {}, reason), make("dd", { class: "run" }, shown), make("dd", { class: "by" }, by));
  const sign = (by) => `${by > 0 ? "+" : ""}${minus(by)}`;
  return make(
    "dl",
    { class: "fall", aria: { label: name } },
    ...steps.map(({ reason, by, from, to }) => line(reason, sign(by), bar(from, to, by < 0 ? "loss" : "gain"))),
    line(make("strong", {}, name[0].toUpperCase() + name.slice(1)), make("strong", {}, minus(total)), bar(Math.min(0, total), Math.max(0, total), "total")),
  );
}
