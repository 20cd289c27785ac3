"""`State` and `View`, the core's API for ordinary Python: made, queried, changed, copied, written to bytes."""

from __future__ import annotations

import operator
import sys
from array import array
from typing import Any, Final

from longroad.core import layout
from longroad.core.actions import (
    COUNTER_OFFER,
    DICE_ROLLED,
    DISCARD,
    GIVE_CARDS,
    KIND_NAMES,
    MOST_COUNT,
    OFFER_TRADE,
    PROPOSE_TRADE,
    START_ROLLED,
    action_kind,
    action_number,
    with_dice,
)
from longroad.core.check.invariants import corruption
from longroad.core.forms import PackedForm
from longroad.core.island.given import InvalidIsland, Island, island_of, lay_island, put_island
from longroad.core.island.setup import find_hexes
from longroad.core.layout import FIELDS, HAND, LEGAL, RESOURCES, SMALL_SIZE, STATE_BYTES, WORDS_SIZE
from longroad.core.legality.codes import REFUSALS, Refusal
from longroad.core.legality.refusal import refusal
from longroad.core.legality.slots import FORM_WORD, LISTED_WORDS, listed_action
from longroad.core.legality.words import list_legal, may_act, to_act
from longroad.core.phases import IS_CHANCE, OVER, PHASE_TABLE
from longroad.core.rng import FACES_STREAM, MOST_SEED, random_below
from longroad.core.rules.apply import apply
from longroad.core.rules.awards import total_points
from longroad.core.rules.chance import outcome_action, outcome_count, sample, weight
from longroad.core.rules.duel import FORCED_CARDS
from longroad.core.rules.hands import UNLIMITED_STACK, is_unlimited
from longroad.core.rules.robber import discard_due
from longroad.core.rules.start import new_game, start_game
from longroad.core.rules.trade import most_asked
from longroad.core.ruleset import FIRST_GIVEN, RULES_VERSION, Ruleset
from longroad.core.sets import members
from longroad.core.view import PUBLIC, redacted

# By the name of a field: whether it is in the small block, its first and its last place, and its shape.
_PLACES: Final = {f.name: (f.block == "s", f.offset, f.offset + f.size, f.shape) for f in FIELDS}
_OPTIONS: Final = tuple(Ruleset().numbers())


class IllegalAction(ValueError):
    """An action that a rule forbids. `refusal` names the rule."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal = refusal


class CorruptState(ValueError):
    """Bytes that are not a state."""


class Seen:
    """The common base of states and views: everything that can be queried."""

    __slots__ = ("m", "s")

    def __init__(self, s: list[int], m: list[int]) -> None:
        self.s = s
        self.m = m

    def __getitem__(self, name: str) -> Any:
        """Return a field by its name, as a number or as nested lists.

        >>> State.new(Ruleset(players=3))["roads_left"]
        [15, 15, 15, 0, 0, 0]
        """
        if name not in _PLACES:
            raise KeyError(f"{name!r}: expected one of {', '.join(_PLACES)}")
        is_small, first, end, shape = _PLACES[name]
        block = self.s if is_small else self.m
        if not shape:
            return block[first]
        if len(shape) == 1:
            return block[first:end]
        width = shape[1]
        return [block[i : i + width] for i in range(first, end, width)]

    def differs(self, other: Seen, name: str) -> bool:
        """Whether a field differs from that of another state or view; quicker than to compare both.

        >>> state = State.new(Ruleset(players=3))
        >>> state.differs(state.copy(), "roads")
        False
        """
        is_small, first, end, _ = _PLACES[name]
        one, another = (self.s, other.s) if is_small else (self.m, other.m)
        return one[first:end] != another[first:end]

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the game."""
        numbers = {name: self.s[getattr(layout, name)] for name in _OPTIONS}
        is_given = numbers["FIRST_PLAYER"] == FIRST_GIVEN
        sites = (self.s[layout.NEUTRAL_SITE], self.s[layout.NEUTRAL_SITE + 1])
        return Ruleset.from_numbers(
            numbers,
            bank="unlimited" if is_unlimited(self.s) else "limited",
            limit=self.m[layout.LIMIT],
            first_seat=self.s[layout.FIRST] if is_given else 0,
            neutral_sites=None if sites[0] < 0 else sites,
        )

    @property
    def island(self) -> Island:
        """The island of the game."""
        return island_of(self.s)

    @property
    def phase(self) -> str:
        """The name of the phase the game is in."""
        return PHASE_TABLE[self.s[layout.PHASE]].name

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.s[layout.PHASE] == OVER

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next."""
        return IS_CHANCE[self.s[layout.PHASE]] != 0

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for; chance is seat 6."""
        return members(to_act(self.s))

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may act now: those the game waits for, and those that may propose a trade."""
        return members(may_act(self.s))

    def legal(self, seat: int) -> list[int]:
        """Return a seat's legal actions that are not bundles."""
        seat = self._checked(seat)
        list_legal(self.s, self.m, seat)
        words = enumerate(self.m[LEGAL : LEGAL + LISTED_WORDS])
        return [listed_action(self.s, seat, word, bit) for word, bits in words if bits for bit in members(bits)]

    def forms(self, seat: int) -> list[PackedForm]:
        """Return the forms of the bundles that a seat may make."""
        seat = self._checked(seat)
        list_legal(self.s, self.m, seat)
        return self._listed_forms(seat)

    def legal_and_forms(self, seat: int) -> tuple[list[int], list[PackedForm]]:
        """Return both, computing what is legal once."""
        return self.legal(seat), self._listed_forms(int(seat))

    def _listed_forms(self, seat: int) -> list[PackedForm]:
        """Read the forms that `list_legal` has marked."""
        kinds = self.m[FORM_WORD]
        return [self._form(seat, kind) for kind in range(OFFER_TRADE, GIVE_CARDS + 1) if kinds >> kind & 1]

    def _form(self, seat: int, kind: int) -> PackedForm:
        held = self.s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]
        hand = tuple(min(count, MOST_COUNT) for count in held)
        if kind == DISCARD:
            return PackedForm(kind, hand, total=discard_due(self.s, seat))
        if kind == GIVE_CARDS:
            return PackedForm(kind, hand, total=FORCED_CARDS)
        most = (most_asked(self.s),) * RESOURCES
        others = ((1 << self.s[layout.PLAYERS]) - 1) & ~(1 << seat)
        assert kind in (OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE)
        return PackedForm(kind, hand, most, to=others if kind == OFFER_TRADE else 0)

    def why_not(self, seat: int, action: int) -> Refusal | None:
        """Return which rule forbids an action, if any."""
        return REFUSALS[refusal(self.s, self.m, _whole("seat", seat), _whole("action", action))]

    def _checked(self, seat: int) -> int:
        """Return the number of a seat in the game. Raises `ValueError` for anything else."""
        number = _whole("seat", seat)
        if not 0 <= number < self.s[layout.PLAYERS]:
            raise ValueError(f"seat {seat!r}: expected 0 to {self.s[layout.PLAYERS] - 1}")
        return number


def _whole(name: str, value: Any) -> int:
    """Return a whole number of any type, such as NumPy's, as an int. Raises `ValueError` for anything else."""
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name} {value!r}: expected a whole number") from None


def checked_seed(seed: int) -> int:
    """Return a seed, a whole number of any type, as an int. Raises `ValueError` for anything else."""
    if not 0 <= _whole("seed", seed) <= MOST_SEED:
        raise ValueError(f"seed {seed!r}: expected a whole number from 0 to 2**62 - 1")
    return int(seed)


class View(Seen):
    """What a seat, or the public, may know of a state. It cannot be changed by actions."""

    __slots__ = ()

    @property
    def viewer(self) -> int:
        """Whose view it is; 6 for the public."""
        return self.s[layout.VIEWER]

    def _checked(self, seat: int) -> int:
        number = super()._checked(seat)
        if number != self.viewer:
            whose = "the public's" if self.viewer == PUBLIC else f"seat {self.viewer}'s"
            raise ValueError(f"seat {seat!r}: this view is {whose}, which does not show what another seat can do")
        return number

    def why_not(self, seat: int, action: int) -> Refusal | None:
        """Return which rule forbids an action of the viewer, if any."""
        return super().why_not(self._checked(seat), action)


def template(ruleset: Ruleset, island: Island | None = None) -> tuple[list[int], list[int]]:
    """Return the blocks of a game that has not begun: the options, and the island as far as it is given.

    Raises `ValueError` if the ruleset needs a given island and there is none.
    """
    s, m = blank(ruleset)
    if island is not None:
        put_island(s, island)
    else:
        for part in ("terrain", "tokens", "harbors"):
            if getattr(ruleset, part) == "given":
                raise ValueError(f"{part}='given': the ruleset needs a given island: pass island=...")
    return s, m


def ruleset_fields(ruleset: Ruleset) -> dict[int, int]:
    """Return the fields of the small block that hold a ruleset, with their values, which no ply changes.

    >>> ruleset_fields(Ruleset.preset("duel"))[layout.PLAYERS]
    2
    """
    return {getattr(layout, name): number for name, number in ruleset.numbers().items()}


def blank(ruleset: Ruleset) -> tuple[list[int], list[int]]:
    """Return blocks that hold a ruleset and nothing else."""
    s, m = [0] * SMALL_SIZE, [0] * layout.WORDS_ALL
    for field, number in ruleset_fields(ruleset).items():
        s[field] = number
    s[layout.VERSION] = RULES_VERSION
    s[layout.ROBBER_START] = layout.NOBODY
    for k in range(2):
        s[layout.NEUTRAL_SITE + k] = ruleset.neutral_sites[k] if ruleset.neutral_sites else layout.NOBODY
    s[layout.FIRST] = ruleset.first_seat
    if ruleset.bank == "unlimited":
        s[layout.BANK : layout.BANK + RESOURCES] = [UNLIMITED_STACK] * RESOURCES
    m[layout.LIMIT] = ruleset.limit
    return s, m


class State(Seen):
    """The whole truth about a game at one moment.

    >>> state = State.new(Ruleset(players=3, first_player="given"))
    >>> state.phase, state.to_act, len(state.legal(0))
    ('found settlement', (0,), 54)
    """

    __slots__ = ()

    @classmethod
    def new(cls, ruleset: Ruleset, seed: int = 0, island: Island | None = None) -> State:
        """Begin a game; the seed makes the island, unless it is given."""
        checked_seed(seed)
        s, m = template(ruleset, island)
        new_game(s, m, seed)
        return cls(s, m)

    @classmethod
    def on_island(cls, ruleset: Ruleset, island: Island) -> State:
        """Begin a game on a complete island, whatever the ruleset says about making islands.

        >>> made = State.new(Ruleset(), seed=7)
        >>> State.on_island(made.ruleset, made.island) == made
        True
        """
        if None in (island.terrain, island.tokens, island.harbors, island.robber):
            raise InvalidIsland("a complete island has terrain, tokens, harbors and the robber's hex")
        s, m = blank(ruleset)
        lay_island(s, island)
        find_hexes(s)
        s[layout.ROBBER] = s[layout.ROBBER_START]
        if ruleset.terrain != "given":
            s[layout.ROBBER_START] = layout.NOBODY
        start_game(s, m)
        return cls(s, m)

    def copy(self) -> State:
        """Return an independent copy."""
        return State(self.s.copy(), self.m.copy())

    def outcomes(self) -> list[tuple[int, int]]:
        """List the possible actions of chance with their weights."""
        if not self.is_chance:
            return []
        pairs = [(outcome_action(self.s, i), weight(self.s, i)) for i in range(outcome_count(self.s))]
        return [pair for pair in pairs if pair[1] > 0]

    def sample(self, seed: int) -> int:
        """Return the action of chance that follows from a seed; a roll comes with the faces of its dice."""
        if not self.is_chance:
            raise ValueError(f"chance does not act in the phase {self.phase!r}")
        checked_seed(seed)
        action = sample(self.s, self.m, seed)
        if action_kind(action) not in (START_ROLLED, DICE_ROLLED):
            return action
        total = action_number(action)
        least = max(1, total - 6)
        faces = random_below(seed, FACES_STREAM, self.m[layout.CHANCES], min(6, total - 1) - least + 1)
        return with_dice(action, least + faces, total - least - faces)

    def apply(self, seat: int, action: int) -> None:
        """Take an action. Raises `IllegalAction`, and changes nothing, if a rule forbids it."""
        reason = self.why_not(seat, action)
        if reason is not None:
            raise IllegalAction(
                f"action {action!r} ({_kind_name(action)}) of seat {seat!r}: {reason.sentence} [{reason.rule}] "
                f"In the phase {self.phase!r} the game waits for {self._waiting()}.",
                reason,
            )
        apply(self.s, self.m, int(seat), int(action))

    def _waiting(self) -> str:
        return " and ".join("chance" if seat == layout.CHANCE else f"seat {seat}" for seat in self.to_act) or "nobody"

    def points(self, seat: int) -> int:
        """Count a seat's victory points, hidden ones included."""
        return total_points(self.s, self._checked(seat))

    def view(self, seat: int = PUBLIC) -> View:
        """Return what a seat may know, or the public."""
        viewer = PUBLIC if seat == PUBLIC else self._checked(seat)
        # The legality words behind a state's words are those of the seat asked about last.
        return View(redacted(self.s, viewer), self.m[:WORDS_SIZE] + [0] * (layout.WORDS_ALL - WORDS_SIZE))

    def to_bytes(self) -> bytes:
        """Return the state as bytes: the small integers, then the words, little-endian."""
        words = array("q", self.m[:WORDS_SIZE])
        if words.itemsize != 8:
            raise RuntimeError("this platform has no 64-bit integers in arrays")
        return array("b", self.s[:SMALL_SIZE]).tobytes() + _little(words).tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        """Read a state. Raises `CorruptState` if the bytes are not a state."""
        if len(data) != STATE_BYTES:
            raise CorruptState(f"{len(data)} bytes: a state has {STATE_BYTES}")
        state = cls.from_own_bytes(data)
        reason = corruption(state.s, state.m)
        if reason:
            raise CorruptState(f"these bytes are not a state: {reason}")
        return state

    @classmethod
    def from_own_bytes(cls, data: bytes) -> State:
        """Read what `to_bytes` has written in this process, without checking it."""
        small, words = array("b"), array("q")
        small.frombytes(data[:SMALL_SIZE])
        words.frombytes(data[SMALL_SIZE:])
        return cls(small.tolist(), _little(words).tolist() + [0] * (layout.WORDS_ALL - WORDS_SIZE))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]


def _little(words: array[int]) -> array[int]:
    """Convert words between this machine's byte order and little-endian."""
    if sys.byteorder == "big":
        words = words[:]
        words.byteswap()
    return words


def _kind_name(action: int) -> str:
    kind = action_kind(action)
    return KIND_NAMES[kind] if action > 0 and kind < len(KIND_NAMES) else "none"
