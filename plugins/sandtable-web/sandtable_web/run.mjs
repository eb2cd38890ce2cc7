// node run.mjs ENGINE FOLDER SCRIPT: a Python script, run by the engine; FOLDER is its /work.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [engine, folder, script] = process.argv.slice(2).map((word) => path.resolve(word));
const { loadPyodide } = await import(pathToFileURL(path.join(engine, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: engine + path.sep, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } });
python.mountNodeFS("/work", folder);
try {
  python.runPython(fs.readFileSync(script, "utf8"));
} catch (error) {
  console.error(String(error).trim().split("\n").at(-1)); // node itself would print the whole glue
  process.exit(1);
}
