// The options: buttons with number, words, cost and risk, verb by verb; a long group folds.

import { $, button, make, phone, spaced } from "./dom.js";
import { tell } from "./wire.js";

const ROOM = { phone: 8, desk: 18 }; // this many options are open from the start
const FEW = 3; // a verb with at most this many is always open
const MANY = 6; // a verb with more is divided by its next word
const BRIEF = 70; // the letters of an effect that is shown on each of many buttons

let leads = new Map(); // the place to which an option leads, by its number
const opened = new Map(); // by verb, whether the player has opened or folded it

const names = new Map(); // of places and pieces, by the word that is typed

/** Learns the names of the places and pieces of a picture. */
export function learn({ names: places, called }) {
  for (const [word, name] of Object.entries(places ?? {})) if (name) names.set(word, name);
  for (const [key, name] of Object.entries(called ?? {})) for (const word of [key, slug(name)]) names.set(word, name);
}

const slug = (name) => name.toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

/** Typed words as people read them. */
const read = (words) => words.map((word) => names.get(word) ?? spaced(word)).join(" ");

/** Whether a tap shows the odds of an action instead of doing it. */
export const odds = { on: false };

/** Does an option, or shows its odds. */
function choose(words) {
  tell("typed", odds.on ? `odds ${words}` : words);
}

/**
 * A button for an option. `from` and `to`: the first and the last of its words that are shown, as the heading says
 * the others; `about`: whether it tells its effect.
 */
export function choice(option, { from = 0, to = 0, about = true } = {}) {
  if (option.first !== null && option.first !== undefined) return range(option);
  const words = option.words.split(" ");
  if (about && !to && words.length - from > 1 && option.about.includes(`from ${read(words.slice(-1))}`)) to = 1;
  const shown = words.slice(from, words.length - to);
  const unseen = (some) => some.length && make("span", { class: "unseen" }, ` ${read(some)} `);
  return make(
    "button",
    {
      type: "button",
      class: option.verb === "done" ? "choice primary" : "choice",
      data: { words: option.words },
      onclick: () => choose(option.words),
      onpointerenter: () => tell("pointed", option),
      onpointerleave: () => tell("pointed", null),
      onfocus: () => tell("pointed", option),
    },
    option.number && make("span", { class: "cap" }, String(option.number), heard(". ")),
    make("span", { class: "words" }, unseen(words.slice(0, from)), ...arrowed(shown, leads.get(option.number)), to && unseen(words.slice(-to))),
    option.copies > 1 && make("span", { class: "copies" }, `× ${option.copies}`),
    option.cost && make("span", { class: "cost" }, heard(", cost "), option.cost),
    option.risk && make("span", { class: / 0 ?%$/.test(option.risk) ? "no risk" : "risk" }, heard(", risk: "), option.risk),
    about && option.about && make("small", {}, heard(". "), option.about),
  );
}

/** Text that only a screen reader tells, so that the parts of a button do not run together. */
const heard = (text) => make("span", { class: "unseen" }, text);

/** Words, with an arrow before the place to which they lead. */
function arrowed(words, place) {
  const at = words.lastIndexOf(place);
  if (at < 0) return [read(words)];
  const arrow = [make("span", { aria: { hidden: "true" } }, "\u2192 "), heard("to ")];
  return [at && `${read(words.slice(0, at))} `, ...arrow, read(words.slice(at))];
}

/** A range of options: a number to put in. */
function range(option) {
  const words = option.words.replace(/ \S+\.\.\S+$/, "");
  const number = make("input", { type: "number", min: option.first, max: option.last, step: 1, required: true, inputMode: "numeric", value: option.first });
  const form = make(
    "form",
    { class: "range", data: { words: option.words } },
    make("label", {}, make("span", { class: "words" }, spaced(words)), number),
    make("span", { class: "cost" }, `${option.first} to ${option.last}`),
    make("button", { class: "primary" }, spaced(option.verb)),
    option.about && make("small", {}, option.about),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    choose(`${words} ${number.value}`);
  };
  return form;
}

function groups(options, key) {
  const found = new Map();
  for (const option of options) found.set(key(option), [...(found.get(key(option)) ?? []), option]);
  return found;
}

/** Buttons for the options of a verb; their first words may be in its heading. */
function buttons(options, heading) {
  const abouts = new Set(options.map((option) => option.about));
  const shared = options.length > 1 && abouts.size === 1 ? options[0].about : "";
  const from = Math.min(heading, ...options.map((option) => option.words.split(" ").length - 1));
  const to = ends(options, from);
  const brief = options.length <= MANY || options.every((option) => option.about.length <= BRIEF);
  return [
    shared && make("p", { class: "shared" }, shared),
    make("div", { class: "choices" }, ...options.map((option) => choice(option, { from, to, about: !shared && brief }))),
  ];
}

/** How many words all options end with, of those after the first `from`; one at least is left to tell them apart. */
function ends(options, from) {
  const all = options.map((option) => option.words.split(" ").slice(from));
  let many = 0;
  while (options.length > 1 && all.every((words) => words.length > many + 1 && words.at(-1 - many) === all[0].at(-1 - many))) many += 1;
  return many;
}

function inside(options) {
  const next = groups(options, (option) => option.words.split(" ")[1] ?? "");
  const divides = options.length > MANY && next.size > 1 && next.size <= options.length / 2;
  if (!divides) return buttons(options, 1);
  return [...next].map(([word, some]) => make("div", { class: "next" }, make("h4", {}, read([word])), ...buttons(some, 2)));
}

function group(verb, options, isOpen) {
  const shown = spaced(verb);
  const count = options.length;
  if (isOpen && count <= FEW) return make("section", { class: "verb" }, make("h3", {}, shown), ...inside(options));
  const costs = options.some((option) => option.risk) ? "risky" : "";
  return make(
    "details",
    {
      class: "verb",
      open: isOpen,
      ontoggle: (event) => event.target.open !== isOpen && opened.set(verb, event.target.open),
    },
    make("summary", {}, make("h3", {}, shown), make("span", { class: `count ${costs}` }, `${count} ${count === 1 ? "choice" : "choices"}`)),
    ...inside(options),
  );
}

/** Shows the options of a decision, which `player` makes. */
export function list({ options, caps = {} }, question, player) {
  leads = new Map(Object.entries(caps).flatMap(([place, numbers]) => numbers.map((number) => [number, place])));
  let room = phone.matches ? ROOM.phone : ROOM.desk;
  const verbs = groups(options, (option) => option.verb);
  const parts = [];
  let singles = null;
  for (const [verb, some] of verbs) {
    if (some.length === 1) {
      if (!singles) parts.push((singles = make("div", { class: "choices singles" })));
      singles.append(choice(some[0]));
      room -= 1;
      continue;
    }
    singles = null;
    const isFirst = parts.every((part) => part.classList.contains("singles"));
    const isOpen = opened.get(verb) ?? (some.length <= Math.max(FEW, room) || (isFirst && some.length <= 2 * room) || verbs.size === 1);
    if (isOpen) room -= some.length;
    parts.push(group(verb, some, isOpen));
  }
  if (question?.seat && player !== "human") parts.push(button("Continue", () => tell("typed", ""), { class: "primary" })); // a bot was stopped
  if (question?.part) {
    const back = button("Take back this choice", () => tell("typed", "abort"), { class: "choice back", data: { words: "abort" } });
    if (singles) singles.append(back);
    else parts.push(make("div", { class: "choices singles" }, back));
  }
  $("options").replaceChildren(...parts);
}

/** What a lesson waits for: a line, and what it does. */
export function lesson({ line, about }) {
  $("options").prepend(button(about, () => tell("typed", line), { class: "primary lesson", data: { words: line } }));
}

/** Asks yes or no. */
export function confirm(question) {
  const answer = (text, line) => button(text, () => tell("typed", line), { class: "choice", data: { words: line } });
  const yes = answer("Yes", "y");
  $("confirm").replaceChildren(make("p", {}, question), make("div", { class: "choices" }, yes, answer("No", "n")));
  $("confirm").hidden = false;
  yes.focus();
}

export function clear() {
  $("options").replaceChildren();
  $("confirm").hidden = true;
}
