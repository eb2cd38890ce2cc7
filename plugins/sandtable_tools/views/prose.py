"""Joins short consecutive sentences into longer ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count, groupby, takewhile

from sandtable import tally
from sandtable_tools.views.facts import capitalized

MOST_LETTERS, MOST_CLAUSES = 72, 3
"""Sentences of up to MOST_LETTERS letters are joined, at most MOST_CLAUSES at a time."""

LEAST_SUBJECT_WORDS = 2
"""Sentences are joined at a shared subject only if it has at least this many words."""

STARTS = ("The", "There", "A", "An", "It", "They", "Everybody", "Nobody", "Nothing", "No", "All", "Both")
"""First words that lose their capital letter inside a sentence."""

_PREDICATE = re.compile(r"(?!There |It )([^,:;(“]+) is ([^,:;(“]+)\.$")
"""A sentence of the form: SUBJECT is PREDICATE."""

_MOVE = re.compile(r"(The [^,:;]+? \w+s)(?: from ([^,:;]+))? to ([^:;]+)\.")
"""A sentence about a move from one place to another, or through several places."""

_ARRIVAL_EVENT = re.compile(r"(?:They|The \w+) are (\w+) at ([^,:;]+)\.")
"""A sentence about an event at the place where a unit arrives."""

VERBS = ("moves", "goes", "travels", "moves on")
"""Verbs to alternate, so that moves do not all read alike."""

_GOES = re.compile(r"(The [^,:;]+?) moves( from | to )")
_FIGHT = re.compile(r"There is (an? [^,:;]+?) at (.*)")

_NOT_JOINABLE = re.compile(r"[,:;“]|(?<!\.)\Z|\A\w+ (at|by|for|from|in|on|to|with)\b")
"""Signs that a sentence cannot be joined; the last finds one without a subject: `Sold to Gold.`"""

_PARENTHESES = re.compile(r" \(([^()]*)\)")


def join_sentences(sentences: Sequence[str]) -> Iterator[str]:
    """Join short sentences: Auda comes along, and the force moves to Jefer."""
    clauses: list[str] = []
    same = list(_merge_parentheses(sentences))
    for text in _join_subjects(list(_merge_predicates(list(_join_journeys(same))))):
        fits = len(clauses) < MOST_CLAUSES and all(
            _is_short(clause) and " and " not in clause for clause in (*clauses, text)
        )
        if clauses and not fits:
            yield _join_clauses(clauses)
            clauses = []
        clauses.append(text)
    if clauses:
        yield _join_clauses(clauses)


def vary_verbs(sentences: Sequence[str]) -> Iterator[str]:
    """Vary the verbs of repeated moves: moves, goes, travels. A second fight "follows" the first."""
    turns, fights = count(), count()
    for text in sentences:
        varied = _GOES.sub(lambda found: f"{found[1]} {VERBS[next(turns) % len(VERBS)]}{found[2]}", text)
        if (found := _FIGHT.match(varied)) and next(fights):
            varied = f"{capitalized(found[1])} follows at {found[2]}"
        yield varied


def _merge_parentheses(sentences: Sequence[str]) -> Iterator[str]:
    """Merge sentences that differ only in parentheses: They hit the target (2 left, then 1 left)."""
    for _, group in groupby(sentences, lambda text: _PARENTHESES.sub(" ()", text)):
        texts = list(group)
        asides = [_PARENTHESES.findall(text) for text in texts]
        if len(set(texts)) > 1 and len(asides[0]) == 1:
            yield texts[0].replace(
                f"({asides[0][0]})", f"({', then '.join(aside for (aside,) in asides)})"
            )
        else:
            yield from texts


def _join_journeys(sentences: Sequence[str]) -> Iterator[str]:
    """Join a move to what happens there, and to the next move: It moves to Jalo, where it is seen."""
    journey = mover = place = ""
    for text in sentences:
        move, there = _MOVE.fullmatch(text), _ARRIVAL_EVENT.fullmatch(text)
        if there and there[2] == place and not journey.endswith(f"{there[1]}."):
            journey = f"{journey[:-1]}, where it is {there[1]}."
        elif move and move[1] == mover and move[2] == place and journey.count(", where ") == 1:
            journey, place = f"{journey[:-1]}, and on to {move[3]}.", _last_place(move[3])
        else:
            yield from filter(None, [journey])
            journey, mover, place = text, move[1] if move else "", _last_place(move[3]) if move else ""
    yield from filter(None, [journey])


def _last_place(places: str) -> str:
    """Return the last place of a list: Agedabia, from `Benghazi, Beda Fomm and Agedabia`."""
    return re.split(r", | and ", places)[-1]


def _merge_predicates(sentences: Sequence[str]) -> Iterator[str]:
    """Merge sentences with the same predicate into the first of them: T1/A and G1/B are reduced."""
    things: dict[str, list[str]] = {}
    for text in sentences:
        if match := _PREDICATE.match(text):
            things.setdefault(match[2], []).append(match[1])
    for text in sentences:
        match = _PREDICATE.match(text)
        if match is None or len(things.get(match[2], ())) == 1:
            yield text
        elif names := things.pop(match[2], None):
            yield f"{_listing(tally(names))} are {match[2]}."


def _join_subjects(sentences: Sequence[str]) -> Iterator[str]:
    """Join sentences that share a subject: The force at Hedia operates and moves to Wejh."""
    clauses: list[str] = []
    subject: list[str] = []
    for text in sentences:
        words = text.removesuffix(".").split()
        if len(clauses) == 1:
            subject = _common_beginning(clauses[0].split(), words)
        follows = clauses and len(clauses) < MOST_CLAUSES and len(subject) >= LEAST_SUBJECT_WORDS
        if clauses and not (follows and _is_short(text) and words[: len(subject)] == subject):
            yield f"{_listing(clauses)}."
            clauses = []
        clauses.append(" ".join(words[len(subject) :] if clauses else words))
        if not _is_short(text):
            yield text if len(clauses) == 1 else f"{_listing(clauses)}."
            clauses = []
    if clauses:
        yield f"{_listing(clauses)}."


def _common_beginning(before: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the words that both sentences begin with, without splitting a name (the Ottoman 24th)."""
    pairs = zip(before, words, strict=False)
    shared = [word for word, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    following = "".join(words[len(shared) : len(shared) + 1])
    is_named = following.istitle() and not any(map(str.islower, shared))
    return shared[:-1] if is_named or following[:1].isdigit() else shared


def _is_short(text: str) -> bool:
    return len(text) <= MOST_LETTERS and not _NOT_JOINABLE.search(_PARENTHESES.sub("", text))


def _join_clauses(sentences: Sequence[str]) -> str:
    """Join short sentences into one."""
    first, *rest = sentences
    if not rest:
        return first
    clauses = [first.removesuffix("."), *(_lower_first(text.removesuffix(".")) for text in rest)]
    return f"{', '.join(clauses[:-1])}, and {clauses[-1]}."


def _lower_first(text: str) -> str:
    word, space, rest = text.partition(" ")
    return f"{word.lower() if word in STARTS else word}{space}{rest}"


def _listing(things: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(things[:-1]), things[-1]]))
