"use strict";

// Turn, status, board and pictures last until they change; everything else belongs to its frame.
function unfold(changes) {
  const blank = {
    seat: null, head: "", typed: "", note: "", bookmark: "", events: [], rolls: [], news: [],
  };
  let current = { n: 0, turn: "", status: "", board: [], pictures: new Map() };
  return changes.map((change) => {
    const { n, turn, status } = { ...current, n: current.n + 1, ...change };
    const board = current.board.toSpliced(...(change.board ?? [0, 0]));
    current = { n, turn, status, board, pictures: redrawn(current.pictures, change.pictures ?? {}) };
    return { ...blank, ...change, ...current };
  });
}

function redrawn(before, changes) {
  const after = new Map(before);
  for (const [number, change] of Object.entries(changes)) {
    if (change) after.set(number, moved(before.get(number), change));
    else after.delete(number);
  }
  return after;
}

function moved(before = {}, { title = before.title, ground = before.ground, put = [], gone = [], order }) {
  const counters = new Map(before.counters);
  for (const key of gone) counters.delete(key);
  for (const [key, ...placed] of put) counters.set(key, placed);
  return { title, ground, counters: order ? new Map(order.map((key) => [key, counters.get(key)])) : counters };
}
