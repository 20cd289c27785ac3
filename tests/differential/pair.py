"""A table with Catanatron's twin beside it, on which a test sets the same position up in both engines."""

from __future__ import annotations

import itertools
from typing import Any

from catanatron.models.enums import ActionPrompt
from catanatron.state_functions import build_city, build_road, build_settlement, mantain_longest_road

from longroad.core import actions as a
from longroad.core.state import State
from longroad.core.words import CARD_NAMES, RESOURCE_NAMES
from tests.oracle.match import Match
from tests.oracle.moves import COLORS
from tests.oracle.places import CARDS, EDGE_OF, NODE_OF, OUR_ORDER, RESOURCES
from tests.oracle.position import Position
from tests.oracle.twin import Twin
from tests.rules.table import COSTS, Table, path_between


class Pair(Match):
    """A match that begins with seat 0 on turn and an empty board. `theirs` is their position uncorrected."""

    def __init__(self, players: int = 3, *, rolled: bool = True, **options: Any) -> None:
        self.table = Table.set_up(players=players, rolled=rolled, domestic_trade=False, **options)
        super().__init__(self.table, Twin(self.table.island, players), self._scripted)
        self.script: list[int] = []
        self.theirs: Position | None = None
        state = self.twin.state
        state.is_initial_build_phase, state.current_prompt = False, ActionPrompt.PLAY_TURN
        self.twin.put(0, "HAS_ROLLED", rolled)
        self.twin.refresh()

    def _scripted(self, state: State, outcomes: list[tuple[int, int]]) -> int:
        """Make chance do what the script says next."""
        number = self.script.pop(0)
        action = next(action for action, _ in outcomes if a.action_number(action) == number)
        if a.action_kind(action) != a.DICE_ROLLED:
            return action
        first = max(1, number - 6)
        return a.action(a.DICE_ROLLED, number, first, number - first)

    def _explain(self, *args: Any) -> Any:
        self.theirs = args[2]
        return super()._explain(*args)

    # --- setting up, in both engines by their own means ---

    def settle(self, seat: int, *sites: int) -> None:
        """Place settlements."""
        self.table.settle(seat, *sites)
        for site in sites:
            self.twin.board.build_settlement(COLORS[seat], NODE_OF[site], True)
            build_settlement(self.twin.state, COLORS[seat], NODE_OF[site], True)

    def build_city(self, seat: int, *sites: int) -> None:
        """Place cities."""
        self.table.build_city(seat, *sites)
        for site in sites:
            self.twin.board.build_settlement(COLORS[seat], NODE_OF[site], True)
            build_settlement(self.twin.state, COLORS[seat], NODE_OF[site], True)
            self.twin.board.build_city(COLORS[seat], NODE_OF[site])
            build_city(self.twin.state, COLORS[seat], NODE_OF[site])
            for resource, count in (("WHEAT", 2), ("ORE", 3)):  # it has made the seat pay
                self.twin.put(seat, f"{resource}_IN_HAND", self.twin.entry(seat, f"{resource}_IN_HAND") + count)

    def pave(self, seat: int, *sites: int) -> None:
        """Place roads along a walk from site to site."""
        self.table.pave(seat, *sites)
        for one, other in itertools.pairwise(sites):
            edge = EDGE_OF[path_between(one, other)]
            lengths = self.twin.board.build_road(COLORS[seat], edge)
            build_road(self.twin.state, COLORS[seat], edge, True)
            mantain_longest_road(self.twin.state, *lengths)

    def deal(self, seat: int, **cards: int) -> None:
        """Give resource cards from the bank."""
        self.table.deal(seat, **cards)
        for name, count in cards.items():
            resource = RESOURCES[RESOURCE_NAMES.index(name)]
            self.twin.put(seat, f"{resource}_IN_HAND", self.twin.entry(seat, f"{resource}_IN_HAND") + count)
            self.twin.state.resource_freqdeck[self._at(resource)] -= count

    def fund(self, seat: int, *things: str) -> None:
        """Give the cards that things cost."""
        for thing in things:
            self.deal(seat, **COSTS[thing])

    def hold(self, seat: int, name: str, *, fresh: bool = False) -> None:
        """Give a development card from the stack."""
        self.table.hold(seat, name, fresh=fresh)
        card = CARDS[CARD_NAMES.index(name)]
        self.twin.state.development_listdeck.remove(card)
        self.twin.put(seat, f"{card}_IN_HAND", self.twin.entry(seat, f"{card}_IN_HAND") + 1)

    def ready(self) -> None:
        """See that both engines have the same position, and go on from there."""
        self.twin.refresh()
        self.compare()
        self.counts.clear()

    # --- asking and playing ---

    def offered(self, kind: int) -> tuple[set[int], set[int]]:
        """Return the numbers of the moves of a kind that we allow, and of those that they offer."""
        theirs = self.twin.legal()[1]
        return set(self.table.listed(self.seat, kind)), {a.action_number(m) for m in theirs if a.action_kind(m) == kind}

    def do(self, kind: int, number: int = 0, *script: int) -> None:
        """Play a move; chance does what the script says."""
        self.script = list(script)
        self.play(a.action(kind, number))
        assert not self.script

    @staticmethod
    def _at(resource: str) -> int:
        return OUR_ORDER[RESOURCES.index(resource)]
