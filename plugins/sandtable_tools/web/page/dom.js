// Elements, made and found.

export const $ = (id) => document.getElementById(id);

/** An element with properties (`data` and `aria` are objects, `class` a text) and its contents. */
export function make(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  const { class: names, data, aria, ...others } = properties;
  if (names) element.className = names;
  Object.assign(element, others);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(name === "role" ? name : `aria-${name}`, value);
  element.append(...inside.filter(Boolean));
  return element;
}

/** A button that does something. */
export function button(text, onclick, properties = {}) {
  return make("button", { type: "button", onclick, ...properties }, text);
}

/** Words as people read them, without the hyphens of typed names. */
export const spaced = (words) => words.replaceAll("-", " ");

export const phone = matchMedia("(max-width: 46rem), (max-width: 62rem) and (orientation: portrait)");

/** Returns what this browser remembers under a name, or null; remembers a value, if given. A browser may forbid it. */
export function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`sandtable-${name}`, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(`sandtable-${name}`));
  } catch {
    return null;
  }
}

let hush = 0;

/** Shows a remark at the lower edge for a while. */
export function say(text) {
  clearTimeout(hush);
  $("said").textContent = text;
  $("said").classList.add("shown");
  hush = setTimeout(() => $("said").classList.remove("shown"), 4000);
}

/** Tells a remark to screen readers only. */
export function whisper(text) {
  $("said").classList.remove("shown");
  $("said").textContent = text;
}
