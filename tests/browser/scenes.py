"""The scenes of the action tests: each starts from a position, and together they show every kind of action.

A step is an action of the first seat, or of another one with its number in front, as in a record: `1: accept`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from longroad import Game
from tests.browser import positions

BUILT: Final = {"extension": ("road 40", "settle 28", "city 29")}  # on the other presets' land: 41, 29, 39


class Scene(NamedTuple):
    """A position, scripted outcomes of chance, and the steps."""

    begin: str
    steps: tuple[str, ...]
    script: tuple[str, ...] = ()


TRADE: Final = (
    *("bank 4 ore for 1 brick", "offer 1 wool for 1 brick to 1", "1: refuse"),
    *("offer 2 wool for 1 brick to 1", "1: accept", "deal 1"),
    *("offer 1 grain for 1 ore to 1", "1: counter 1 ore for 2 grain", "take 1"),
    *("1: propose 1 grain for 1 lumber", "1: withdraw", "1: propose 2 grain for 1 lumber", "take 1"),
    *("offer 1 lumber for 1 wool to 1", "withdraw"),
)
DISCARD: Final = "discard 2 brick 2 lumber 2 wool 2 grain 2 ore"


def scenes(preset: str) -> list[Scene]:
    """Return the scenes of a preset."""
    road, settlement, city = BUILT.get(preset, ("road 41", "settle 29", "city 39"))
    main = positions.main(preset)
    passes = ("1: end",) if preset == "extension" else ()
    played = [
        Scene(main, (*TRADE, road, settlement, "buy", "end", *passes), ("0 drew point",)),
        Scene(main, (city, "monopoly brick")),
        Scene(main, ("roadbuilding", road, "stop")),
        Scene(main, ("plenty 1 wool 1 ore",)),
        Scene(positions.before_roll(preset), ("knight", quiet_hex(preset), "roll", DISCARD), ("rolled 3+4",)),
    ]
    if preset not in ("duel", "one_on_one"):
        played.append(Scene(positions.robber(preset), (busy_hex(preset), "rob 1"), ("0 stole brick from 1",)))
    if preset == "classic":
        played.append(Scene(positions.robber(preset), (busy_hex(preset), "rob nobody")))
    if preset == "duel":
        begin = positions.main(preset, f",{positions.RICH},k1").replace("robber:9", "robber:4")  # not in the desert
        script = ("0 took brick from 1", "0 took ore from 1")
        played.append(Scene(begin, ("force", "give 2 wool", "retire", "calm"), script))
    return played


def busy_hex(preset: str) -> str:
    """Return a hex beside two other players, one of them in the second seat."""
    return next(move for move, choices in _robber_moves(preset) if {"rob 1", "rob 3"} <= set(choices))


def quiet_hex(preset: str) -> str:
    """Return a hex beside no other player."""
    return next(move for move, choices in _robber_moves(preset) if {"end", "roll"} & set(choices))


def _robber_moves(preset: str) -> Iterator[tuple[str, list[str]]]:
    """Yield hexes for the robber, each with what can be done next."""
    for move in Game.from_position(positions.robber(preset)).legal_actions(0):
        game = Game.from_position(positions.robber(preset), chance="given")
        game.push(move)
        yield str(move), [] if game.is_chance else [str(choice) for choice in game.legal_actions(0)]
