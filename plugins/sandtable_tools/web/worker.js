// One Python in a worker, with one table in it. The page calls it, and outputs come back one by one.
// Between two outputs the worker looks for messages: it needs no shared memory and no special headers.
import { loadPyodide } from "./engine/pyodide.mjs";
import { hold, keep, load, letGo } from "./page/store.js";

const ROOT = new URL("./", import.meta.url).href;
const HOME = "/home/sandtable";
const BEGINS = new Set(["start", "open", "open_link", "learn"]);
const PLAYS = new Set([...BEGINS, "line", "show", "leave"]);
const AFTER = 4; // outputs, after which messages are looked for, as after each progress of thinking

let python, desk, packages;
let busy = false;
const later = []; // what the page asked while a line was done

const post = (message) => self.postMessage(message);
const marked = new Set();
const mark = (name) => marked.has(name) || (marked.add(name), post({ mark: name, at: Math.round(performance.now()) }));
const tick = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });

// Files.

const loading = { got: 0, of: 0 };

// A file that is kept as .gz; some hosts say so, and then the browser has unpacked it already.
async function unpacked(path) {
  const response = await self.fetch(`${ROOT}${path}.gz`);
  if (!response.ok) throw new Error(`${path}.gz: ${response.status} ${response.statusText}`);
  loading.of += Number(response.headers.get("Content-Length"));
  const reader = response.body.getReader();
  const next = async () => {
    const { done, value } = await reader.read();
    if (!done) loading.got += value.length;
    post({ load: { ...loading } });
    return done ? null : value;
  };
  let first = await next();
  const packed = first?.[0] === 0x1f && first[1] === 0x8b;
  const stream = new ReadableStream({
    async pull(into) {
      const chunk = first ?? (await next());
      first = null;
      if (chunk) into.enqueue(chunk);
      else into.close();
    },
  });
  return packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

const bytes = async (path) => new Uint8Array(await new Response(await unpacked(path)).arrayBuffer());

// The engine fetches these two by itself.
function fetchPacked(kinds) {
  const plain = self.fetch.bind(self);
  self.fetch = async (what, ...more) => {
    const name = String(what?.url ?? what).split("/").at(-1);
    if (!kinds[name]) return plain(what, ...more);
    return new Response(await unpacked(`engine/${name}`), { headers: { "Content-Type": kinds[name] } });
  };
}

async function glue() {
  try {
    const text = await bytes("engine/pyodide.asm.mjs");
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    return (await import(address)).default;
  } catch {
    return undefined; // not packed, or a policy forbids it: the engine loads its own
  }
}

// The files of a zip whose entries are stored as they are; false if one is not.
function spread(zip, folder) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const names = new TextDecoder();
  const made = new Set();
  let end = zip.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
  let place = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [method, size] = [view.getUint16(place + 10, true), view.getUint32(place + 24, true)];
    const [nameSize, extra, comment] = [28, 30, 32].map((at) => view.getUint16(place + at, true));
    const path = `${folder}/${names.decode(zip.subarray(place + 46, place + 46 + nameSize))}`;
    const local = view.getUint32(place + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    place += 46 + nameSize + extra + comment;
    if (method) return false;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) made.add(parent), python.FS.mkdirTree(parent);
    if (!path.endsWith("/")) python.FS.writeFile(path, zip.subarray(start, start + size), { canOwn: true });
  }
  return true;
}

const unpackedCode = new Map(); // name -> promise of its bytes

function wanted(names) {
  const added = names.filter((name) => !unpackedCode.has(name));
  for (const name of added) unpackedCode.set(name, bytes(`${name}.zip`));
  return added;
}

async function add(names) {
  for (const name of names) {
    const zip = await unpackedCode.get(name);
    const folder = name === "code/home" ? HOME : packages;
    if (!spread(zip, folder)) python.unpackArchive(zip, "zip", { extractDir: folder });
  }
}

// Beginning.

async function boot(code) {
  const names = wanted(["engine/base", ...code.map((name) => `code/${name}`)]);
  const stored = load(null);
  fetchPacked({ "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" });
  const createPyodideModule = await glue();
  const env = { HOME, SANDTABLE_HOME: HOME, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" };
  python = await loadPyodide({ indexURL: `${ROOT}engine/`, createPyodideModule, env, stderr: console.info });
  mark("python");
  packages = python.runPython("import site; site.getsitepackages()[0]");
  python.FS.mkdirTree(`${HOME}/saves`);
  python.FS.chdir(`${HOME}/saves`);
  await add(names);
  mark("unpacked");
  await stored;
  await refresh();
  mark("files");
  const Desk = python.pyimport("sandtable_tools.web.desk").Desk;
  python.pyimport("sandtable_tools.web.parts").join(packages);
  desk = Desk((told) => post({ output: JSON.parse(told) }));
  mark("imported");
  post({ ready: { saves: asked("saves", []).answer ?? [] } });
}

// The code of more games, where the page began without it.
async function more(code) {
  await add(wanted(code.map((name) => `code/${name}`)));
  python.pyimport("sandtable_tools.web.parts").join(packages);
}

const refresh = () => load({ FS: python.FS, home: HOME, but: desk?.save }).catch(unkept);
const unkept = (error) => post({ unkept: `this browser keeps no saves: ${error?.message ?? error}` });

// Playing.

const asked = (name, given) => JSON.parse(desk.call(name, python.toPy(given)));

async function play(name, given, id) {
  if (BEGINS.has(name)) await refresh();
  const first = name === "open" ? given[0] : null;
  let told = first && !(await hold(first)) ? { refused: "this game is open in another tab" } : asked(name, given);
  if (told.answer !== undefined && BEGINS.has(name) && !(await hold(desk.save))) {
    asked("leave", []);
    told = { refused: "this game is open in another tab" };
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
  await keep(python.FS, HOME).then(() => post({ kept: true }), unkept);
}

async function answer(name, given, id) {
  if (name === "more") return post({ id, answer: await more(...given) });
  if (name === "saves") await refresh();
  if (name === "save_bytes") {
    const path = `${HOME}/saves/${given[0] ?? desk.save}`;
    return post({ id, answer: { name: path.split("/").at(-1), bytes: python.FS.readFile(path) } });
  }
  post({ id, ...asked(name, given) });
  if (name === "add_save" || name === "remove_save") await keep(python.FS, HOME).catch(unkept);
}

async function take({ call, with: given = [], id }) {
  busy = true;
  try {
    if (call === "boot") await boot(...given);
    else await (PLAYS.has(call) ? play : answer)(call, given, id);
  } catch (error) { // of the engine itself, or of this file
    post({ id, fault: `the table has failed: ${String(error).trim().split("\n").at(-1)}`, report: String(error?.stack ?? error), dead: !desk });
  }
  busy = false;
  if (later.length) take(later.shift());
}

self.onmessage = ({ data: message }) => {
  if (message.call === "stop") desk?.stop();
  else if (busy) later.push(message);
  else take(message);
};
