// The news: typed words, and lines as a story; a table keeps its columns.

import { $, make } from "./dom.js";

const COLUMNS = /\S {2,}\S/;
const [NARROW, WIDE] = [40, 78]; // the columns of text, at least and at most
const MOST = 300;

let columns = WIDE; // to which text is filled

/** Measures the columns of a table in the news; returns their number if it has changed, else 0. */
export function measure() {
  const probe = make("pre", { ariaHidden: "true" }, "0".repeat(100));
  probe.style.cssText = "border-block: 0; height: 0; margin: 0; padding-block: 0; visibility: hidden";
  $("log").append(probe);
  const [box, text] = [probe.clientWidth, probe.scrollWidth];
  const edges = 2 * parseFloat(getComputedStyle(probe).paddingLeft);
  probe.remove();
  const found = Math.min(Math.max(Math.floor((100 * (box - edges)) / (text - edges)) - 1, NARROW), WIDE);
  const isNew = found !== columns;
  columns = found;
  return isNew ? found : 0;
}

/** Lines with the roles of their parts, as paragraphs and tables; in text that `flows` a gap ends a paragraph. */
export function blocks(lines, marks = [], flows = false) {
  const found = [];
  let began = 0; // the indent of the current paragraph
  const longest = Math.max(...lines.map((line) => line.length));
  lines.forEach((line, number) => {
    const last = found.at(-1);
    const goesOn = last && indent(line) >= 2 && indent(line) > began;
    const isTable = COLUMNS.test(line.trim()) || (goesOn && last.localName === "pre");
    const parts = marked(line, marks.filter((mark) => mark[0] === number), isTable);
    if (!goesOn) began = indent(line);
    if (!line.trim()) found.push(null); // a gap
    else if (isTable) {
      if (last?.localName === "pre") last.append("\n", ...parts);
      else found.push(make("pre", { tabIndex: 0 }, ...parts));
    } else if (last && isFull(lines[number - 1], line, flows ? longest : columns, goesOn)) last.append(" ", ...parts);
    else found.push(make("p", { class: /^ /.test(line) ? "in" : "" }, ...parts));
  });
  for (const table of found) if (table?.localName === "pre") table.setAttribute("role", "group"), table.setAttribute("aria-label", "Table");
  return found.filter(Boolean);
}

const indent = (line) => line.length - line.trimStart().length;

/** Whether a line continues on the next one, whose first word did not fit. */
function isFull(line, next, width, isIndented) {
  const slack = isIndented ? 3 : /[.:!?]$/.test(line) ? 0 : 2;
  return line.length <= width && indent(next) >= indent(line) && line.length + 1 + next.trim().split(" ")[0].length > width - slack && !/^> /.test(next);
}

function marked(line, marks, isTable) {
  const parts = [];
  let at = 0;
  for (const [, start, end, role] of marks) {
    if (start < at) continue;
    parts.push(line.slice(at, start), make("span", { class: `role-${role}` }, line.slice(start, end)));
    at = end;
  }
  parts.push(line.slice(at));
  if (!isTable) parts[0] = parts[0].trimStart();
  return parts;
}

let entry = null;

/** Begins an entry with what was typed and the words that it means, or without words. */
export function begin(words = "", meant = "") {
  if (entry && !entry.childElementCount) entry.remove();
  entry = make("div", { class: "entry" }, words && make("p", { class: "typed" }, make("kbd", {}, words), meant && make("small", {}, ` ${meant}`)));
  $("log").append(entry);
  while ($("log").childElementCount > MOST) $("log").firstElementChild.remove();
  scroll();
}

/** Adds lines to the current entry. */
export function add(output, kind) {
  if (!entry) begin();
  const told = blocks(output.lines, output.marks, kind === "note");
  for (const block of told) if (block.localName === "p") block.classList.add(kind);
  entry.append(...told);
  scroll();
}

/** Adds lines that are folded away: a picture shows them. */
export function fold(title, output) {
  if (!entry) begin();
  entry.append(make("details", {}, make("summary", {}, title), ...blocks(output.lines, output.marks)));
}

/** Removes the current entry if it shows only what was typed and refused. */
export function drop() {
  if (!entry || entry.childElementCount > 1) return;
  entry.remove();
  entry = null;
}

/** Shows the beginning of the current entry, or its end. */
export function scroll(atEnd = false) {
  const log = $("log");
  if (!entry) return;
  log.scrollTop = atEnd ? log.scrollHeight : entry.offsetTop - 8;
  fade();
}

/** Whether lines are below the edge, which then fades. */
function fade() {
  const { scrollTop, clientHeight, scrollHeight } = $("log");
  $("log").classList.toggle("more", scrollTop + clientHeight < scrollHeight - 16);
}
$("log").onscroll = fade;

const kept = new Map();

/** Shows the news of another reader, and keeps those of the last one. */
export function turnTo(reader, last) {
  kept.set(last, [...$("log").childNodes]);
  $("log").replaceChildren(...(kept.get(reader) ?? []));
  entry = null;
}

export function clear() {
  kept.clear();
  $("log").replaceChildren();
  entry = null;
}
