"""A position editor: pieces, cards and the turn as plain values, checked when the position is requested."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from longroad.core import layout
from longroad.core.island.given import Island
from longroad.core.island.material import STACK
from longroad.core.layout import NOBODY
from longroad.core.phases import ROLL_FOR_START
from longroad.core.rules.awards import owners
from longroad.core.ruleset import RULES_VERSION, Ruleset
from longroad.core.state import State
from longroad.core.words import KNIGHT_CARD
from longroad.game import holdings
from longroad.game.holdings import Cards, Piece
from longroad.notation.islands import write_harbors, write_land
from longroad.notation.positions.compact import CARD_LETTERS, RESOURCE_LETTERS, write_counts
from longroad.notation.positions.fields import BY_LABEL, PHASE_WORDS
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.positions.problems import Problem, find_problems
from longroad.notation.positions.seats import ITEMS
from longroad.notation.resources import Resources
from longroad.notation.rulesets import write_ruleset

EDITED = ("robber", "bank", "stack", "longest", "largest", "turn", "phase", "rolled")  # fields with an attribute
EDITED_ITEMS = "scrhdfk"  # items of a seat with an attribute
KEPT = ("start", "dice", "chances")  # what `clear` keeps of the other fields
FIRST_PHASE = PHASE_WORDS[ROLL_FOR_START]


class InvalidSetup(ValueError):
    """A setup that is not a valid position. `problems` says why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("impossible position: " + "; ".join(map(str, problems)))
        self.problems = problems


@dataclass(slots=True)
class Setup:
    """A position that can be edited freely: change anything, then call `problems()` or read `position`.

    Nothing is checked while it is changed. `buildings` go by intersection and `roads` by path, so each place has one at
    most; `hands`, `cards`, `fresh_cards` (bought since the seat's own turn began) and `knights` (played) go by seat. A
    `bank` or `stack` of None holds whatever is nowhere else. `phase` is a name of docs/phases.md, such as 'main'. All
    else is in `fields`, as text by the labels of docs/notation.md; an item of a seat goes by its seat and letter, such
    as `fields["0t"] = "4"` for trade cards.

    >>> from longroad import Game, Resources
    >>> setup = Game("beginner", players=3, seed=7).edit()
    >>> setup.hands[0] = Resources(grain=2, ore=3)
    >>> setup.phase, setup.rolled = "main", (8,)
    >>> setup.problems()
    []
    >>> "city 39" in Game.from_position(setup.position).legal_actions()
    True
    >>> setup.roads[0] = 1
    >>> for problem in setup.problems():
    ...     print(problem)
    a road is not joined to any building of its owner (seat 1: 0) [BLD-1]
    """

    ruleset: Ruleset
    island: Island
    robber: int
    turn: int
    turn_number: int
    phase: str
    rolled: tuple[int, ...] = ()
    buildings: dict[int, Piece] = field(default_factory=dict)
    roads: dict[int, int] = field(default_factory=dict)
    hands: list[Resources] = field(default_factory=list)
    cards: list[Cards] = field(default_factory=list)
    fresh_cards: list[Cards] = field(default_factory=list)
    knights: list[int] = field(default_factory=list)
    bank: Resources | None = None
    stack: Cards | None = None
    longest_road: int | None = None
    largest_army: int | None = None
    fields: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Setup:
        """Read a whole position, to change it. Raises `InvalidNotation`.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> Setup.parse(game.position) == game.edit()
        True
        """
        state = read_position(text)
        if not isinstance(state, State):
            raise ValueError("a setup needs a full position: this one hides what its viewer may not know")
        return cls.of(state)

    @classmethod
    def of(cls, state: State) -> Setup:
        """Return the setup of a state of the core.

        >>> from longroad import Game
        >>> Setup.of(Game("beginner").seen).robber
        9
        """
        s, m = state.s, state.m
        seats, players = range(owners(s)), range(s[layout.PLAYERS])
        sites = ((site, holdings.piece_at(state, site)) for site in range(layout.SITES))
        start = s[layout.ROBBER_START]
        setup = cls(
            ruleset=state.ruleset,
            island=replace(state.island, robber=None if start == NOBODY else start),
            robber=s[layout.ROBBER],
            turn=s[layout.TURN],
            turn_number=m[layout.TURNS],
            phase=state.phase,
            rolled=tuple(s[layout.ROLLED : layout.ROLLED + s[layout.ROLLS]]),
            buildings={site: piece for site, piece in sites if piece is not None},
            roads={path: seat for seat in seats for path in holdings.roads_of(state, seat)},
            hands=[Resources(*state["hand"][seat]) for seat in players],
            cards=[Cards(*state["cards"][seat]) for seat in players],
            fresh_cards=[Cards(*state["fresh"][seat]) for seat in players],
            knights=[s[layout.KNIGHTS + seat] for seat in players],
            stack=None if _is_stack_whole(state) else Cards(*state["deck"]),
            longest_road=None if s[layout.LONGEST] == NOBODY else s[layout.LONGEST],
            largest_army=None if s[layout.LARGEST] == NOBODY else s[layout.LARGEST],
        )
        others = {label: entry.write(s, m) for label, entry in BY_LABEL.items() if label not in EDITED}
        items = [item for item in ITEMS if item.letter not in EDITED_ITEMS]
        others |= {f"{seat}{item.letter}": item.write(s, m, seat) for seat in players for item in items}
        setup.fields = {label: text for label, text in others.items() if text}
        return setup

    def clear(self) -> None:
        """Remove all pieces, all cards and everything pending; ruleset, island, robber, turn and phase stay.

        >>> from longroad import Game
        >>> setup = Game("beginner", seed=7).edit()
        >>> setup.clear()
        >>> setup.buildings, setup.hands[0].total
        ({}, 0)
        """
        players = self.ruleset.players
        self.buildings, self.roads, self.rolled = {}, {}, ()
        self.hands, self.knights = [Resources()] * players, [0] * players
        self.cards, self.fresh_cards = [Cards()] * players, [Cards()] * players
        self.bank = self.stack = self.longest_road = self.largest_army = None
        self.fields = {label: text for label, text in self.fields.items() if label in KEPT}

    def problems(self) -> list[Problem]:
        """Return everything that is wrong, each with the number of the rule that it breaks; empty for a valid position.

        >>> from longroad import Game
        >>> setup = Game("beginner", players=3, seed=7).edit()
        >>> setup.buildings[8], setup.knights[1] = Piece("city", 2), 3
        >>> [problem.rule for problem in setup.problems()]
        ['AWD-5', 'BLD-3']
        """
        return self.wrong_values() or find_problems(self.ruleset, replace(self.island, robber=0), self.texts())

    def wrong_values(self) -> list[Problem]:
        """Return a problem for every value that cannot be written.

        >>> from longroad import Game
        >>> setup = Game("beginner", players=3, seed=7).edit()
        >>> setup.knights = []
        >>> setup.wrong_values()
        [Problem(rule='', sentence='knights has 0 seats: expected 3', places=(), code=0)]
        """
        return [Problem("", sentence) for sentence in self._wrong_values()]

    def _wrong_values(self) -> Iterator[str]:
        """Yield a sentence for every value that cannot be written."""
        for site, piece in self.buildings.items():
            if piece.kind not in holdings.BUILDINGS:
                yield f"building {piece.kind!r} at {site}: expected one of {', '.join(holdings.BUILDINGS)}"
        for name in ("hands", "cards", "fresh_cards", "knights"):
            if len(getattr(self, name)) != self.ruleset.players:
                yield f"{name} has {len(getattr(self, name))} seats: expected {self.ruleset.players}"
        kinds: dict[str, type] = {"hands": Resources, "cards": Cards, "fresh_cards": Cards}
        for name, kind in kinds.items():
            for seat, held in enumerate(getattr(self, name)):
                if not isinstance(held, kind):
                    yield f"{name}[{seat}] is {held!r:.60}: expected {kind.__name__}"
        for name, kind in {"bank": Resources, "stack": Cards}.items():
            if not isinstance(getattr(self, name), kind | None):
                yield f"{name} is {getattr(self, name)!r:.60}: expected {kind.__name__} or None"
        for label in self.fields:
            if label in EDITED or (label[:1].isdecimal() and label[1:2] in EDITED_ITEMS):
                yield f"fields has {label!r}, which is an attribute of its own"

    @property
    def position(self) -> str:
        """The position in one line, for `Game.from_position`. Raises `InvalidSetup` if it is not valid.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.edit().position == game.position
        True
        """
        problems = self.problems()
        if problems:
            raise InvalidSetup(problems)
        number, island = self.island.number, self.island
        assert island.harbors is not None
        land = f"{write_land(number, island.terrain, island.tokens)},{write_harbors(number, island.harbors)}"
        fields = [f"{label}:{text}" for label, text in self.texts().items() if text]
        head = f"v{RULES_VERSION}/{write_ruleset(self.ruleset)}/full/{land}"
        return write_position(read_position("/".join([head, *fields])))

    # --- as text ------------------------------------------------------------------------------------------------------

    def texts(self) -> dict[str, str]:
        """Return the texts of the position's fields by label; nothing is checked.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).edit().texts()["phase"]
        'before-roll'
        """
        phase = self.phase.replace(" ", "-")
        turn = f"{self.turn}.{self.turn_number}" if self.turn_number else f"{self.turn}"
        return {
            "robber": str(self.robber) if self.island.robber is None else f"{self.robber},from:{self.island.robber}",
            **self._seat_texts(),
            "bank": "" if self.bank is None else write_counts(tuple(self.bank), RESOURCE_LETTERS),
            "stack": "" if self.stack is None else write_counts(self.stack, CARD_LETTERS),
            "longest": "" if self.longest_road is None else str(self.longest_road),
            "largest": "" if self.largest_army is None else str(self.largest_army),
            "turn": "" if phase == FIRST_PHASE else turn,
            "phase": phase,
            "rolled": ".".join(map(str, self.rolled)),
            **{label: text for label, text in self.fields.items() if not label[:1].isdecimal()},
        }

    def _seat_texts(self) -> dict[str, str]:
        """Return the text of what each seat has."""
        items: dict[str, list[str]] = {}
        for seat, item in self._items():
            items.setdefault(str(seat), []).append(item)
        return {seat: ",".join(parts) for seat, parts in sorted(items.items())}

    def _items(self) -> Iterator[tuple[int, str]]:
        """Yield the items of all seats, such as a seat and 's17.39'."""
        for letter, kind in (("s", "settlement"), ("c", "city")):
            standing = {site: piece.seat for site, piece in self.buildings.items() if piece.kind == kind}
            yield from _by_owner(letter, standing)
        yield from _by_owner("r", self.roads)
        for seat, hand in enumerate(self.hands):
            yield from _item(seat, "h", write_counts(tuple(hand), RESOURCE_LETTERS) if hand else "")
        for letter, rows in (("d", self.cards), ("f", self.fresh_cards)):
            for seat, held in enumerate(rows):
                yield from _item(seat, letter, write_counts(held, CARD_LETTERS) if any(held) else "")
        for seat, knights in enumerate(self.knights):
            yield from _item(seat, "k", str(knights or ""))
        for label, text in self.fields.items():
            if label[:1].isdecimal():
                yield int(label[0]), label[1:] + text


def _by_owner(letter: str, owned: dict[int, int]) -> Iterator[tuple[int, str]]:
    """Yield the places of each owner as an item."""
    for owner in sorted(set(owned.values()), key=str):
        yield owner, letter + ".".join(str(place) for place, seat in sorted(owned.items()) if seat == owner)


def _item(seat: int, letter: str, text: str) -> Iterator[tuple[int, str]]:
    if text:
        yield seat, letter + text


def _is_stack_whole(state: State) -> bool:
    """Whether no development card has left the game, so that the stack holds all that are nowhere else."""
    s, first = state.s, layout.CARD_KINDS * state.s[layout.ISLAND]
    counts = [sum(column) for column in zip(state["deck"], *state["cards"], strict=True)]
    counts[KNIGHT_CARD] += sum(state["knights"])
    for kind in s[layout.QUEUE : layout.QUEUE + s[layout.QUEUE_SIZE]]:
        counts[kind] += 1
    return tuple(counts) == STACK[first : first + layout.CARD_KINDS]
