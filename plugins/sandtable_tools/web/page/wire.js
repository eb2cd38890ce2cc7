// The worker that runs Python: calls that play, asks that it answers, and what it posts.

const listeners = new Map();
const answers = new Map();
let worker = null;
let latest = 0;
const ROUGH = true; // until worker.js finds its files by import.meta.url

/** Listens to a kind of message: output, asked, kept, mark, load, ready, refused, fault. */
export function on(kind, listener) {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

export function tell(kind, value) {
  for (const listener of listeners.get(kind) ?? []) listener(value);
}

/** Starts the worker. It comes from a blob, because such a worker has the policy of this page. */
export function boot(offers) {
  const address = new URL("../worker.js", import.meta.url).href;
  const source = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  worker = new Worker(ROUGH ? address : URL.createObjectURL(source), { type: "module" });
  worker.onmessage = ({ data }) => read(data);
  worker.onerror = (event) => tell("fault", { fault: event.message || "a file of it is missing" });
  worker.postMessage({ call: "boot", with: [offers.code ?? ["sandtable"]] });
}

function read(data) {
  const waiting = answers.get(data.id);
  if (waiting && ("answer" in data || "refused" in data)) {
    answers.delete(data.id);
    if ("refused" in data) waiting.fail(new Error(data.refused));
    else waiting.done(data.answer);
    return;
  }
  const kind = Object.keys(data).find((key) => listeners.has(key));
  if (kind) tell(kind, kind === "mark" || kind === "fault" ? data : data[kind]);
}

/** Plays: start, open, open_link, learn, line, stop. Outputs follow. */
export function call(name, ...args) {
  worker.postMessage({ call: name, with: args, id: ++latest });
}

/** Asks, and gives a promise of the answer; it fails with the reason in a line. */
export function ask(name, ...args) {
  const id = ++latest;
  worker.postMessage({ call: name, with: args, id });
  return new Promise((done, fail) => answers.set(id, { done, fail }));
}
