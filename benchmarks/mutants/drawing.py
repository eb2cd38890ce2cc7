"""Draws mutants by a seed from all that cosmic-ray can make of some modules."""

from __future__ import annotations

import ast
import warnings
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random  # noqa: TID251
from typing import NamedTuple

from benchmarks.mutants.mutant import Draw, Mutant, copies, digest

FILES = (
    "core/sandtable/model/dice.py",
    "core/sandtable/model/table.py",
    "core/sandtable/model/action.py",
    "core/sandtable/record/journal.py",
    "core/sandtable/record/replay.py",
    "plugins/sandtable_megiddo/attacks.py",
    "plugins/sandtable_lrdg/movement.py",
    "plugins/sandtable_lawrence/fire.py",
)

SAME = ("_Eq_Is", "_Is_Eq", "_NotEq_IsNot", "_IsNot_NotEq")
"""Operators that swap equality and identity: the values are nearly always both or neither."""

NO_EFFECT = ("if TYPE_CHECKING", "@overload", "@lru_cache", "@cache")
"""Lines that begin like this are for type checkers or for speed."""

Position = tuple[int, int]


class Mutation(NamedTuple):
    """A mutation of a file as cosmic-ray knows it: an operator, and the number of its occurrence."""

    operator: str
    occurrence: int

    @property
    def family(self) -> str:
        """The kind of operator: `ReplaceBinaryOperator` for `core/ReplaceBinaryOperator_Add_Sub`."""
        return self.operator.partition("/")[2].partition("Operator_")[0]


def annotations(source: str) -> list[tuple[Position, Position]]:
    """Return the start and end of each annotation."""
    ranges = []
    for node in ast.walk(ast.parse(source)):
        for name in ("annotation", "returns"):
            part = getattr(node, name, None)
            if isinstance(part, ast.expr):
                end = (part.end_lineno or part.lineno, part.end_col_offset or part.col_offset)
                ranges.append(((part.lineno, part.col_offset), end))
    return ranges


def mutations(source: str) -> dict[int, list[Mutation]]:
    """Return the possible mutations of each line, without those that change nothing."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    lines, types = source.splitlines(), annotations(source)
    nodes = list(ast_nodes(get_ast(source)))
    found: dict[int, list[Mutation]] = defaultdict(list)
    for name in operator_names():
        operator_class = get_operator(name)
        if operator_class.arguments() or name.endswith(SAME):
            continue
        operator = operator_class()
        starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, start in enumerate(starts):
            typing = any(begin <= start < end for begin, end in types)
            if not typing and not lines[start[0] - 1].lstrip().startswith(NO_EFFECT):
                found[start[0]].append(Mutation(name, occurrence))
    return found


def mutant(file: str, source: str, mutation: Mutation) -> Mutant | None:
    """Return a mutation as the lines that it changes; None if they are no code, or the same code."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    changed = mutate_code(source, get_operator(mutation.operator)(), mutation.occurrence)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source)):
                return None
            compile(changed, file, "exec")
    except (SyntaxError, SyntaxWarning):
        return None
    was, now = source.splitlines(), changed.splitlines()
    first = next(k for k, line in enumerate(was) if now[k : k + 1] != [line])
    while was[-1] == now[-1] and min(len(was), len(now)) > first:
        was.pop()
        now.pop()
    lines = source.splitlines()
    if len(was) == first:  # only lines were added: keep the one before them, to know the place
        first -= 1
    same = copies(was[first:], lines)
    copy = same.index(first) + 1
    return Mutant(file, first + 1, *mutation, tuple(was[first:]), tuple(now[first:]), copy, len(same))


def shuffle(file: str, source: str, line: list[Mutation], luck: Random) -> Iterator[Mutant]:
    """Yield the mutants of a line in random order; every kind of operator is as likely to come first."""
    weights = {family: luck.random() for family in sorted({mutation.family for mutation in line})}
    luck.shuffle(line)
    for mutation in sorted(line, key=lambda mutation: weights[mutation.family]):
        changed = mutant(file, source, mutation)
        if changed:
            yield changed


def draw(root: Path, seed: str, count: int) -> tuple[Draw, list[Mutant]]:
    """Draw `count` mutants, at most one a line, from all mutable lines of `FILES`, each equally likely.

    Lines that change together (a number in a statement of several lines) count as one.
    """
    luck = Random(seed)
    sources = {file: (root / file).read_text("utf-8") for file in FILES}
    lines = [(file, found) for file in FILES for _, found in sorted(mutations(sources[file]).items())]
    luck.shuffle(lines)
    drawn: list[Mutant] = []
    taken: set[tuple[str, int]] = set()
    for file, line in lines:
        if len(drawn) == count:
            break
        mutant = next(shuffle(file, sources[file], line, luck), None)
        if mutant is None:
            continue
        touched = {(file, mutant.line + k) for k in range(len(mutant.was))}
        if not touched & taken:
            taken |= touched
            drawn.append(mutant)
    about = Draw(seed, f"cosmic-ray {version('cosmic-ray')}", {f: digest(root / f) for f in FILES})
    return about, sorted(drawn, key=lambda mutant: (FILES.index(mutant.file), mutant.line))
