// The program in a worker, at a terminal that the page shows. Python waits for keys, as WebAssembly can
// be suspended here (JSPI).
import { boot, kept } from "./engine.js";
import { hold } from "./store.js";

const post = (message) => self.postMessage(message);
const tick = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });

let terminal = null;
const early = []; // what came before there was a terminal
let written = "";

function write(text) {
  if (!written) queueMicrotask(() => { post({ write: written }); written = ""; });
  written += text;
}

// What is printed without the terminal's own library, which sends whole lines.
function printed(python) {
  const decoder = new TextDecoder();
  const whole = { isatty: true, write: (bytes) => { write(decoder.decode(bytes, { stream: true })); return bytes.length; } };
  python.setStdout(whole);
  python.setStderr(whole);
  python.setStdin({ isatty: true, stdin: () => null });
}

async function run({ code, words, theme, columns, rows }) {
  const env = { TERM: "xterm-256color", COLORTERM: "truecolor", COLUMNS: `${columns}`, LINES: `${rows}` };
  const python = await boot([...code, "../engine/terminal"], { env });
  printed(python);
  const { Terminal } = python.pyimport("sandtable_tools.web.terminal_page");
  terminal = Terminal({ write, tick, keep: kept, hold: (save) => (post({ save }), hold(save)) });
  post({ ready: true });
  for (const message of early.splice(0)) take(message);
  post({ ended: await terminal.run.callPromising(python.toPy(words), theme) });
}

function take(message) {
  if ("keys" in message) terminal.feed(message.keys);
  else terminal.resize(...message.size);
}

self.onmessage = async ({ data: message }) => {
  try {
    if (message.run) await run(message.run);
    else if (terminal) take(message);
    else early.push(message);
  } catch (error) {
    post({ fault: String(error).trim().split("\n").at(-1), report: String(error?.stack ?? error) });
  }
};
