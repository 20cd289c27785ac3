"""The title and description of a picture, for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from longroad.core.layout import SEATS
from longroad.core.ruleset import CHOICES
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES, TERRAIN_NAMES
from longroad.draw.board import Board
from longroad.draw.pieces import seat_name
from longroad.draw.terrain import UNLAID


def title_of(board: Board) -> str:
    """Return the title of a picture."""
    island = f"the {CHOICES['island'][board.island]} island"
    return f"A game on {island}" if board.roads or board.settlements or board.cities else island.capitalize()


def description_of(board: Board) -> str:
    """Return everything that a picture shows."""
    return " ".join(_sentences(board))


def _sentences(board: Board) -> Iterator[str]:
    if board.terrain[0] != UNLAID:
        hexes = (
            f"{place} {TERRAIN_NAMES[terrain]}" + (f" {token}" if token else "")
            for place, (terrain, token) in enumerate(zip(board.terrain, board.tokens, strict=True))
        )
        yield f"Hexes, each with its terrain and number: {', '.join(hexes)}."
    if board.harbors:
        yield f"Harbors, each with its path: {', '.join(f'{path} {_rate(kind)}' for path, kind in board.harbors)}."
    if board.robber is not None:
        yield f"The robber is on hex {board.robber}."
    for seat in range(SEATS):
        holdings = [
            f"{word} {', '.join(map(str, places))}"
            for word, pieces in (("cities", board.cities), ("settlements", board.settlements), ("roads", board.roads))
            if (places := _places(pieces, seat))
        ]
        if holdings:
            yield f"{seat_name(seat, board.is_neutral(seat))}: {'; '.join(holdings)}."


def _rate(kind: int) -> str:
    return "3:1" if kind == GENERIC_HARBOR else f"2:1 {HARBOR_NAMES[kind]}"


def _places(pieces: Mapping[int, int], seat: int) -> list[int]:
    return sorted(place for place, owner in pieces.items() if owner == seat)
