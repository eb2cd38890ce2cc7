// The table: shows what the worker says, and sends what the player chooses.

import { $, make, phone, say, whisper } from "./dom.js";
import * as dialogs from "./dialogs.js";
import * as ending from "./ending.js";
import * as line from "./line.js";
import * as log from "./log.js";
import * as map from "./map.js";
import * as options from "./options.js";
import { rules } from "./rules.js";
import * as stage from "./stage.js";
import { OFFERS, begin, bring, complain, offered, openGiven, show as showBegin } from "./start.js";
import { ask, boot, on, stop, tell } from "./wire.js";

const root = document.documentElement;
const ANSWERS = new Set(["", "y", "yes", "n", "no"]); // of a question that a line asks
const HERE = { link: "menu-link", save: "save", report: "report", replay: "replay-page" }; // words that the menu does
const SLOW = 600; // milliseconds
const LONG = 110; // the letters of a long question
const touch = matchMedia("(pointer: coarse)");
const NONE = { seats: {}, titles: {} }; // before a game has begun
const table = { begun: NONE, playing: false, reader: null, busy: false, options: null, question: null, over: false, confirm: false };
let typed = ""; // the line that is being done
let refused = false;
let ahead = null; // the line that was typed meanwhile
let goesOn = false; // whether a save was opened
let slow = 0; // the timer that says that a line takes long
let byHand = false; // whether the last line came from the line, not from a button

const count = (name) => (root.dataset[name] = Number(root.dataset[name] ?? 0) + 1);

// What the worker says.

const shows = {
  begin(output) {
    Object.assign(table, { begun: output, playing: true, over: false });
    log.clear();
    $("game").textContent = OFFERS.offers.find(({ game }) => game === output.game)?.game_title ?? output.game;
    name(output.title);
    document.title = `${output.title} - Sandtable`;
    document.body.dataset.save = output.saved ?? output.save.split("/").at(-1);
    document.body.classList.toggle("lesson", output.lesson);
    if (output.saved) history.replaceState(null, "", `?open=${encodeURIComponent(output.saved)}`); // for a reload
  },
  news(output) {
    log.add(output, "news");
    table.fought ||= output.events?.some(({ strike }) => strike) && stage.wanted();
    stage.fight(output, table.begun.titles);
    stage.moment(output, $("map"));
  },
  text: (output) => log.add(output, output.tone),
  map(output) {
    log.fold("The map in words", output);
    if (output.near) map.focusPlace(output.near);
  },
  board(output) {
    table.moved = true;
    map.show(output.drawn);
    for (const drawing of output.drawn) options.learn(drawing);
  },
  status: (output) => tracks(output),
  options: (output) => (table.options = output),
  question(output) {
    table.question = output;
    table.over = false;
    ending.hide();
    $("asked").hidden = false;
    $("undo").disabled = output.undo === "";
    $("undo").title = output.undo || "Nothing to undo";
    $("question").textContent = output.ask || output.text;
    $("question").classList.toggle("long", $("question").textContent.length > LONG);
    $("rule").hidden = !output.rule;
    $("rule").textContent = `rule ${output.rule}`;
    $("rule").onclick = () => rules(output.rule);
  },
  confirm(output) {
    table.confirm = true;
    options.clear();
    options.confirm(output.question);
  },
  thinking(output) {
    root.dataset.thinking = "";
    clearTimeout(slow);
    if ($("thinking").hidden) $("ask").scrollTop = 0;
    $("thinking").hidden = false;
    const who = output.who && table.begun.titles[output.who];
    const of = output.share > 0.02 ? ` of about ${Math.round(output.games / output.share).toLocaleString("en")}` : "";
    const games = output.games ? `: ${output.games.toLocaleString("en")}${of} games played` : "";
    $("thinking").querySelector("p").textContent = `${who ? `${who[0].toUpperCase()}${who.slice(1)} think` : "Thinking"}${games}`;
    const bar = $("thinking").querySelector("progress");
    if (output.share === null) bar.removeAttribute("value");
    else bar.value = output.share;
  },
  refused(output) {
    refused = true;
    refuse(output.message, output);
  },
  over(output) {
    table.over = true;
    table.question = null;
    $("asked").hidden = true;
    ending.show(output);
  },
  lesson: (output) => (table.step = output),
  left: () => leave(),
  /** Hides the table until the next player is there. */
  curtain({ reader, title }) {
    table.curtain = true;
    options.clear();
    $("curtain").querySelector("h2").textContent = `Hand over to ${title}`;
    $("curtain").querySelector("p").textContent = "The next screen is for their eyes only.";
    $("curtain").querySelector("button").textContent = `Show the table to ${title}`;
    log.turnTo(reader, table.reader);
    table.reader = reader;
    $("curtain").hidden = false;
    $("table").inert = true;
  },
};

/** Shows the title; on a phone without the date at its end. */
function name(title) {
  const [, what, date] = title.match(/^(.+?)(, [^,]*\d{4})?$/);
  $("title").replaceChildren(what, make("span", { class: "far" }, date));
}

function take(output) {
  if (output.type !== "curtain" && output.reader) table.reader = output.reader;
  shows[output.type]?.(output);
}

/** The status: a chip for each of its sentences; numbers out of a few are boxes. */
function tracks({ text }) {
  const chips = text.split(/\.(?: +|$)/).filter(Boolean).map((sentence) => {
    const [name, items] = sentence.split(": ");
    const named = items?.split(", ").map((item) => item.match(/^(.+) (\S*\d\S*)$/));
    if (named?.every(Boolean)) return make("li", {}, name, ...named.flatMap(([, who, number]) => [" ", make("span", { class: "badge" }, `${who} `, make("b", {}, number))]));
    const boxes = sentence.match(/^(.+) (\d)\/([1-6])$/);
    if (boxes) return make("li", {}, `${boxes[1]} `, make("span", { class: "boxes", role: "img", ariaLabel: `${boxes[2]} of ${boxes[3]}` }, ...Array.from({ length: boxes[3] }, (_, at) => make("i", { class: at < boxes[2] ? "full" : "" }))));
    return make("li", {}, ...sentence.split(/([-+]?\d[\d/.½]*)/).map((part, at) => (at % 2 ? make("b", {}, part) : part)));
  });
  $("tracks").replaceChildren(...chips);
  $("tracks").classList.toggle("more", $("tracks").scrollWidth > $("tracks").clientWidth + 2);
}

/** Says near the line what could not be done, with what it can mean as buttons. */
function refuse(message, { suggestions = [], details = [], rule = "", reason = "", report = "" } = {}) {
  const meant = suggestions.map((words) => make("button", { type: "button", class: "choice", onclick: () => (/\.\./.test(words) ? (line.put(words.replace(/\S+\.\.\S+$/, "")), $("line").focus()) : tell("typed", words)) }, words));
  const why = rule && make("button", { type: "button", class: "plain", onclick: () => rules(rule) }, `rule ${rule}`);
  const copy = report && make("button", { type: "button", onclick: () => navigator.clipboard.writeText(report).then(() => say("Copied.")) }, "Copy the error report");
  $("refusal").className = reason;
  $("refusal").replaceChildren(make("p", {}, message), ...details.map((detail) => make("p", {}, detail)), make("div", { class: "choices" }, ...meant, why, copy));
  $("refusal").hidden = false;
}

/** The worker waits for a line: shows what can be done. */
function asked() {
  if (refused) log.drop();
  busy(false);
  if (table.curtain) {
    $("curtain").querySelector("button").focus();
    count("asked");
    return;
  }
  const { question, over, confirm } = table;
  if (!confirm) {
    options.clear();
    if (!over && table.options) options.list(table.options, question, table.begun.seats[question?.seat]);
    if (table.step && !over) options.lesson(table.step);
    if (over) map.light({ spaces: {} }, { options: [], caps: {} });
    else map.light(question, table.options);
  }
  $("table").classList.toggle("told", !table.moved || !typed); // an answer has more room, and what a game is about
  log.scroll(goesOn || table.fought); // the stage shows a fight, and the news its outcome
  goesOn = false;
  settle();
  window.marks.asked ??= Math.round(performance.now());
  count("asked");
  const next = ahead;
  ahead = null;
  if (next !== null && !refused && !confirm) send(next);
}

/** Puts the focus where the next thing happens: the line stays the line. */
function settle() {
  if (table.confirm) return;
  if (refused && !$("line").value) line.put(typed, false);
  if (document.activeElement === $("line") || byHand) {
    if (!touch.matches) $("line").focus(); // or its keyboard would come up
    if (refused && document.activeElement === $("line")) $("line").select();
    else whisper($("question").textContent);
  } else (table.over ? $("verdict") : $("question"))?.focus({ preventScroll: true });
  $("ask").scrollTop = 0;
}

function busy(is) {
  table.busy = is;
  root.toggleAttribute("data-busy", is);
  $("options").inert = is;
  clearTimeout(slow);
  if (is) slow = setTimeout(working, SLOW);
  else $("thinking").hidden = true;
  delete root.dataset.thinking;
}

/** Says that a line takes long, of which nothing more is known. */
function working() {
  $("thinking").hidden = false;
  $("thinking").querySelector("p").textContent = "Working...";
  $("thinking").querySelector("progress").removeAttribute("value");
}

/** Does a line, as typed. */
function send(words) {
  if (table.curtain) return;
  if (table.busy) {
    ahead = words;
    line.put("", false);
    say(`"${words}" will be done next.`);
    return;
  }
  if (words in HERE && !table.options?.options.some(({ verb }) => verb === words)) {
    line.keep(words);
    tell("menu", HERE[words]);
    return;
  }
  if (!table.confirm) byHand = document.activeElement === $("line");
  [typed, refused] = [words, false];
  odds(false);
  $("refusal").hidden = true;
  $("confirm").hidden = true;
  if (!table.confirm || !ANSWERS.has(words.toLowerCase())) log.begin(words || "(Enter)", meaning(words));
  table.confirm = false;
  line.keep(words);
  Object.assign(table, { step: null, moved: false, fought: false });
  busy(true);
  map.light(null);
  fill();
  ask("line", words).catch(failed);
}

/** The words that a number stands for. */
const meaning = (words) => table.options?.options.find(({ number }) => String(number) === words)?.words;

/** Says how wide text may be, if that has changed. */
function fill() {
  const columns = log.measure();
  if (columns) ask("columns", columns).catch(() => {});
}

/** Tells why a call did nothing. */
function failed({ message }) {
  busy(false);
  if (table.playing) {
    refuse(message);
    return;
  }
  leave();
  complain(`${message[0].toUpperCase()}${message.slice(1)}.`);
}

/** Begins a game: start, open, open_link or learn. */
async function play({ call, with: given, offer }) {
  dialogs.close();
  Object.assign(table, { begun: NONE, playing: false, reader: null, options: null, question: null, confirm: false, curtain: false, step: null });
  options.clear();
  ending.hide();
  for (const id of ["refusal", "notice", "begin"]) $(id).hidden = true;
  $("table").hidden = false;
  $("game").textContent = offer?.game_title ?? "";
  name(offer?.title ?? "Opening...");
  $("question").textContent = "";
  busy(true);
  byHand = !touch.matches;
  goesOn = call.startsWith("open");
  typed = "";
  const code = offer?.code ?? [...new Set([...OFFERS.offers, ...OFFERS.given].flatMap((one) => one.code))];
  try {
    await ask("more", code);
    fill();
    await ask(call, ...given);
  } catch (error) {
    if (call === "open_link") [$("bring-link").value] = given;
    failed(call === "start" && !offer ? new Error(`This page has no scenario "${given[0].scenario}": choose one below`) : error);
  }
}

/** Back to the games. */
function leave() {
  if (table.busy) stop();
  if (table.playing) ask("leave").catch(() => {});
  dialogs.close();
  Object.assign(table, { begun: NONE, playing: false, curtain: false });
  $("curtain").hidden = true;
  $("table").inert = false;
  $("table").hidden = true;
  $("begin").hidden = false;
  document.title = "Sandtable";
  history.replaceState(null, "", location.pathname);
  showBegin();
  scrollTo({ top: 0 });
}

on("output", take);
on("asked", asked);
on("kept", () => {
  if (count("kept") === 1) navigator.storage?.persist?.().catch(() => {});
});
on("typed", send);
on("play", play);
on("leave", leave);
on("pointed", (option) => map.point?.(option));
on("odds", () => odds(true));
on("begun", (words) => (line.put(words), $("line").focus()));
on("menu", (id) => (dialogs.menu(state()), $(id).click()));
on("unkept", (why) => {
  say(why);
  $("unkept").hidden = false;
});
on("fault", ({ fault, report = "", dead = false }) => {
  count("faults");
  if (dead) busy(false);
  console.error(fault, report);
  if (!$("table").hidden) refuse(dead ? `${fault}. Your game is saved: reload the page.` : fault, { report });
  else $("loading").querySelector("p").textContent = `The game could not be loaded: ${fault}`;
});

const state = () => ({ over: table.over, lesson: table.begun.lesson, leave });

/** Whether the next choice shows its odds instead of being done. */
function odds(is) {
  options.odds.on = is && !table.over;
  $("odds").ariaPressed = String(options.odds.on);
  root.toggleAttribute("data-odds", options.odds.on);
  $("choosing").hidden = !options.odds.on;
}

// What the player does.

$("undo").onclick = () => send("undo");
$("unkept").onclick = () => dialogs.save();
$("hint").onclick = () => send("hint");
$("odds").onclick = () => odds(!options.odds.on);
$("choosing").querySelector("button").onclick = () => odds(false);
$("link").onclick = () => dialogs.link();
$("menu").onclick = () => dialogs.menu(state());
$("curtain").querySelector("button").onclick = () => {
  table.curtain = false;
  $("curtain").hidden = true;
  $("table").inert = false;
  byHand = false;
  busy(true);
  ask("show").catch(failed);
};
$("stop").onclick = () => stop();
$("more").onclick = () => {
  const open = $("table").classList.toggle("reading");
  $("more").ariaExpanded = String(open);
  $("more").textContent = open ? "Back to the map" : "All news";
  if (open) $("log").scrollTop = $("log").scrollHeight;
  else log.scroll();
};
line.open(() => table.playing && !table.busy && !table.curtain);

addEventListener("keydown", (event) => {
  if ($("table").hidden || table.curtain || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const inField = event.target.matches("input, textarea, select");
  if (event.key === "Escape") {
    if (table.busy) stop();
    else if (options.odds.on) odds(false);
    else if ($("line").value) line.put("");
    else $("line").blur();
  } else if (event.key === "F2") $("map").querySelector("[title='Larger map']")?.click();
  else if (event.key === "F1" || (event.key === "?" && !inField)) dialogs.keys();
  else if (event.key === "Enter" && event.target.matches("body, h2")) send("");
  else if (!inField && event.key.length === 1 && event.key !== " ") {
    $("line").focus();
    return;
  } else return;
  event.preventDefault();
});

const carries = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
  if (!carries(event)) return;
  event.preventDefault();
  $("drop").hidden = false;
});
addEventListener("dragleave", (event) => event.relatedTarget === null && ($("drop").hidden = true));
addEventListener("drop", (event) => {
  if (!carries(event)) return;
  event.preventDefault();
  $("drop").hidden = true;
  if (event.dataTransfer.files[0]) bring(event.dataTransfer.files[0]);
});

// The height that an on-screen keyboard leaves.
const fits = () => {
  const high = Math.round(visualViewport?.height ?? innerHeight);
  root.style.setProperty("--high", `${high}px`);
  root.toggleAttribute("data-short", phone.matches && touch.matches && high < 560);
};
visualViewport?.addEventListener("resize", fits);
visualViewport?.addEventListener("scroll", () => scrollY && !$("table").hidden && scrollTo(0, 0));
fits();

/** Text of an address; a mail program may have cut it within a character. */
function readable(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What the address asks for: a link, or a scenario and its seed. */
function wanted() {
  const link = readable(location.hash.slice(1));
  if (link.includes("sandtable:")) {
    return { call: "open_link", with: [link] };
  }
  const asks = new URLSearchParams(location.search);
  if (asks.get("open")) return { call: "open", with: [asks.get("open")] };
  const scenario = asks.get("play");
  if (!scenario) return null;
  const offer = offered(scenario);
  return { call: "start", with: [{ scenario, seed: asks.get("seed"), seats: offer?.default_seats ?? {}, options: {} }], offer };
}

window.marks = {};
$("unserved").remove();
document.head.append(make("style", {}, OFFERS.style ?? ""));
map.open($("map"), { order: send, ask, mark: (name) => (window.marks[name] ??= Math.round(performance.now())) });
showBegin();
const first = wanted();
boot([...(OFFERS.code ?? ["sandtable"]), ...(first?.offer?.code ?? [])]);
if (first) begin(first);
else openGiven();
addEventListener("hashchange", () => location.hash.includes("sandtable:") && begin(wanted()));
