"""The drawing of an island, held against pictures in `tests/golden`; run this file to write them anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from longroad.core.given import Island
from longroad.core.island import ISLAND_SITE_COUNT
from longroad.core.material import TERRAIN_COUNTS, TOKENS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import DESERT, SEAT_NAMES
from longroad.picture import SEAT_LETTERS, draw, site_name
from tests.rules.table import Table

GOLDENS = Path(__file__).parent / "golden"


def beginner() -> State:
    return State.new(Ruleset.preset("beginner"))


def busy() -> State:
    """Settlements, cities, roads of every slant, and the robber on a hex with a number of two digits."""
    table = Table.set_up()
    table.settle(0, 0, 20)
    table.build_city(1, 2, 41)
    table.settle(2, 53)
    table.build_city(3, 35)
    table.pave(0, 20, 15, 10, 14, 9)
    table.pave(1, 2, 5, 1)
    table.pave(3, 35, 40, 44)
    table.put("robber", 0)
    return table


def extension() -> State:
    """A given island: terrain kind by kind, the tokens in the order of their letters."""
    terrain = tuple(kind for kind, count in enumerate(TERRAIN_COUNTS[1]) for _ in range(count))
    tokens = tuple(0 if kind == DESERT else TOKENS[1][place] for place, kind in enumerate(terrain))
    ruleset = Ruleset.preset("extension", terrain="given", tokens="given", harbors="fixed", first_player="given")
    return State.new(ruleset, 0, Island("extension", terrain, tokens, robber=29))


PICTURES = {
    "beginner.txt": (beginner, False),
    "beginner.ansi": (beginner, True),
    "busy.txt": (busy, False),
    "extension.txt": (extension, False),
}


@pytest.mark.parametrize("name", PICTURES)
def test_island_is_drawn_as_in_the_golden_picture(name: str) -> None:
    make, color = PICTURES[name]
    assert draw(make(), color) == (GOLDENS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("make", [beginner, busy, extension])
def test_drawing_fits_80_columns_of_plain_characters(make: object) -> None:
    assert callable(make)
    text = draw(make(), color=False)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80


def test_colour_adds_escape_sequences_and_nothing_else() -> None:
    state = busy()
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", draw(state))
    assert [line.rstrip() for line in stripped.splitlines()] == draw(state, color=False).splitlines()


def test_a_view_is_drawn_like_the_state() -> None:
    state = busy()
    assert draw(state.view(2)) == draw(state)


def test_every_seat_has_a_letter_of_its_own() -> None:
    assert len(set(SEAT_LETTERS)) == len(SEAT_NAMES) == 6


@pytest.mark.parametrize("island", [0, 1])
def test_every_intersection_has_a_name_of_its_own(island: int) -> None:
    names = {site_name(site, island) for site in range(ISLAND_SITE_COUNT[island])}
    assert len(names) == ISLAND_SITE_COUNT[island]
    assert {re.sub("[A-P]", "", name) for name in names} == {str(n) for n in range(1, 12 + 2 * island)}


def write_goldens() -> None:
    for name, (make, color) in PICTURES.items():
        (GOLDENS / name).write_text(draw(make(), color), encoding="utf-8")


if __name__ == "__main__":
    write_goldens()
