"""``plugins check``: find in a wheel what would keep it from working elsewhere."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from functools import cached_property
from importlib.metadata import EntryPoint, PackageNotFoundError, packages_distributions, requires
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from sandtable import SandtableError, ShellCommand, __version__, number_of
from sandtable.tooling import BUILT_IN, printing
from sandtable_shell import Parser, completers, status_line

KEYWORD = "sandtable-plugin"
"""The keyword by which people find plugins on a package index."""

PYTHON = "3.11"
"""The oldest Python that Sandtable runs on."""

GROUP_PREFIX = "sandtable."
"""The prefix of Sandtable's entry-point groups."""

NOT_SHIPPED = ("__pycache__", ".pyc", ".pyo")
"""The endings of source files that no wheel contains."""

ABSOLUTE = re.compile(r"(?:/home/|/Users/|/root/|[A-Za-z]:\\\\?Users\\\\?)[^\s\"']+")
"""A path that exists only on the author's machine."""

ARCHIVES = (".whl", ".gz", ".zip")
"""The endings of wheels and sdists."""

TEXT_SUFFIXES = (".py", ".toml", ".md", ".json", ".txt", ".cfg")
"""The endings of files that are searched for paths."""


class Fault(NamedTuple):
    """A fault, and its subject: ``metadata``, ``files``, ``imports`` or ``plugins``."""

    about: str
    text: str


@dataclass
class Wheel:
    """An unpacked wheel: its folder, and the source folder that it was built from, if any."""

    folder: Path
    source: Path | None = None

    @cached_property
    def files(self) -> list[str]:
        """The wheel's files, relative to its folder."""
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return sorted(path.relative_to(self.folder).as_posix() for path in paths)

    @cached_property
    def info(self) -> Path:
        """The folder with the metadata."""
        return next(iter(self.folder.glob("*.dist-info")), self.folder / "no.dist-info")

    @cached_property
    def metadata(self) -> Message:
        """The distribution's metadata."""
        return message_from_bytes((self.info / "METADATA").read_bytes())

    @property
    def name(self) -> str:
        """The distribution's name."""
        return str(self.metadata["Name"])

    @cached_property
    def points(self) -> list[EntryPoint]:
        """The entry points for Sandtable."""
        from configparser import ConfigParser  # noqa: PLC0415 (only here)

        lines = ConfigParser(delimiters="=", interpolation=None)
        lines.optionxform = str  # type: ignore[assignment,method-assign]  # keep capitals in names
        lines.read(self.info / "entry_points.txt", "utf-8")
        return [
            EntryPoint(name, value, group)
            for group in lines.sections()
            if group.startswith(GROUP_PREFIX)
            for name, value in lines[group].items()
        ]

    @cached_property
    def packages(self) -> set[str]:
        """The names that can be imported from the top of the wheel."""
        tops = {file.partition("/")[0] for file in self.files if file.endswith((".py", ".toml"))}
        return {top.removesuffix(".py") for top in tops if not top.endswith(".dist-info")}

    @cached_property
    def requirements(self) -> list[Requirement]:
        """The requirements here, without extras. Raises SandtableError for an unreadable one."""
        try:
            found = [Requirement(line) for line in self.metadata.get_all("Requires-Dist", [])]
        except InvalidRequirement as error:
            raise SandtableError(f"a dependency cannot be read: {error}") from error
        return [each for each in found if each.marker is None or each.marker.evaluate({"extra": ""})]


def find_faults(wheel: Wheel) -> Iterator[Fault]:
    """Yield every fault that can be found without running the wheel's code."""
    for about, texts in {
        "metadata": _metadata_faults(wheel),
        "files": _file_faults(wheel),
        "imports": _import_faults(wheel),
    }.items():
        yield from (Fault(about, text) for text in dict.fromkeys(texts))


def _metadata_faults(wheel: Wheel) -> Iterator[str]:
    about = wheel.metadata
    if KEYWORD not in re.split(r"[\s,]+", about.get("Keywords", "")):
        yield f'add "{KEYWORD}" to keywords, so that people find your plugin'
    if not any(about.get(key) for key in ("License-Expression", "License", "License-File")):
        yield "no licence; without one, others may not copy it"
    if not about.get("Summary"):
        yield "no description"
    if not str(about.get("Description") or about.get_payload() or "").strip():
        yield "no readme"
    if not (python := about.get("Requires-Python")):
        yield f'no requires-python; Sandtable needs ">={PYTHON}"'
    elif not Requirement(f"python{python}").specifier.contains(f"{PYTHON}.99"):
        yield f"requires-python {python} leaves out Python {PYTHON}, on which Sandtable runs"
    core = next((each for each in wheel.requirements if canonicalize_name(each.name) == BUILT_IN), None)
    if core is None:
        yield f'add "{BUILT_IN}" to dependencies'
    elif not core.specifier.contains(__version__, prereleases=True):
        yield f"it requires {core}, but this is {BUILT_IN} {__version__}"
    if not wheel.points:
        yield "no entry points, by which Sandtable finds plugins"


def _file_faults(wheel: Wheel) -> Iterator[str]:
    named = {point.module.partition(".")[0] for point in wheel.points}
    for top in sorted(wheel.packages - named):
        if top in ("tests", "test", "docs", "examples") or f"{top}/__init__.py" not in wheel.files:
            yield f"{top} is outside the package, and would be installed among all other packages"
    for package in sorted(wheel.packages):
        yield from _missing_files(wheel, package)
    yield from _point_faults(wheel)
    for file in wheel.files:
        if file.endswith(TEXT_SUFFIXES) and not file.startswith(wheel.info.name):
            yield from _absolute_paths(wheel.folder / file, file)


def _point_faults(wheel: Wheel) -> Iterator[str]:
    """Yield the modules and files that entry points need but the wheel lacks."""
    for point in wheel.points:
        base = point.module.replace(".", "/")
        if not {f"{base}.py", f"{base}/__init__.py"} & {*wheel.files}:
            yield f"{point.module}, which an entry point names, is not in the wheel"
        elif point.group == "sandtable.scenarios":
            file = f"{base}/{point.name.partition('.')[2]}.toml"
            if file not in wheel.files:
                yield f"{file}, the scenario {point.name}, is not in the wheel"
        elif point.group == "sandtable.games":
            ends = [found.start() for found in re.finditer("/|$", base)]
            if not any(f"{base[:end]}/game.toml" in wheel.files for end in ends):
                yield f"{base[: ends[0]]}/game.toml is not in the wheel"


def _missing_files(wheel: Wheel, package: str) -> Iterator[str]:
    folders = (wheel.source / package, wheel.source / "src" / package) if wheel.source else ()
    for folder in filter(Path.is_dir, folders):
        for path in sorted(filter(Path.is_file, folder.rglob("*"))):
            file = f"{package}/{path.relative_to(folder).as_posix()}"
            if file not in wheel.files and not any(end in file for end in NOT_SHIPPED):
                yield f"{file} is not in the wheel"


def _absolute_paths(path: Path, name: str) -> Iterator[str]:
    lines = path.read_text("utf-8", errors="replace").split("\n")
    for number, line in enumerate(lines, 1):
        if found := ABSOLUTE.search(line):
            yield f"{name}:{number}: this path exists only on your machine: {found[0]}"


def _import_faults(wheel: Wheel) -> Iterator[str]:
    """Yield the imported modules that no dependency provides, each once."""
    owners = packages_distributions()
    declared = {canonicalize_name(each.name) for each in wheel.requirements}
    provided = _with_requirements(declared | {BUILT_IN})
    known = wheel.packages | sys.stdlib_module_names
    seen: set[str] = set()
    for file in wheel.files:
        for line, module in sorted(_imports_of(wheel.folder / file)) if file.endswith(".py") else ():
            if module in known | seen:
                continue
            seen.add(module)
            if module.startswith(BUILT_IN) and module not in owners and find_spec(module):
                continue  # a part of Sandtable, in an editable installation
            names = {canonicalize_name(owner) for owner in owners.get(module, [module])}
            if not names & provided:
                yield f"{file}:{line} imports {module}; add {min(names)} to dependencies"


def _with_requirements(names: set[str]) -> set[str]:
    """Return distributions with all their requirements, as far as they are installed."""
    every: set[str] = set()
    while names - every:
        name = (names - every).pop()
        every.add(name)
        try:
            needed = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:
            continue
        names |= {
            canonicalize_name(each.name)
            for each in needed
            if each.marker is None or each.marker.evaluate({"extra": ""})
        }
    return every


def _imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the top-level name of each module that a file always imports."""
    try:
        waiting: list[ast.AST] = [ast.parse(path.read_bytes())]
    except (SyntaxError, ValueError):
        return  # the examination names it
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.lineno, node.module.partition(".")[0]
        guarded = isinstance(node, ast.Try) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        )
        waiting += [] if guarded else ast.iter_child_nodes(node)


def examine(wheel: Wheel) -> Iterator[Fault]:
    """Yield the doctor's findings, from a process in which the wheel comes first on the path."""
    path = os.pathsep.join(filter(None, [str(wheel.folder), os.environ.get("PYTHONPATH")]))
    command = (sys.executable, "-P", "-m", "sandtable", "plugins", "doctor", "--json", wheel.name)
    env = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
    with TemporaryDirectory() as elsewhere:
        done = subprocess.run(  # noqa: S603 (our own program)
            command, capture_output=True, env=env, cwd=elsewhere, check=False
        )
    if not done.stdout:
        yield Fault("plugins", done.stderr.decode(errors="replace").strip().rpartition("\n")[2])
        return
    for row in json.loads(done.stdout)["plugins"]:
        name = f"{row['kind']} {row['id']}"
        if row["state"] not in ("ok", "disabled"):
            yield Fault("plugins", f"{name} is {row['state']}: {row['reason']}")
        yield from (Fault("plugins", f"{name}: {text}") for text in row["findings"])


def unpack(distribution: Path, folder: Path) -> Wheel:
    """Return a distribution's wheel, unpacked into a folder; an sdist or a source folder is built first.

    Raises SandtableError if the file is not a distribution or cannot be built.
    """
    if not distribution.exists():
        raise SandtableError(f"no such file or folder: {distribution}")
    if not distribution.is_dir() and distribution.suffix not in ARCHIVES:
        raise SandtableError(f"{distribution} is not a wheel, an sdist or a folder")
    wheel, source = distribution, None
    if distribution.suffix != ".whl":
        source = distribution if distribution.is_dir() else None
        wheel = _build(distribution, folder / "built")
    try:
        with ZipFile(wheel) as archive:
            archive.extractall(folder / "wheel")
    except (BadZipFile, OSError) as error:
        raise SandtableError(f"{wheel} is not a wheel: {error}") from error
    unpacked = Wheel(folder / "wheel", source)
    if not (unpacked.info / "METADATA").is_file():
        raise SandtableError(f"{wheel} has no metadata; build it again")
    return unpacked


def _build(distribution: Path, folder: Path) -> Path:
    """Return the wheel that pip builds. Raises SandtableError with pip's last line."""
    if find_spec("pip") is None:
        raise SandtableError("there is no pip to build it; build a wheel and check that")
    quiet = ("--quiet", "--disable-pip-version-check")
    words = ("wheel", *quiet, "--no-deps", "--ignore-requires-python", "--wheel-dir", str(folder))
    command = (sys.executable, "-P", "-m", "pip", *words, str(distribution.resolve()))
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 (as the user asked)
    built = next(iter(folder.glob("*.whl")), None)
    if built is None:
        said = done.stderr.decode(errors="replace")
        errors = re.findall(r"^ *([\w.]+Error: .+)$", said, re.MULTILINE) or said.splitlines() or [""]
        raise SandtableError(f"{distribution} cannot be built: {' '.join(errors[-1].split())}")
    return built


def check(arguments: argparse.Namespace) -> int:
    """List what would keep a distribution from working elsewhere; return 1 if anything is found."""
    with TemporaryDirectory() as folder, status_line() as show:
        show(f"building {arguments.distribution}")
        wheel = unpack(Path(arguments.distribution), Path(folder))
        faults = [*find_faults(wheel)]
        show(f"examining {wheel.name}")
        faults += examine(wheel) if wheel.points else ()
        name, version = wheel.name, str(wheel.metadata["Version"])
    print(f"{name} {version}: {number_of(len(faults), 'finding')}")
    for fault in faults:
        print(printing.escape(f"  {fault.about}: {fault.text}"))
    return int(bool(faults))


def _arguments(parser: Parser) -> None:
    about = "a wheel, an sdist, or the folder with pyproject.toml"
    parser.add_argument("distribution", metavar="DIST", help=about, completer=completers.files)


CHECK = ShellCommand(
    summary="find what would keep a distribution from working elsewhere",
    run=check,
    arguments=_arguments,
    examples=(
        "sandtable plugins new game outpost",
        "sandtable plugins check sandtable-outpost",
    ),
)
