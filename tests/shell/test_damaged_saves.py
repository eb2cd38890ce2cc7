"""A damaged or forged save is read, or refused in one line; `python -m benchmarks.fuzz` tries more."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from hashlib import blake2b
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random  # noqa: TID251
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nonempty import some

from sandtable.plugins.catalog import catalog, refresh


def _fuzzing() -> ModuleType:
    """The package beside this file, in a folder that is no package."""
    path = Path(__file__).with_name("fuzzing") / "__init__.py"
    spec = spec_from_file_location("sandtable_fuzzing", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_fuzzing()
damage, games, trial = (
    import_module(f"sandtable_fuzzing.{name}") for name in ("damage", "games", "trial")
)

ROOT = Path(__file__).parents[2]

MB = 1_000_000

LONG = "ten million letters"
"""The text in place of long bytes in the name of a test."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for damaged saves, after everything that loads only once was loaded."""
    where = tmp_path_factory.mktemp("damaged")
    refresh()
    for game in games.originals():
        (where / "g.jsonl").write_bytes(game.data)
        trial.warm(where / "g.jsonl")
    return where


def game(name: str) -> Any:
    """The recorded game of a scenario, in the current format."""
    return next(save for save in games.originals() if save.path == ROOT / "saves" / f"{name}.jsonl")


def headed(name: str = "lawrence-aqaba", **keys: Any) -> bytes:
    """A forged save of one line, with other keys in its header; its digest is right."""
    short = game(name)
    header = {**json.loads(short.lines[0]), **keys}
    return bytes(games.with_fitting_digests([games.Line(header, short.positions[0])], numbered=False))


def bringing(text: str, name: str = "lawrence-aqaba", **keys: Any) -> bytes:
    """A forged save that embeds a scenario, with the right hash."""
    kept = {"name": "v", "hash": blake2b(text.encode(), digest_size=16).hexdigest(), "text": text}
    return headed(name, embedded=kept, scenario=f"{name.partition('-')[0]}/v", **{"options": {}, **keys})


def scenario(id: str) -> str:
    return catalog().scenario(id).text


def everything(data: bytes, folder: Path) -> str:
    """The verdict on a save, the same for every way of reading it, with 512 MB and a minute each."""
    with trial.bounded():
        return str(trial.examine(data, folder, list(trial.WAYS)))


# The property.


@settings(
    max_examples=6 * settings.default.max_examples,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(luck=st.randoms(use_true_random=False))
def test_a_damaged_save_is_read_or_refused_in_one_line(luck: Random, folder: Path) -> None:
    save = damage.damaged(luck)
    with trial.bounded():
        state = trial.examine(save.data, folder, ["check", luck.choice(list(trial.WAYS))])
    damage.honest(save, state)
    assert state in (trial.SAME, trial.MIGRATED, trial.RECORDED, trial.DIVERGES, trial.REFUSED), save.how


def test_a_number_is_enough_to_have_a_damaged_save_again() -> None:
    first, again = ([damage.damaged(Random(number)).data for number in range(300)] for _ in range(2))
    assert first == again


def test_an_intact_save_is_the_same_by_every_way(folder: Path) -> None:
    for save in some(games.originals()):
        assert everything(save.data, folder) == (
            "same" if save.path.parent.name == "saves" else "migrated"
        )


def test_a_forger_who_changes_nothing_makes_the_same_save(folder: Path) -> None:
    short = game("lawrence-aqaba")
    assert games.with_fitting_digests(games.lines_of(short), numbered=True) == short.data


# Size.


class Large(NamedTuple):
    """Bytes that are only made when a test needs them."""

    unit: bytes
    times: int
    end: bytes = b""
    begin: bytes = b'{"n":2,"note":"'

    @property
    def data(self) -> bytes:
        return self.begin + self.unit * self.times + self.end


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(Large(b"\n", MB, begin=b""), id="a million lines"),
        pytest.param(Large(b"x", 64 * MB, begin=b""), id="a line of 64 MB"),
        pytest.param(Large(b"x", 64 * MB, b"\n", b""), id="a whole line of 64 MB"),
    ],
)
def test_a_file_that_is_too_large_is_no_save(more: Large, folder: Path) -> None:
    assert everything(game("lawrence-aqaba").data + more.data, folder) == "refused"


DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (Large(b"x", 2 * MB), "same"),
        (Large(b"x", 2 * MB, b'"}\n'), "diverges"),
        (Large(b"x", 15 * MB), "refused"),
        (Large(b"x", 15 * MB, b'"}\n'), "refused"),
        (DEEP, "same"),
        (DEEP + b"\n", "diverges"),
        (b'{"n":2,"note":' + DEEP + b"}\n", "diverges"),
        (b'{"n":2,"seat":"lawrence","rolls":[],"do":' + b'{"x":' * 100_000 + b"1}\n", "diverges"),
        (b'{"n":' + b"9" * 5000 + b"}\n", "diverges"),
        (b"\n" * 99_000, "diverges"),
    ],
    ids=[
        "torn 2 MB",
        "2 MB",
        "torn 15 MB",
        "15 MB",
        "torn depth",
        "depth",
        "deep note",
        "deep action",
        "digits",
        "empty lines",
    ],
)
def test_a_line_that_is_none_is_named(line: bytes | Large, found: str, folder: Path) -> None:
    line = line.data if isinstance(line, Large) else line
    assert everything(game("lawrence-aqaba").lines[0] + b"\n" + line, folder) == found


# Found faults: the smallest damage that once had another result.


@pytest.mark.parametrize(
    "change", [b"[\xff]", b'["\xc3"]', b"[[[]," + b"[" * 5_000 + b"]" * 5_000 + b"]]"]
)
def test_changes_that_are_no_json_are_a_divergence(change: bytes, folder: Path) -> None:
    """They are read only if the digest differs."""
    short = game("lawrence-aqaba")
    before, _, after = short.lines[1].partition(b'"change":')
    line = before + b'"change":' + change + after[after.index(b',"digest"') :]
    assert everything(short.lines[0] + b"\n" + line + b"\n", folder) == "diverges"


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    "change",
    [7, None, "abc", {}, [7], [[]], [[[], 1, 2]], [[["state"], json.loads("[" * 300 + "]" * 300)]]],
    ids=str,
)
def test_changes_that_are_none_are_a_divergence(place: int, change: Any, folder: Path) -> None:
    short = game("lawrence-aqaba")
    lines = games.lines_of(short)
    lines[place] = games.Line({**lines[place].record, "change": change}, b"another")
    assert everything(games.with_fitting_digests(lines, numbered=True), folder) == "diverges"


def test_many_changes_are_counted(folder: Path) -> None:
    record = json.loads(game("lawrence-aqaba").lines[0])
    record |= {"change": [[[], {str(key): 0 for key in range(150_000)}]]}
    forged = games.with_fitting_digests([games.Line(record, b"another")], numbered=True)
    with trial.bounded():
        assert trial.examine(forged, folder, ["run"]) == "diverges"


MORE_KEYS = [pytest.param(key, marks=pytest.mark.soak) for key in ("game", "seed")]


@pytest.mark.parametrize("key", ["scenario", *MORE_KEYS])
@pytest.mark.parametrize("word", [LONG, "a\nb", "\x1b[2J", "\0", "../../x\n", "lawrence/a\nb"])
def test_a_name_that_is_none_is_refused_and_not_echoed(key: str, word: str, folder: Path) -> None:
    assert everything(headed(**{key: word.replace(LONG, "x" * 10 * MB)}), folder) == "refused"


@pytest.mark.parametrize(
    "keys",
    [
        {"seats": {"lawrence": "x" * MB}},
        {"seats": {str(number): "human" for number in range(20_000)}},
        {"seats": {"../../x": "human"}},
        {"options": {"x" * MB: 1}},
        {"options": {"x": 1}},
        {"n": 10**30},
        {"rolls": [["dice", 6, 10**30]], "generator": "x"},
        {"embedded": {"name": "../../x", "hash": "0", "text": "\ud800"}},
    ],
    ids=range(8),
)
def test_a_header_that_cannot_be_played_is_refused(keys: dict[str, Any], folder: Path) -> None:
    assert everything(headed(**keys), folder) == "refused"


@pytest.mark.parametrize("id", ["/etc/x.toml", "../../x.toml", "lawrence/x"])
def test_a_scenario_that_is_not_installed_is_needed_and_no_file(id: str, folder: Path) -> None:
    assert everything(headed(scenario=id), folder) == "as recorded"


def test_plugins_that_a_forger_names_are_reported_in_a_line(folder: Path) -> None:
    for stamps in (
        [{"id": "a\nb", "distribution": "\x1b" * 100_000}],
        [{"id": str(n)} for n in range(100_000)],
    ):
        assert everything(headed(plugins=stamps), folder) == "same"


def test_a_version_that_a_forger_names_is_reported_in_a_line(folder: Path) -> None:
    assert everything(headed(rules_version=10**4000), folder) == "as recorded"


def test_a_bot_that_is_not_there_keeps_nobody_from_reading(folder: Path) -> None:
    assert everything(headed(seats={"lawrence": "../../x"}), folder) == "same"


# Hostile scenarios.


@pytest.mark.parametrize("number", [10**9, 10**30, -5, True, None, "x"])
def test_a_house_rule_takes_only_its_own_values(number: Any, folder: Path) -> None:
    """A forged number of Recon OK would be handed out one by one."""
    data = headed("lrdg-benghazi-road", options={"benghazi_recon_ok": number})
    assert everything(data, folder) == "refused"


CAMPAIGN = 'game = "lawrence"\ntitle = "x"\nparts = ['

LAWRENCE, LRDG, MEGIDDO = "lawrence-aqaba", "lrdg-benghazi-road", "megiddo-1918-even"


def hostile() -> dict[str, tuple[str, str]]:
    """Scenarios that would take hours or all memory, or that no position can hold."""
    law, slonta, even = (
        scenario("lawrence/aqaba"),
        scenario("lrdg/slonta"),
        scenario("megiddo/1918-even"),
    )
    dots = ".".join(["a"] * 60_000)
    points = '\n[[rules]]\nname = "lrdg.observation"\nzones = []\nhalf_points = [1, {}]\n'
    return {
        "a deep key": (LAWRENCE, f"{law}\n{dots} = 1\n"),
        "a deep table": (LAWRENCE, f"{law}\n[{dots}]\n"),
        "deep keys behind odd line ends": (
            LAWRENCE,
            f'{law}\n{dots[:4000]}."\u2028".{dots[:4000]} = 1\n',
        ),
        "many digits": (LAWRENCE, law.replace("ops = ", f"ops = {'9' * 5000}", 1)),
        "nested lists": (LAWRENCE, f"x = {'[' * 100_000}\n{law}"),
        "a large comment": (LAWRENCE, f"{law}#{'x' * 2 * MB}"),
        "many units": (LRDG, slonta.replace("units = [", "units = [" + "'waco', " * 90_000, 1)),
        "many placements": (LRDG, f"{slonta}\n" + "[[axis]]\nevery = ['fort']\n" * 30_000),
        "many parts": (LAWRENCE, CAMPAIGN + "'aqaba', " * 90_000 + "]\n"),
        "many rules": (LAWRENCE, f"{law}\n" + '[[rules]]\nname = "lawrence.deck"\n' * 20_000),
        "many goals": (LAWRENCE, f"{law}\n" + "[[occupy]]\nspace = 'aqaba'\n" * 20_000),
        "many garrisons": (
            LAWRENCE,
            law.replace("garrisons = [", "garrisons = [" + "'x', " * 20_000, 1),
        ),
        "a large number": (LRDG, slonta + points.format(10**30)),
        "many cards": (MEGIDDO, even.replace("allenby = 1", f"allenby = {10**8}")),
        "a large hand": (MEGIDDO, even.replace("hand = ", "hand = 99999", 1)),
        "many turns": (LRDG, slonta.replace("duration = ", "duration = 99999", 1)),
        "many operations": (LAWRENCE, law.replace("ops = ", "ops = 99999", 1)),
        "itself": (LAWRENCE, CAMPAIGN + "'v']\n"),
        "a campaign": (LAWRENCE, CAMPAIGN + "'campaign']\n"),
        "a file": (LAWRENCE, CAMPAIGN + "'/etc/passwd']\n"),
    }


@pytest.mark.parametrize("what", hostile())
def test_a_hostile_scenario_is_refused(what: str, folder: Path) -> None:
    name, text = hostile()[what]
    assert text != scenario(
        {LAWRENCE: "lawrence/aqaba", LRDG: "lrdg/slonta", MEGIDDO: "megiddo/1918-even"}[name]
    )
    with trial.bounded():
        state = trial.examine(bringing(text, name), folder, ["check", "saves"])
    assert state in ("refused", "diverges")


def test_a_name_is_never_a_path(folder: Path) -> None:
    """It is only shown, whatever it is."""
    text = scenario("lawrence/aqaba")
    kept = {"name": "../../../x", "text": text}
    kept["hash"] = blake2b(text.encode(), digest_size=16).hexdigest()
    assert everything(headed(embedded=kept, scenario="lawrence/../../../x"), folder) == "same"


# The watch and the command themselves.


def test_the_watch_sees_what_a_save_must_not_do(folder: Path, tmp_path: Path) -> None:
    code = "1 + 1"
    for bad in (
        lambda: (tmp_path / "x").write_text("x"),
        lambda: (tmp_path / "y").mkdir(),
        lambda: folder.joinpath("g.jsonl").rename(tmp_path / "z"),
        lambda: eval(code),  # noqa: S307
    ):
        with pytest.raises(trial.Touched), trial.watched(folder):
            bad()
    with pytest.raises(trial.TooLong), trial.watched(folder):
        signal.raise_signal(signal.SIGALRM)  # raised when the time is over
    with pytest.raises(MemoryError), trial.bounded(100 * MB):
        bytearray(200 * MB)


def fuzz(tmp_path: Path, code: str) -> subprocess.CompletedProcess[str]:
    lines = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from benchmarks import fuzz\n{code}"
    return subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True)


@pytest.mark.soak
def test_the_fuzzer_counts_what_it_found(tmp_path: Path) -> None:
    done = fuzz(tmp_path, "sys.exit(fuzz.main(60, '3'))")
    assert (done.returncode, done.stderr) == (0, "")
    assert "60 damaged saves of seed 3" in done.stdout
    counts = [word for word in done.stdout.splitlines()[1].replace(",", "").split() if word.isdecimal()]
    assert sum(map(int, counts)) == 60


def test_the_fuzzer_keeps_what_failed_and_says_so(tmp_path: Path) -> None:
    broken = "fuzz.trial.WAYS = {'check': lambda path: 1 // 0}; fuzz.start = lambda: None"
    done = fuzz(tmp_path, f"{broken}\nsys.exit(fuzz.main(2, '3'))")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stdout
    assert {path.name for path in tmp_path.glob("*.jsonl")} == {"fuzz-3-0.jsonl", "fuzz-3-1.jsonl"}
