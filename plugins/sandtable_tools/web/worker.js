// One Python in a worker, with one table in it. The page calls it, and outputs come back one by one.
// Between two outputs the worker looks for messages: it needs no shared memory and no special headers.
import { ROOT, SAVES, boot, kept, mark, more, refresh } from "./page/engine.js";
import { free, hold, letGo } from "./page/store.js";

const BEGINS = new Set(["start", "open", "open_link", "learn"]);
const PLAYS = new Set([...BEGINS, "line", "show", "leave"]);
const ELSEWHERE = { refused: "this game is open in another tab" };
const AFTER = 4; // outputs, after which messages are looked for, as after each progress of thinking

let python, desk;
let busy = false;
const later = []; // what the page asked while a line was done

const post = (message) => self.postMessage(message);
const tick = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });

async function begin(code) {
  python = await boot(code);
  const { Desk } = python.pyimport("sandtable_tools.web.desk");
  desk = Desk((told) => post({ output: JSON.parse(told) }));
  mark("imported");
  post({ ready: { saves: asked("saves", []).answer ?? [] } });
}

// Playing.

const asked = (name, given) => JSON.parse(desk.call(name, python.toPy(given)));

async function play(name, given, id) {
  if (BEGINS.has(name)) await refresh(desk.save);
  const first = name === "open" ? given[0] : null;
  let told = first && !(await hold(first)) ? ELSEWHERE : asked(name, given);
  if (told.answer !== undefined && BEGINS.has(name) && !(await hold(desk.save))) {
    asked("leave", []);
    told = ELSEWHERE;
  }
  post({ id, ...told });
  if (told.answer !== undefined) await steps();
  if (desk.save) await hold(desk.save);
  else letGo();
}

async function steps() {
  for (let n = 1, told; (told = desk.step()) != null; n++) {
    const output = JSON.parse(told);
    post(output.fault ? output : { output });
    if (output.type === "thinking" || n % AFTER === 0) await tick();
  }
  mark("asked");
  post({ asked: true });
  if (await kept()) post({ kept: true });
}

async function answer(name, given, id) {
  if (name === "more") return post({ id, answer: await more(...given) });
  if (name === "saves") await refresh(desk.save);
  if (name === "save_bytes") {
    const saved = given[0] ?? desk.save;
    return post({ id, answer: { name: saved, bytes: python.FS.readFile(`${SAVES}/${saved}`) } });
  }
  const linked = name === "report" || name === "replay_page"; // each moment can be played from
  const told = name === "remove_save" && !(await free(given[0])) ? ELSEWHERE : asked(name, linked ? [ROOT] : given);
  post({ id, ...told });
  if (name === "add_save" || name === "remove_save") await kept();
}

async function take({ call, with: given = [], id }) {
  busy = true;
  try {
    if (call === "boot") await begin(...given);
    else await (PLAYS.has(call) ? play : answer)(call, given, id);
  } catch (error) { // of the engine itself, or of this file
    post({ id, fault: `the program has failed: ${String(error).trim().split("\n").at(-1)}`, report: String(error?.stack ?? error), dead: !desk || error instanceof WebAssembly.RuntimeError });
  }
  busy = false;
  if (later.length) take(later.shift());
}

self.onmessage = ({ data: message }) => {
  if (message.call === "stop") desk?.stop();
  else if (busy) later.push(message);
  else take(message);
};
