// The main picture has its own place; others are below the log, where a fight takes their room.
const NEAR = 90; // a place with marks this near needs no other ring
const MOST_MARKS = 24; // a step that changes more than so many pieces at once marks none of them

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
  numbers.replaceChildren(...stacked(counters, uses, picture));
  return before ? marked(shown, before.counters, counters) : null;
}

// The box of a counter around its middle, measured once for all that look alike.
function extent(use) {
  const look = use.getAttribute("href");
  if (!extents.has(look)) extents.set(look, use.getBBox());
  return extents.get(look);
}

// The number of counters at a corner of each pile on a map.
function stacked(counters, uses, { ground }) {
  const piles = [];
  for (const [key, [x, y, , space]] of data.grounds[ground][2].length ? counters : []) {
    const { width, height } = extent(uses.get(key));
    const on = ([top]) => space === top.space && Math.abs(x - top.x) < width && Math.abs(y - top.y) < height;
    const pile = piles.findLast(on);
    const placed = { x, y, space, right: x + width / 2 + 3, top: y - height / 2 - 3 };
    if (pile) pile.unshift(placed);
    else piles.push([placed]);
  }
  return piles.filter((pile) => pile.length > 1).map(([{ right, top }, ...below]) => {
    const number = drawn("text", { y: 4.5, "font-size": 13 });
    number.textContent = below.length + 1;
    return drawn("g", { class: "number", transform: `translate(${right} ${top})` }, drawn("circle", { r: 9 }), number);
  });
}

function put(svg, uses, key, [x, y, look, , edge = look]) {
  if (!uses.has(key)) uses.set(key, svg.appendChild(drawn("use", { class: "piece" })));
  const use = uses.get(key);
  use.setAttribute("href", `#c${edge}`);
  use.dataset.look = look;
  use.style.transform = `translate(${x}px, ${y}px)`;
}

// A counter that is laid elsewhere in the pile goes on moving where the browser can do that.
function lay(svg, use, above) {
  if (use.nextSibling !== above) (svg.moveBefore ?? svg.insertBefore).call(svg, use, above);
}

// What moved has a trail, what is new or another than before a ring, what is gone a ghost.
function marked({ marks, uses, picture }, before, after) {
  const { moves, added, changed, gone } = changes(before, after);
  const groups = Object.values(Object.groupBy(moves, ({ from: [, , , left], to: [, , , at] }) => `${left} ${at}`));
  const count = groups.length + added.length + changed.length + gone.length;
  if (!count || count > MOST_MARKS) return null;
  const size = (key) => extent(uses.get(key));
  const mapped = data.grounds[picture.ground][2].length > 0;
  for (const group of Object.values(Object.groupBy(gone, ([, , , space]) => space))) {
    marks.append(...beside(group, after, picture, uses).map(ghost));
  }
  for (const group of groups) {
    const box = bounds(group.map(({ key, to }) => [to, size(key)]), mapped);
    const [{ from: [, , , left], to: [, , , at] }] = group;
    marks.append(trail(center(group.map(({ from }) => from)), box, route(picture.ground, left, at)));
  }
  const moved = moves.map(({ key, to }) => [key, to]);
  for (const [kind, some] of [["moved", moved], ["changed", changed], ["new", added]]) {
    for (const group of Object.values(Object.groupBy(some, ([, placed]) => placed[3]))) {
      marks.append(ring(group.map(([key, placed]) => [placed, size(key)]), kind, mapped));
    }
  }
  const spots = [...gone, ...changed.map(([, to]) => to), ...added.map(([, to]) => to), ...moves.map(({ to }) => to)];
  return spots.at(-1).slice(0, 2);
}

// A piece that is gone here and looks like one that is new there has moved as well; where another is
// in the place of one that is gone, or between slips, there is no room for a ghost.
function changes(before, after) {
  const gone = new Map([...before].filter(([key]) => !after.has(key)));
  const [moves, added, changed] = [[], [], []];
  for (const [key, to] of after) {
    const from = before.get(key);
    const twin = from ? null : [...gone].find(([, placed]) => placed[2] === to[2] && placed[3] !== to[3]);
    if (twin) gone.delete(twin[0]);
    if (twin) moves.push({ key, from: twin[1], to });
    else if (!from) added.push([key, to]);
    else if (from[3] !== to[3]) moves.push({ key, from, to });
    else if (from[2] !== to[2]) changed.push([key, to]);
  }
  const taken = ([x, y, look]) => byId(`c${look}`).matches(".slip") || [...after.values()].some(([u, v]) => u === x && v === y);
  return { moves, added, changed, gone: [...gone.values()].filter((placed) => !taken(placed)) };
}

function center(spots) {
  return [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
}

// Around what is seen of pieces: on a map, of one below another, its upper edge.
function ring(boxes, kind, mapped) {
  return drawn("rect", { class: `ring ${kind}`, ...bounds(boxes, mapped), rx: 8 });
}

function bounds(boxes, mapped) {
  const least = (axis, side) => Math.min(...boxes.map(([spot, size]) => spot[axis] - size[side] / 2 - 3));
  const [x, y, right] = [least(0, "width"), least(1, "height"), Math.max(...boxes.map(([[left], { width }]) => left + width / 2 + 3))];
  const bottom = Math.max(...boxes.map(([[, top, , , edge], { height }]) => top + (mapped && edge !== undefined ? 0 : height / 2 + 3)));
  return { x, y, width: right - x, height: bottom - y };
}

// Points along the fewest links of a map from a space to another; none if no links lead there.
function route(ground, start, stop) {
  const links = data.grounds[ground][3].flatMap(([a, b, d]) => [[a, b, d, false], [b, a, d, true]]);
  const near = Map.groupBy(links, ([here]) => here);
  const found = new Map([[start, []]]);
  for (const [here, way] of found) {
    for (const [, there, d, back] of near.get(here) ?? []) {
      if (!found.has(there)) found.set(there, [...way, [d, back]]);
    }
  }
  return (found.get(stop) ?? []).flatMap(([d, back]) => along(d)[back ? "toReversed" : "slice"]());
}

function along(d) {
  const path = drawn("path", { d });
  return Array.from({ length: 13 }, (_, k) => path.getPointAtLength((path.getTotalLength() * k) / 12)).map(({ x, y }) => [x, y]);
}

// Along links, or else straight, from where pieces were to the edge of the box in which they are.
function trail([u, v], box, way) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const points = way.length ? way : along(`M${u} ${v}L${x} ${y}`);
  const near = ([a, b]) => Math.abs(a - x) < box.width / 2 + 8 && Math.abs(b - y) < box.height / 2 + 8;
  const outside = points.filter((point) => !near(point));
  const shown = outside.length > 1 ? outside : points.slice(0, 2);
  const [[a, b], [ex, ey]] = shown.slice(-2);
  const turn = (Math.atan2(ey - b, ex - a) * 180) / Math.PI;
  const line = `M${shown.map((point) => point.map(Math.round).join(" ")).join("L")}`;
  return drawn("g", { class: "trail-of" }, drawn("path", { class: "casing", d: line }), drawn("path", { class: "trail", d: line }),
    drawn("path", { class: "tip", d: "M8 0L-6 -7V7z", transform: `translate(${ex} ${ey}) rotate(${turn})` }));
}

// On a map, a counter that is gone is drawn next to its stack if it would hide another.
function beside(gone, after, { ground }, uses) {
  const [wide, , spots] = data.grounds[ground];
  const left = [...after].filter(([, placed]) => placed[3] === gone[0][3]);
  if (!spots.length || !left.length) return gone;
  const { width, height } = extent(uses.get(left[0][0]));
  const hides = ([x, y]) => left.some(([, [u, v]]) => Math.abs(x - u) < width && Math.abs(y - v) < height);
  if (!gone.some(hides)) return gone;
  const [xs, ys] = [0, 1].map((axis) => left.map(([, placed]) => placed[axis]));
  const right = Math.max(...xs) + width + 6;
  const x = right + width / 2 > wide ? Math.min(...xs) - width - 6 : right;
  return gone.map(([, , ...rest], k) => [x, Math.min(...ys) + 0.75 * k * height, ...rest]);
}

function ghost([x, y, look]) {
  return drawn("g", { class: "ghost", transform: `translate(${x} ${y})` }, drawn("use", { href: `#c${look}` }),
    drawn("path", { d: "M-13 -9L13 9M-13 9L13 -9" }));
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
