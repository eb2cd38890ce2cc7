// The charts of named numbers, below each other.
const charts = data.tracks.map(([name, steps]) => chart(name, steps));

function chart(name, steps) {
  const values = steps.map(([, value]) => value ?? 0);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const height = (value) => (100 * (high - value)) / (high - low);
  const line = drawn("path", { class: "line", d: path(steps, height) });
  const cursor = drawn("path", { class: "cursor" });
  const dot = drawn("path", { class: "dot" });
  const frame = { viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", role: "img", "aria-label": name };
  const svg = drawn("svg", frame, line, cursor, dot);
  const value = make("b");
  const caption = make("figcaption", {}, name, value, make("small", { textContent: `${low} to ${high}` }));
  clickable(svg);
  byId("charts").append(make("figure", {}, caption, svg));
  return { steps, height, cursor, dot, value };
}

function clickable(svg) {
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round((last * (event.clientX - box.left)) / box.width));
  });
}

function path(steps, height) {
  return steps.map(([place, value], k) => {
    if (value === null) return "";
    const start = k && steps[k - 1][1] !== null ? "V" : `M${place} `;
    return `${start}${height(value)}H${steps[k + 1]?.[0] ?? last}`;
  }).join("");
}

function point({ steps, height, cursor, dot, value }) {
  const now = steps.findLast(([place]) => place <= at)?.[1] ?? null;
  value.textContent = now === null ? "" : now;
  cursor.setAttribute("d", `M${at} 0V100`);
  dot.setAttribute("d", now === null ? "" : `M${at} ${height(now)}h0`);
}

// The coach's curve: what was expected, what choices and luck gave, and where most changed.
const HIGH = 60;

function figured(value) {
  return data.curve.percent ? `${value.toFixed(0)} %` : value.toFixed(1);
}

function drawCurve({ title, percent, points, moments, turning, better }) {
  const ends = points.flatMap(([, value, low, high]) => [value, low, high]);
  const [low, high] = percent ? [0, 100] : [Math.min(0, ...ends), Math.max(1, ...ends)];
  const y = (value) => (HIGH * (high - value)) / (high - low);
  const way = (pick, some = points) => some.map((one) => `${one[0]} ${y(pick(one)).toFixed(1)}`).join("L");
  const band = drawn("path", { class: "band", d: `M${way((one) => one[3])}L${way((one) => one[2], [...points].reverse())}z` });
  const line = drawn("path", { class: "line", d: `M${way((one) => one[1])}` });
  const bars = moments.flatMap(([place, choice, luck]) => [["choice", choice, -0.2], ["luck", luck, 0.2]]
    .filter(([, change]) => change)
    .map(([kind, change, aside]) => {
      const d = `M${place + aside} ${HIGH / 2}V${(HIGH / 2 - (change * HIGH) / (high - low)).toFixed(1)}`;
      return drawn("path", { class: kind, d });
    }));
  const cursor = drawn("path", { class: "cursor" });
  const frame = { viewBox: `0 0 ${last} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": title };
  const svg = drawn("svg", frame, band, ...bars, line, cursor);
  const value = make("b");
  const kinds = make("small", {}, make("i", { className: "choice" }), "choices ", make("i", { className: "luck" }), "luck");
  const caption = make("figcaption", {}, title, " ", value, ...(moments.length ? [kinds] : []));
  const told = turning.map(([place, kind, amount]) => {
    const { n, head, events } = frames[place];
    const textContent = `line ${n}, ${kind}, ${amount}: ${head || events[0]?.[0] || ""}`;
    return make("button", { type: "button", className: "turning", textContent, title: textContent, onclick: () => go(place) });
  });
  const lessons = Object.entries(better).map(([place, { better: move, gain }]) => {
    const textContent = `line ${frames[place].n}, better by ${gain}: ${move}`;
    return make("button", { type: "button", className: "turning", textContent, title: textContent, onclick: () => vary(Number(place)) });
  });
  const calm = "No choice and no luck changed it beyond chance.";
  const turns = told.length ? listed("Turning points: ", told) : [make("span", { textContent: calm })];
  clickable(svg);
  byId("curve").append(make("figure", {}, caption, svg), make("p", {}, ...turns, ...listed("Better moves: ", lessons)));
  byId("curve").hidden = false;
  for (const [place, lesson] of Object.entries(better)) {
    entries[place].append(variation(Number(place), lesson));
  }
  return () => {
    cursor.setAttribute("d", `M${at} 0V${HIGH}`);
    const [, , least, most] = points.findLast(([place]) => place <= at) ?? points[0];
    value.textContent = [...new Set([least, most].map((end) => figured(end)))].join(" to ");
  };
}

function listed(title, buttons) {
  return buttons.length ? [make("span", { textContent: title }), ...buttons] : [];
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
  drawAll({ ...frames[place], pictures: shown }, before);
  const words = `Instead: ${better}${dice ? " The dice are one throw of many." : ""}`;
  document.querySelector("#pictures figcaption span").textContent = words;
  byId("pictures").classList.add("varied");
}

const pointCurve = data.curve ? drawCurve(data.curve) : () => {};
