"""The pieces on the board as a log tells of them, placed by the rules themselves.

A log does not show what was no choice: a free road with a single place for it, a robber that had one hex to go to. Only
the rules know, so they place the pieces here again, once somebody must know. Neutral players are left out: where there
are any, nothing that depends on them is hidden.
"""

from __future__ import annotations

from typing import Final

from longroad.core.actions import BUILD_CITY, BUILD_ROAD, BUILD_SETTLEMENT
from longroad.core.layout import ROBBER, TURN, WORD_BITS
from longroad.core.rules.awards import count_knight
from longroad.core.rules.network import has_road_place, place_city, place_road, place_settlement, road_places
from longroad.core.rules.robber import robber_hexes
from longroad.core.rules.start import start_game
from longroad.core.state import View as CoreView

FREE_ROADS: Final = 2  # that a card brings


class Pieces:
    """The board at the ply that a log has come to; it is laid out when it is first asked about."""

    def __init__(self, seen: CoreView) -> None:
        self._seen = seen
        self._noted: list[tuple[int, int, int]] = []
        self._s: list[int] = []
        self._m: list[int] = []

    def note(self, kind: int, seat: int, place: int) -> None:
        """Take note of a ply that places a road, a settlement or a city, or plays a knight."""
        if self._s:
            self._place(kind, seat, place)
        else:
            self._noted.append((kind, seat, place))

    def grant_roads(self, seat: int) -> int:
        """Play road building, and tell how many free roads are left to place by choice (DEV-3)."""
        self._lay_out()
        places = road_places(self._m, seat, 0) | road_places(self._m, seat, 1) << WORD_BITS
        if places.bit_count() != 1:
            return FREE_ROADS
        self._place(BUILD_ROAD, seat, places.bit_length() - 1)
        return self.roads_left(seat, FREE_ROADS - 1)

    def roads_left(self, seat: int, free: int) -> int:
        """Tell how many of so many free roads can still be placed."""
        return free if has_road_place(self._s, self._m, seat) else 0

    def only_hex(self, seat: int, robber: int) -> int:
        """Tell where the robber goes if a seat must move it and has no choice; where it stands if there is one."""
        self._lay_out()
        self._s[TURN], self._s[ROBBER] = seat, robber
        hexes = robber_hexes(self._s)
        return hexes.bit_length() - 1 if hexes.bit_count() == 1 else robber

    def _lay_out(self) -> None:
        """Lay the board out as it was before the first ply, and place what was noted."""
        if not self._s:
            self._s, self._m = self._seen.s.copy(), self._seen.m.copy()
            start_game(self._s, self._m)
            for noted in self._noted:
                self._place(*noted)

    def _place(self, kind: int, seat: int, place: int) -> None:
        if kind == BUILD_ROAD:
            place_road(self._s, self._m, seat, place)
        elif kind == BUILD_SETTLEMENT:
            place_settlement(self._s, self._m, seat, place)
        elif kind == BUILD_CITY:
            place_city(self._s, self._m, seat, place)
        else:
            count_knight(self._s, seat)
