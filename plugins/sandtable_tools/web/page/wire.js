// The worker that runs Python: calls that play, asks that it answers, and what it posts.

const listeners = new Map();
const answers = new Map();
let worker = null;
let latest = 0;

/** Listens to what the worker posts (output, asked, kept, unkept, mark, load, ready, fault) and what the page tells. */
export function on(kind, listener) {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

export function tell(kind, value) {
  for (const listener of listeners.get(kind) ?? []) listener(value);
}

/** Starts the worker, which fetches some code at once. It comes from a blob, because such a worker has the policy of this page. */
export function boot(code) {
  const address = new URL("../worker.js", import.meta.url).href;
  const source = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  worker = new Worker(URL.createObjectURL(source), { type: "module" });
  worker.onmessage = ({ data }) => read(data);
  worker.onerror = (event) => tell("fault", { fault: event.message || "one of its files is missing" });
  ask("boot", code).catch(() => {});
}

function read(data) {
  const waiting = answers.get(data.id);
  answers.delete(data.id);
  if ("answer" in data) waiting?.done(data.answer);
  else if ("refused" in data) waiting?.fail(new Error([data.refused, ...(data.details ?? [])].join(" ")));
  else if ("fault" in data) {
    waiting?.fail(new Error(data.fault));
    tell("fault", data);
  } else {
    const kind = Object.keys(data).find((key) => listeners.has(key));
    if (kind) tell(kind, kind === "mark" ? data : data[kind]);
  }
}

/** Stops what the worker does now. */
export const stop = () => worker.postMessage({ call: "stop" });

/** Asks, and gives a promise of the answer, after which a play's outputs come; it fails with the reason in a line. */
export function ask(name, ...args) {
  const id = ++latest;
  worker.postMessage({ call: name, with: args, id });
  return new Promise((done, fail) => answers.set(id, { done, fail }));
}
