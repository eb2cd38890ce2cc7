// The line to type in: completion, a check of what is typed, and the lines before.

import { $, button, remembered, say } from "./dom.js";
import { ask, tell } from "./wire.js";

const PAUSE = 120; // milliseconds without a key before the line is checked
const MOST = 8;

const typed = remembered("typed") ?? [];
let place = typed.length;
let draft = "";
let timer = 0;
let looked = 0;
let offered = [];
let turn = 0; // which completion Tab put in last
let isFree = () => true;

/** Sets the line up; `free` says whether the table waits for a line. */
export function open(free) {
  isFree = free;
  const line = $("line");
  $("type").onsubmit = (event) => {
    event.preventDefault();
    tell("typed", line.value.trim());
  };
  line.oninput = () => {
    turn = 0;
    place = typed.length;
    later();
  };
  line.onkeydown = (event) => {
    if (event.isComposing) return;
    const keys = { ArrowUp: () => past(-1), ArrowDown: () => past(1), Tab: () => !event.shiftKey && complete() };
    if (keys[event.key]?.() === true) event.preventDefault();
  };
}

/** Puts words in the line, and checks them unless they were refused. */
export function put(words, looks = true) {
  $("line").value = words;
  if (looks) later();
}

/** Keeps a line that was done or refused, and empties it. */
export function keep(words) {
  if (words && words !== typed.at(-1)) typed.push(words);
  remembered("typed", typed.slice(-100));
  place = typed.length;
  put("");
}

function past(by) {
  if (place === typed.length) draft = $("line").value;
  const to = Math.min(Math.max(place + by, 0), typed.length);
  if (to === place) return false;
  place = to;
  put(typed[place] ?? draft);
  return true;
}

function complete() {
  if (!$("line").value) return false;
  next();
  return true;
}

/** Puts the next completion in; the only one with a space after it. */
async function next() {
  if (!turn) await look();
  if (!offered.length) return;
  const isOnly = offered.length === 1;
  $("line").value = offered[turn++ % offered.length].text.trimEnd() + (isOnly ? " " : "");
  if (isOnly) later();
  else check();
}

function later() {
  clearTimeout(timer);
  if (!$("line").value) {
    looked++;
    show([]);
    tellCheck({ kind: "empty", text: "" });
    return;
  }
  timer = setTimeout(look, PAUSE);
}

async function look() {
  const mine = ++looked;
  const words = $("line").value;
  if (!words || !isFree()) return;
  try {
    const [checked, found] = await Promise.all([ask("check", words), ask("complete", words)]);
    if (mine !== looked) return;
    tellCheck(checked);
    show(found.filter((one) => one.text !== words));
  } catch (error) {
    say(error.message);
  }
}

async function check() {
  const mine = ++looked;
  const checked = await ask("check", $("line").value).catch(() => null);
  if (checked && mine === looked) tellCheck(checked);
}

function tellCheck({ kind, text }) {
  $("check").className = kind;
  $("check").textContent = text;
}

function show(found) {
  offered = found;
  $("completions").hidden = !found.length;
  $("completions").replaceChildren(
    ...found.slice(0, MOST).map(({ text, about }) =>
      button(text.trim().split(" ").at(-1), () => {
        put(`${text.trimEnd()} `);
        $("line").focus();
      }, { title: about ?? "" }),
    ),
  );
}
