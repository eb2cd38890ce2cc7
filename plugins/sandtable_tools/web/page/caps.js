// The key caps of a map: the numbers of the orders that lead to each place, where they cover nothing else.
import { drawn } from "./elements.js";

const MOST = 3; // numbers at a place; a plus stands for more
const AROUND = [[1, 0], [0, -1], [1, 1], [-1, 1], [-1, 0], [0.5, 1], [-0.5, 1], [1, 0.5], [-1, 0.5], [1, -0.5], [-1, -0.5], [0.5, -1], [-0.5, -1], [-1, -1], [1, -1]];
const WITHIN = [[0, 0], [0, 34], [0, -32], [-34, 20], [34, 20], [-34, -20], [34, -20], [44, 0], [-44, 0]];

// The caps at some places, each [numbers, middle, box of the place and its counters]. `taken` are the boxes of what
// they must not cover; in a `cell`, a cap is inside it.
export function keycaps(places, taken, scale, cell) {
  return places.map(([numbers, middle, around]) => {
    const words = `${numbers.slice(0, MOST).join(" ")}${numbers.length > MOST ? "+" : ""}`;
    const [across, high] = [words.length * 7.2 + 10, 19]; // pixels, whatever the scale
    const free = [...rooms(around, middle, [across / scale, high / scale], cell)];
    const best = free.map((box) => [cost(box, taken), box]).reduce((least, one) => (one[0] < least[0] ? one : least))[1];
    taken.push(best);
    const place = `translate(${best.x + best.width / 2} ${best.y + best.height / 2}) scale(${1 / scale})`;
    const key = drawn("rect", { x: -across / 2, y: -high / 2, width: across, height: high, rx: 4 });
    return drawn("g", { class: "keycap", transform: place }, key, drawn("text", { y: 4.5 }, words));
  });
}

// Where a cap may be, near its place first.
function* rooms({ x, y, width, height }, [u, v], [wide, high], cell) {
  const box = (left, top) => ({ x: left - wide / 2, y: top - high / 2, width: wide, height: high, far: Math.hypot(left - u, top - v) });
  if (cell) yield* WITHIN.map(([across, down]) => box(u + across, v + down));
  for (const gap of cell ? [] : [0, 5, 12, 20]) {
    const [side, edge] = [(width + wide) / 2 + gap, (height + high) / 2 + gap];
    yield* AROUND.map(([across, down]) => box(x + width / 2 + across * side, y + height / 2 + down * edge));
  }
}

function cost({ x, y, width, height, far }, taken) {
  const shared = (from, long, start, size) => Math.max(0, Math.min(from + long, start + size) - Math.max(from, start));
  return taken.reduce((sum, other) => sum + 3 * shared(x, width, other.x, other.width) * shared(y, height, other.y, other.height), far);
}
