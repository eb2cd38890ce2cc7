"""Drawings: all text is escaped, nothing leaves the sheet, and the ground stays."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter as Counted
from itertools import combinations, count, pairwise
from typing import Any, get_args

import pytest
from colour_sight import apart, rgb
from hypothesis import given
from hypothesis import strategies as st

from sandtable import Board, Counter, Link, Picture, Space, new
from sandtable.model.picture import Symbol, Tone
from sandtable.plugins.catalog import catalog
from sandtable.text.printing import visible_lines
from sandtable_pictures.palette import GROUNDS, PALETTE
from sandtable_pictures.svg import PICTURE_STYLE, Drawing, document, drawing
from sandtable_pictures.svg.lying import FAMILIES
from sandtable_pictures.svg.plan import NAME
from sandtable_pictures.svg.style import COLOURS
from sandtable_pictures.svg.symbols import SYMBOLS

TONES = get_args(Tone)
SVG = "{http://www.w3.org/2000/svg}"

texts = st.text(max_size=40)
no_names, plain = st.just(""), st.just("AV 3")
tones = st.sampled_from(TONES)


@st.composite
def boards(draw: Any, names: st.SearchStrategy[str] = no_names) -> Board:
    """Up to eight spaces anywhere, also on top of each other, with or without links of two kinds."""
    size, places = draw(st.integers(1, 8)), st.integers(-300, 1500)
    spaces = [
        Space(f"s{n}", draw(names), (draw(names),) * draw(st.integers(0, 1)), draw(places), draw(places))
        for n in range(size)
    ]
    pairs = [(a.id, b.id, kind) for a, b in combinations(spaces, 2) for kind in ("road", "river")]
    links = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12)) if pairs else []
    return Board(spaces, (Link(*link) for link in links))


@st.composite
def pictures(draw: Any, words: st.SearchStrategy[str] = plain) -> Picture:
    """Any board with up to forty counters in few or many spaces."""
    board = draw(boards(words))
    key = count()
    counters = st.builds(
        lambda at, text, *look: Counter(f"c{next(key)}", at, tuple(text), *look),
        st.sampled_from(list(board.spaces)), st.lists(words, max_size=3), tones, words, st.booleans(),
    )  # fmt: skip
    lying = tuple(draw(st.lists(counters, max_size=40)))
    return Picture("map", draw(words), board, lying, columns=draw(st.integers(1, 5)))


def starts() -> list[Any]:
    """The pictures with which each installed scenario begins."""
    found = []
    for id in catalog().scenarios.ids:
        session = new(id, seed=1)
        game = session.scenario.game
        view = session.view(next(iter(session.seats)))
        found += [pytest.param(picture, id=f"{id} {picture.name}") for picture in game.pictures(view)]
    return found


STARTS = starts()


def parsed(text: str) -> ET.Element:
    """The elements of a text that this program has made."""
    return ET.fromstring(text)  # noqa: S314


Box = tuple[float, float, float, float]


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def names(drawn: Drawing) -> list[tuple[str, Box]]:
    """The lines of names on a ground, with the estimated boxes of their letters."""
    found = []
    for group in parsed(f"<g>{drawn.below}</g>").iter("g"):
        for text in group.findall("text") if "names" in group.get("class", "").split() else ():
            letters = "".join(text.itertext())
            x, y, wide = int(text.get("x", "")), int(text.get("y", "")), 0.56 * NAME * len(letters)
            left = x if "trays" in drawn.ground[:30] else x - wide / 2
            found.append((letters, (left, y - 0.75 * NAME, left + wide, y + 0.2 * NAME)))
    return found


def counters(drawn: Drawing) -> dict[str, Box]:
    """The boxes of all counters."""
    found = {}
    for key, (x, y, svg, *_) in drawn.counters.items():
        rect = parsed(svg).find(".//rect")
        assert rect is not None
        left, top, wide, high = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
        found[key] = (x + left, y + top, x + left + wide, y + top + high)
    return found


def inside(box: Box, drawn: Drawing) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= drawn.width and box[3] <= drawn.height


# Text.


@given(picture=pictures(texts))
def test_whatever_a_picture_says_is_shown_and_never_markup(picture: Picture) -> None:
    root = parsed(document(picture))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "style", "g", "text", "rect", "path", "circle",
    }  # fmt: skip
    listed = ["".join(element.itertext()) for element in root.iter() if len(element) == 0]
    for counter in picture.counters:
        for message in (*counter.text, counter.about, picture.title):
            assert not message.split() or any(clean(message) in text for text in listed)


def clean(text: str) -> str:
    """A text in one line, with invisible characters written out."""
    return " ".join(visible_lines(text).split())


@pytest.mark.parametrize("expected", ["</title><script>", 'a"b', "a & b", "a\0b", "\ud800", "&amp;"])
def test_names_and_labels_are_escaped(expected: str) -> None:
    spaces = [Space("a", expected, (expected,)), Space("b", x=9)]
    for links in ((), (Link("a", "b", expected),)):
        picture = Picture("map", expected, Board(spaces, links), labels={"b": expected})
        root = parsed(document(picture))
        whole_text = " ".join(root.itertext())
        assert whole_text.count(clean(expected)) >= 3
        assert "script" not in {element.tag.removeprefix(SVG) for element in root.iter()}


@given(picture=pictures())
def test_fragments_may_stand_in_any_page(picture: Picture) -> None:
    """No ids, no styles, no scripts, no numbers with long tails."""
    drawn = drawing(picture)
    for fragment in (f"<g>{drawn.below}</g>", *(placed.look for placed in drawn.counters.values())):
        root = parsed(fragment)
        assert root.tag == "g"
        attributes = {name for element in root.iter() for name in element.attrib}
        assert attributes <= {
            "class", "transform", "d", "x", "y", "width", "height", "rx", "r", "font-size", "viewBox",
            "stroke-width",
        }  # fmt: skip
        assert not re.search(r"\d\.\d\d", fragment)
        assert not re.search(r"\de-|nan|inf", fragment)


# The ground.


@given(picture=pictures(), more=st.integers(0, 60))
def test_equal_boards_have_equal_grounds_whatever_lies_on_them(picture: Picture, more: int) -> None:
    board = picture.board
    same = Board(board.spaces.values(), board.links)
    lying = tuple(Counter(f"more-{n}", next(iter(board.spaces)), ()) for n in range(more))
    drawn = drawing(picture)
    other = drawing(Picture("map", "", same, lying, columns=picture.columns))
    assert drawn[:3] == other[:3]


@pytest.mark.parametrize("picture", STARTS)
def test_names_on_real_boards_stand_apart(picture: Picture) -> None:
    drawn = drawing(picture)
    boxes = names(drawn)
    assert len(boxes) >= len(picture.board.spaces)
    assert [(a, b) for (a, box), (b, other) in combinations(boxes, 2) if meet(box, other)] == []
    assert [name for name, box in boxes if not inside(box, drawn)] == []


@pytest.mark.parametrize("picture", STARTS)
def test_a_counter_in_every_space_hides_no_name_and_no_other_counter(picture: Picture) -> None:
    lying = tuple(Counter(id, id, ("AV 3",)) for id in picture.board.spaces)
    drawn = drawing(Picture("map", "", picture.board, lying, picture.labels, picture.columns))
    boxes = counters(drawn)
    assert [(a, b) for a, b in combinations(boxes, 2) if meet(boxes[a], boxes[b])] == []
    hidden = [(id, name) for id, box in boxes.items() for name, text in names(drawn) if meet(box, text)]
    assert hidden == []


@pytest.mark.parametrize("picture", STARTS)
def test_a_real_map_is_no_larger_than_a_screen(picture: Picture) -> None:
    """A screen of 900 pixels shows names of 13 units at about their size."""
    drawn = drawing(picture)
    assert drawn.width <= 1100
    assert drawn.height <= 850


@pytest.mark.parametrize("picture", STARTS)
def test_a_map_keeps_its_directions(picture: Picture) -> None:
    """A space that is a fifth of the map further east or south in the data is so in the drawing."""
    board = picture.board
    lying = tuple(Counter(id, id, ()) for id in board.spaces)
    placed = drawing(Picture("map", "", board, lying, picture.labels, picture.columns)).counters
    for axis in ("x", "y"):
        at = {id: getattr(space, axis) for id, space in board.spaces.items()}
        far = (max(at.values()) - min(at.values())) / 5
        pairs = [(a, b) for a, b in combinations(at, 2) if abs(at[a] - at[b]) >= max(far, 1)]
        assert pairs
        for a, b in pairs:
            assert (getattr(placed[a], axis) < getattr(placed[b], axis)) == (at[a] < at[b])


def test_kinds_of_links_differ_by_more_than_colour_and_are_shown() -> None:
    spaces = [Space(f"s{n}", x=n, y=n % 2) for n in range(5)]
    kinds = ["rail", "ford", "path", "cart"]
    board = Board(spaces, (Link(f"s{n}", f"s{n + 1}", kind) for n, kind in enumerate(kinds)))
    root = parsed(f"<g>{drawing(Picture('map', '', board)).below}</g>")
    pens = {str(path.get("class")).split()[0] for path in root.findall("g/path")}
    assert len(pens) == 4
    strokes = {
        re.findall(r"stroke-(?:width|dasharray|linecap):[^;}]*", rule)[0:3].__str__()
        for pen in pens
        for rule in re.findall(rf"^\.ground \.{pen}\{{([^}}]*)\}}", PICTURE_STYLE, re.MULTILINE)
    }
    assert len(strokes) == 4
    assert {text.text for text in root.iter("text") if text.get("class") == "key"} == set(kinds)


def test_two_links_between_the_same_spaces_do_not_lie_on_each_other() -> None:
    board = Board([Space("a"), Space("b", x=5)], [Link("a", "b", "road"), Link("a", "b", "path")])
    root = parsed(f"<g>{drawing(Picture('map', '', board)).below}</g>")
    ways = {path.get("d") for path in root.iter("path") if path.get("class") in ("road", "path")}
    assert sum("c" in str(way) for way in ways) >= 1
    assert len(ways) >= 3  # two ways, and two samples in the legend that are alike


def test_spaces_without_coordinates_stand_apart() -> None:
    spaces = [Space(f"s{n}") for n in range(9)]
    for links in ([], [Link("s0", "s1")]):
        board = Board(spaces, links)
        lying = tuple(Counter(space.id, space.id, ()) for space in spaces)
        boxes = counters(drawing(Picture("map", "", board, lying)))
        assert not any(meet(a, b) for a, b in combinations(boxes.values(), 2))


def test_a_board_without_links_is_a_grid_of_trays_as_high_as_its_coordinates_say() -> None:
    spaces = [Space("front", x=0, y=0), Space("rear", x=0, y=3), Space("theirs", x=40, y=0)]
    lying = tuple(
        Counter(f"{at}{n}", at, ())
        for at, most in (("front", 6), ("rear", 1), ("theirs", 6))
        for n in range(most)
    )
    drawn = drawing(Picture("battle", "", Board(spaces, ()), lying, columns=2))
    boxes = counters(drawn)
    assert not any(meet(a, b) for a, b in combinations(boxes.values(), 2))
    assert boxes["front0"][1] == boxes["theirs0"][1] < boxes["rear0"][1]
    assert boxes["front0"][0] == boxes["rear0"][0] < boxes["theirs0"][0]
    assert boxes["front1"][1] == boxes["front0"][1] < boxes["front2"][1]
    assert drawn.width < 5 * 90


# Counters.


@given(picture=pictures())
def test_every_counter_lies_on_the_sheet_and_shows_at_least_a_corner(picture: Picture) -> None:
    drawn = drawing(picture)
    assert list(drawn.counters) == [counter.key for counter in picture.counters]
    boxes = counters(drawn)
    assert [key for key, box in boxes.items() if not inside(box, drawn)] == []


@given(count=st.integers(1, 9), columns=st.integers(1, 4))
def test_counters_with_room_lie_side_by_side_in_columns(count: int, columns: int) -> None:
    board = Board([Space("a"), Space("b", x=900, y=900)], [Link("a", "b")])
    lying = tuple(Counter(str(n), "a", ()) for n in range(min(count, 3 * columns)))
    boxes = counters(drawing(Picture("map", "", board, lying, columns=columns)))
    assert not any(meet(a, b) for a, b in combinations(boxes.values(), 2))
    rows = len({box[1] for box in boxes.values()})
    assert rows == -(-len(lying) // columns)
    assert len({box[0] for box in boxes.values()}) == -(-len(lying) // rows)


def test_counters_without_room_are_a_stack_with_a_part_of_each_in_sight() -> None:
    spaces = [Space(f"s{n}", x=n % 4, y=n // 4) for n in range(16)]
    board = Board(spaces, (Link(f"s{n}", f"s{n + 1}") for n in range(15)))
    lying = tuple(Counter(str(n), "s5", (str(n),)) for n in range(7))
    boxes = counters(drawing(Picture("map", "", board, lying)))
    assert len({box[:2] for box in boxes.values()}) == 7


def crowd(*tones: Tone, at: str = "s5") -> Drawing:
    """A board of sixteen spaces side by side, and in one of them a counter of each tone."""
    spaces = [Space(f"s{n}", x=n % 4, y=n // 4) for n in range(16)]
    board = Board(spaces, (Link(f"s{n}", f"s{n + 1}") for n in range(15)))
    lying = tuple(Counter(str(n), at, (f"T{n}",), tone) for n, tone in enumerate(tones))
    return drawing(Picture("map", "", board, lying))


def test_a_pile_has_its_number_and_the_last_counter_is_whole_on_top() -> None:
    drawn = crowd(*["khaki"] * 12)
    spots = [(placed.x, placed.y) for placed in drawn.counters.values()]
    assert all((a - c, b - d) == (2, 2) for (a, b), (c, d) in pairwise(spots))
    root = parsed(f"<svg>{drawn.svg}</svg>")
    numbers = [node for node in root.iter("g") if node.get("class") == "number"]
    assert ["".join(number.itertext()) for number in numbers] == ["12"]


def test_friends_and_enemies_and_markers_are_in_different_piles() -> None:
    drawn = crowd("khaki", "gold", "green", "gold", "steel", "grey", "olive", "red", *["blue"] * 4)
    boxes = counters(drawn)
    piles = [["0", "1", "2", "3"], ["4", "5", "6", "7"], ["8", "9", "10", "11"]]
    for pile, other in combinations(piles, 2):
        assert not any(meet(boxes[a], boxes[b]) for a in pile for b in other)
    assert all(meet(boxes[a], boxes[b]) for pile in piles for a, b in combinations(pile, 2))
    root = parsed(f"<svg>{drawn.svg}</svg>")
    numbers = [node for node in root.iter("g") if node.get("class") == "number"]
    assert ["".join(number.itertext()) for number in numbers] == ["4", "4", "4"]


def sizes_of_letters(svg: str) -> list[float]:
    return [float(text.get("font-size", "")) for text in parsed(svg).iter("text")]


@pytest.mark.parametrize("picture", STARTS)
def test_no_letter_on_a_counter_is_below_ten_pixels_where_a_page_shows_it(picture: Picture) -> None:
    """A page shows drawings at 0.775 of their size or larger."""
    drawn = drawing(picture)
    sizes = [size for placed in drawn.counters.values() for size in sizes_of_letters(placed.svg)]
    assert all(0.775 * size >= 10 for size in [*sizes, NAME])


@given(text=st.text(max_size=30), figure=st.text(max_size=8), symbol=st.sampled_from(["", "truck"]))
def test_a_counter_is_square_and_its_letters_are_large_whatever_is_on_it(
    text: str, figure: str, symbol: Symbol
) -> None:
    board = Board([Space("a"), Space("b", x=9)], [Link("a", "b")])
    counter = Counter("k", "a", (text,), figure=figure, symbol=symbol)
    placed = drawing(Picture("map", "", board, (counter,))).counters["k"]
    assert placed.size[0] == placed.size[1]
    assert all(size >= 13 for size in sizes_of_letters(placed.look))


def test_a_tray_with_too_few_rows_holds_more_in_each() -> None:
    board = Board([Space("a", y=0), Space("b", y=1)], ())
    lying = tuple(Counter(str(n), "a", ()) for n in range(5))
    boxes = counters(drawing(Picture("battle", "", board, lying, columns=3)))
    assert len({top for _, top, _, _ in boxes.values()}) == 1
    assert len({left for left, _, _, _ in boxes.values()}) == 5


def test_a_piece_has_its_tone_its_text_and_what_it_is() -> None:
    board = Board([Space("a")], ())
    piece = Counter("k", "a", ("T1/A", "AV 3"), "gold", "First patrol", faint=True)
    root = parsed(drawing(Picture("map", "", board, (piece,))).counters["k"].look)
    assert set(str(root.get("class")).split()) == {"counter", "gold", "faint"}
    assert [text.text for text in root.iter("text")] == ["T1/A", "AV 3"]
    assert root.findtext("title") == "First patrol"


@pytest.mark.parametrize("symbol", [name for name in get_args(Symbol) if name])
def test_every_symbol_is_drawn_and_keeps_to_its_room(symbol: Symbol) -> None:
    filled, pen = SYMBOLS[symbol]
    assert filled or pen
    card = Counter("k", "a", ("New Zealand", "Mounted", "Division"), symbol=symbol, figure="4")
    for kinds in ((), ("cards",), ("pile",)):
        board = Board([Space("a", kinds=kinds)], ())
        root = parsed(drawing(Picture("p", "", board, (card,))).counters["k"].look)
        assert (root.find(".//g[@class='sign']") is None) == (kinds == ("pile",))
        *name, figure = [(text.text, float(text.get("font-size", ""))) for text in root.iter("text")]
        assert figure[0] == "4"
        assert all(size < figure[1] for _, size in name)
    assert {word for tone in (SYMBOLS,) for word in tone} == set(get_args(Symbol)) - {""}


@pytest.mark.parametrize("count", [8, 12])
def test_a_counter_that_is_covered_in_a_tray_shows_its_figure_where_it_is_seen(count: int) -> None:
    board = Board([Space("a"), Space("b", x=1)], ())
    lying = [Counter(str(n), "a", (f"G{n}/A",), symbol="truck", figure=f"{n}") for n in range(count)]
    placed = drawing(Picture("p", "", board, tuple(lying), columns=3)).counters
    covered = {key: counter for key, counter in placed.items() if counter.edge}
    assert len(covered) > 3
    for key, counter in covered.items():
        seen = (
            min(other.x for other in placed.values() if other.y == counter.y and other.x > counter.x)
            - counter.x
        )
        [figure] = [text for text in parsed(counter.edge).iter("text") if text.text == key]
        letters = float(figure.get("font-size", ""))
        assert float(figure.get("x", "0")) + letters * 0.3 * len(key) < seen - counter.size[0] / 2


@pytest.mark.parametrize(("columns", "count", "cut"), [(6, 24, "Railway A… x2"), (3, 30, "… x2")])
def test_slips_of_a_full_tray_are_narrower_and_do_not_overlap(
    columns: int, count: int, cut: str
) -> None:
    board = Board([Space("a", kinds=("pile",), y=5), Space("b", kinds=("pile",), y=11)], ())
    lying = [Counter(str(n), "b", ("Railway Artillery", "x2"), figure="3") for n in range(count)]
    placed = [*drawing(Picture("p", "", board, tuple(lying), columns=columns)).counters.values()]
    assert not [one for one, other in combinations(placed, 2) if one.overlaps(other)]
    for slip in placed:
        name, figure = parsed(slip.edge).iter("text")
        assert (figure.text, name.text) == ("3", cut)
        assert abs(float(figure.get("x", "0"))) < slip.size[0] / 2 - 4


def test_names_on_cards_have_one_size_and_figures_are_large() -> None:
    board = Board([Space("a", kinds=("cards",))], ())
    called = (("Kemal",), ("British", "Infantry"), ("New Zealand", "Mounted", "Division"))
    cards = tuple(Counter(text[0], "a", text, symbol="infantry", figure="6") for text in called)
    looks = [parsed(placed.look) for placed in drawing(Picture("p", "", board, cards)).counters.values()]
    sizes = [[text.get("font-size") for text in look.iter("text")] for look in looks]
    assert {size for names in sizes for size in names[:-1]} == {"13"}
    assert {names[-1] for names in sizes} == {"29"}


def test_a_counter_at_no_space_is_an_error() -> None:
    with pytest.raises(KeyError):
        drawing(Picture("map", "", Board([Space("a")], ()), (Counter("k", "b", ()),)))


# Colours.


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--st-([a-z-]+):(#[0-9a-f]{6})", block))


def contrast(a: str, b: str) -> float:
    """As WCAG counts it: 1 to 21."""

    def light(colour: str) -> float:
        parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_text_can_be_read_in_light_and_in_dark(theme: str) -> None:
    (block,) = re.findall(rf':root\[data-theme="{theme}"\]\{{([^}}]*)\}}', PICTURE_STYLE)
    found = colours(block)
    pairs = [(tone, f"{tone}-ink") for tone in TONES] + [("paper", "ink"), ("tray", "ink")]
    pairs += [("water", "deep"), ("sand", "dune"), ("land", "dune"), ("paper", "mark"), ("card", "ink")]
    grounds = [ground for ground in GROUNDS if ground != "shoal"]
    pairs += [(ground, "ink") for ground in (*grounds, "far", "mid", "near", "spot")]
    assert {pair: contrast(found[pair[0]], found[pair[1]]) for pair in pairs
            if contrast(found[pair[0]], found[pair[1]]) < 4.5} == {}  # fmt: skip
    assert {ground: contrast(found[ground], found["line"]) > 3 for ground in grounds} == dict.fromkeys(
        grounds, True
    )
    for sign in ("line", "way", "coast", "relief"):
        assert contrast(found["land"], found[sign]) > 3, sign


@pytest.mark.parametrize("dark", [False, True])
def test_families_of_counters_differ_for_every_kind_of_sight(dark: bool) -> None:
    seen = {tone: rgb(COLOURS[tone][dark]) for tone in TONES}
    families = [family.split() for family in FAMILIES] + [["blue"]]
    for family, other in combinations(families, 2):
        for a, b in ((a, b) for a in family for b in other):
            assert apart(seen[a], seen[b]) > 0.1, (a, b)


def test_it_is_light_unless_dark_is_wanted() -> None:
    blocks = re.findall(r"(:root[^{]*)\{([^}]*)\}", PICTURE_STYLE)
    assert [selector for selector, _ in blocks] == [
        ":root", ":root", ':root[data-theme="light"]', ':root[data-theme="dark"]',
    ]  # fmt: skip
    plain, preferred, light, dark = (colours(block) for _, block in blocks)
    assert plain == light
    assert preferred == dark
    assert "@media (prefers-color-scheme:dark){\n:root{" in PICTURE_STYLE
    used = set(re.findall(r"var\(--st-([a-z-]+)\)", PICTURE_STYLE)) - {"face", "on"}
    assert used | set(PALETTE) == set(light) == set(dark)


# A document.


def test_several_pictures_stand_below_each_other_each_under_its_title() -> None:
    board = Board([Space("a")], ())
    pictures = [Picture(str(n), f"Title {n}", board, (Counter("k", "a", ("x",)),)) for n in range(3)]
    root = parsed(document(*pictures))
    heads = [text for text in root.iter(f"{SVG}text") if text.get("class") == "heading"]
    assert [head.text for head in heads] == ["Title 0", "Title 1", "Title 2"]
    assert len({head.get("y") for head in heads}) == 3
    drawn = drawing(pictures[0])
    assert int(root.get("height", "")) > 3 * drawn.height
    assert document(*pictures) == document(*pictures)


def test_each_colour_is_an_attribute_too_for_programs_without_css() -> None:
    """Light ones, on the element or on one around it; a rule without a colour hides none of them."""
    root = parsed(document(*(param.values[0] for param in STARTS[::4])))
    light = {pair[0] for pair in COLOURS.values()} | {"none"}
    parents = {child: parent for parent in root.iter() for child in parent}
    found = Counted(element.tag.removeprefix(SVG) for element in root.iter())
    assert found["path"] > 100
    for element in root.iter():
        if element.tag.removeprefix(SVG) in ("path", "rect", "circle", "text"):
            around = [element]
            while around[-1] in parents:
                around.append(parents[around[-1]])
            fill, stroke = (
                next((one.get(name) for one in around if one.get(name)), None)
                for name in ("fill", "stroke")
            )
            assert fill in light
            assert stroke in light | {None}
            assert fill != "none" or stroke not in ("none", None)


def test_no_rule_takes_a_colour_away_that_another_gives() -> None:
    """A program that reads no custom properties would keep what the first one says."""
    plain = re.findall(r"^(\S[^{]*)\{[^}]*fill:none", PICTURE_STYLE, re.MULTILINE)
    coloured = re.findall(r"^(\S[^{]*)\{[^}]*fill:var", PICTURE_STYLE, re.MULTILINE)
    bare = {one.split(".")[-1].split()[-1] for rule in plain for one in rule.split(",")}
    assert not bare & {one.split(".")[-1] for rule in coloured for one in rule.split(",")}


# Boards that draw themselves.


class Squares(Board):
    """Four by four squares without links, which draw themselves."""

    def __init__(self) -> None:
        places = [(f"{letter}{row}", x, row) for x, letter in enumerate("abcd") for row in range(4)]
        super().__init__([Space(id, id, (), x, y) for id, x, y in places], ())
        self.art = self

    def drawing(self, picture: Picture) -> Drawing:
        spots = {id: (20 + 40 * space.x, 20 + 40 * space.y) for id, space in self.spaces.items()}
        ground = '<g class="ground"><path class="land" d="M0 0h160v160h-160z"/></g>'
        return Drawing(160, 160, ground, {}, spots).with_counters(picture, (36, 36))


def test_a_board_of_another_kind_draws_itself_and_counters_are_laid_on_it() -> None:
    stack = [Counter(str(n), "b1", ("AV 3",), "khaki") for n in range(2)]
    picture = Picture("map", "Squares", Squares(), (*stack, Counter("enemy", "d3", ("x",), "red")))
    drawn = drawing(picture)
    assert [placed.at for placed in drawn.counters.values()] == ["b1", "b1", "d3"]
    assert all(inside(box, drawn) for box in counters(drawn).values())
    assert re.findall(r'class="number".*?>(\d+)</text>', drawn.svg) == ["2"]
    [way] = drawn.route("b1", "d3")
    assert (way.start, way.end) == (60 + 60j, 140 + 140j)
    assert "Squares" in document(picture)
    with pytest.raises(KeyError):
        drawing(Picture("map", "", Squares(), (Counter("1", "e9", ()),)))
