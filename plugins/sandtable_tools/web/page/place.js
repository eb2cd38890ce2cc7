// The card of a place or a unit: what it is, the orders that lead there or start there, and what the game says of it.
import { make } from "./elements.js";
import { choice } from "./options.js";
import { chit } from "./trays.js";

const FEW = 8; // this many orders are shown at first

export function card(host, { ask, rules, closed }) {
  const dialog = document.getElementById("place") ?? host.appendChild(make("dialog", { id: "place" }));
  let [asked, before] = [0, null];
  dialog.addEventListener("click", ({ target }) => target.closest("button[data-words], .close") && close());
  dialog.addEventListener("submit", () => close());
  dialog.addEventListener("close", () => {
    closed();
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !dialog.open) return;
    event.preventDefault();
    close();
  });
  document.addEventListener("pointerdown", ({ target }) => dialog.open && !dialog.contains(target) && !host.contains(target) && close());

  function close() {
    if (dialog.open) dialog.close();
  }

  // `orders` lead there or are meant, `rest` start there; `inside` are the counters of a pile, which `choose` chooses; `spot` is where it is on the screen.
  async function show({ id, name, about, orders, rest, inside, choose, spot }) {
    const now = ++asked;
    const said = make("div", { className: "said", textContent: about });
    const heading = make("h2", { textContent: name, tabIndex: -1 });
    const shut = make("button", { type: "button", className: "close", ariaLabel: "Close", textContent: "×" });
    const pile = inside.length > 1 ? inside.map((one) => chit(one, (event, told) => choose(one, told))) : [];
    const between = orders.length && rest.length ? [make("h3", { textContent: "From here" })] : [];
    dialog.replaceChildren(make("header", {}, heading, shut), make("div", { className: "chits" }, ...pile), ...listed(orders, true), ...between, ...listed(rest, !orders.length), said);
    dialog.setAttribute("aria-label", name);
    if (!dialog.open) {
      before = document.activeElement;
      dialog.show();
    }
    laid(spot);
    (dialog.querySelector("button[data-words]") ?? heading).focus({ preventScroll: true });
    try {
      const lines = await ask("about", id);
      if (now === asked) said.replaceChildren(...text(lines, rules));
    } catch {
      // What the card says already is enough.
    }
    if (now === asked) laid(spot);
  }

  function laid({ x, y, width, height }) {
    const [{ width: wide, height: high }, { right }] = [dialog.getBoundingClientRect(), host.getBoundingClientRect()];
    const left = x + width + 12 + wide < right ? x + width + 12 : Math.max(8, x - wide - 12);
    dialog.style.setProperty("--left", `${left}px`);
    dialog.style.setProperty("--top", `${Math.max(8, Math.min(y + height / 2 - high / 3, innerHeight - high - 8))}px`);
  }

  return { show, close, get open() { return dialog.open; } };
}

// Orders by what they do; many of one kind are folded, but for the first of all.
function listed(orders, opens) {
  const groups = Map.groupBy(orders, ({ verb }) => verb);
  return [...groups].map(([verb, all], place) => {
    const buttons = all.map((option) => choice(option));
    if (orders.length <= FEW || all.length < 3) return make("div", { className: "orders" }, ...buttons);
    const name = make("summary", { textContent: `${verb.replaceAll("-", " ")}: ${all.length} options` });
    return make("details", { className: "orders", open: opens && !place }, name, ...buttons);
  });
}

// The answer of `show`: its first line is the name; indented lines go on; rules can be read.
function text(lines, rules) {
  const said = lines.join("\n").replace(/\n {4,}/g, " ").replace(/(\d) %/g, "$1\u00a0%").split("\n").map((line) => line.trim()).filter(Boolean);
  return said.map((line, k) => {
    const [, cited] = line.match(/^Rules?: (.*)\.$/) ?? [];
    if (!cited || !rules) return make("p", { className: k ? "" : "first", textContent: line });
    const sections = cited.split(", ").map((section) => make("button", { type: "button", className: "plain", textContent: section, onclick: () => rules(section) }));
    return make("p", { className: "cited" }, "Rules: ", ...sections);
  });
}
