"""What a seat, or the public, may know of a game: the position, and the log that led there."""

from __future__ import annotations

from collections.abc import Sequence

from longroad.core import layout
from longroad.core.state import View as CoreView
from longroad.core.view import PUBLIC
from longroad.game.table import Table
from longroad.notation.plies import Plies


class View(Table):
    """What a seat, or the public, may know of a game at one moment. It cannot be changed.

    >>> from longroad import Game
    >>> view = Game("beginner").view(1)
    >>> view.viewer, view.hand(1).total, view.hand(0), view.hand_size(0)
    (1, 3, None, 3)
    """

    def __init__(self, seen: CoreView, log: Sequence[int] = ()) -> None:
        self._seen = seen
        self._log = tuple(log)  # redacted: a view holds nothing that its viewer may not know

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
