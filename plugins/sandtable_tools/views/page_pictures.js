// The main picture has its own place; others are below the log, where a fight takes their room.
const NEAR = 90; // a place with marks this near needs no other ring

const pictures = new Map();
const extents = new Map();

function figure(number, { ground: first }) {
  const [across, high] = data.grounds[first];
  const ground = drawn("use");
  const marks = drawn("g", { class: "marks" });
  const lights = drawn("g", { class: "lights" });
  const numbers = drawn("g", { class: "numbers" });
  const names = drawn("use", { class: "names" });
  const svg = drawn("svg", { role: "img" }, ground, numbers, names, marks, lights);
  const caption = make("figcaption", {}, make("span"));
  const box = make("div", { className: "sheet", role: "group", tabIndex: 0 }, svg);
  const whole = make("figure", { className: "picture", hidden: true }, caption, box);
  if (number === "0") byId("pictures").append(whole);
  else byId("fight").after(whole);
  whole.classList.toggle("tall", high > 1.5 * across);
  const zoom = button("zoom", "+", () => zoomed(number), "Enlarge the picture");
  zoom.tabIndex = 0;
  caption.append(zoom);
  box.addEventListener("dblclick", (event) => zoomed(number, event));
  const shown = { whole, caption, box, svg, ground, numbers, names, marks, lights, zoom, uses: new Map(), picture: null };
  svg.addEventListener("pointerover", (event) => lift(shown, event.target.closest(".piece")));
  svg.addEventListener("pointerleave", () => lift(shown, null));
  return shown;
}

function draw(number, picture, before) {
  const shown = pictures.get(number);
  const { whole, caption, box, svg, ground, numbers, names, marks, uses } = shown;
  const counters = picture?.counters ?? new Map();
  whole.hidden = !picture;
  shown.picture = picture;
  lift(shown, null);
  for (const [key, use] of uses) if (!counters.has(key)) uses.delete(key), use.remove();
  marks.replaceChildren();
  numbers.replaceChildren();
  if (!picture) return null;
  const [width, height] = data.grounds[picture.ground];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  whole.style.setProperty("--wide", `${width}px`);
  whole.style.setProperty("--ratio", width / height);
  whole.classList.toggle("titled", picture.title === document.querySelector("h1").textContent);
  svg.setAttribute("aria-label", picture.title);
  box.ariaLabel = caption.firstChild.textContent = picture.title;
  ground.setAttribute("href", `#g${picture.ground}`);
  names.setAttribute("href", `#n${picture.ground}`);
  for (const [key, placed] of counters) put(svg, uses, key, placed);
  const above = [...counters.keys()].reverse();
  above.forEach((key, k) => lay(svg, uses.get(key), uses.get(above[k - 1]) ?? numbers));
  const known = sheetOf(picture, uses);
  numbers.replaceChildren(...stacked(counters, known));
  return before ? marked(marks, known, before.counters, counters) : null;
}

// The box of a counter around its middle, measured once for all that look alike.
function extent(use) {
  const look = use.getAttribute("href");
  if (!extents.has(look)) extents.set(look, use.getBBox());
  return extents.get(look);
}

function put(svg, uses, key, [x, y, look, , edge = look]) {
  if (!uses.has(key)) uses.set(key, svg.appendChild(drawn("use", { class: "piece" })));
  const use = uses.get(key);
  use.setAttribute("href", `#c${edge}`);
  use.dataset.look = look;
  use.style.transform = `translate(${x}px, ${y}px)`;
}

// What the marks of a picture need to know of its drawing.
function sheetOf({ ground }, uses) {
  const [wide, , spots, links] = data.grounds[ground];
  const shape = (look) => drawn("use", { href: `#c${look}` });
  return { mapped: spots.length > 0, wide, links, size: (key) => extent(uses.get(key)), slip: (look) => byId(`c${look}`).matches(".slip"), shape };
}

// A piece that is pointed at is lifted out of its stack.
function lift({ lights, uses }, use) {
  lights.querySelector(".lifted")?.remove();
  if (!use || ![...uses.values()].includes(use)) return;
  const lifted = drawn("g", { class: "lifted" }, drawn("use", { href: `#c${use.dataset.look}` }));
  lifted.style.transform = `${use.style.transform} scale(1.5)`;
  lights.append(lifted);
}

// A place or a piece that is pointed at in a text lights up.
function light(name, className = "lit") {
  unlight(className);
  const [number, key] = pieces.get(name) ?? ["0"];
  const shown = pictures.get(number);
  if (!shown?.picture) return null;
  const placed = key === undefined ? null : shown.picture.counters.get(key);
  const spot = places.get(name) ?? placed?.slice(0, 2);
  if (!spot || (!places.has(name) && !placed)) return null;
  shown.lights.append(drawn("circle", { class: className, cx: spot[0], cy: spot[1], r: 30 }));
  return spot;
}

function unlight(className = "lit") {
  for (const one of document.querySelectorAll(`circle.${className}`)) one.remove();
}

// A picture that is larger than its box shows where something happens.
function follow(number, spot) {
  const { box, svg, picture } = pictures.get(number) ?? {};
  if (!picture || !spot) return;
  const scale = svg.clientWidth / data.grounds[picture.ground][0];
  const [left, top] = [spot[0] * scale - box.scrollLeft, spot[1] * scale - box.scrollTop];
  if (left < 0.15 * box.clientWidth || left > 0.85 * box.clientWidth) box.scrollLeft += left - box.clientWidth / 2;
  if (top < 0.15 * box.clientHeight || top > 0.85 * box.clientHeight) box.scrollTop += top - box.clientHeight / 2;
}

function zoomed(number, event) {
  const { whole, box, svg, zoom } = pictures.get(number);
  const area = svg.getBoundingClientRect();
  const part = event ? [(event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height] : null;
  const on = whole.classList.toggle("large");
  zoom.textContent = on ? "−" : "+";
  zoom.ariaLabel = on ? "Show the whole picture" : "Enlarge the picture";
  if (!on) return;
  const [x, y] = part ?? middle(number);
  box.scrollLeft = x * svg.clientWidth - box.clientWidth / 2;
  box.scrollTop = y * svg.clientHeight - box.clientHeight / 2;
}

// Where the picture is enlarged by default: at what was marked last.
function middle(number) {
  const { picture } = pictures.get(number);
  const [width, height] = data.grounds[picture.ground];
  return focus ? [focus[0] / width, focus[1] / height] : [0.5, 0.5];
}

// Each picture of the game has its place from the beginning, so that nothing moves when it comes.
for (const frame of frames) {
  for (const [number, picture] of frame.pictures) {
    if (!pictures.has(number)) pictures.set(number, figure(number, picture));
  }
}

let focus = null; // where the present frame's action is on the main picture

// All pictures of a frame, what has changed since the one before, and where that was.
function drawAll(frame, before) {
  const numbers = new Set([...pictures.keys(), ...frame.pictures.keys()]);
  unlight("here");
  let spot = null;
  for (const number of numbers) {
    const other = frame.fight && number !== "0";
    const changed = draw(number, other ? null : frame.pictures.get(number), before?.pictures.get(number));
    if (number === "0") spot = changed;
    else follow(number, changed);
  }
  const titles = [...frame.pictures.values()].slice(1).map(({ title }) => title);
  const texts = [...titles, frame.head, ...frame.events.map(([text]) => text)];
  const name = spot && !titles.length ? null : texts.flatMap(placesIn)[0];
  const place = name && places.get(name);
  const marked = spot && place && Math.hypot(spot[0] - place[0], spot[1] - place[1]) < NEAR;
  focus = (name && !marked && light(name, "here")) || spot;
  follow("0", focus);
}
