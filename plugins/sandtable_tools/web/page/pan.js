// A window onto a drawing that may be larger: scrolled, dragged, pinched, zoomed by wheel, buttons and double taps.
// It follows what matters, but not while the reader has moved it to another part; at first it shows the whole.
const [READABLE, LEAST] = [0.775, 0.5]; // of its size: letters of 10 px; as small as a wide screen shows it
const [LARGEST, STEP, EDGE] = [3, 1.5, 36];
const ARRIVES = 900; // milliseconds, by then the window is where it goes
const FOOT = 56; // the height of the buttons on a narrow screen
const narrow = matchMedia("(width < 46rem), (height < 30rem)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function pane(sheet, field, scaled) {
  let [wide, high] = [1, 1]; // the drawing's own size
  let scale = 0; // 0 until the window has a size
  let chosen = false; // whether the reader chose the scale
  let begins = true; // whether nothing has mattered yet: the whole is shown
  let held = false; // whether the reader moved it since the last order
  let room = [0, 0]; // the window's size when it was last drawn
  let last = []; // what it showed last
  let aim = null; // where it goes to at present
  let arrives = 0;
  let [pinch, drag] = [null, null];
  const whole = () => Math.min(sheet.clientWidth / wide, sheet.clientHeight / high);
  const filled = () => Math.max(sheet.clientWidth / wide, sheet.clientHeight / high);
  // The whole where it can be read, and before anything matters; else as much as fills the window.
  function usual() {
    const reads = begins || whole() >= (narrow.matches ? READABLE : LEAST);
    return Math.min(reads ? whole() : Math.max(narrow.matches ? READABLE : 0, Math.min(filled(), narrow.matches ? 1.1 : READABLE)), 1.6);
  }
  const within = ({ clientX, clientY }) => {
    const box = sheet.getBoundingClientRect();
    return [clientX - box.x - sheet.clientLeft, clientY - box.y - sheet.clientTop];
  };
  const spot = ([x, y]) => [(sheet.scrollLeft + x - field.offsetLeft) / scale, (sheet.scrollTop + y - field.offsetTop) / scale];

  // Puts a point of the drawing under a point of the window.
  function put([u, v], [x, y], behavior = "instant") {
    const [left, top] = [u * scale + field.offsetLeft - x, v * scale + field.offsetTop - y];
    const smooth = behavior === "smooth" && !still.matches;
    const most = [sheet.scrollWidth - sheet.clientWidth, sheet.scrollHeight - sheet.clientHeight];
    aim = smooth ? [Math.max(0, Math.min(left, most[0])), Math.max(0, Math.min(top, most[1]))] : null;
    sheet.scrollTo({ left, top, behavior: smooth ? "smooth" : "instant" });
    clearTimeout(arrives);
    arrives = setTimeout(() => (aim = null), ARRIVES);
  }

  function zoom(next, at = [sheet.clientWidth / 2, sheet.clientHeight / 2], point = scale ? spot(at) : [wide / 2, high / 2]) {
    if (!sheet.clientWidth) return;
    room = [sheet.offsetWidth, sheet.offsetHeight];
    scale = Math.max(Math.min(next, LARGEST), Math.min(whole(), usual()));
    field.style.width = `${wide * scale}px`;
    field.style.height = `${high * scale}px`;
    put(point, at);
    sheet.classList.toggle("larger", sheet.scrollWidth > sheet.clientWidth + 1 || sheet.scrollHeight > sheet.clientHeight + 1);
    scaled(scale);
  }

  // Shows these points, the first ones for certain.
  function reveal(spots, always = false) {
    if (!always && spots.length) last = spots;
    if (spots.length && begins) {
      begins = false;
      if (scale && !chosen) zoom(usual());
    }
    if (!scale || !spots.length || (held && !always)) return;
    const [left, top] = aim ?? [sheet.scrollLeft, sheet.scrollTop];
    const free = [sheet.clientWidth, sheet.clientHeight - (narrow.matches ? FOOT : 0)];
    const seen = ([x, y]) => {
      const [u, v] = [x * scale + field.offsetLeft - left, y * scale + field.offsetTop - top];
      return u > EDGE && v > EDGE && u < free[0] - EDGE && v < free[1] - EDGE;
    };
    let shown = spots;
    const span = (axis, ends = shown.map((one) => one[axis])) => [Math.min(...ends), Math.max(...ends)];
    const fits = () => free.every((most, axis) => (span(axis)[1] - span(axis)[0]) * scale < most - 2 * EDGE);
    while (shown.length > 1 && !fits()) shown = shown.slice(0, -1);
    if (shown.every(seen)) return;
    put([0, 1].map((axis) => (span(axis)[0] + span(axis)[1]) / 2), free.map((most) => most / 2), "smooth");
  }

  function toggle(at) {
    const large = scale > usual() * 1.1;
    [chosen, held] = [!large, true];
    zoom(large ? usual() : scale * STEP * 1.2, at);
  }

  sheet.addEventListener("touchstart", ({ touches }) => {
    held = true;
    if (touches.length !== 2) return;
    const [a, b] = [...touches].map(within);
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    pinch = { gap: Math.hypot(a[0] - b[0], a[1] - b[1]), scale, point: spot(middle) };
  }, { passive: true });
  sheet.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !pinch) return;
    event.preventDefault();
    const [a, b] = [...event.touches].map(within);
    chosen = true;
    zoom(pinch.scale * Math.hypot(a[0] - b[0], a[1] - b[1]) / pinch.gap, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], pinch.point);
  }, { passive: false });
  sheet.addEventListener("wheel", (event) => {
    held = true;
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    chosen = true;
    zoom(scale * Math.exp(-event.deltaY / 250), within(event));
  }, { passive: false });
  sheet.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) drag = { x: event.clientX, y: event.clientY, moved: false };
  });
  sheet.addEventListener("pointermove", (event) => {
    if (!drag || (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5)) return;
    if (!drag.moved) sheet.setPointerCapture(event.pointerId);
    sheet.scrollBy({ left: drag.x - event.clientX, top: drag.y - event.clientY, behavior: "instant" });
    drag = { x: event.clientX, y: event.clientY, moved: held = true };
  });
  for (const type of ["pointerup", "pointercancel"]) sheet.addEventListener(type, () => setTimeout(() => (drag = null)));
  sheet.addEventListener("click", (event) => drag?.moved && event.stopPropagation(), { capture: true });
  new ResizeObserver(() => {
    if (sheet.offsetWidth === room[0] && sheet.offsetHeight === room[1]) return;
    zoom(chosen ? scale : usual());
    reveal(last);
  }).observe(sheet);

  return {
    size(width, height) {
      if (width === wide && height === high) return;
      [wide, high, chosen] = [width, height, false];
      zoom(usual(), undefined, [wide / 2, high / 2]);
    },
    reveal,
    toggle: (event) => toggle(within(event)),
    by(step) {
      [chosen, held] = [true, true];
      zoom(scale * STEP ** step);
    },
    whole() {
      [chosen, held] = [false, true];
      zoom(whole());
    },
    follow: () => (held = false),
    point: (event) => spot(within(event)),
    get scale() { return scale; },
  };
}
