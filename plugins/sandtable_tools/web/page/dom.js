// Elements, made and found.

export const $ = (id) => document.getElementById(id);

/** An element with properties (`data` and `aria` are objects, `class` a text) and what is inside. */
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

/** Words as people read them: hyphens join what is typed as one word. */
export const spaced = (words) => words.replaceAll("-", " ");

export const phone = matchMedia("(max-width: 46rem), (max-width: 62rem) and (orientation: portrait)");

/** What this browser remembers by a name, or null; a value is to be remembered. It may not let the page do that. */
export function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`sandtable-${name}`, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(`sandtable-${name}`));
  } catch {
    return null;
  }
}

let hush = 0;

/** A remark at the lower edge, which goes by itself. */
export function say(text) {
  clearTimeout(hush);
  $("said").textContent = text;
  $("said").classList.add("shown");
  hush = setTimeout(() => $("said").classList.remove("shown"), 4000);
}

/** A remark that only a screen reader tells. */
export function whisper(text) {
  $("said").classList.remove("shown");
  $("said").textContent = text;
}
