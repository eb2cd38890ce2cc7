// The sheet: menu, keys, rules, the link, files.

import { $, button, make, say } from "./dom.js";
import { blocks } from "./log.js";
import { want, wanted } from "./stage.js";
import { ask, tell } from "./wire.js";

/** Opens the sheet with a title and what is inside. */
export function open(title, ...inside) {
  $("sheet-title").textContent = title;
  $("sheet-body").replaceChildren(...inside.filter(Boolean));
  $("sheet").scrollTop = 0;
  if (!$("sheet").open) $("sheet").showModal();
}

export function close() {
  if ($("sheet").open) $("sheet").close();
}

$("close").onclick = close;
$("sheet").onclick = (event) => event.target === $("sheet") && close();

/** A button of the menu, with a few words about what it does. */
function row(id, title, about, act) {
  const inside = [make("span", { class: "words" }, title), make("small", {}, about)];
  return make("button", { id, type: "button", class: "row", onclick: () => (close(), act()) }, ...inside);
}

const type = (words) => () => tell("typed", words);

/** The menu of a game. */
export function menu({ over, lesson, leave }) {
  const looks = [
    row("menu-status", "Status", "type status", type("status")),
    row("menu-options", "Every option", "type ?", type("?")),
    row("menu-history", "History", "the turns so far: type history", type("history")),
    row("menu-rules", "Rules", "look a section up", () => rules()),
    row("menu-fights", "Fights", wanted() ? "shown strike by strike; choose to have only words" : "only in words; choose to see each strike", () => want(!wanted())),
    row("menu-keys", "Keys and words", "what can be typed", keys),
  ];
  const takes = [
    row("menu-undo", "Undo", "take the last action back: type undo", type("undo")),
    row("menu-redo", "Redo", "do it again: type redo", type("redo")),
    row("menu-hint", "Hint", "your best move, if there is one: type hint", type("hint")),
    row("menu-odds", "Odds", "choose an action next, and see its odds", () => tell("odds")),
    row("menu-coach", "Coach", "a review of your moves so far: type coach", type("coach")),
  ];
  const keeps = [
    row("menu-note", "Note", "kept in the save: type note and a text", () => tell("begun", "note ")),
    row("save", "Save file", "for this page or the desktop program", save),
    row("menu-link", "Link", "the whole game in an address, to share or to keep", link),
    row("report", "Report", "the story of the game, with maps", () => page("report", "report")),
    row("replay-page", "Replay page", "the game step by step", () => page("replay_page", "replay")),
  ];
  const ends = [
    lesson && row("menu-lesson", "Lesson", "the next step again: type lesson", type("lesson")),
    row("leave", "Leave", "back to the games; this one is kept", leave),
  ];
  const part = (title, rows) => make("section", { class: "rows" }, make("h3", {}, title), ...rows.filter(Boolean));
  open("Menu", make("div", { class: "menu" }, part("Play", over ? takes.slice(0, 1) : takes), part("Look up", looks), part("Keep", keeps), part("This game", ends)));
}

const KEYS = [
  ["letters, digits", "start a line"],
  ["Enter", "does the line; an empty one does the only option"],
  ["Tab", "completes a word"],
  ["Up, Down", "earlier lines"],
  ["Esc", "stops, closes, or clears the line"],
  ["?", "these keys, outside the line"],
  ["F2", "a larger map, and back"],
];

const WORDS = [
  ["?", "every option, with its number"],
  ["7", "the option with this number"],
  ["undo, redo", "take an action back, do it again"],
  ["show PLACE, why WORDS", "look at a place; why an action is not legal"],
  ["odds WORDS, hint", "the odds of an action; your best move"],
  ["rules WORDS", "a section of the rules"],
  ["note TEXT", "a note in the save"],
];

/** The keys, and words that can be typed. */
export function keys() {
  const list = (pairs) => make("dl", {}, ...pairs.map(([name, about]) => make("div", {}, make("dt", {}, make("kbd", {}, name)), make("dd", {}, about))));
  const more = make("p", {}, "The news shows each order that you tap in the words that you could type, here and in the desktop program.");
  open("Keys and words", make("h3", {}, "Keys"), list(KEYS), make("h3", {}, "Words"), list(WORDS), more);
}

/** The rules: their contents, or a section. */
export async function rules(section = "") {
  try {
    if (section) {
      const { id, title, lines, below = [] } = await ask("rules", section);
      const more = below.map((one) => button(`${one.id}  ${one.title}`, () => rules(one.id), { class: "row" }));
      const all = button("All sections", () => rules(), { class: "plain" });
      open(`${id}  ${title}`, make("div", { class: "rule" }, ...blocks(lines.slice(1))), make("div", { class: "rows" }, ...more), all);
      return;
    }
    const found = await ask("rules");
    const rows = found.map(({ id, title }) => button(`${id}  ${title}`, () => rules(id), { class: "row", data: { section: id } }));
    const search = make("input", { type: "search", placeholder: "Find a section", aria: { label: "Find a section" } });
    search.oninput = () => rows.forEach((one) => (one.hidden = !one.textContent.toLowerCase().includes(search.value.toLowerCase())));
    open("Rules", search, make("div", { class: "rows" }, ...rows));
  } catch (error) {
    say(error.message);
  }
}

/** The game as a link, to copy and to share. */
export async function link() {
  try {
    const { link: code, about } = await ask("link");
    const address = `${location.origin}${location.pathname}#${code}`;
    const text = make("textarea", { id: "link-text", readOnly: true, rows: 4, value: address, aria: { label: "The link" } });
    text.onfocus = () => text.select();
    const copy = button("Copy", async () => {
      await navigator.clipboard.writeText(address);
      say("Copied.");
    }, { class: "primary" });
    const share = navigator.share && button("Share", () => navigator.share({ title: document.title, url: address }).catch(() => {}));
    const reveals = make("p", {}, "Anyone with the link has the whole game: the seed, and so every hand and every roll to come. Share it with friends, not with an opponent in a contest.");
    const leaves = make("p", {}, about || "A link leaves notes out; a save file keeps them.");
    const typed = make("p", {}, "On the desktop: ", make("code", {}, `sandtable resume ${code.length > 40 ? `${code.slice(0, 24)}...` : code}`));
    open("The game in a link", text, make("p", { class: "buttons" }, copy, share || ""), reveals, leaves, typed);
  } catch (error) {
    say(error.message);
  }
}

function download(content, name, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** The save as a file. */
export async function save() {
  try {
    const { name, bytes } = await ask("save_bytes");
    download(bytes, name, "application/jsonl");
    say("The save is among your downloads.");
  } catch (error) {
    say(error.message);
  }
}

/** Opens a page that is made here in a new tab, which has not the policy of this one; or saves it. */
async function page(name, title) {
  const file = (document.body.dataset.save || "game.jsonl").replace(/\.jsonl$/, `-${title}.html`);
  const tab = window.open(new URL("view.html", import.meta.url));
  say(`Writing the ${title}...`);
  try {
    const html = await ask(name);
    const put = button(`Save the ${title} as a file`, () => download(html, file, "text/html"));
    if (tab) {
      const post = ({ source, data }) => source === tab && data === "ready" && tab.postMessage(html, location.origin);
      addEventListener("message", post);
      tab.postMessage(html, location.origin);
    } else download(html, file, "text/html");
    open(`The ${title}`, make("p", {}, tab ? `The ${title} is in a new tab. It is one file that needs nothing else.` : `The ${title} is among your downloads.`), put);
  } catch (error) {
    tab?.close();
    say(error.message);
  }
}
