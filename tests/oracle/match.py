"""One game in both engines: the same moves and outcomes, compared at every ply, corrected where theirs is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from longroad.core import actions as a
from longroad.core.island.given import Island
from longroad.core.layout import CHANCE, NOBODY, WORD_BITS
from longroad.core.rules.network import road_places, settlement_places
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from longroad.core.words import CARD_NAMES
from tests.oracle import deviations as d
from tests.oracle import judge
from tests.oracle.deviations import Deviation, Unexplained
from tests.oracle.moves import Outcome, name_move, robber_move
from tests.oracle.places import RESOURCES
from tests.oracle.position import Position, members, position_of
from tests.oracle.twin import Twin

# Chooses among the outcomes of chance, given with their weights.
Chance = Callable[[State, list[tuple[int, int]]], int]

GIVEN: dict[str, Any] = {
    "terrain": "given",
    "tokens": "given",
    "harbors": "given",
    "first_player": "given",
    "domestic_trade": False,
    "steal": "must",
}


class Match:
    """The two engines at one table. `found` counts the deviations met, `counts` what was compared."""

    def __init__(self, state: State, twin: Twin, chance: Chance) -> None:
        self.state = state
        self.twin = twin
        self.chance = chance
        self.island = state.island
        self.plies: list[int] = []
        self.found: Counter[Deviation] = Counter()
        self.counts: Counter[str] = Counter()
        self.position = position_of(state)
        self._early_winner = NOBODY
        self._bought: Counter[int] = Counter()  # development cards of this turn

    @classmethod
    def begin(cls, island: Island, players: int, chance: Chance) -> Match:
        """Begin a game on an island."""
        state = State.new(Ruleset(players=players, **GIVEN), island=island)
        match = cls(state, Twin(island, players), chance)
        match.compare()
        return match

    def note(self, deviation: Deviation) -> None:
        """Count a deviation."""
        self.found[deviation] += 1

    # --- what is legal ---

    @property
    def seat(self) -> int:
        """The seat that decides; of several that discard the lowest."""
        return self.state.to_act[0]

    def moves(self) -> list[int]:
        """Compare what is legal, and list what we allow. A discard is listed as such, without its cards."""
        seat = self.seat
        ours = frozenset(self._our_moves(seat))
        their_seat, theirs = self.twin.legal()
        if seat != their_seat:
            raise Unexplained(f"we ask seat {seat}, Catanatron asks seat {their_seat}")
        self._check_cards(seat, ours)
        reasons = {d.explain_offered(self.state, seat, move) for move in theirs - ours}
        reasons |= {d.explain_refused(self.state, seat, move) for move in ours - theirs}
        if a.DISCARD in ours:
            reasons.add(d.DISCARD)
        for deviation in reasons:
            self.note(deviation)
        self.counts["lists of legal actions"] += 1
        self.counts["legal actions"] += len(ours)
        return sorted(ours)

    def _check_cards(self, seat: int, ours: frozenset[int]) -> None:
        """See that we offer no card bought on this turn (TRN-5); they do, so that they could not tell."""
        for card in {d.CARD_OF[a.action_kind(move)] for move in ours if a.action_kind(move) in d.CARD_OF}:
            if self.position.cards[seat][card] <= self._bought[card]:
                raise Unexplained(f"we let seat {seat} play a card just bought ({CARD_NAMES[card]})")

    def _our_moves(self, seat: int) -> list[int]:
        if self.state.phase == "robber moves":
            return [move for action in self.state.legal(seat) for move in self._robber_moves(seat, action)]
        if self.state.phase == "discarding":
            return [a.DISCARD]
        return self.state.legal(seat)

    def _robber_moves(self, seat: int, action: int) -> list[int]:
        """List the robber's moves to one hex with its victims, by trying."""
        trial, hex_ = self.state.copy(), a.action_number(action)
        trial.apply(seat, action)
        if trial.phase == "victim choice":
            return [robber_move(hex_, a.action_number(choice)) for choice in trial.legal(seat)]
        return [robber_move(hex_, trial["victim"] if trial.phase == "theft" else a.ROB_NOBODY)]

    # --- playing ---

    def play(self, move: int) -> None:
        """Play a move of the seat that decides in both engines, and compare what came of it."""
        seat, kind = self.seat, a.action_kind(move)
        self.counts[a.KIND_NAMES[kind]] += 1
        before, roads = self.position, self.position.roads[seat]
        if kind == a.BUILD_SETTLEMENT and judge.cut_seat(before, seat, a.action_number(move)) != NOBODY:
            self.counts["roads cut"] += 1
        known = d.roads_of(self.twin) if kind in (a.BUILD_ROAD, a.BUILD_SETTLEMENT, a.PLAY_ROADS) else None
        if kind == a.STOP_ROADS:
            self._push(seat, move)
            self.twin.put_free_roads(0)
            outcome: Outcome = None
        elif kind == a.DISCARD:
            raise ValueError("discards are played with `discard`")
        else:
            outcome = self._play_ours(seat, move)
            self.twin.apply(seat, move, outcome)
        if kind == a.PLAY_ROADS:
            move = self._follow_single_road(seat, move, roads)
        self.compare(lambda ours, theirs: self._explain(before, ours, theirs, known, seat, move, outcome))
        if isinstance(outcome, tuple):
            d.judge_roll(before, self.position, self.island, sum(outcome))
        if known is not None:
            d.judge_road(before, self.position)
            self._compare_places(before, known, seat, move)
        self._correct_free_roads()

    def discard(self, choices: dict[int, tuple[int, ...]]) -> None:
        """Make all who must discard, each the cards given here, in the order given here; Catanatron's go by seat."""
        owing = self.state.to_act
        for seat, cards in choices.items():
            self.counts["discard"] += 1
            self._push(seat, a.bundle(a.DISCARD, cards))
        for seat in owing:
            their_seat, theirs = self.twin.legal()
            if (their_seat, theirs) != (seat, frozenset({a.DISCARD})):
                raise Unexplained(f"seat {seat} discards, but Catanatron asks seat {their_seat} for something")
            self.twin.apply(seat, a.DISCARD, choices[seat])
        self.compare()

    def _push(self, seat: int, action: int) -> None:
        self.state.apply(seat, action)
        self.plies.append(a.ply(seat, action))

    def _push_chance(self) -> int:
        action = self.chance(self.state, self.state.outcomes())
        self._push(CHANCE, action)
        return action

    def _play_ours(self, seat: int, move: int) -> Outcome:
        """Play a move on our side, and return what it turned over."""
        kind, number, victim = a.action_kind(move), a.action_number(move), a.action_first(move)
        if kind == a.MOVE_ROBBER:
            self._push(seat, a.action(a.MOVE_ROBBER, number))
            if self.state.phase == "victim choice":
                self._push(seat, a.action(a.ROB, victim))
            return None if victim == a.ROB_NOBODY else a.action_number(self._push_chance())
        self._push(seat, move)
        if kind == a.ROLL:
            rolled = self._push_chance()
            self._count_shortage(a.action_number(rolled))
            return a.action_first(rolled), a.action_second(rolled)
        if kind == a.BUY_CARD:
            card = a.action_number(self._push_chance())
            self._bought[card] += 1
            return card
        if kind == a.END_TURN:
            self._bought.clear()
        return None

    def _count_shortage(self, total: int) -> None:
        claimed = judge.claims(self.position, self.island, total)
        if any(
            sum(column) > stock for column, stock in zip(zip(*claimed, strict=True), self.position.bank, strict=True)
        ):
            self.counts["shortages"] += 1

    def _follow_single_road(self, seat: int, move: int, roads: int) -> int:
        """Make them build the first free road, which we built at once as the only one; return it as the move."""
        built = members(position_of(self.state).roads[seat] & ~roads)
        if not built:
            return move
        (path,) = built
        move = a.action(a.BUILD_ROAD, path)
        self.twin.apply(seat, move)
        return move

    def _correct_free_roads(self) -> None:
        """They take a second free road away from a hand that could not pay for it."""
        left = self.state["free_roads"]
        if left != self.twin.free_roads and not self.state.is_over:
            hand = dict(zip(RESOURCES, self.position.hands[self.seat], strict=True))
            if left != 1 or self.twin.free_roads or (hand["BRICK"] and hand["WOOD"]):
                raise Unexplained(f"{left} free roads are left, in Catanatron {self.twin.free_roads}")
            self.note(d.PAID_ROADS)
            self.twin.put_free_roads(left)

    # --- comparing ---

    def compare(self, explain: Callable[[Position, Position], list[Deviation]] | None = None) -> None:
        """Compare the positions; what differs must be explained, and is then corrected on their side."""
        ours, theirs = position_of(self.state), self.twin.position()
        if ours != theirs:
            if explain is None:
                raise Unexplained(f"the positions differ: {ours.differences(theirs)}")
            for deviation in explain(ours, theirs):
                self.note(deviation)
            theirs = self.twin.position()
            if ours != theirs:
                raise Unexplained(f"the positions differ after correction: {ours.differences(theirs)}")
        self.twin.check_board(theirs)
        if ours.longest != self.position.longest:
            self.counts["changes of the longest road"] += 1
        if ours.largest != self.position.largest:
            self.counts["changes of the largest army"] += 1
        self.position = ours
        self.counts["positions"] += 1
        self._compare_winner()

    def _explain(
        self,
        before: Position,
        ours: Position,
        theirs: Position,
        known: d.TheirRoads | None,
        seat: int,
        move: int,
        outcome: Outcome,
    ) -> list[Deviation]:
        if a.action_kind(move) == a.ROLL and isinstance(outcome, tuple):
            found = d.explain_roll(before, ours, theirs, self.island, sum(outcome))
            self.twin.put_resources(ours)
            return found
        if known is not None and set(ours.differences(theirs)) <= {"road_lengths", "longest", "points", "all_points"}:
            found = d.explain_road(before, ours, theirs, known, self.twin, seat, move)
            self.twin.put_longest_road(ours)
            return found
        raise Unexplained(f"the positions differ after '{name_move(move)}': {ours.differences(theirs)}")

    def _compare_places(self, before: Position, known: d.TheirRoads, seat: int, move: int) -> None:
        """Compare where every seat could build, whether or not it can pay."""
        for other in self.twin.seats:
            roads, sites = self._places(other)
            missing = roads & ~self.twin.road_places(other), sites & ~self.twin.settlement_places(other)
            extra = self.twin.road_places(other) & ~roads, self.twin.settlement_places(other) & ~sites
            if any(extra):
                raise Unexplained(f"Catanatron lets seat {other} build at {[members(places) for places in extra]}")
            if any(missing):
                if d.explain_places(before, self.position, known, self.twin, seat, move, missing) != other:
                    raise Unexplained(f"places of seat {other} are missing: {[members(p) for p in missing]}")
                self.note(d.NETWORK)
                self.twin.put_networks(other, judge.networks(self.position, other))
        self.counts["sets of places"] += len(self.twin.seats)

    def _places(self, seat: int) -> tuple[int, int]:
        m = self.state.m
        return (
            road_places(m, seat, 0) | road_places(m, seat, 1) << WORD_BITS,
            settlement_places(m, seat, 0) | settlement_places(m, seat, 1) << WORD_BITS,
        )

    def _compare_winner(self) -> None:
        """Compare who has won; they also let those win whose turn it is not (WIN-3)."""
        ours, theirs, points = self.state["winner"], self.twin.winner, self.position.all_points
        if ours == theirs:
            self._early_winner = NOBODY
            return
        enough = self.state["victory_points"]
        is_out_of_turn = theirs not in (NOBODY, self.state["turn"]) and points[theirs] >= enough
        is_right = ours == (self.state["turn"] if points[self.state["turn"]] >= enough else NOBODY)
        if not (is_out_of_turn and is_right):
            raise Unexplained(f"the winner is {ours}, in Catanatron {theirs}, with points {points}")
        if theirs != self._early_winner:
            self.note(d.EARLY_WIN)
        self._early_winner = theirs
