"""A game in Catanatron that is given every outcome, read and corrected in our numbers."""

from __future__ import annotations

from typing import Any, Final

from catanatron.game import Game
from catanatron.models.actions import generate_playable_actions
from catanatron.models.enums import CITY, ROAD, SETTLEMENT
from catanatron.models.player import Player
from catanatron.state import State as TheirState
from catanatron.state import apply_action

from longroad.core.island.given import Island
from longroad.core.layout import NOBODY
from tests.oracle.moves import COLORS, Outcome, read_move, write_move
from tests.oracle.places import CARDS, HEX_OF, NODE_OF, OUR_ORDER, PATH_OF, RESOURCES, SITE_OF, their_map
from tests.oracle.position import AWARD_POINTS, Position, as_set

LEFT: Final = ("ROADS_AVAILABLE", "SETTLEMENTS_AVAILABLE", "CITIES_AVAILABLE")


class Twin:
    """Catanatron's game beside ours. Its seats are ours, and nothing in it is left to its own generator."""

    def __init__(self, island: Island, players: int, victory_points: int = 10) -> None:
        seated = [Player(color) for color in COLORS[:players]]
        state = TheirState(seated, their_map(island))
        # It shuffles the seats at the start: undo that.
        state.players, state.colors = seated, COLORS[:players]
        state.color_to_index = {color: seat for seat, color in enumerate(state.colors)}
        self.state: Any = state
        self.seats = range(players)
        self.game: Any = Game([], initialize=False)
        self.game.state, self.game.vps_to_win = state, victory_points
        self.refresh()

    # --- reading ---

    @property
    def board(self) -> Any:
        """Their board."""
        return self.state.board

    def entry(self, seat: int, name: str) -> Any:
        """Read an entry about a seat."""
        return self.state.player_state[f"P{seat}_{name}"]

    def position(self) -> Position:
        """Read the whole position."""
        built = [self.state.buildings_by_color[color] for color in self.state.colors]
        return Position(
            turn=self.state.current_turn_index,
            robber=HEX_OF[self.board.robber_coordinate],
            bank=tuple(self.state.resource_freqdeck[i] for i in OUR_ORDER),
            hands=tuple(tuple(self.entry(seat, f"{name}_IN_HAND") for name in RESOURCES) for seat in self.seats),
            cards=tuple(tuple(self.entry(seat, f"{name}_IN_HAND") for name in CARDS) for seat in self.seats),
            stack=tuple(self.state.development_listdeck.count(name) for name in CARDS),
            knights=tuple(self.entry(seat, "PLAYED_KNIGHT") for seat in self.seats),
            roads=tuple(as_set(PATH_OF[edge] for edge in pieces[ROAD]) for pieces in built),
            settlements=tuple(as_set(SITE_OF[node] for node in pieces[SETTLEMENT]) for pieces in built),
            cities=tuple(as_set(SITE_OF[node] for node in pieces[CITY]) for pieces in built),
            left=tuple(tuple(self.entry(seat, name) for name in LEFT) for seat in self.seats),
            road_lengths=tuple(self.board.road_lengths.get(color, 0) for color in self.state.colors),
            longest=self._holder("HAS_ROAD"),
            largest=self._holder("HAS_ARMY"),
            points=tuple(self.entry(seat, "VICTORY_POINTS") for seat in self.seats),
            all_points=tuple(self.entry(seat, "ACTUAL_VICTORY_POINTS") for seat in self.seats),
        )

    def _holder(self, name: str) -> int:
        holders = [seat for seat in self.seats if self.entry(seat, name)]
        assert len(holders) <= 1, f"{name} of seats {holders}"
        return holders[0] if holders else NOBODY

    def check_board(self, position: Position) -> None:
        """See that their board has the pieces that the players' lists have."""
        for kind, sets in ((SETTLEMENT, position.settlements), (CITY, position.cities)):
            for seat in self.seats:
                nodes = [n for n, building in self.board.buildings.items() if building == (COLORS[seat], kind)]
                assert as_set(SITE_OF[node] for node in nodes) == sets[seat], f"{kind} of seat {seat} on the board"
        for seat in self.seats:
            edges = [edge for edge, color in self.board.roads.items() if color == COLORS[seat]]
            assert as_set(PATH_OF[edge] for edge in edges) == position.roads[seat], f"roads of seat {seat} on the board"
        holder = self.board.road_color
        if not self.state.is_initial_build_phase:
            assert position.longest == (NOBODY if holder is None else COLORS.index(holder)), "the longest road's holder"

    def legal(self) -> tuple[int, frozenset[int]]:
        """Read whose decision it is, and the moves offered."""
        actions = self.state.playable_actions
        seat = self.state.current_player_index
        assert all(action.color == COLORS[seat] for action in actions)
        return seat, frozenset(map(read_move, actions))

    def road_places(self, seat: int) -> int:
        """Read where a seat could build roads, if it could pay."""
        return as_set(PATH_OF[edge] for edge in self.board.buildable_edges(COLORS[seat]))

    def settlement_places(self, seat: int) -> int:
        """Read where a seat could settle, if it could pay."""
        return as_set(SITE_OF[node] for node in self.board.buildable_node_ids(COLORS[seat]))

    def networks(self, seat: int) -> list[frozenset[int]]:
        """Read which sites their board takes to be connected by a seat's roads."""
        return [
            frozenset(SITE_OF[node] for node in network) for network in self.board.connected_components[COLORS[seat]]
        ]

    @property
    def road_order(self) -> list[int]:
        """The seats in the order in which their board holds road lengths."""
        return [COLORS.index(color) for color in self.board.road_lengths]

    @property
    def winner(self) -> int:
        """Who has won, as they see it."""
        color = self.game.winning_color()
        return NOBODY if color is None else COLORS.index(color)

    # --- playing and correcting ---

    def apply(self, seat: int, move: int, outcome: Outcome = None) -> None:
        """Play a move, offered or not, with the outcome it has."""
        apply_action(self.state, write_move(seat, move, outcome))

    def refresh(self) -> None:
        """List again what is legal, after a correction."""
        self.state.playable_actions = generate_playable_actions(self.state)

    def put(self, seat: int, name: str, value: Any) -> None:
        """Write an entry about a seat."""
        self.state.player_state[f"P{seat}_{name}"] = value

    def put_resources(self, right: Position) -> None:
        """Correct the hands and the bank."""
        for i, count in zip(OUR_ORDER, right.bank, strict=True):
            self.state.resource_freqdeck[i] = count
        for seat in self.seats:
            for name, count in zip(RESOURCES, right.hands[seat], strict=True):
                self.put(seat, f"{name}_IN_HAND", count)
        self.refresh()

    def put_longest_road(self, right: Position) -> None:
        """Correct road lengths, the holder of the longest road, and the points that follow."""
        for seat in self.seats:
            had, has = self.entry(seat, "HAS_ROAD"), right.longest == seat
            for name in ("VICTORY_POINTS", "ACTUAL_VICTORY_POINTS"):
                self.put(seat, name, self.entry(seat, name) + AWARD_POINTS * (int(has) - int(had)))
            self.put(seat, "HAS_ROAD", has)
            self.put(seat, "LONGEST_ROAD_LENGTH", right.road_lengths[seat])
            if COLORS[seat] in self.board.road_lengths or right.road_lengths[seat]:
                self.board.road_lengths[COLORS[seat]] = right.road_lengths[seat]
        self.board.road_color = None if right.longest == NOBODY else COLORS[right.longest]
        # While the card is set aside it goes to whoever has more than those who tie.
        self.board.road_length = max(right.road_lengths)

    def put_networks(self, seat: int, networks: list[frozenset[int]]) -> None:
        """Correct which sites are connected by a seat's roads."""
        self.board.connected_components[COLORS[seat]] = [{NODE_OF[site] for site in network} for network in networks]
        self.refresh()

    def put_free_roads(self, count: int) -> None:
        """Correct how many free roads of a card are still to be placed."""
        self.state.is_road_building = count > 0
        self.state.free_roads_available = count
        self.refresh()

    @property
    def free_roads(self) -> int:
        """The free roads still to be placed."""
        return int(self.state.free_roads_available) if self.state.is_road_building else 0
