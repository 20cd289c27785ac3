"""The decisions of the benchmark: what kind each is, which actions are compared, and the file that holds them all.

A decision is a ply of a recorded game at which the game waits for a seat that has a real choice. All its actions were
rolled out (`scripts/decisions.py`); the file has the chance to win after each of them, how much worse it is than the
best one, and the standard error of that.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from math import ceil
from typing import Any, Final

from longroad.core import actions as a
from longroad.core import phases as p
from longroad.core.actions import action_kind, bundle, ply_action, ply_is_absent, ply_seat
from longroad.core.history import History
from longroad.core.layout import HAND, OFFERED_TO, OFFERS, PHASE, RESOURCES
from longroad.core.state import Seen
from longroad.notation.records.record import Record

KINDS: Final = ("founding", "robber", "build", "card", "trade", "discard")
PARTS: Final = ("tuning", "held-out")
FILE: Final = "decisions.jsonl.xz"
FORMAT: Final = 1
UNIT: Final = 10_000  # the file's numbers are hundredths of a point, so this is certain
QUICK: Final = 9  # one game in so many is used for a quick measurement; the tables take turns in fives

CARDS: Final = frozenset((a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY, a.PLAY_MONOPOLY))
DEALS: Final = frozenset((a.CLOSE_DEAL, a.TAKE_PROPOSAL))
BUILDS: Final = frozenset((a.BUILD_ROAD, a.BUILD_SETTLEMENT, a.BUILD_CITY, a.BUY_CARD))
BY_PHASE: Final = {
    p.FOUND_SETTLEMENT: "founding",
    p.FOUND_ROAD: "founding",
    p.BEFORE_ROLL: "card",
    p.DISCARDING: "discard",
    p.FORCED_GIVE: "discard",
    p.ROBBER_MOVES: "robber",
    p.VICTIM_CHOICE: "robber",
    p.FREE_ROAD: "build",
    p.NEUTRAL_BUILD: "build",
    p.SPECIAL_BUILDING: "build",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action of a decision, and what its rollouts say, in shares of a victory."""

    action: str
    chance: float  # to win, for the seat that decides
    loss: float  # how much worse it is than the best
    error: float  # the standard error of the difference to the best


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a recorded game."""

    ply: int  # the number of plies before it
    seat: int
    kind: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class DecisionGame:
    """A recorded game with some of its decisions, in the order of their plies."""

    name: str
    table: str
    part: str
    record: str
    decisions: tuple[Decision, ...]

    def histories(self) -> Iterator[tuple[Decision, History]]:
        """Replay the game; yield each decision with the game as it was then, to which plies can be added."""
        record = Record.parse(self.record)
        history, codes = History(record.start), iter(record.codes)
        for decision in self.decisions:
            while len(history.plies) < decision.ply:
                code = next(codes)
                history.push(ply_seat(code), ply_action(code), ply_is_absent(code))
            yield decision, history.copy()


# --- the file ---------------------------------------------------------------------------------------------------------


def decision_games(part: str | None = None, quick: bool = False) -> list[DecisionGame]:
    """Read the games of a part, by default of both; for a quick measurement only some of them."""
    head, *lines = lzma.decompress(files("longroad.bench").joinpath(FILE).read_bytes()).decode().splitlines()
    assert json.loads(head)["format"] == FORMAT
    games = [read_game(line) for line in lines]
    chosen = [game for game in games if part in (None, game.part)]
    return chosen[::QUICK] if quick else chosen


def read_game(line: str) -> DecisionGame:
    """Read a line of the file."""
    fields = json.loads(line)
    decisions = tuple(_decision(one) for one in fields.pop("decisions"))
    return DecisionGame(**fields, decisions=decisions)


def write_game(game: DecisionGame) -> str:
    """Write a line of the file."""
    fields = {name: getattr(game, name) for name in ("name", "table", "part", "record")}
    return json.dumps({**fields, "decisions": [_fields(one) for one in game.decisions]}, separators=(",", ":"))


def _decision(fields: dict[str, Any]) -> Decision:
    numbers = ([number / UNIT for number in fields[name]] for name in ("chances", "losses", "errors"))
    candidates = tuple(Candidate(*one) for one in zip(fields["actions"], *numbers, strict=True))
    return Decision(fields["ply"], fields["seat"], fields["kind"], candidates)


def _fields(decision: Decision) -> dict[str, Any]:
    candidates = decision.candidates
    return {
        "ply": decision.ply,
        "seat": decision.seat,
        "kind": decision.kind,
        "actions": [candidate.action for candidate in candidates],
        "chances": [round(UNIT * candidate.chance) for candidate in candidates],
        "losses": [round(UNIT * candidate.loss) for candidate in candidates],
        "errors": [ceil(round(UNIT * candidate.error, 3)) for candidate in candidates],
    }


# --- what is a decision -----------------------------------------------------------------------------------------------


def kind_of(seen: Seen, seat: int) -> str:
    """Return the kind of decision that a seat, for which the game waits, has to make.

    >>> from longroad import Game
    >>> kind_of(Game("base", players=4, seed=7).view(0).seen, 0)
    'founding'
    """
    phase = seen.s[PHASE]
    if phase in BY_PHASE:
        return BY_PHASE[phase]
    kinds = {action_kind(action) for action in seen.legal(seat)}
    if a.REFUSE in kinds or kinds & DEALS:
        return "trade"
    return "card" if kinds & CARDS else "build" if kinds & BUILDS else "trade"


def candidates_of(seen: Seen, seat: int) -> list[int]:
    """Return the actions that are compared: all that are possible, and for a trade small offers too.

    Counter-offers and proposals are not compared, nor are offers while there is something to build or a card to play.
    """
    legal = seen.legal(seat)
    if a.REFUSE in legal:
        return [action for action in (a.ACCEPT, a.REFUSE) if action in legal]
    for form in seen.forms(seat):
        if form.kind in (a.DISCARD, a.GIVE_CARDS):
            return list(form.bundles())
    return [*legal, *(offers_of(seen, seat) if kind_of(seen, seat) == "trade" else ())]


def offers_of(seen: Seen, seat: int) -> Iterator[int]:
    """Yield the offers to everybody of one or two cards of a kind for one card; none after an earlier offer."""
    form = next((form for form in seen.forms(seat) if form.kind == a.OFFER_TRADE), None)
    if form is None or seen.s[OFFERS] or seen.s[OFFERED_TO]:
        return
    hand = seen.s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]
    for counts in DEAL_COUNTS:
        if all(count <= held for count, held in zip(counts, hand, strict=True)):
            offer = bundle(a.OFFER_TRADE, counts, form.to)
            if form.fits(offer):
                yield offer


def _deal_counts() -> Iterator[tuple[int, ...]]:
    """Yield what the maker gives of each resource, negative what it takes."""
    for count, given, taken in product((1, 2), range(RESOURCES), range(RESOURCES)):
        if given != taken:
            yield tuple(count * (kind == given) - (kind == taken) for kind in range(RESOURCES))


DEAL_COUNTS: Final = tuple(_deal_counts())
