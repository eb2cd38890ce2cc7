// The player's files in IndexedDB, one by one: two tabs add to them, and neither removes what the other
// has written. A lock on each open save keeps the other tab out of it.
const FILES = "files";
const known = new Map(); // path -> the stamp of the file that is in the store
let opened = null;
let read = null; // what was read before there was a file system

const stamp = (when, size) => `${when} ${size}`;
const done = (asked) => new Promise((good, bad) => { asked.onsuccess = () => good(asked.result); asked.onerror = () => bad(asked.error); });

function store() {
  opened ??= new Promise((good, bad) => {
    const asked = indexedDB.open("sandtable", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(FILES);
    asked.onsuccess = () => good(asked.result);
    asked.onerror = asked.onblocked = () => bad(asked.error ?? new Error("the store is blocked"));
  });
  return opened;
}

async function everything() {
  const files = (await store()).transaction(FILES).objectStore(FILES);
  const [paths, values] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
  return new Map(paths.map((path, place) => [path, values[place]]));
}

// Bring the files of the store into the file system, all but the save that is open here. Without a file
// system, only begin to read.
export async function load(into) {
  if (!into) return (read = everything().catch(() => null));
  const files = (await read) ?? (await everything());
  read = null;
  for (const [path, { when, data }] of files) {
    const mine = path === `saves/${into.but}`;
    if (mine || known.get(path) === stamp(when, data.length)) continue;
    const whole = `${into.home}/${path}`;
    into.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    into.FS.writeFile(whole, data);
    into.FS.utime(whole, when, when);
    known.set(path, stamp(when, data.length));
  }
  for (const path of known.keys()) {
    if (files.has(path) || path === `saves/${into.but}`) continue;
    known.delete(path);
    if (into.FS.analyzePath(`${into.home}/${path}`).exists) into.FS.unlink(`${into.home}/${path}`);
  }
}

function* walk(FS, home, below = "") {
  for (const name of FS.readdir(`${home}/${below}`)) {
    if (name === "." || name === "..") continue;
    const path = below ? `${below}/${name}` : name;
    const { mode, mtime, size } = FS.stat(`${home}/${path}`);
    if (FS.isDir(mode)) yield* walk(FS, home, path);
    else yield [path, Number(mtime), size];
  }
}

// Write what has changed since it was last kept.
export async function keep(FS, home) {
  const now = new Map([...walk(FS, home)].map(([path, when, size]) => [path, [when, stamp(when, size)]]));
  const changed = [...now].filter(([path, [, mark]]) => known.get(path) !== mark);
  const gone = [...known.keys()].filter((path) => !now.has(path));
  if (!changed.length && !gone.length) return;
  const writing = (await store()).transaction(FILES, "readwrite");
  const files = writing.objectStore(FILES);
  for (const [path, [when]] of changed) files.put({ when, data: FS.readFile(`${home}/${path}`).slice() }, path);
  for (const path of gone) files.delete(path);
  await new Promise((good, bad) => { writing.oncomplete = good; writing.onerror = writing.onabort = () => bad(writing.error); });
  for (const [path, [, mark]] of changed) known.set(path, mark);
  for (const path of gone) known.delete(path);
}

// Locks.

let held = "";
let release = null;

// Whether this tab may write a save; the save that it wrote before is free again.
export async function hold(name) {
  if (name === held || !navigator.locks) return true;
  const granted = await new Promise((answer) => {
    navigator.locks.request(`sandtable ${name}`, { ifAvailable: true }, (lock) => {
      if (!lock) return answer(null);
      return new Promise((free) => answer(free));
    });
  });
  if (!granted) return false;
  letGo();
  [held, release] = [name, granted];
  return true;
}

// Whether no other tab writes a save.
export async function free(name) {
  if (name === held || !navigator.locks) return true;
  return navigator.locks.request(`sandtable ${name}`, { ifAvailable: true }, (lock) => lock !== null);
}

export function letGo() {
  release?.();
  [held, release] = ["", null];
}
