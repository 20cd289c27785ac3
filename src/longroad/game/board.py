"""The board: the island and the pieces on it, with its drawings."""

from __future__ import annotations

from fractions import Fraction
from typing import Unpack

from longroad.core import layout
from longroad.core.island.given import Island
from longroad.core.rules.chance import next_roll_weights
from longroad.core.ruleset import Ruleset
from longroad.core.state import Seen
from longroad.core.words import DESERT, RESOURCE_NAMES
from longroad.draw import Options, png, svg
from longroad.draw.text import draw as draw_text
from longroad.game import holdings
from longroad.game.holdings import Piece, Supply
from longroad.game.places import (
    Hex,
    Path,
    Site,
    checked,
    find_hex,
    find_path,
    find_site,
    hexes_named,
    path_joining,
    sites_between,
)
from longroad.notation.positions.position import write_position


class Board:
    """An island and the pieces on it. Hexes, intersections ('sites') and paths have the numbers of docs/notation.md."""

    @property
    def seen(self) -> Seen:
        """The core's state or view. Read it, never write to it.

        >>> from longroad import Game
        >>> Game("beginner").seen["robber"]
        9
        """
        raise NotImplementedError

    @property
    def ruleset(self) -> Ruleset:
        """The options that the game is played by.

        >>> from longroad import Game
        >>> Game("duel").ruleset.duel
        True
        """
        return self.seen.ruleset

    @property
    def island(self) -> Island:
        """The island, with the hex where the robber stands now.

        >>> from longroad import Game
        >>> Game("beginner").island.tokens[:3]
        (10, 2, 9)
        """
        return self.seen.island

    @property
    def players(self) -> int:
        """How many play.

        >>> from longroad import Game
        >>> Game("extension").players
        6
        """
        return self.seen.s[layout.PLAYERS]

    def hex(self, number: int) -> Hex:
        """Return a hex: its terrain, its token, and what is around it. Raises `ValueError` if it does not exist.

        >>> from longroad import Game
        >>> place = Game("beginner").hex(0)
        >>> place.terrain, place.token, place.sites, place.neighbors
        ('mountains', 10, (0, 4, 8, 12, 7, 3), (1, 4, 3))
        """
        return find_hex(self.seen, number)

    def site(self, number: int) -> Site:
        """Return an intersection: what it touches, and its harbor. Raises `ValueError` if it does not exist.

        >>> from longroad import Game
        >>> Game("beginner").site(0)
        Site(number=0, hexes=(0,), paths=(0, 1), neighbors=(3, 4), harbor='generic')
        """
        return find_site(self.seen, number)

    def path(self, number: int) -> Path:
        """Return a path: the intersections that it joins. Raises `ValueError` if it does not exist.

        >>> from longroad import Game
        >>> Game("beginner").path(33).sites
        (21, 27)
        """
        return find_path(self.seen, number)

    def find_hexes(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the hexes with a terrain, a token or both. Raises `ValueError` for any other name.

        >>> from longroad import Game
        >>> game = Game("beginner")
        >>> game.find_hexes("forest 8"), game.find_hexes("8"), game.find_hexes("desert")
        ((12,), (11, 12), (9,))
        """
        return hexes_named(self.seen, name)

    def find_sites(self, *hexes: int | str, harbor: str | None = None) -> tuple[int, ...]:
        """Return the numbers of the intersections that touch all these hexes, named or numbered, and have this harbor.

        A harbor is a resource (2:1) or 'generic' (3:1). Raises `ValueError` for a hex or harbor that does not exist.

        >>> from longroad import Game
        >>> game = Game("beginner")
        >>> game.find_sites("forest 8", "mountains 3", "forest 11")
        (34,)
        >>> game.find_sites(harbor="grain")
        (1, 5)
        """
        return sites_between(self.seen, hexes, harbor)

    def find_path(self, one: int, other: int) -> int:
        """Return the number of the path between two intersections. Raises `ValueError` if they are not neighbors.

        >>> from longroad import Game
        >>> Game("beginner").find_path(27, 21)
        33
        """
        return path_joining(self.seen, one, other)

    @property
    def robber(self) -> int:
        """The hex where the robber stands.

        >>> from longroad import Game
        >>> game = Game("beginner")
        >>> game.hex(game.robber).terrain
        'desert'
        """
        return self.seen.s[layout.ROBBER]

    def piece(self, site: int) -> Piece | None:
        """Return what stands at an intersection.

        >>> from longroad import Game
        >>> game = Game("beginner")
        >>> game.piece(game.settlements(2)[0])
        Piece(kind='settlement', seat=2)
        """
        return holdings.piece_at(self.seen, self.site(site).number)

    def road(self, path: int) -> int | None:
        """Return the seat whose road lies on a path; None if there is no road.

        >>> from longroad import Game
        >>> game = Game("beginner")
        >>> game.road(game.roads(3)[0]), game.road(0) is None
        (3, True)
        """
        number = self.path(path).number
        return next((seat for seat in range(layout.SEATS) if number in holdings.roads_of(self.seen, seat)), None)

    def settlements(self, seat: int) -> tuple[int, ...]:
        """Return the intersections of a seat's settlements.

        >>> from longroad import Game
        >>> len(Game("beginner").settlements(0))
        2
        """
        return holdings.sites_of(self.seen, self._owner(seat), is_city=False)

    def cities(self, seat: int) -> tuple[int, ...]:
        """Return the intersections of a seat's cities.

        >>> from longroad import Game
        >>> Game("beginner").cities(0)
        ()
        """
        return holdings.sites_of(self.seen, self._owner(seat), is_city=True)

    def roads(self, seat: int) -> tuple[int, ...]:
        """Return the paths of a seat's roads.

        >>> from longroad import Game
        >>> len(Game("beginner").roads(0))
        2
        """
        return holdings.roads_of(self.seen, self._owner(seat))

    def supply(self, seat: int) -> Supply:
        """Count the pieces that a seat has not built: roads, settlements and cities.

        >>> from longroad import Game
        >>> Game("beginner").supply(0)
        Supply(roads=13, settlements=3, cities=4)
        """
        return holdings.supply_of(self.seen, self._owner(seat))

    def production_odds(self, site: int) -> dict[str, Fraction]:
        """Return how likely an intersection yields each resource at a turn's next roll; the robber's hex yields none.

        >>> from longroad import Game
        >>> game = Game("beginner")
        >>> [(name, str(odds)) for name, odds in game.production_odds(19).items()]
        [('brick', '1/12'), ('lumber', '1/18'), ('wool', '1/12')]
        """
        weights, odds = next_roll_weights(self.seen.s), dict.fromkeys(RESOURCE_NAMES, Fraction(0))
        for number in self.site(site).hexes:
            terrain, token = self.seen.s[layout.TERRAIN + number], self.seen.s[layout.TOKEN + number]
            if terrain < DESERT and number != self.robber:
                odds[RESOURCE_NAMES[terrain]] += Fraction(weights[token - 2], sum(weights))
        return {name: chance for name, chance in odds.items() if chance}

    # --- writing and drawing ------------------------------------------------------------------------------------------

    @property
    def position(self) -> str:
        """The position in one line (docs/notation.md).

        >>> from longroad import Game
        >>> game = Game("beginner")
        >>> Game.from_position(game.position).position == game.position
        True
        """
        return write_position(self.seen)

    def svg(self, **options: Unpack[Options]) -> str:
        """Draw the board as SVG; the options are those of `longroad.draw.svg`.

        >>> from longroad import Game
        >>> Game().svg(theme="dark").startswith("<svg")
        True
        """
        return svg(self.seen, **options)

    def png(self, **options: Unpack[Options]) -> bytes:
        """Draw the board as PNG; the options are those of `longroad.draw.png`.

        >>> from longroad import Game
        >>> Game().png(size=100)[1:4]
        b'PNG'
        """
        return png(self.seen, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return draw_text(self.seen, color=False)

    def _seat(self, seat: int) -> int:
        return checked("seat", seat, self.players)

    def _owner(self, seat: int) -> int:
        """Check a seat that can own pieces: a player's, or a neutral player's in a duel."""
        return checked("seat", seat, 4 if self.seen.s[layout.DUEL] else self.players)
