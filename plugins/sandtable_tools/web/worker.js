// One Python in a worker: the page calls, outputs come back one by one.
import { loadPyodide } from "./engine/pyodide.mjs";

const HOME = "/home/web";
const PACKAGES = "/lib/python3.14/site-packages";
const PLAY = new Set(["start", "open", "open_link", "learn", "line"]);
let python, desk, busy = false;

const mark = (name) => postMessage({ mark: name, at: Math.round(performance.now()) });
const unpacked = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
};
const sync = (load) => new Promise((done, fail) => python.FS.syncfs(load, (error) => (error ? fail(error) : done())));
const tick = () => new Promise((done) => { const way = new MessageChannel(); way.port1.onmessage = done; way.port2.postMessage(0); });

async function boot(code) {
  const own = ["engine/base", ...code.map((name) => `code/${name}`)].map((name) => unpacked(`./${name}.zip.gz`).then((r) => r.arrayBuffer()));
  const fetchAsIs = self.fetch.bind(self);
  self.fetch = async (what, ...rest) => {
    const url = String(what?.url ?? what);
    if (!/pyodide\.asm\.wasm$|python_stdlib\.zip$/.test(url)) return fetchAsIs(what, ...rest);
    const response = await fetchAsIs(url + ".gz");
    const kind = url.endsWith("wasm") ? "application/wasm" : "application/zip";
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": kind } });
  };
  python = await loadPyodide({ indexURL: "./engine/", env: { HOME, SANDTABLE_HOME: HOME, PYTHONDONTWRITEBYTECODE: "1" } });
  mark("python");
  for (const archive of own) python.unpackArchive(await archive, "zip", { extractDir: PACKAGES });
  mark("unpacked");
  python.FS.mkdirTree(HOME);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, HOME);
  await sync(true);
  mark("files");
  desk = python.runPython("from sandtable_tools.web.desk import Desk; Desk()");
  mark("imported");
  postMessage({ ready: true });
}

async function steps() {
  busy = true;
  try {
    for (let n = 1, output; (output = desk.step()) != null; n++) {
      const plain = JSON.parse(output);
      postMessage({ output: plain });
      if (plain.type === "thinking" || n % 4 === 0) await tick();
    }
    postMessage({ asked: true });
    await sync(false);
    postMessage({ kept: true });
  } finally { busy = false; }
}

const toPython = (value) => python.toPy(value);
self.onmessage = async ({ data: { call, with: given = [], id } }) => {
  try {
    if (call === "boot") return await boot(...given);
    if (call === "stop") return busy && desk.stop();
    if (PLAY.has(call) && busy) return;
    const value = desk[call](...given.map(toPython));
    if (PLAY.has(call)) return await steps();
    postMessage({ id, answer: value?.toJs ? value.toJs({ dict_converter: Object.fromEntries }) : value });
  } catch (error) {
    postMessage(id ? { id, refused: String(error).trim().split("\n").at(-1) } : { fault: String(error) });
  }
};
