// Python in a worker: its files are fetched while it starts, and the player's files are loaded.
import { loadPyodide } from "../engine/pyodide.js";
import { keep, load } from "./store.js";

export const ROOT = new URL("../", import.meta.url).href;
export const HOME = "/home/sandtable";
export const SAVES = `${HOME}/saves`;

let python, packages;

const marked = new Set();
export const mark = (name) => marked.has(name) || (marked.add(name), self.postMessage({ mark: name, at: Math.round(performance.now()) }));

const loading = { got: 0, of: 0 };

// Unpacks a .gz file; if the host says that it is gzipped, the browser has done so already.
async function unpacked(path) {
  const cache = path.startsWith("code/") ? "no-cache" : "default"; // an author changes a scenario
  const response = await self.fetch(`${ROOT}${path}.gz`, { cache });
  if (!response.ok) throw new Error(`${path}.gz: ${response.status} ${response.statusText}`);
  loading.of += Number(response.headers.get("Content-Length"));
  const reader = response.body.getReader();
  const next = async () => {
    const { done, value } = await reader.read();
    if (!done) loading.got += value.length;
    self.postMessage({ load: { ...loading } });
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

// Starts fetching these two early: the engine would ask for them only once its glue is there.
function fetchPacked(kinds) {
  const plain = self.fetch.bind(self);
  const coming = Object.fromEntries(Object.keys(kinds).map((name) => [name, unpacked(`engine/${name}`)]));
  for (const file of Object.values(coming)) file.catch(() => {}); // the engine reports what is missing
  self.fetch = async (what, ...more) => {
    const name = String(what?.url ?? what).split("/").at(-1);
    if (!kinds[name]) return plain(what, ...more);
    return new Response(await coming[name], { headers: { "Content-Type": kinds[name] } });
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

// Begin Python, with the code of these names and the player's files; only in a worker from a blob, which has
// the policy of its page: one from an address has none, and code of a plugin could ask other hosts.
export async function boot(code, { env = {}, ...options } = {}) {
  if (self.location.protocol !== "blob:") throw new Error("the game starts only from its page");
  const module = glue();
  fetchPacked({ "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" });
  const names = wanted(["engine/base", ...code.map((name) => `code/${name}`)]);
  const stored = load(null);
  const createPyodideModule = await module;
  const ours = { HOME, SANDTABLE_HOME: HOME, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1", ...env };
  python = await loadPyodide({ indexURL: `${ROOT}engine/`, createPyodideModule, env: ours, stderr: console.info, ...options });
  mark("python");
  packages = python.runPython("import site; site.getsitepackages()[0]");
  python.FS.mkdirTree(SAVES);
  python.FS.chdir(SAVES);
  await add(names);
  mark("unpacked");
  await stored;
  await refresh();
  join();
  mark("files");
  return python;
}

// Loads the code of more games.
export async function more(code) {
  await add(wanted(code.map((name) => `code/${name}`)));
  join();
}

// Joins the entry points of a distribution whose code comes in parts.
function join() {
  python.pyimport("sandtable_tools.web.parts").join(packages);
}

const unkept = (error) => self.postMessage({ unkept: `this browser keeps no saves: ${error?.message ?? error}` });

// Loads the player's files as other tabs left them, except the save that is open here.
export const refresh = (but) => load({ FS: python.FS, home: HOME, but }).catch(unkept);

// Keeps the player's files; returns whether the browser allows it.
export const kept = () => keep(python.FS, HOME).then(() => true, unkept);
