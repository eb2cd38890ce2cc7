// The rules: their contents, and a section with its tables, steps and boxes; a citation leads on.

import { $, button, make, say } from "./dom.js";
import { open } from "./dialogs.js";
import { ask } from "./wire.js";

const MARKED = /(\*\*.+?\*\*|\*[^*\s][^*]*\*|`[^`]+`|\b[A-Z]{2,} \d+(?:\.\d+)*\b|\b[A-Z]{2,}-[A-Z]\d+\b)/;
const TAGS = { "**": "strong", "*": "em", "`": "code" };

/** Shows a section, or the contents. */
export async function rules(wanted = "") {
  try {
    const all = await ask("rules");
    if (wanted) section(await ask("rules", wanted), new Set(all.map(({ id }) => id)));
    else contents(all);
  } catch (error) {
    say(error.message);
  }
}

function contents(all) {
  const rows = all.map(({ id, title }) => button(`${id}  ${title}`, () => rules(id), { class: "row", data: { section: id } }));
  const search = make("input", { type: "search", placeholder: "Find a section", aria: { label: "Find a section" } });
  search.oninput = () => rows.forEach((row) => (row.hidden = !row.textContent.toLowerCase().includes(search.value.toLowerCase())));
  open("Rules", search, make("div", { class: "rows" }, ...rows));
}

function section({ id, title, blocks, below }, ids) {
  const more = below.map((one) => button(`${one.id}  ${one.title}`, () => rules(one.id), { class: "row" }));
  const all = button("All sections", () => rules(), { class: "plain" });
  open(`${id}  ${title}`, make("div", { class: "rule" }, ...blocks.map((block) => drawn(block, ids))), make("div", { class: "rows" }, ...more), all);
}

function drawn({ kind, rows }, ids) {
  const text = (cells) => inline(cells.join(" "), ids);
  const items = () => rows.map((cells) => make("li", {}, ...text(cells)));
  if (kind === "list") return make("ul", {}, ...items());
  if (kind === "steps") return make("ol", {}, ...items());
  if (kind === "box") return make("blockquote", {}, ...rows.map((cells) => make("p", {}, ...text(cells))));
  if (kind === "picture") return make("pre", { tabIndex: 0, aria: { role: "group", label: "Picture" } }, rows.map((cells) => cells.join("")).join("\n"));
  if (kind !== "table") return make("p", {}, ...rows.flatMap((cells) => [...text(cells), " "]));
  const line = (tag) => (cells) => make("tr", {}, ...cells.map((cell) => make(tag, {}, ...inline(cell, ids))));
  const table = make("table", {}, make("thead", {}, ...rows.slice(0, 1).map(line("th"))), make("tbody", {}, ...rows.slice(1).map(line("td"))));
  return make("div", { class: "wide", tabIndex: 0, aria: { role: "group", label: "Table" } }, table);
}

/** Text with what is strong in it, and citations as buttons. */
function inline(text, ids) {
  return text.split(MARKED).map((part, place) => {
    if (place % 2 === 0) return part;
    const [mark] = Object.keys(TAGS).filter((one) => part.startsWith(one));
    if (mark) return make(TAGS[mark], {}, part.slice(mark.length, -mark.length));
    const cited = [part, part.split(" ")[1]].find((id) => ids.has(id));
    return cited ? button(part, () => rules(cited), { class: "cite" }) : part;
  });
}
