"""What a seat, or the public, may know of a game: the position, and the log that led there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from longroad.core import layout
from longroad.core.island.given import Island
from longroad.core.ruleset import Ruleset
from longroad.core.state import View as CoreView
from longroad.core.view import PUBLIC
from longroad.game.facts import Facts
from longroad.game.holdings import Cards, Piece
from longroad.game.table import Table
from longroad.notation.actions import Ply
from longroad.notation.plies import Plies
from longroad.notation.resources import Resources

_NO_CARDS: Final = Resources()
_NO_DEVELOPMENT: Final = Cards()
_NOTHING_BUILT: Final[Mapping[int, Piece]] = MappingProxyType({})
_NO_ROADS: Final[Mapping[int, int]] = MappingProxyType({})
_NO_FIELDS: Final[Mapping[str, str]] = MappingProxyType({})
_NOTHING_KNOWN: Final[Mapping[int, Resources]] = MappingProxyType({})


class View(Table):
    """What a seat, or the public, may know of a game at one moment. It cannot be changed.

    >>> from longroad import Game
    >>> view = Game("beginner").view(1)
    >>> view.viewer, view.hand(1).total, view.hand(0), view.hand_size(0)
    (1, 3, None, 3)
    """

    def __init__(
        self,
        seen: CoreView,
        log: Sequence[int] = (),
        *,
        at_least: Mapping[int, Resources] = _NOTHING_KNOWN,
        is_bank_counted: bool = True,
    ) -> None:
        self._seen = seen
        self._log = tuple(log)  # redacted: a view holds nothing that its viewer may not know
        self._at_least = dict(at_least)
        self._is_bank_counted = is_bank_counted

    @classmethod
    def from_facts(
        cls,
        seat: int,
        *,
        island: Island | str,
        robber: int,
        hands: Sequence[Resources | int],
        turn: int,
        ruleset: str | Ruleset = "base",
        buildings: Mapping[int, Piece] = _NOTHING_BUILT,
        roads: Mapping[int, int] = _NO_ROADS,
        turn_number: int | None = None,
        phase: str = "main",
        rolled: tuple[int, ...] = (),
        cards: Sequence[Cards | int] = (),
        fresh_cards: Cards = _NO_DEVELOPMENT,
        knights: Sequence[int] = (),
        at_least: Mapping[int, Resources] = _NOTHING_KNOWN,
        bank: Resources | None = None,
        bank_adds_up: bool = True,
        stack_size: int | None = None,
        longest_road: int | None = None,
        largest_army: int | None = None,
        fields: Mapping[str, str] = _NO_FIELDS,
        log: Iterable[str | Ply] = (),
    ) -> View:
        """Return the view of a seat at any table, from plain facts; bots and `analyse` take it as any other view.

        `hands` and `cards` go by seat: the own ones in full, others' as their number. Cards that others are known to
        hold are in `at_least`, or are a whole hand. A `bank` of None is unknown; one that does not add up with the
        hands (`bank_adds_up=False`), of the printed cards at most, says nothing about them; an unlimited one
        (`ruleset="base,bank:unlimited"`) can be left out. The stack holds `stack_size` cards, or all that are nowhere
        else. Without `turn_number`, seat 0 began. `fields` has all else, as in a `Setup`. The `log` is one from the
        beginning, in notation; a discard of unknown kinds is `2: discard ?4`.

        Raises `InvalidSetup` with everything that is wrong, `InvalidRuleset`, `InvalidIsland` and `InvalidNotation`.

        >>> from longroad import Piece
        >>> land = "o10w2l9.g12b6w4b10.g9l11dl3o8.l8o3g4w5.b5g6w11,frame"
        >>> facts = dict(island=land, robber=9, turn=0, rolled=(8,), roads={9: 0, 35: 1, 51: 2})
        >>> sites = {10: Piece("city", 0), 29: Piece("settlement", 1), 40: Piece("settlement", 2)}
        >>> View.from_facts(0, buildings=sites, hands=[Resources(grain=2, ore=3), 4, 7], **facts)
        <View: seat 0's, turn 1, main>
        """
        facts = Facts(
            seat,
            ruleset,
            island,
            robber,
            hands,
            buildings,
            roads,
            turn,
            turn_number,
            phase,
            rolled,
            cards,
            fresh_cards,
            knights,
            at_least,
            bank,
            bank_adds_up,
            stack_size,
            longest_road,
            largest_army,
            fields,
            log,
        )
        seen, codes = facts.read()
        return cls(seen, codes, at_least=facts.known, is_bank_counted=facts.is_bank_counted)

    @property
    def seen(self) -> CoreView:
        """The core's view.

        >>> from longroad import Game
        >>> Game("beginner").view(1).seen["hand_size"][:2]
        [3, 3]
        """
        return self._seen

    @property
    def viewer(self) -> int | None:
        """The seat whose view it is; None for the public.

        >>> from longroad import Game
        >>> Game().view().viewer is None
        True
        """
        return None if self._seen.viewer == PUBLIC else self._seen.viewer

    @property
    def plies(self) -> Plies:
        """The log so far, with `?` for the cards that the viewer may not know; use it for card counting.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> for action in ("roll", "end"):
        ...     game.push(action)
        >>> [str(ply) for ply in game.view(2).plies]
        ['0: roll', '*: rolled 3+3', '0: end']
        """
        return Plies(self._log)

    @property
    def log(self) -> tuple[int, ...]:
        """The same log as the integers of the core's plies.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> len(game.view(2).log)
        2
        """
        return self._log

    def at_least(self, seat: int) -> Resources:
        """Return cards that a seat is known to hold, beside what its log tells; see `from_facts`.

        >>> from longroad import Game
        >>> Game("beginner").view(1).at_least(0)
        Resources()
        """
        return self._at_least.get(self._seat(seat), _NO_CARDS)

    @property
    def is_bank_counted(self) -> bool:
        """Whether bank and hands together hold all cards, so that the bank says what the hands hold.

        >>> from longroad import Game
        >>> Game("beginner").view(1).is_bank_counted
        True
        """
        return self._is_bank_counted

    def _awaited(self, what: str) -> int:
        return super()._awaited(what) if self.viewer is None else self.viewer

    def __repr__(self) -> str:
        whose = "the public's" if self.viewer is None else f"seat {self.viewer}'s"
        return f"<View: {whose}, turn {self.turn_number}, {self.phase}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        size = layout.WORDS_SIZE
        return self._seen.s == other._seen.s and self._seen.m[:size] == other._seen.m[:size]

    __hash__ = None  # type: ignore[assignment]
