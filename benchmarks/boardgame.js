// Tic-tac-toe at random in boardgame.io's client; prints the microseconds of processor time of an action (best of five).
process.env.NODE_ENV = 'production';
const { Client } = require('boardgame.io/client');
const { INVALID_MOVE } = require('boardgame.io/core');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const mark = ctx.currentPlayer;
    if (LINES.some((line) => line.every((cell) => G.cells[cell] === mark))) return { winner: mark };
    if (!G.cells.includes(null)) return { draw: true };
  },
};

function play(games) {
  let actions = 0;
  for (let k = 0; k < games; k++) {
    const client = Client({ game, debug: false });
    client.start();
    for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
      const free = [...state.G.cells.keys()].filter((cell) => state.G.cells[cell] === null);
      client.moves.mark(free[Math.floor(Math.random() * free.length)]);
      actions++;
    }
    client.stop();
  }
  return actions;
}

let best = Infinity;
for (let run = 0; run < 5; run++) {
  const start = process.cpuUsage();
  const actions = play(300);
  const took = process.cpuUsage(start);
  best = Math.min(best, (took.user + took.system) / actions);
}
console.log(best.toFixed(2));
