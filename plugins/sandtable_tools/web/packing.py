"""Packs the installed code for a browser, into archives of modules compiled for the engine."""

from __future__ import annotations

import gzip
import io
import json
import marshal
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import MAGIC_NUMBER, find_spec, source_hash
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from sandtable import SandtableError, __version__
from sandtable.tooling import BUILT_IN, Plugin, switches

LEFT_OUT = ("sandtable_tools/adapters/", "sandtable_tools/kit/", "sandtable_tools/web/page/")
"""Parts of our own packages that a browser does not use: other frameworks, tests, the page itself."""

TERMINAL_PARTS = ("sandtable_tools/lab/", "sandtable_tools/screen/", "sandtable_tools/seat/")
"""Parts that only a terminal uses."""

GAME_LIBRARY = "sandtable_hexes"
"""Our own package that only games import."""

LICENCES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS")
"""The beginnings of the names of licence files."""

IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t]+([a-zA-Z_]\w*)", re.MULTILINE)

Sources = Mapping[str, bytes]
"""Modules by path below the packages' folder: ``sandtable/model/dice.py``."""


class Archive(NamedTuple):
    """Code that a page loads together, for `games`; without any, every game needs it."""

    name: str
    files: Mapping[str, bytes]
    games: frozenset[str] = frozenset()

    def packed(self, compiled: Sources) -> bytes:
        """Return the zip, with compiled modules in place of their sources where possible."""
        return archive(
            {
                f"{path}c" if path in compiled else path: compiled.get(path, content)
                for path, content in self.files.items()
            }
        )


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a zip compressed as a whole; the same files always give the same bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as made:
        for path, content in sorted(files.items()):
            made.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), content)
    return gzip.compress(written.getvalue(), 9, mtime=0)


def archives(
    plugins: Iterable[Plugin],
    games: Collection[str],
    given: Collection[str],
    engine: Engine,
    *,
    terminal: bool,
) -> Iterator[Archive]:
    """Yield the archives for some games: this program, and what other distributions add to them.

    `given` names distributions that are packed for every game, if they bring more than games. Raises
    SandtableError if one of them needs something that is missing.
    """
    usable = [plugin for plugin in plugins if plugin.usable]
    others = [*_other_code([plugin for plugin in usable if not plugin.built_in], games, given, engine)]
    used_packages = {
        name for other in others for path in other.files for name in _imports(path, other.files[path])
    }
    left_out = (
        *LEFT_OUT,
        *([] if terminal else TERMINAL_PARTS),
        *([] if GAME_LIBRARY in used_packages else [f"{GAME_LIBRARY}/"]),
    )
    yield from _divide([plugin for plugin in usable if plugin.built_in], games, left_out)
    yield from others


def _other_code(
    plugins: Sequence[Plugin], games: Collection[str], given: Collection[str], engine: Engine
) -> Iterator[Archive]:
    """Yield the other distributions for some games, and those given, with everything that they need."""
    needed: dict[str, set[str]] = {}  # the games that need a distribution, by its name
    for plugin in plugins:
        if (game := _game_of(plugin)) in games:
            needed.setdefault(switches.normalize(plugin.distribution), set()).add(game)
    used_plugins = [plugin for plugin in plugins if _game_of(plugin) in ("", *games)]
    brought = {
        name: [plugin for plugin in used_plugins if switches.normalize(plugin.distribution) == name]
        for name in (*needed, *map(switches.normalize, given))
    }
    for name in map(switches.normalize, given):
        if name not in needed or not all(map(_game_of, brought[name])):
            needed[name] = set()
    for name in (waiting := [*needed]):  # it grows
        dist, own = distribution(name), brought.get(name, [])
        for other in requirements(dist, engine):
            if other not in needed:
                waiting.append(other)
                needed[other] = needed[name]
        files = code_of(dist, (plugin.module for plugin in own)) | _metadata(dist)
        files[f"{folder_of(dist)}/entry_points.txt"] = _entry_points(own)
        yield Archive(f"{name}-{dist.version}", files, frozenset(needed[name]))


def _divide(
    plugins: Sequence[Plugin], games: Collection[str], left_out: tuple[str, ...]
) -> Iterator[Archive]:
    """Divide the built-in distribution: what every game needs, then each game with its scenarios.

    A game's entry points are in a file of their own, which the page adds when it loads the game.
    """
    dist = distribution(BUILT_IN)
    owners = {_top_package(plugin.module): game for plugin in plugins if (game := _game_of(plugin))}
    whole = code_of(dist, (plugin.module for plugin in plugins))
    files = {path: whole[path] for path in whole if not path.startswith(left_out)}
    used_plugins = [p for p in plugins if not f"{p.module.replace('.', '/')}/".startswith(left_out)]
    for game in ("", *sorted({*games} & {*owners.values()})):
        code = {path: files[path] for path in files if owners.get(_top_package(path), "") == game}
        own = [plugin for plugin in used_plugins if owners.get(_top_package(plugin.module), "") == game]
        points = f"{folder_of(dist)}/entry_points{game and f'-{game}'}.txt"
        code |= {points: _entry_points(own)} | ({} if game else _metadata(dist))
        yield Archive(game or BUILT_IN, code, frozenset([game] if game else []))


def _game_of(plugin: Plugin) -> str:
    """Return the game that a plugin is or is for; "" if it is for any."""
    return plugin.id.partition(".")[0] if plugin.kind in ("game", "scenario", "rule") else ""


def _top_package(name: str) -> str:
    return re.split("[./]", name, maxsplit=1)[0]


# The files of a distribution.


def code_of(dist: Distribution, modules: Iterable[str]) -> dict[str, bytes]:
    """Return a distribution's modules and data by path; `modules` are named by its entry points.

    These are the files that an installer has listed; in an editable installation, the packages of
    `modules`, and those that they import from the same folder.
    """
    root = _source_folder(dist)
    found = _listed_files(dist) if root is None and dist.files else _files_below(root, modules)
    return {path: file.read_bytes() for path, file in found}


def _source_folder(dist: Distribution) -> Path | None:
    """Return the folder of an editable installation; None for any other."""
    about = json.loads(dist.read_text("direct_url.json") or "{}")
    if not about.get("dir_info", {}).get("editable"):
        return None
    return Path(url2pathname(urlsplit(about["url"]).path)).resolve()


def _listed_files(dist: Distribution) -> Iterator[tuple[str, Path]]:
    for file in dist.files or ():
        odd = {"..", "__pycache__"} & {*file.parts} or file.parts[0].endswith(".dist-info")
        if not odd and not file.is_absolute():
            yield file.as_posix(), Path(str(file.locate()))


def _files_below(root: Path | None, modules: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Return the files of the modules' packages, and of packages below `root` that they import."""
    wanted = [*dict.fromkeys(map(_top_package, modules))]
    for top in wanted:  # it grows
        for path, file in _files_of(top, root):
            yield path, file
            if root:
                wanted += [name for name in _imports(path, file.read_bytes()) if name not in wanted]


def _imports(path: str, content: bytes) -> Mapping[str, None]:
    """Return the top-level names that a module imports, judging by its lines."""
    text = content.decode("utf-8", "replace") if path.endswith(".py") else ""
    return dict.fromkeys(IMPORTS.findall(text))


def _files_of(top: str, root: Path | None) -> list[tuple[str, Path]]:
    """Return the files of a package or module with their paths, if it is below the folder `root`.

    The folder may contain an environment, whose packages do not count.
    """
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):  # a word that is no module
        return []
    origin = Path(spec.origin).resolve() if spec and spec.has_location and spec.origin else None
    if origin is None:
        return []
    if root and ("site-packages" in origin.parts or not origin.is_relative_to(root)):
        return []
    if origin.name != "__init__.py":
        return [(origin.name, origin)]
    files = {file.relative_to(origin.parents[1]): file for file in sorted(origin.parent.rglob("*"))}
    return [
        (path.as_posix(), file)
        for path, file in files.items()
        if file.is_file() and not any(part == "__pycache__" or part[0] == "." for part in path.parts)
    ]


def folder_of(dist: Distribution) -> str:
    """Return the name of a distribution's metadata folder."""
    return f"{dist.name.replace('-', '_')}-{dist.version}.dist-info"


def _metadata(dist: Distribution) -> dict[str, bytes]:
    """Return a distribution's licence, and the metadata Python finds it by, without entry points."""
    folder = folder_of(dist)
    head = f"Metadata-Version: 2.1\nName: {dist.name}\nVersion: {dist.version}\n"
    return {f"{folder}/METADATA": head.encode(), **_licences(dist, folder)}


def _entry_points(plugins: Iterable[Plugin]) -> bytes:
    groups: dict[str, list[str]] = {}
    for plugin in plugins:
        point = plugin.entry_point
        groups.setdefault(f"[{point.group}]", []).append(f"{point.name} = {point.value}")
    return "".join(f"{line}\n" for group in groups for line in (group, *groups[group])).encode()


def _licences(dist: Distribution, folder: str) -> dict[str, bytes]:
    found = {}
    for file in dist.files or ():
        above, *path = file.parts
        if above.endswith(".dist-info") and path[-1].upper().startswith(LICENCES):
            found["/".join([folder, *path])] = Path(str(file.locate())).read_bytes()
    return found


# The engine.


class Engine(NamedTuple):
    """What a page runs our code on: its files, its Python, and the libraries that it includes.

    `magic` is the number that begins every module compiled for it.
    """

    folder: Path
    python: str
    magic: str
    distributions: Mapping[str, str]

    @classmethod
    def find(cls) -> Engine:
        """Return the installed engine. Raises SandtableError if there is none."""
        spec = find_spec("sandtable_web")
        places = spec.submodule_search_locations if spec else None
        folder = Path(places[0]) if places else Path()
        if not places or not (folder / "engine.json").is_file():
            checkout = "python plugins/sandtable-web/build.py && pip install ./plugins/sandtable-web"
            wanted = f'pip install "sandtable[web]", or in a checkout {checkout}'
            raise SandtableError(f"web: the engine is missing; {wanted}")
        about = json.loads((folder / "engine.json").read_bytes())
        return cls(folder, about["python"], about["magic"], about["distributions"])

    def files(self, *, terminal: bool) -> Iterator[tuple[str, bytes]]:
        """Return its files as the page expects them: modules as .js, which all hosts serve."""
        for folder in (self.folder / part for part in ("engine", *["terminal"] * terminal)):
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    name = re.sub(r"(?<!\.asm)\.mjs$", ".js", file.relative_to(folder).as_posix())
                    yield f"engine/{name}", file.read_bytes()

    def compile(self, packed: Iterable[Archive]) -> Sources:
        """Compile the modules of archives for it, leaving out those that fail.

        This Python compiles them if it has the engine's version; otherwise the engine does, if node is
        installed.
        """
        modules = {
            path: content
            for archive in packed
            for path, content in archive.files.items()
            if path.endswith(".py") and _is_module(path, archive.files)
        }
        if MAGIC_NUMBER.hex() == self.magic:
            return {path: code for path in modules if (code := _compile(path, modules[path]))}
        try:
            return dict(import_module("sandtable_web.compiling").compiled(modules) or {})
        except RuntimeError as error:
            raise SandtableError(f"the engine cannot compile the code: {error}") from error


def _is_module(path: str, files: Mapping[str, bytes]) -> bool:
    """Return whether every folder above a file is a package; other .py files are data."""
    return all(f"{folder}/__init__.py" in files for folder in PurePosixPath(path).parents if folder.name)


def _compile(path: str, content: bytes) -> bytes:
    """Compile a module to bytecode that is never checked against its source; b"" if that fails."""
    try:
        code = compile(content, path, "exec", dont_inherit=True, optimize=0)
    except (SyntaxError, ValueError):
        return b""
    return MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(content) + marshal.dumps(code)


# What plugins need.


def requirements(dist: Distribution, engine: Engine) -> Iterator[str]:
    """Return what a distribution needs in a browser beyond this program and the engine.

    Raises SandtableError for a requirement that is missing, of another version, or not pure Python.
    """
    from packaging.requirements import Requirement  # noqa: PLC0415 (slow to import)

    there = {**engine.distributions, BUILT_IN: __version__}
    system = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix"}
    browser = {**system, "python_version": engine.python.rpartition(".")[0], "extra": ""}
    for text in dist.requires or ():
        wanted = Requirement(text)
        if wanted.marker and not wanted.marker.evaluate(browser):
            continue
        name = switches.normalize(wanted.name)
        if name not in there:
            _require_pure(dist.name, name)
            yield name
        version = there.get(name) or distribution(name).version
        if not wanted.specifier.contains(version, prereleases=True):
            raise SandtableError(f"{dist.name} needs {name}{wanted.specifier}, not {version}")


def _require_pure(needs: str, name: str) -> None:
    try:
        dist = distribution(name)
    except PackageNotFoundError:
        raise SandtableError(f"{needs} needs {name}, which is missing (--plugin WHEEL)") from None
    if "Root-Is-Purelib: true" not in (dist.read_text("WHEEL") or ""):
        raise SandtableError(f"{needs} needs {name}, which is not pure Python: no browser can run it")


def unpack_wheel(name: str, folder: Path) -> str:
    """Unpack a wheel that a browser can run; return its distribution. Raises SandtableError."""
    path = Path(name)
    if path.suffix == ".whl" and not path.is_file():
        raise SandtableError(f"--plugin {name}: no such file")
    if path.suffix != ".whl":
        raise SandtableError(f"--plugin takes a wheel, not {name}; pip wheel --no-deps FOLDER makes one")
    if not re.search(r"[-.]py3-none-any$", path.stem):
        tags = "-".join(path.stem.split("-")[-3:])
        raise SandtableError(
            f"--plugin {name}: a browser runs only pure Python (py3-none-any), not {tags}"
        )
    try:
        with zipfile.ZipFile(path) as wheel:
            wheel.extractall(folder)
        return distribution(path.name.partition("-")[0]).name
    except (OSError, zipfile.BadZipFile, PackageNotFoundError) as error:
        why = getattr(error, "strerror", None) or "not a wheel"
        raise SandtableError(f"--plugin {name}: {why.lower()}") from error
