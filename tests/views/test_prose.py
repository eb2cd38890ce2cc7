"""Short sentences become longer ones, and the meaning stays."""

from __future__ import annotations

import pytest

from sandtable_tools.views.prose import join_sentences


@pytest.mark.parametrize(
    ("sentences", "prose"),
    [
        (["Auda comes.", "The force moves to Jefer."], ["Auda comes, and the force moves to Jefer."]),
        (["The force operates.", "The force moves."], ["The force operates and moves."]),
        (["A goes.", "B goes.", "C goes.", "D goes."], ["A goes, B goes, and C goes.", "D goes."]),
        (["T1/A is reduced.", "G1/B is reduced."], ["T1/A and G1/B are reduced."]),
        (["One is lost.", "One is lost."], ["One x2 are lost."]),
        (["They fire (3 left).", "They fire (2 left)."], ["They fire (3 left, then 2 left)."]),
        (["A, B and C go.", "D goes."], ["A, B and C go.", "D goes."]),
        (["Gold bids 18.", "Sold to Gold for 18."], ["Gold bids 18.", "Sold to Gold for 18."]),
        (["Gold bids 0.", "Nobody gets the lot."], ["Gold bids 0, and nobody gets the lot."]),
        (["Is it so?", "It is."], ["Is it so?", "It is."]),
        (["Battle: they fight.", "They win."], ["Battle: they fight.", "They win."]),
        (["“The note”", "They win."], ["“The note”", "They win."]),
        ([f"{'L' * 90} goes.", "D goes."], [f"{'L' * 90} goes.", "D goes."]),
        (
            [
                "The patrol moves to Jalo.",
                "They are seen at Jalo.",
                "The patrol moves from Jalo to Siwa.",
            ],
            ["The patrol moves to Jalo, where it is seen, and on to Siwa."],
        ),
        (
            ["The patrol moves from Barca to Msus, Jalo and Siwa.", "They are seen at Siwa."],
            ["The patrol moves from Barca to Msus, Jalo and Siwa, where it is seen."],
        ),
        (
            ["A and B move to Jalo.", "They are seen at Jalo."],
            ["A and B move to Jalo.", "They are seen at Jalo."],
        ),
        (
            ["The patrol moves to Jalo.", "They are seen at Siwa."],
            ["The patrol moves to Jalo, and they are seen at Siwa."],
        ),
        (
            ["The Ottoman 16th Division moves.", "The Ottoman 24th Division moves."],
            ["The Ottoman 16th Division moves, and the Ottoman 24th Division moves."],
        ),
        ([], []),
        (
            ["The Arabs fire at OEF 4.", "The Arabs lose Billi.", "The Arabs fire at OEF 3 and OEF 4."],
            ["The Arabs fire at OEF 4, lose Billi and fire at OEF 3 and OEF 4."],
        ),
        (
            ["The Arabs fire at OEF 4.", "The Arabs fire at 3 more.", "The Arabs lose Billi."],
            ["The Arabs fire at OEF 4 and at 3 more.", "The Arabs lose Billi."],
        ),
    ],
)
def test_short_sentences_are_joined(sentences: list[str], prose: list[str]) -> None:
    assert list(join_sentences(sentences)) == prose
