// The course of the game: the slider shows what the coach expected, or else the number that decides the game;
// three charts show the next ones. Each leads to the step that is pointed at.
const CIRCLE = "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0";
const DIAMOND = "M0-6L6 0L0 6L-6 0z";
const slider = byId("slider");
const turns = frames.flatMap((frame, place) => (place && frame.turn === frames[place - 1].turn ? [] : [place]));
const news = frames.flatMap((frame, place) => (frame.news.length ? [place] : []));
const moments = new Map(data.curve?.turning.map(([place, kind, amount]) => [place, [kind, amount]]));

// A moment in words: its kind, its size, and the step.
function judged(frame) {
  const [kind, amount] = moments.get(frames.indexOf(frame));
  return `${kind}, ${amount}: ${frame.head || frame.events[0]?.[0] || ""}`;
}

function expected({ title, percent, points }) {
  const figure = (value) => (percent ? `${value.toFixed(0)} %` : value.toFixed(1));
  const words = (place) => [...new Set(found(points, place).slice(2).map(figure))].join(" to ");
  return { title, lines: [[null, points]], words, most: percent ? 100 : 1 };
}

// The last of some points, each with its place, up to a place.
function found(points, place) {
  return points.findLast(([start]) => start <= place) ?? [place, null];
}

// Draws a course in its place. What it returns shows the present step, and says it in words.
function plot(host, { title, lines, words, most = 1 }) {
  const values = lines.flatMap(([, points]) => points.flatMap((point) => point.slice(1)));
  const [low, high] = [Math.min(0, ...values), Math.max(most, ...values)];
  const y = (value) => (100 * (high - value)) / (high - low);
  const across = (place) => `${(100 * place) / Math.max(last, 1)}%`;
  const down = ([, points], place) => `${y(found(points, place)[1])}%`;
  const ways = lines.map(([seat, points], k) => drawn("g", { class: `seat-${seat}` }, ...course(points, y, !k, words)));
  const ticks = (host === slider ? turns : []).map((place) => drawn("path", { class: "tick", d: `M${place} 0V100` }));
  const stretched = { viewBox: `0 0 ${Math.max(last, 1)} 100`, preserveAspectRatio: "none" };
  const dots = host === slider ? lines.slice(0, 1).flatMap((line) => dotted(across, (place) => down(line, place))) : [];
  const cursor = drawn("line", { class: "cursor", y2: "100%" });
  const knobs = lines.map(([seat]) => drawn("circle", { class: `knob seat-${seat}`, r: 4 }));
  const picture = drawn("svg", { "aria-hidden": true }, drawn("svg", stretched, ...ticks, ...ways), cursor, ...dots, ...knobs);
  const figures = lines.map(([seat]) => make("b", { className: `seat-${seat}` }));
  const range = make("small", { textContent: lines.length ? `${+low.toFixed(1)} to ${words && most > 1 ? `${high} %` : +high.toFixed(1)}` : "" });
  host.append(make(host === slider ? "p" : "figcaption", {}, title, ...figures, range), picture);
  movable(host, picture);
  return () => {
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, across(at));
    lines.forEach(([seat, points], k) => {
      const value = found(points, at)[1];
      knobs[k].setAttribute("cx", across(at));
      knobs[k].setAttribute("cy", down(lines[k], at));
      figures[k].textContent = `${seat === null ? "" : `${data.seats[seat]} `}${words?.(at) ?? value ?? ""}`;
    });
    return [title, ...figures.map((figure) => figure.textContent)].join(" ");
  };
}

// A line and, of the first course, the area below it. A number changes at a step, an expectation between two;
// its band is from its least value to its greatest.
function course(points, y, filled, slanted) {
  const way = (end, some = points) => some.map((point) => `${point[0]} ${y(point[end]).toFixed(1)}`).join("L");
  const ends = points.map(([place, value], k) => [place, value, points[k + 1]?.[0] ?? last]);
  const known = ends.filter(([, value]) => value !== null);
  const under = slanted ? `M${points[0][0]} ${y(0)}L${way(1)}V${y(0)}z` : known.map(([start, value, end]) => `M${start} ${y(0)}V${y(value)}H${end}V${y(0)}z`).join("");
  const stepped = ends.map(([start, value, end], k) =>
    (value === null ? "" : `${k && points[k - 1][1] !== null ? "V" : `M${start} `}${y(value)}H${end}`)).join("");
  const band = slanted ? [drawn("path", { class: "band", d: `M${way(3)}L${way(2, [...points].reverse())}z` })] : [];
  const area = filled ? [drawn("path", { class: "area", d: under })] : [];
  return [...area, ...band, drawn("path", { class: "line", d: slanted ? `M${way(1)}` : stepped })];
}

// Turning points, and what the coach found: choices are diamonds, luck is a circle.
function dotted(across, down) {
  const turning = news.filter((place) => !moments.has(place)).map((place) => [place, "turn", frames[place].news.join(", ")]);
  return [...turning, ...[...moments].map(([place, [kind]]) => [place, kind, judged(frames[place])])].map(([place, kind, text]) => {
    const d = /luck|turn/.test(kind) ? CIRCLE : DIAMOND;
    const title = Object.assign(drawn("title"), { textContent: text });
    return drawn("svg", { x: across(place), y: down(place) }, drawn("path", { class: `dot ${kind}`, d, "data-place": place }, title));
  });
}

// Pressing goes to a place or a dot, and dragging on from there.
function movable(host, picture) {
  const moved = ({ type, target, clientX }) => {
    const { left, width } = picture.getBoundingClientRect();
    const dot = type === "pointerdown" && target.closest("[data-place]");
    go(dot ? Number(dot.dataset.place) : Math.round((last * (clientX - left)) / width));
  };
  host.addEventListener("pointerdown", (event) => {
    host.setPointerCapture(event.pointerId);
    moved(event);
  });
  host.addEventListener("pointermove", (event) => host.hasPointerCapture(event.pointerId) && moved(event));
}

const courses = [...(data.curve ? [expected(data.curve)] : []), ...data.tracks.map(([title, lines]) => ({ title, lines }))];
const plots = [
  plot(slider, courses[0] ?? { title: "", lines: [] }),
  ...courses.slice(1, 4).map((shown) => plot(byId("charts").appendChild(make("figure")), shown)),
];
for (const [place, lesson] of Object.entries(data.curve?.better ?? {})) {
  entries[place].append(variation(Number(place), lesson));
}

// A move that was better than the one played: what it was, what it would have gained, what was played.
function variation(place, { better, played, gain, pictures }) {
  const shown = Object.keys(pictures).length ? [button("vary", "Show the better move", () => vary(place))] : [];
  return make("div", { className: "variation" },
    make("p", { className: "better" }, make("b", { textContent: `Better by ${gain}: ` }), ...named(better), " ", ...shown),
    make("p", { className: "played" }, make("b", { textContent: "Played: " }), ...named(played)));
}

// The pictures of a variation take the place of the game's until it goes on; its marks are seen from before.
function vary(place) {
  go(place);
  const { better, pictures, dice } = data.curve.better[place];
  const shown = redrawn(new Map(), pictures);
  if (!shown.size) return;
  const before = frames[Math.max(place - 1, 0)];
  drawAll({ ...frames[place], pictures: shown, fight: null }, before);
  showFight({});
  const words = `Instead: ${better}${dice ? " The dice show one of many results." : ""}`;
  document.querySelector("#pictures figcaption span").textContent = words;
  byId("pictures").classList.add("varied");
}
