"""The specification of a match, and everything that follows from it alone, such as the number of each game.

A deal is an island with its dice. Every deal is played with all rotations of the entrants around the table, and by all
tables of a pool with more entrants than seats, so that the luck of the deal and of the seat cancels out.
"""

from __future__ import annotations

import contextlib
import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

from longroad.bots.levels import FROZEN, LEVELS, bot_maker
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.state import checked_seed
from longroad.notation.rulesets import write_ruleset
from longroad.version import __version__

MOST_TURNS: Final = 1000  # after which a game ends unless its ruleset says otherwise, so that every game ends
MOST_ENTRANTS: Final = 12
_PACKAGE: Final = Path(__file__).parents[1]
# What no game depends on: what runs games, and what only draws or narrates them. Everything else counts as decisive.
_IDLE: Final = frozenset(
    (
        "__main__.py",
        "__pycache__",
        "arena",
        "bench",
        "cli",
        "draw",
        "narration",
        "server",
        "terminal",
    )
)
_DECISIVE: Final = ("arena/chance.py", "arena/game.py", "arena/luck.py", "arena/match_spec.py", "arena/result.py")


class InvalidMatch(ValueError):
    """A match that cannot be played; the message quotes what is wrong with it."""


class Table(NamedTuple):
    """Who sits where in a game, and which deal is played."""

    deal: int
    seats: tuple[int, ...]  # by seat: the number of the entrant


@dataclass(frozen=True)
class MatchSpec:
    """The entrants, the ruleset, and the seed from which everything follows. Raises `InvalidMatch`.

    >>> spec = MatchSpec(("novice", "random", "random"), Ruleset(players=3), seed=1)
    >>> [spec.table(number) for number in (0, 1, 3)]
    [Table(deal=0, seats=(0, 1, 2)), Table(deal=0, seats=(1, 2, 0)), Table(deal=1, seats=(0, 1, 2))]
    """

    entrants: tuple[str, ...]
    ruleset: Ruleset
    seed: int = 0
    has_luck: bool = False  # whether the luck of every seat is measured
    code: str = ""  # a digest of the code that plays; this installation's if left out

    def __post_init__(self) -> None:
        players = self.ruleset.players
        if not players <= len(self.entrants) <= MOST_ENTRANTS:
            few = f"{len(self.entrants)} entrants ({', '.join(self.entrants)}) for {players} seats"
            raise InvalidMatch(f"{few}: expected {players} to {MOST_ENTRANTS}")
        for entrant in dict.fromkeys(self.entrants):
            try:
                bot_maker(entrant)
            except ValueError as error:
                raise InvalidMatch(str(error)) from error
        checked_seed(self.seed)
        if not self.ruleset.limit:
            object.__setattr__(self, "ruleset", self.ruleset.but(limit=MOST_TURNS))
        object.__setattr__(self, "code", self.code or code_digest(self.entrants))

    @property
    def games_a_deal(self) -> int:
        """The number of games in a deal."""
        return comb(len(self.entrants), self.ruleset.players) * self.ruleset.players

    def games_of(self, group: Sequence[int]) -> int:
        """Count the games of a deal in which an entrant of a group plays.

        >>> MatchSpec(("novice", "random", "random"), Ruleset(players=2)).games_of([1])
        4
        """
        players, others = self.ruleset.players, len(self.entrants) - len(set(group))
        return players * (comb(len(self.entrants), players) - comb(others, players))

    def table(self, number: int) -> Table:
        """Return who sits where in a game, and which deal is played."""
        deal, place = divmod(number, self.games_a_deal)
        group, turned = divmod(place, self.ruleset.players)
        seats = _groups(len(self.entrants), self.ruleset.players)[group]
        return Table(deal, seats[turned:] + seats[:turned])

    def deal_seed(self, deal: int) -> int:
        """Return the seed of a deal's island and dice."""
        return self._derived("deal", deal)

    def bot_seed(self, deal: int, entrant: int) -> int:
        """Return the seed of an entrant in a deal, in any seat."""
        return self._derived("bot", deal, entrant)

    def _derived(self, *what: str | int) -> int:
        text = " ".join(map(str, (self.seed, *what)))
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big") & MOST_SEED

    def names(self) -> dict[str, tuple[int, ...]]:
        """Return the numbers of the entrants by their specification; equal specifications play alike.

        >>> MatchSpec(("novice", "random", "random"), Ruleset(players=3)).names()
        {'novice': (0,), 'random': (1, 2)}
        """
        return {name: tuple(i for i, e in enumerate(self.entrants) if e == name) for name in Counter(self.entrants)}

    def to_json(self) -> dict[str, object]:
        """Return the specification as a JSON object."""
        return {
            "entrants": list(self.entrants),
            "ruleset": write_ruleset(self.ruleset),
            "seed": self.seed,
            "luck": self.has_luck,
            "code": self.code,
        }

    @property
    def fingerprint(self) -> str:
        """A name for the match; another match has another one."""
        return sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:20]


@cache
def _groups(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return all groups of entrants that fill the seats."""
    return tuple(combinations(range(entrants), seats))


@cache
def code_digest(entrants: tuple[str, ...]) -> str:
    """Return a digest of all code that games of these entrants depend on."""
    digest = sha256(__version__.encode())
    own = ((path.relative_to(_PACKAGE).as_posix(), path) for path in decisive_files())
    theirs = ((path.name, path) for entrant in entrants for path in _files_of(entrant))
    for name, path in (*own, *theirs):
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def decisive_files() -> Iterator[Path]:
    """Yield the files of this package on which a game depends, in an order that stays the same."""
    parts = (path for path in _PACKAGE.iterdir() if path.name not in _IDLE)
    for part in sorted((*parts, *(_PACKAGE / name for name in _DECISIVE))):
        inside = sorted(part.rglob("*")) if part.is_dir() else [part]
        yield from (file for file in inside if file.is_file() and "__pycache__" not in file.parts)


def _files_of(entrant: str) -> Iterator[Path]:
    """Yield the files of an entrant that is not ours: its module, or the files that its command names."""
    name, _, rest = entrant.partition(":")
    if "." in name:
        spec = find_spec(name.rpartition(".")[0])
        yield from [Path(spec.origin)] if spec and spec.has_location and spec.origin else []
    elif name not in LEVELS | FROZEN:
        with contextlib.suppress(ValueError):  # not a command line: starting it will say so
            yield from (path for path in map(Path, shlex.split(rest)) if path.is_file())
