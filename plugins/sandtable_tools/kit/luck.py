"""Whether a game asks for any other luck than that of its table."""

from __future__ import annotations

import random  # noqa: TID251 (to see that nobody else uses it)
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sandtable import Dice


@contextmanager
def watched(dice: Dice) -> Iterator[list[str]]:
    """A list that fills with all luck that is asked for meanwhile and not from these dice."""
    others: list[str] = []
    outside = random.getstate()
    keep, bits = Dice._keep, random.Random.getrandbits

    def kept(self: Dice, *roll: Any) -> int:
        if self is not dice:
            others.append("dice of its own")
        return keep(self, *roll)

    def asked(self: random.Random, k: int) -> int:
        others.append("random")
        return bits(self, k)

    with patch.object(Dice, "_keep", kept), patch.object(random.Random, "getrandbits", asked):
        yield others
    if random.getstate() != outside:
        others.append("random")
