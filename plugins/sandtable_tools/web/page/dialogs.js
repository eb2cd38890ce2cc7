// The sheet: menu, keys, the link, files.

import { $, button, make, say } from "./dom.js";
import { rules } from "./rules.js";
import { want, wanted } from "./stage.js";
import { ask, tell } from "./wire.js";

const SWIPE = 90; // pixels

/** Opens the sheet with a title and contents. */
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

// A swipe down closes a sheet that is at its top.
let swiped = null;
addEventListener("touchstart", ({ target, touches: [touch] }) => {
  const sheet = target.closest?.("dialog[open]");
  swiped = sheet && sheet.scrollTop <= 0 ? { sheet, from: touch.clientY } : null;
}, { passive: true });
addEventListener("touchend", ({ changedTouches: [touch] }) => {
  if (swiped && touch.clientY - swiped.from > SWIPE) swiped.sheet.close();
}, { passive: true });

/** A button of the menu, with a few words about what it does. */
function row(id, title, about, act) {
  const inside = [make("span", { class: "words" }, title), make("small", {}, about)];
  return make("button", { id, type: "button", class: "row", onclick: () => (close(), act()) }, ...inside);
}

const type = (words) => () => tell("typed", words);

/** The menu of a game. */
export function menu({ over, lesson, leave }) {
  const takes = [
    row("menu-undo", "Undo", "take back the last action", type("undo")),
    row("menu-redo", "Redo", "redo what was undone", type("redo")),
    row("menu-hint", "Hint", "your best move, if there is one", type("hint")),
    row("menu-odds", "Odds", "what an action can lead to", () => tell("odds")),
    row("menu-coach", "Coach", "a review of your moves so far", type("coach")),
    row("menu-fights", wanted() ? "Fights as text only" : "Fights on a stage", wanted() ? "no stage" : "strike by strike", () => want(!wanted())),
  ];
  const looks = [
    row("menu-status", "Status", "the position in words", type("status")),
    row("menu-options", "Options", "all of them, with their effects", type("?")),
    row("menu-history", "History", "the turns so far", type("history")),
    row("menu-rules", "Rules", "every section", () => rules()),
    row("menu-keys", "Keys and words", "what you can type", keys),
    lesson && row("menu-lesson", "Lesson", "the current step again", type("lesson")),
  ];
  const keeps = [
    row("save", "Save file", "to open here or on the desktop", save),
    row("menu-link", "Link", "the game as a link to send", link),
    row("report", "Report", "the game's story, with maps", () => page("report", "report")),
    row("replay-page", "Replay page", "the game step by step", () => page("replay_page", "replay")),
    row("menu-note", "Note", "add a remark to the save", () => tell("begun", "note ")),
    row("leave", "Leave", "your game is saved", leave),
  ];
  const part = (title, rows) => make("section", { class: "rows" }, make("h3", {}, title), ...rows.filter(Boolean));
  open("Menu", make("div", { class: "menu" }, part("Play", over ? takes.slice(0, 1) : takes), part("Look up", looks), part("Save and share", keeps)));
}

const KEYS = [
  ["letters, digits", "start a line"],
  ["Enter", "run the line; if it is empty, choose the only option"],
  ["Tab", "complete a word"],
  ["Up, Down", "earlier lines"],
  ["Esc", "stop, close, or clear the line"],
  ["?", "show these keys, outside the line"],
  ["F2", "enlarge the map, or shrink it again"],
];

const WORDS = [
  ["?", "every option, with its number"],
  ["7", "the option with this number"],
  ["undo, redo", "take back an action, or redo it"],
  ["show PLACE, why WORDS", "what is at a place; why an action is not legal"],
  ["odds WORDS, hint", "the odds of an action; your best move"],
  ["rules WORDS", "a section of the rules"],
  ["note TEXT", "a note in the save"],
];

/** The keys, and words that can be typed. */
export function keys() {
  const list = (pairs) => make("dl", {}, ...pairs.map(([name, about]) => make("div", {}, make("dt", {}, make("kbd", {}, name)), make("dd", {}, about))));
  const more = make("p", {}, "When you tap an order, the news shows it in words. You can type these here and in the desktop program.");
  open("Keys and words", make("h3", {}, "Keys"), list(KEYS), make("h3", {}, "Words"), list(WORDS), more);
}

/** A text to copy, and its buttons, which show what they did, as the sheet covers everything else. */
function copied(id, label, text, ...others) {
  const shown = make("textarea", { id, readOnly: true, rows: 3, value: text, aria: { label } });
  shown.onfocus = () => shown.select();
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
      setTimeout(() => (copy.textContent = "Copy"), 2500);
    } catch {
      shown.focus(); // selects it, to be copied by hand
    }
  }, { class: "primary", ariaLive: "polite" });
  return make("div", { class: "copied" }, make("h3", {}, label), shown, make("p", { class: "buttons" }, copy, ...others));
}

/** The game as a link, to copy and to share. */
export async function link() {
  try {
    const { link: code, about } = await ask("link");
    const address = `${location.origin}${location.pathname}#${code}`;
    const share = navigator.share && button("Share", () => navigator.share({ title: document.title, url: address }).catch(() => {}));
    open("The game in a link", copied("link-text", "For a browser", address, share || ""), about && make("p", {}, about), copied("link-line", "For the desktop program", `sandtable resume ${code}`));
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
    say("The save is in your downloads.");
  } catch (error) {
    say(error.message);
  }
}

/** Opens a page that is made here in a new tab, without this page's policy; or saves it. */
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
    open(`The ${title}`, make("p", {}, tab ? `The ${title} is in a new tab. It is one self-contained file.` : `The ${title} is in your downloads.`), put);
  } catch (error) {
    tab?.close();
    say(error.message);
  }
}
