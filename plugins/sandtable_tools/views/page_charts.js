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
