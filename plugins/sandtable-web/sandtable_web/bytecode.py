"""Run by the engine: compiles the sources in /work/sources, each to FILE.pyc next to FILE.py."""

import importlib.util
import json
import marshal
from pathlib import Path

UNCHECKED = (1).to_bytes(4, "little")  # a hash in the header, which importing does not compare


def bytecode(source: bytes, file: str, optimize: int) -> bytes:
    """Return the whole .pyc of a module, with `file` as its source."""
    code = compile(source, file, "exec", dont_inherit=True, optimize=optimize)
    head = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(source)
    return head + marshal.dumps(code)


if Path("/work/sources.json").exists():
    names = json.loads(Path("/work/sources.json").read_text("utf-8"))
    for number, name in enumerate(names):
        made = bytecode(Path(f"/work/{number}.py").read_bytes(), name, 0)
        Path(f"/work/{number}.pyc").write_bytes(made)
