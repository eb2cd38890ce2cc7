// The fights of a game, from the strikes of its steps.
const BEAT = 350; // milliseconds from one shot to the next
const wide = matchMedia("(min-width: 62rem)");

// Gives each step with strikes its fight: the fighters of both sides, and who shot at whom. A loss without a shot
// goes with the shots before it.
function fought() {
  let [sides, shots] = [[[], []], []];
  for (const frame of frames) {
    const strikes = frame.events.flatMap(([, , strike]) => (strike ? [strike] : []));
    if (!strikes.length) continue;
    const goes = !strikes[0][1];
    sides = sides.map((side) => (goes ? side.map((fighter) => ({ ...fighter, beat: 0 })) : []));
    shots = goes ? shots.map((shot) => ({ ...shot, beat: 0 })) : [];
    for (const strike of strikes) struck(sides, shots, strike, data.seats.length < 2);
    frame.fight = { title: [...frame.pictures.values()][1]?.title ?? "", sides, shots: [...shots] };
  }
}

function stage({ title, ...fight }) {
  const caption = title ? [make("figcaption", {}, title)] : [];
  return make("figure", { className: "fight", ariaHidden: "true" }, ...caption, field(fight, BEAT / byId("speed").value, toneOf));
}

// The tone of a fighter that is a counter on the board.
function toneOf(name) {
  const [number, key] = pieces.get(name) ?? [];
  const look = frames.map(({ pictures }) => pictures.get(number)?.counters.get(key)?.[2]).find((look) => look !== undefined);
  return look === undefined ? "" : byId(`c${look}`).classList[1];
}

// Next to a wide map the fight is below the log, on a narrow screen with the words of the step.
function showFight({ fight }) {
  const shown = fight ? [stage(fight)] : [];
  byId("fight").replaceChildren(...(wide.matches ? shown : []));
  if (!wide.matches) byId("happened").prepend(...shown);
}

fought();
