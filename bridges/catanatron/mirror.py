"""A copy of a Catanatron game in our engine, which provides a seat's view of it and the redacted log.

Their log has everything, hidden cards too, and is followed ply by ply. Where their rules differ from ours (see
docs/differential.md) a ply is allowed all the same, and what still differs at a decision is taken from their state. A
bot sees only what the core's redaction leaves.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from bridges.catanatron.moves import Moves, Record, counts_of, read_record
from bridges.catanatron.places import CARDS, RESOURCES, Places
from bridges.catanatron.truth import correct
from longroad.bench.catanatron import log_of
from longroad.core import actions as a
from longroad.core import layout
from longroad.core.actions import action_first, action_kind, action_number, ply
from longroad.core.history import History
from longroad.core.layout import CARD_KINDS, CHANCE
from longroad.core.phases import BEFORE_ROLL, CARD_DRAW, DICE_ROLL, FREE_ROAD, MAIN, ROBBER_MOVES, THEFT, VICTIM_CHOICE
from longroad.core.rules.apply import apply
from longroad.core.rules.cards import card_of, lay_card
from longroad.core.rules.network import has_road_place
from longroad.core.rules.robber import discard_due
from longroad.core.ruleset import RANGES, Ruleset
from longroad.core.state import IllegalAction, State
from longroad.core.words import ROAD_CARD
from longroad.game.view import View

NEVER: Final = 120  # points that nobody reaches: who has won is Catanatron's word


class Mirror:
    """Our state and log of one of their games. `corrections` counts what had to be allowed or corrected."""

    def __init__(self, game: Any) -> None:
        state, map_ = game.state, game.state.board.map
        places = Places.of(map_)
        self.seats: dict[Any, int] = dict(state.color_to_index)
        self.moves = Moves(places, self.seats)
        self.corrections: Counter[str] = Counter()
        self.partial = [[0] * len(RESOURCES) for _ in self.seats]  # by seat: cards discarded one by one, not yet all
        self._places = places
        self._history = History(State.new(_ruleset(game), island=places.island(map_)))
        self._points_to_win = self._history.state.s[layout.VICTORY_POINTS]
        self._history.state.s[layout.VICTORY_POINTS] = NEVER
        self._read = 0  # entries of their log followed so far
        self._last: Any = None

    @property
    def length(self) -> int:
        """The number of plies so far."""
        return len(self._history.plies)

    @property
    def state(self) -> State:
        """Our state of the game, hidden facts and all."""
        return self._history.state

    def is_of(self, game: Any) -> bool:
        """Whether a game continues from where this mirror stands."""
        log = log_of(game.state)
        return (
            dict(game.state.color_to_index) == self.seats
            and len(log) >= self._read
            and (self._read == 0 or log[self._read - 1] is self._last)
        )

    def follow(self, game: Any) -> None:
        """Follow their log to its end, and take from their state what still differs."""
        log = log_of(game.state)
        for entry in log[self._read :]:
            self._take(read_record(entry))
            self._last = entry
        self._read = len(log)
        for part in correct(self.state, game.state, self._places):
            self.corrections[part] += 1

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        seen = self.state.view(seat)
        seen.s[layout.VICTORY_POINTS] = self._points_to_win
        return View(seen, self._history.redacted(seat))

    def view_after(self, seat: int, action: int) -> View:
        """Return what a seat may know after `action`, which is only half of one of their actions."""
        state = self.state.copy()
        state.apply(seat, action)
        seen = state.view(seat)
        seen.s[layout.VICTORY_POINTS] = self._points_to_win
        return View(seen, (*self._history.redacted(seat), ply(seat, action)))

    # --- their log ----------------------------------------------------------------------------------------------------

    def _take(self, record: Record) -> None:
        """Push one entry of their log as plies."""
        seat, type_ = self.seats[record.color], record.type
        if type_ == "OFFER_TRADE":
            self._put(seat, _offer(record.value, seat, len(self.seats)))
            return
        if type_ in ("DISCARD", "DISCARD_RESOURCE"):
            self._discard(seat, record)
            return
        move = self.moves.read(type_, record.value)
        kind = action_kind(move)
        if self.state.s[layout.PHASE] == FREE_ROAD and kind != a.BUILD_ROAD:
            self._push(seat, a.STOP_ROADS)  # their card ends when nothing is left to pay a free road with
        if kind == a.MOVE_ROBBER:
            self._move_robber(seat, action_number(move), action_first(move), record.outcome)
        elif kind in (a.ACCEPT, a.REFUSE, a.WITHDRAW, a.CLOSE_DEAL):
            self._put(seat, move)
        elif not (kind == a.BUILD_ROAD and self._has_road(seat, action_number(move))):
            self._push(seat, move)
            self._resolve(seat, kind, record.outcome)

    def _resolve(self, seat: int, kind: int, outcome: Any) -> None:
        """Push the outcome of chance that their log has."""
        if kind == a.ROLL:
            first, second = outcome
            self._push(CHANCE, a.action(a.DICE_ROLLED, first + second, first, second))
        elif kind == a.BUY_CARD:
            self._push(CHANCE, a.action(a.CARD_DRAWN, CARDS.index(outcome), seat))

    def _has_road(self, seat: int, path: int) -> bool:
        """Whether a seat already has a road: the first free one is built at once if there is only one place for it."""
        word, bit = divmod(path, layout.WORD_BITS)
        return bool(self.state.m[layout.ROADS + 2 * seat + word] >> bit & 1)

    def _discard(self, seat: int, record: Record) -> None:
        """Push a discard once all of its cards are known."""
        names = record.outcome if record.type == "DISCARD" else [record.value]
        counts = [had + more for had, more in zip(self.partial[seat], counts_of(names), strict=True)]
        if record.type == "DISCARD" or sum(counts) >= discard_due(self.state.s, seat):
            self.partial[seat] = [0] * len(RESOURCES)
            self._push(seat, a.bundle(a.DISCARD, counts))
        else:
            self.partial[seat] = counts

    def _move_robber(self, seat: int, hex_: int, victim: int, stolen: str | None) -> None:
        self._push(seat, a.action(a.MOVE_ROBBER, hex_))
        if self.state.s[layout.PHASE] == VICTIM_CHOICE:
            self._push(seat, a.action(a.ROB, victim))
        if stolen is not None:
            self._push(CHANCE, a.action(a.CARD_STOLEN, RESOURCES.index(stolen), seat, victim))

    # --- plies --------------------------------------------------------------------------------------------------------

    def _push(self, seat: int, action: int) -> None:
        """Push a ply; one that our rules forbid is allowed and counted."""
        try:
            self._history.push(seat, action)
        except IllegalAction as error:
            self.corrections[f"let through: {a.KIND_NAMES[action_kind(action)]} [{error.refusal.rule}]"] += 1
            self._permit(seat, action)
            self._put(seat, action)

    def _put(self, seat: int, action: int) -> None:
        """Push a ply without checking it against the rules."""
        s, m = self.state.s, self.state.m
        if action == a.PLAY_ROADS and not has_road_place(s, m, seat):
            lay_card(s, seat, ROAD_CARD)
            s[layout.FREE_ROADS] = 2
            s[layout.PHASE] = FREE_ROAD
        else:
            apply(s, m, seat, action)
        self._history.plies.append(ply(seat, action))

    def _permit(self, seat: int, action: int) -> None:
        """Set what an action requires, so that it has the same effect as in their game."""
        s, kind = self.state.s, action_kind(action)
        if kind in _PHASE_OF:
            s[layout.PHASE] = _PHASE_OF[kind]
        if kind == a.CARD_STOLEN:
            s[layout.VICTIM] = a.action_second(action)
        if seat != CHANCE and kind != a.DISCARD:
            s[layout.TURN] = s[layout.ACTOR] = seat
        if a.PLAY_KNIGHT <= kind <= a.PLAY_ROADS or a.PLAY_PLENTY <= kind <= a.PLAY_MONOPOLY:
            s[layout.FRESH + CARD_KINDS * seat + card_of(kind)] = 0


# The phase that an action requires, if there is only one.
_PHASE_OF: Final = {
    a.ROLL: BEFORE_ROLL,
    a.DICE_ROLLED: DICE_ROLL,
    a.CARD_STOLEN: THEFT,
    a.CARD_DRAWN: CARD_DRAW,
    a.MOVE_ROBBER: ROBBER_MOVES,
    a.END_TURN: MAIN,
}


def _ruleset(game: Any) -> Ruleset:
    """Return the ruleset that is nearest to their rules."""
    least, most = RANGES["victory_points"]
    return Ruleset(
        players=len(game.state.colors),
        terrain="given",
        tokens="given",
        harbors="given",
        first_player="given",
        shortage="nobody",
        steal="must",
        win_on="any_turn",
        domestic_trade=False,
        discard_limit=game.state.discard_limit,
        friendly_robber=getattr(game, "friendly_robber", False),
        victory_points=min(max(game.vps_to_win, least), most),
    )


def _offer(value: Any, seat: int, players: int) -> int:
    """Return one of their offers as an offer to everybody else: they write five counts to give, then five to take."""
    order = [("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE").index(name) for name in RESOURCES]
    counts = [value[i] - value[len(RESOURCES) + i] for i in order]
    return a.bundle(a.OFFER_TRADE, counts, ((1 << players) - 1) & ~(1 << seat))
