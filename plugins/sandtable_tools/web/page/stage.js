// The battle stage: a fight in the news is played strike by strike, and a moment that decides much gets a banner.
// Both only show what the news says as well.
import { make } from "./elements.js";
import { field, struck } from "./fight.js";
import { battle, tone } from "./map.js";

const [BEAT, STAYS, GREAT] = [350, 8000, 2];
const KEPT = "sandtable-fights"; // "words" if the player wants none of them
const waiting = [];
let running = null;

// Resolves when the fight was seen, or at once if the news has none. `titles` are the seats' names.
export function fight(news, titles = {}) {
  const [first] = Object.keys(titles); // without a reader, the first seat's side is on the left
  const sided = (strike) => ({ ...strike, ours: news.reader ? strike.ours : strike.by === first });
  const told = (news.events ?? []).filter(({ strike }) => strike).map(({ text, strike }) => ({ text, strike: sided(strike) }));
  if (!told.some(({ strike }) => strike.who) || !wanted()) return Promise.resolve();
  waiting.push({ told, titles, news });
  return (running ??= played().finally(() => (running = null)));
}

export async function moment(news, host) {
  await running;
  host.querySelector(".moment")?.remove();
  const great = (news.events ?? []).map(({ headline }) => headline).filter((one) => one && !one.open && Math.abs(one.worth) >= GREAT);
  if (!great.length) return;
  const most = great.toSorted((a, b) => Math.abs(b.worth) - Math.abs(a.worth)).slice(0, 2).map(({ text }) => text);
  const shown = make("button", { type: "button", className: `moment ${great[0].worth < 0 ? "bad" : "good"}`, tabIndex: -1, textContent: most.join(". "), onclick: () => shown.remove() });
  shown.setAttribute("aria-hidden", "true"); // the log reads it out
  host.append(shown);
  setTimeout(() => shown.remove(), STAYS);
}

export const wanted = () => store()?.getItem(KEPT) !== "words";
export const want = (on) => store()?.setItem(KEPT, on ? "shown" : "words");

// A browser may not let the page keep anything.
function store() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

async function played() {
  while (waiting.length) await play(waiting.shift());
}

function play({ told, titles, news }) {
  const [sides, shots] = [[[], []], []];
  const [steps, forces] = [[], []]; // the words of each, and the strength of both sides after it, by seat
  for (const { text, strike } of told) {
    const { ours, who, at, faces, need, hit, out } = strike;
    struck(sides, shots, [ours, who, at, faces, need, strike.effect || (hit ? "hit" : "miss"), hit, out], !(strike.by in titles));
    if (who || !steps.length) steps.push([]);
    if (who || faces.length || steps.at(-1).length === 0) steps.at(-1).push(text);
    forces[steps.length] = { ...forces[steps.length], ...strike.force };
  }
  const headlines = (news.events ?? []).map(({ headline }) => headline).filter(Boolean);
  const title = headlines.find(({ open }) => open)?.text || battle() || "A fight";
  const end = headlines.filter(({ open, worth }) => !open && Math.abs(worth) >= GREAT).map(({ text }) => `${text}.`);
  const shown = field({ sides, shots }, BEAT, tone);
  const mine = news.reader ?? Object.keys(titles)[0];
  const others = Object.keys(titles).filter((seat) => seat !== mine);
  const seats = [true, false].map((ours) => told.find(({ strike }) => strike.ours === ours)?.strike.by || (ours ? mine : others.length === 1 ? others[0] : ""));
  const names = seats.map((by) => capital(titles[by] ?? by ?? ""));
  const heads = names.map((textContent) => make("span", { textContent }));
  const parts = [...shown.querySelectorAll("[style*='--at']")].map((part) => [part, Math.floor(part.style.getPropertyValue("--at"))]);
  for (const [part, beat] of parts) part.classList.toggle("unplayed", beat > 0);
  const words = make("p", { className: "words", ariaLive: "polite" });
  const count = make("span", { className: "count" });
  const [next, all, never] = [make("button", { type: "button", className: "next" }), make("button", { type: "button", textContent: "All strikes (a)" }), make("button", { type: "button", className: "never", textContent: "Show fights as text only" })];
  const dialog = make("dialog", { className: "stage" },
    make("header", {}, make("h2", { textContent: title }), count),
    make("div", { className: "names", ariaHidden: "true" }, ...heads),
    make("figure", { className: "fight", ariaHidden: "true" }, shown), words, make("footer", {}, next, all, never));
  dialog.setAttribute("aria-label", title);
  let at = 0;
  function step(to = at + 1) {
    at = Math.min(to, steps.length);
    for (const [part, beat] of parts) {
      if (beat > at || !part.classList.contains("unplayed")) continue;
      part.style.setProperty("--at", part.tagName === "g" ? 0 : 0.7);
      part.classList.remove("unplayed");
    }
    for (const [k, seat] of seats.entries()) {
      const force = forces[at]?.[seat];
      if (force !== undefined) heads[k].textContent = `${names[k]}, Force ${force}`;
    }
    const last = at === steps.length;
    words.replaceChildren(...steps[at - 1].map((text) => make("span", { textContent: `${text} ` })), ...(last ? end.map((text) => make("b", { textContent: `${text} ` })) : []));
    count.textContent = steps.length > 1 ? `${at} of ${steps.length}` : "";
    next.textContent = last ? "Continue" : "Next strike";
    all.hidden = last;
  }
  const forward = () => (at === steps.length ? dialog.close() : step());
  next.onclick = forward;
  all.onclick = () => step(steps.length);
  never.onclick = () => (want(false), waiting.splice(0), dialog.close());
  shown.onclick = forward;
  dialog.addEventListener("keydown", (event) => {
    if (event.key.length > 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "a") return dialog.close(), document.getElementById("line")?.focus(); // an order is typed
    event.preventDefault();
    step(steps.length);
  });
  document.body.append(dialog);
  dialog.showModal();
  step();
  next.focus();
  return new Promise((seen) => dialog.addEventListener("close", () => (dialog.remove(), seen())));
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
