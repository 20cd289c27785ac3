"""The drawing of an island, held against pictures in `tests/draw/golden`; run this file to rewrite them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from longroad.core.island.given import Island
from longroad.core.island.material import TERRAIN_COUNTS, TOKENS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import DESERT, SEAT_NAMES
from longroad.draw.text import LIT, LOW, SEAT_LETTERS, TALL, Places, Shape, draw, size_of
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


PICTURES: dict[str, Callable[[], str]] = {
    "beginner.txt": lambda: draw(beginner(), False),
    "beginner.ansi": lambda: draw(beginner()),
    "busy.txt": lambda: draw(busy(), False),
    "low.txt": lambda: draw(busy(), False, shape=LOW),
    "numbers.txt": lambda: draw(busy(), False, numbers=Places.every(0)),
    "extension.txt": lambda: draw(extension(), False),
    "extension-numbers.txt": lambda: draw(extension(), False, numbers=Places.every(1)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_island_is_drawn_as_in_the_golden_picture(name: str) -> None:
    assert PICTURES[name]() == (GOLDENS / name).read_text(encoding="utf-8")


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


@pytest.mark.parametrize("shape", [TALL, LOW])
@pytest.mark.parametrize("island", [0, 1])
def test_size_of_a_drawing_is_known_before(island: int, shape: Shape) -> None:
    lines = draw(extension() if island else busy(), color=False, shape=shape).splitlines()
    columns, rows = size_of(island, shape)
    assert len(lines) == rows
    assert max(map(len, lines)) <= columns <= 80


def test_a_low_drawing_leaves_room_in_a_terminal_of_24_lines() -> None:
    assert size_of(0, LOW)[1] <= 20


@pytest.mark.parametrize("make", [busy, extension])
def test_every_number_of_a_place_can_be_read(make: Callable[[], State]) -> None:
    """Hexes carry #9, built intersections (B17), and what stays free of signs and letters are tokens and places."""
    state = make()
    places = Places.every(state["island"])
    text = draw(state, color=False, numbers=places)
    assert set(map(int, re.findall(r"#(\d+)", text))) == places.hexes
    tokens = [token for token in state["token"] if token]
    rates = [int(digit) for rate in re.findall(r"(\d):(1)", text) for digit in rate]
    found = Counter(map(int, re.findall(r"(?<![#\d])\d+", text)))
    assert found == Counter([*places.sites, *places.paths, *tokens, *rates])


@pytest.mark.parametrize("shape", [TALL, LOW])
def test_places_where_something_can_be_done_stand_out(shape: Shape) -> None:
    table = Table.set_up()
    table.settle(0, 31)
    table.deal(0, brick=1, lumber=1, grain=2, ore=3)
    lit = Places.of(table.legal(0))
    assert (sorted(lit.sites), sorted(lit.paths)) == ([31], [37, 46, 47])
    text = draw(table, lit=lit, shape=shape)
    mark = f"\x1b[0;1;38;5;{LIT.ink};48;5;{LIT.ground}m"
    assert sorted(re.findall(re.escape(mark) + "([^\x1b]+)", text)) == ["(B31)47", "37", "46"]


def test_robber_covers_neither_terrain_nor_token() -> None:
    table = busy()
    for shape, word in ((TALL, "robber"), (LOW, "rob")):
        text = draw(table, color=False, shape=shape)
        assert text.count(word) == 1
        assert sum(int(n) for n in re.findall(r"(?<![\d:])\d+(?!\d*:)", text)) == sum(table["token"])


def write_goldens() -> None:
    for name, make in PICTURES.items():
        (GOLDENS / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    write_goldens()
