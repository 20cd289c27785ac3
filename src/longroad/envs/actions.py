"""The action space: a dense numbering of what a seat can do, of fixed size for each ruleset.

It is generated from the legality words of the core: a listed action is a *slot*, the bit of a word. Bundles are
composed by steps (see `compose`), which have a word of their own. Seats are counted from the one that decides: 1 is the
next one round the table.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from longroad.core import actions as a
from longroad.core.actions import KIND_NAMES, PLENTY_FIRST, PLENTY_SECOND, ROB_NOBODY
from longroad.core.island.topology import ISLAND_HEXES, ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, symmetries
from longroad.core.layout import LEGAL, RESOURCES, WORD_BITS
from longroad.core.legality.slots import (
    BANK_WORD,
    CITY_WORDS,
    DEAL_WORD,
    LISTED_WORDS,
    MONOPOLY_WORD,
    NEUTRAL_WORDS,
    PLENTY_WORD,
    PROPOSAL_WORD,
    ROAD_WORDS,
    ROBBER_WORD,
    SETTLEMENT_WORDS,
    SIMPLE,
    VICTIM_WORD,
)
from longroad.core.ruleset import CHOICES, Ruleset
from longroad.core.words import RESOURCE_NAMES
from longroad.envs.compose import DONE_STEP, GIVE_STEP, LEAVE_OUT_STEP, PASS_STEP, TAKE_STEP

ACTIONS_VERSION: Final = 1  # increased when a number comes to mean another action
BITS: Final = 64  # slots of a word
STEP_WORD: Final = LISTED_WORDS  # the word of the steps
OWED_WORDS: Final = STEP_WORD + 1  # neutral settlements, whose places the core lists in the words of neutral roads
SLOT_WORDS: Final = OWED_WORDS + 4

# What the bank exchanges.
_PAIRS: Final = [(give, take) for give in range(RESOURCES) for take in range(RESOURCES) if give != take]
_TALK: Final = (a.ACCEPT, a.REFUSE, a.WITHDRAW)
_DUEL: Final = (a.FORCE_TRADE, a.CALM_ROBBER, a.RETIRE_KNIGHT)


def whole_action(action: Any) -> int:
    """Return an action as an integer. Raises `ValueError` for anything that is no whole number.

    >>> whole_action(np.int8(9))
    9
    >>> whole_action(9.0)
    Traceback (most recent call last):
    ...
    ValueError: action 9.0: expected a whole number
    """
    try:
        if not isinstance(action, bool):
            return operator.index(action)
    except TypeError:
        pass
    raise ValueError(f"action {action!r:.60}: expected a whole number")


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of the action space: its kind, its slot, its text, and the place that it names, if any."""

    kind: str
    slot: int
    text: str
    places: str = ""  # hexes, sites or paths
    place: int = -1


class ActionSpace:
    """The numbering of one ruleset.

    >>> space = ActionSpace(Ruleset())
    >>> len(space), space.describe(6)
    (277, 'accept')
    >>> len(ActionSpace(Ruleset(domestic_trade=False)))
    258
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.entries = tuple(_entries(ruleset))

    def __len__(self) -> int:
        return len(self.entries)

    def describe(self, index: int) -> str:
        """Return what an action does, in words. Raises `IndexError` for a number that is none.

        >>> ActionSpace(Ruleset()).describe(200)
        'move robber 11'
        """
        if isinstance(index, bool) or not 0 <= index < len(self):
            raise IndexError(f"action {index!r}: expected a whole number from 0 to {len(self) - 1}")
        return self.entries[index].text

    @cached_property
    def slots(self) -> list[int]:
        """The slot of each action."""
        return [entry.slot for entry in self.entries]

    @cached_property
    def indices(self) -> list[int]:
        """The action of each slot, -1 where there is none."""
        indices = [-1] * (BITS * SLOT_WORDS)
        for index, slot in enumerate(self.slots):
            indices[slot] = index
        return indices

    @cached_property
    def symmetries(self) -> NDArray[np.int64]:
        """Where each symmetry of the island takes each action: (symmetry, action), the identity first.

        >>> ActionSpace(Ruleset()).symmetries.shape
        (12, 277)
        """
        at = {(entry.kind, entry.place): index for index, entry in enumerate(self.entries) if entry.places}
        rows = []
        for way in symmetries(CHOICES["island"].index(self.ruleset.island)):
            images = way._asdict()
            rows.append(
                [
                    at[entry.kind, images[entry.places][entry.place]] if entry.places else index
                    for index, entry in enumerate(self.entries)
                ]
            )
        return np.array(rows, np.int64)

    def rows(self) -> list[tuple[str, int, int, str]]:
        """Return the table of the space: kind, first number, how many, and the text of the first."""
        rows: list[tuple[str, int, int, str]] = []
        for index, entry in enumerate(self.entries):
            if rows and rows[-1][0] == entry.kind:
                kind, first, count, text = rows[-1]
                rows[-1] = (kind, first, count + 1, text)
            else:
                rows.append((entry.kind, index, 1, entry.text))
        return rows


def _slot(word: int, bit: int) -> int:
    return BITS * word + bit


def _entries(ruleset: Ruleset) -> Iterator[Entry]:
    """Yield the actions that a ruleset can have, in order."""
    yield from _simple(ruleset)
    yield from _places(ruleset)
    yield from _others("rob", VICTIM_WORD, ruleset)
    if ruleset.steal == "may":
        yield Entry("rob nobody", _slot(VICTIM_WORD - LEGAL, ROB_NOBODY), "rob nobody")
    for give, take in _PAIRS:
        text = f"trade {RESOURCE_NAMES[give]} for {RESOURCE_NAMES[take]} with the bank"
        yield Entry("trade with bank", _slot(BANK_WORD - LEGAL, RESOURCES * give + take), text)
    for pair, (first, second) in enumerate(zip(PLENTY_FIRST, PLENTY_SECOND, strict=True)):
        names = [RESOURCE_NAMES[resource] for resource in (first, second) if resource >= 0]
        yield Entry("play year of plenty", _slot(PLENTY_WORD - LEGAL, pair), f"year of plenty: {' and '.join(names)}")
    for resource, name in enumerate(RESOURCE_NAMES):
        yield Entry("play monopoly", _slot(MONOPOLY_WORD - LEGAL, resource), f"monopoly: {name}")
    if ruleset.duel:
        yield from _neutral()
    yield from _bundles(ruleset)


def _simple(ruleset: Ruleset) -> Iterator[Entry]:
    """Yield the actions without arguments."""
    for kind in range(1, a.BUILD_SETTLEMENT):
        is_absent = (kind in _TALK and not ruleset.domestic_trade) or (kind in _DUEL and not ruleset.duel)
        if not is_absent:
            yield Entry(KIND_NAMES[kind], _slot(SIMPLE - LEGAL, kind), KIND_NAMES[kind])


def _at(kind: str, words: int, places: str, count: int, text: str = "") -> Iterator[Entry]:
    """Yield an action for each place, whose bits lie in two words."""
    for place in range(count):
        slot = _slot(words + place // WORD_BITS, place % WORD_BITS)
        yield Entry(kind, slot, f"{text or kind} {place}", places, place)


def _places(ruleset: Ruleset) -> Iterator[Entry]:
    """Yield what is built, and where the robber goes."""
    island = CHOICES["island"].index(ruleset.island)
    sites, paths = ISLAND_SITE_COUNT[island], ISLAND_PATH_COUNT[island]
    yield from _at("build settlement", SETTLEMENT_WORDS - LEGAL, "sites", sites)
    yield from _at("build city", CITY_WORDS - LEGAL, "sites", sites)
    yield from _at("build road", ROAD_WORDS - LEGAL, "paths", paths)
    yield from _at("move robber", ROBBER_WORD - LEGAL, "hexes", ISLAND_HEXES[island])


def _neutral() -> Iterator[Entry]:
    """Yield what is built for the two neutral players, who play on the base island."""
    for k in range(2):
        kind = f"neutral road {k + 1}"
        yield from _at(kind, NEUTRAL_WORDS - LEGAL + 2 * k, "paths", ISLAND_PATH_COUNT[0], f"{kind}:")
    for k in range(2):
        kind = f"neutral settlement {k + 1}"
        yield from _at(kind, OWED_WORDS + 2 * k, "sites", ISLAND_SITE_COUNT[0], f"{kind}:")


def _others(kind: str, word: int, ruleset: Ruleset) -> Iterator[Entry]:
    """Yield an action for each other seat."""
    for k in range(1, ruleset.players):
        yield Entry(kind, _slot(word - LEGAL, k), f"{kind} seat +{k}")


def _bundles(ruleset: Ruleset) -> Iterator[Entry]:
    """Yield the deals between players, and the steps that compose bundles."""
    for resource, name in enumerate(RESOURCE_NAMES):
        yield Entry("give", _slot(STEP_WORD, GIVE_STEP + resource), f"give one more {name}")
    if not ruleset.domestic_trade:
        return
    for resource, name in enumerate(RESOURCE_NAMES):
        yield Entry("take", _slot(STEP_WORD, TAKE_STEP + resource), f"take one more {name}")
    for k in range(1, ruleset.players if ruleset.players > 2 else 1):
        yield Entry("leave out", _slot(STEP_WORD, LEAVE_OUT_STEP + k), f"leave out seat +{k}")
    yield Entry("done", _slot(STEP_WORD, DONE_STEP), "make the offer")
    yield Entry("pass", _slot(STEP_WORD, PASS_STEP), "propose nothing")
    yield from _others("close deal", DEAL_WORD, ruleset)
    yield from _others("take proposal", PROPOSAL_WORD, ruleset)
