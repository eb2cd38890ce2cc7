// The begin screen: games and their scenarios, games to continue, a file or a link to open.

import { $, button, make, remembered, say } from "./dom.js";
import { ask, on, tell } from "./wire.js";

export const OFFERS = JSON.parse($("offers").textContent);
const offers = OFFERS.offers ?? [];
const STEPS = { python: "Python has loaded", unpacked: "The rules have loaded", files: "Your saves have loaded", imported: "The game is ready" };
const FIRST = 3; // this many scenarios of a game, or saves, are shown at first
const WHOLE = 8e6; // about this many bytes are fetched
const EASY = ["easy", "medium", "hard"];

let ready = false;
let chosen = null; // what begins when the table is ready: { call, with, offer }
let steps = 0;

/** What is known of a scenario without its game. */
export const offered = (scenario) => offers.find((offer) => offer.scenario === scenario);

/** Shows the begin screen, the game that is easiest to begin with first. */
export function show() {
  const games = new Map();
  for (const offer of offers) games.set(offer.game, [...(games.get(offer.game) ?? []), offer]);
  const ease = ([{ difficulty, minutes }]) => 1000 * (EASY.indexOf(difficulty) + 1 || 4) + (minutes ?? 999);
  const sorted = [...games.values()].sort((one, other) => ease(one) - ease(other));
  $("games").replaceChildren(given(), ...sorted.map((scenarios, place) => game(scenarios, place === 0 && offers.length > 1 && easiest(scenarios))));
  $("version").textContent = OFFERS.version ? `Sandtable ${OFFERS.version}` : "";
  $("terminal").hidden = !OFFERS.terminal || !("Suspending" in WebAssembly);
  $("bring").querySelector("form").onsubmit = (event) => {
    event.preventDefault();
    const text = $("bring-link").value.trim();
    if (text) begin({ call: "open_link", with: [text] });
  };
  $("bring-file").onchange = ({ target }) => target.files[0] && bring(target.files[0]);
  if (ready) continues();
  else list(remembered("saves") ?? []); // as they were, so that nothing moves
}

/** Whether a game is one to begin with. An author's own scenarios are not ranked. */
const easiest = ([{ difficulty, own }]) => difficulty === "easy" && !own;

/** A game: a picture, its scenarios, and how to set it up. */
function game(scenarios, isFirst) {
  const [first] = scenarios;
  const setUp = settings(scenarios);
  const shown = first.picture ? picture(first, "eager") : "";
  const rows = scenarios.map((offer, place) => scenario(offer, setUp, shown, isFirst && place === 0));
  const others = rows.slice(FIRST);
  const learn = first.lesson && make("button", { type: "button", class: "learn", data: { lesson: first.game }, onclick: () => begin({ call: "learn", with: [first.game], offer: first }) }, "Learn it");
  return make(
    "section",
    { class: "game", aria: { label: first.game_title } },
    shown,
    make("div", { class: "game-head" }, make("h2", {}, first.game_title), learn),
    make("div", { class: "rows" }, ...rows.slice(0, FIRST)),
    others.length && make("details", { class: "others" }, make("summary", {}, `${others.length} more ${others.length > 1 ? "scenarios" : "scenario"}`), make("div", { class: "rows" }, ...others)),
    setUp.element,
  );
}

function scenario(offer, setUp, shown, isFirst) {
  const { minutes, difficulty, title, about, picture: source } = offer;
  const look = () => source && (shown.src = source);
  return make(
    "button",
    {
      type: "button",
      class: "scenario",
      data: { scenario: offer.scenario },
      onclick: () => begin({ call: "start", with: [{ scenario: offer.scenario, ...setUp.read() }], offer }),
      onpointerenter: look,
      onfocus: look,
    },
    make("strong", {}, title),
    isFirst && make("span", { class: "first" }, "start here"),
    make("span", { class: "facts" }, [minutes && `${minutes} min`, difficulty, players(offer)].filter(Boolean).join(", ")),
    about && make("small", {}, about),
  );
}

function picture(offer, loading) {
  return make("img", { src: offer.picture, alt: "", loading, decoding: "async" });
}

const PLAYERS = ["", "solitaire", "for two, or against a bot"];
const players = ({ seats = {} }) => PLAYERS[Object.keys(seats).length] ?? `${Object.keys(seats).length} sides`;

/** The scenario, the players, the seed and the house rules of a game, folded away, and a button that begins it. */
function settings(scenarios) {
  const [{ seats = {}, bots = {}, fewest_seats: fewest, default_seats: set = {}, house_rules: rules = [] }] = scenarios;
  const field = (name, control, about) => make("label", { class: "set" }, make("span", {}, name), control, about && make("small", {}, about));
  const choose = (values, value, said = {}) => make("select", {}, ...values.map((one) => make("option", { value: String(one), selected: String(one) === String(value) }, said[one] ?? String(one))));
  const which = choose(scenarios.map(({ scenario }) => scenario), scenarios[0].scenario, Object.fromEntries(scenarios.map(({ scenario, title }) => [scenario, title])));
  const sitting = { human: "a person", none: "nobody", ...Object.fromEntries(Object.keys(bots).map((name) => [name, `the bot "${name}"`])) };
  const values = ["human", ...Object.keys(bots), ...(fewest < Object.keys(seats).length ? ["none"] : [])];
  const sits = Object.fromEntries(Object.keys(seats).map((seat) => [seat, choose(values, set[seat] ?? "human", sitting)]));
  const about = Object.entries(bots).map(([name, said]) => make("div", {}, make("dt", {}, name), make("dd", {}, said.split(/\n\s*\n|(?<=\.)\s/)[0])));
  const seed = make("input", { inputMode: "numeric", autocomplete: "off" });
  const house = rules.map((rule) => [rule, choose(rule.values?.length ? rule.values : [true, false], rule.default, { true: "yes", false: "no" })]);
  const read = () => {
    const options = {};
    for (const [rule, control] of house) if (control.value !== String(rule.default)) options[rule.name] = (rule.values?.length ? rule.values : [true, false]).find((value) => String(value) === control.value);
    return { seed: seed.value.trim() || null, seats: Object.fromEntries(Object.entries(sits).filter(([, control]) => control.value !== "human").map(([seat, control]) => [seat, control.value])), options };
  };
  const form = make(
    "form",
    {},
    scenarios.length > 1 ? field("Scenario", which) : "",
    ...Object.entries(sits).map(([seat, control]) => field(seats[seat], control)),
    make("dl", {}, ...about),
    field("Seed", seed, "The same seed gives the same dice. Leave it empty for new dice."),
    house.length && make("details", {}, make("summary", {}, `House rules (${house.length})`), ...house.map(([rule, control]) => field(rule.name.replaceAll("_", " "), control, rule.about))),
    make("button", { class: "primary" }, "Begin"),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    begin({ call: "start", with: [{ scenario: which.value, ...read() }], offer: offered(which.value) });
  };
  return { element: make("details", { class: "set-up" }, make("summary", {}, rules.length ? "Players, seed and house rules" : "Players and seed"), form), read };
}

/** Begins a game, or keeps the choice until the table is ready. */
export function begin(choice) {
  const [given] = choice.with;
  if (choice.call === "open_link") $("bring-link").value = given; // to correct, if it cannot be opened
  if (choice.call === "start" && !choice.offer) {
    complain(`This page has no scenario "${given.scenario}". Choose one of these.`);
    return;
  }
  if (ready) {
    chosen = null;
    $("waiting").hidden = true;
    tell("play", choice);
    return;
  }
  chosen = choice;
  const { offer } = choice;
  if (offer) ask("more", offer.code).catch(() => {}); // fetched while Python loads
  for (const one of document.querySelectorAll("[data-scenario]")) one.setAttribute("aria-pressed", one.dataset.scenario === offer?.scenario);
  $("waiting").replaceChildren(
    make("h2", { id: "waiting-title", tabIndex: -1 }, offer?.title ?? "Your game"),
    offer?.briefing ? make("p", {}, offer.briefing) : "",
    make("p", { class: "soon" }, "It begins as soon as everything has loaded."),
    offer?.picture ? picture(offer, "eager") : "",
  );
  $("waiting").hidden = false;
  $("waiting-title").focus();
  scrollTo({ top: 0 });
}

/** Says what went wrong: at the top of the begin screen, until a game begins; or over the table. */
export function complain(message) {
  if ($("begin").hidden) {
    say(message);
    return;
  }
  $("notice").textContent = message;
  $("notice").hidden = false;
  $("notice").scrollIntoView({ block: "center" });
}

/** Opens a save that was dropped or chosen. */
export async function bring(file) {
  if (!ready) {
    chosen = { file };
    say("The save opens as soon as everything has loaded.");
    return;
  }
  try {
    const name = await ask("add_save", file.name, new Uint8Array(await file.arrayBuffer()));
    tell("play", { call: "open", with: [name] });
  } catch (error) {
    complain(error.message);
  }
}

/** Opens a save that came with the page. */
async function open({ save }) {
  try {
    const name = save.split("/").at(-1);
    bring(new File([await (await fetch(save, { cache: "no-cache" })).arrayBuffer()], name));
  } catch (error) {
    complain(error.message);
  }
}

/** The games that came with the page, as cards. */
function given() {
  const cards = (OFFERS.given ?? []).map((one) => {
    const about = [one.turn, one.over && "over"].filter(Boolean).join(" · ");
    const inside = [one.picture ? picture(one, "lazy") : "", make("strong", {}, one.title), make("span", { class: "facts" }, [one.game_title, about].filter(Boolean).join(" · "))];
    return make("button", { type: "button", class: "scenario given", data: { given: one.save }, onclick: () => open(one) }, ...inside);
  });
  return cards.length ? make("section", { class: "game", ariaLabel: "Saved games" }, make("h2", {}, cards.length > 1 ? "Saved games" : "A saved game"), make("div", { class: "rows" }, ...cards)) : "";
}

/** Opens the game that the page was made for, if there is one. */
export function openGiven() {
  const only = (OFFERS.given ?? []).find(({ save }) => save === OFFERS.open);
  if (only) open(only);
  return Boolean(only);
}

/** The games that are kept here. */
async function continues(saves) {
  saves ??= await ask("saves").catch(() => []);
  remembered("saves", saves);
  list(saves);
}

function list(saves) {
  const sorted = saves.sort((one, other) => other.when - one.when);
  $("kept").hidden = !sorted.length;
  const rows = sorted.map((save) => kept(save));
  $("kept").replaceChildren(
    make("h2", { id: "kept-title" }, "Saved games"),
    make("div", { class: "rows" }, ...rows.slice(0, FIRST)),
    rows.length > FIRST ? make("details", {}, make("summary", {}, `${rows.length - FIRST} more`), make("div", { class: "rows" }, ...rows.slice(FIRST))) : "",
  );
}

function kept({ name, title, scenario, game, turn, over, outcome, lesson, when }) {
  const date = when ? new Date(when * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "";
  const about = [lesson && !over && "lesson", over ? outcome || "over" : turn, date].filter(Boolean).join(" · ");
  const open = make(
    "button",
    { type: "button", class: "row", data: { save: name }, onclick: () => begin({ call: "open", with: [name], offer: offered(scenario) ?? offers.find((offer) => offer.game === game) }) },
    make("span", { class: "words" }, title || name), make("small", { title: name }, about),
  );
  const remove = button("Remove", async () => {
    if (remove.dataset.sure === undefined) {
      remove.dataset.sure = "";
      remove.textContent = "Remove it?";
      return;
    }
    await ask("remove_save", name).catch((error) => complain(error.message));
    continues();
  }, { class: "plain", aria: { label: `Remove ${name}` } });
  return make("div", { class: "pair" }, open, remove);
}

/** Shows how much has loaded. */
function progress(text, share) {
  const bar = $("loading").querySelector("progress");
  $("loading").querySelector("p").textContent = text;
  bar.value = Math.max(bar.value, share);
  bar.hidden = share === 1;
}

on("load", ({ got, of }) => !ready && got < of && progress(`Loading: ${(got / 1e6).toFixed(1)} MB`, (0.7 * got) / Math.max(of, WHOLE)));
on("mark", ({ mark, at }) => {
  window.marks[mark] ??= Math.round(at);
  if (ready || !(mark in STEPS)) return;
  steps += 1;
  progress(`${STEPS[mark]}.`, 0.7 + 0.3 * (steps / Object.keys(STEPS).length));
});
on("ready", ({ saves }) => {
  ready = true;
  progress("Everything has loaded.", 1);
  if (chosen?.file) bring(chosen.file);
  else if (chosen) begin(chosen);
  if (!$("begin").hidden) continues(saves);
});
progress("Loading 8 MB, on the first visit only. Choose a game now; it begins as soon as everything has loaded.", 0.02);
