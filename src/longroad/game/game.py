"""A game with its whole log: it is played, taken back, inspected and written down."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from longroad.core.actions import ply_seat
from longroad.core.history import History
from longroad.core.island.given import Island
from longroad.core.layout import CHANCE, PLAYERS
from longroad.core.legality.codes import Refusal
from longroad.core.rng import MOST_SEED
from longroad.core.ruleset import Ruleset
from longroad.core.state import IllegalAction, State, checked_seed
from longroad.core.view import PUBLIC
from longroad.game.chance import CHANCE_TAGS, Chance, chance_tags, check_chance, continued_tags, recorded_chance
from longroad.game.fair import FairDice
from longroad.game.holdings import Cards
from longroad.game.options import chosen_ruleset
from longroad.game.setup import Setup
from longroad.game.table import Table
from longroad.game.view import View
from longroad.notation.actions import Action, Ply, action_of, write_action
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import read_island
from longroad.notation.plies import Plies
from longroad.notation.positions.position import read_position
from longroad.notation.records.record import Record
from longroad.notation.records.variations import Variation
from longroad.notation.resources import Resources
from longroad.notation.rulesets import write_ruleset

Held = TypeVar("Held", Resources, Cards)


class Game(Table):
    """A game of Catan with its whole log.

    The ruleset is the name of a preset, a ruleset as text such as 'base,players:3', or a `Ruleset`; further options are
    keywords. `chance` says where rolls, thefts and draws come from: from the seed (a random one if none is given), from
    verifiable dice, or given by the caller, who then pushes them too. The island is an `Island`, its notation or just
    'base' or 'extension'; what it leaves open follows from the options.

    Two games are equal if they have the same ruleset, began at the same position on the same island, and have the same
    plies: tags, comments, clocks and where chance comes from do not matter. A game changes, so it has no hash.

    Raises `InvalidRuleset`, `InvalidIsland`, `InvalidNotation` or `ValueError`.

    >>> game = Game("base,players:3", seed=7)
    >>> game.to_act, game.phase
    ((1,), 'found settlement')
    >>> game.push("settle 17")
    >>> game.push("road 25")
    >>> game
    <Game: base,players:3, turn 0, found settlement, 5 plies>
    """

    def __init__(
        self,
        ruleset: str | Ruleset = "base",
        players: int | None = None,
        seed: int | None = None,
        *,
        island: Island | str | None = None,
        chance: Chance = "seed",
        **options: Any,
    ) -> None:
        laid = read_island(island) if isinstance(island, str) else island
        chosen = chosen_ruleset(ruleset, players, laid, options)
        self._take_chance(chance, seed, chosen.players)
        self._describe({}, {}, {})
        self._is_set_up = False  # whether it began from a position
        start = chance.island_seed if isinstance(chance, FairDice) else self._seed
        self._history = History(State.new(chosen, start, laid))
        self._resolve_chance()

    def _take_chance(self, chance: Chance, seed: int | None, players: int) -> None:
        """Set the source of chance; a random seed is too long to be found by trying all."""
        check_chance(chance, seed, players)
        self._chance = chance
        self._seed = random.SystemRandom().randrange(MOST_SEED + 1) if seed is None else checked_seed(seed)
        self._chance_tags = chance_tags(chance, self._seed)

    def _describe(
        self,
        tags: Mapping[str, str],
        comments: Mapping[int, str],
        clocks: Mapping[int, int],
        foreword: str | None = None,
        variations: Mapping[int, Sequence[Variation]] | None = None,
    ) -> None:
        """Set what a record also holds: tags, comments, clocks and variations."""
        self.tags = dict(tags)
        self.foreword = foreword
        self.comments = dict(comments)
        self.clocks = dict(clocks)
        self.variations = dict(variations or {})

    @classmethod
    def _of(cls, history: History, chance: Chance, seed: int | None, is_set_up: bool) -> Game:
        game = cls.__new__(cls)
        game._take_chance(chance, seed, history.state.s[PLAYERS])
        game._describe({}, {}, {})
        game._history = history
        game._is_set_up = is_set_up
        return game

    @classmethod
    def from_position(cls, text: str, seed: int | None = None, *, chance: Chance = "seed") -> Game:
        """Begin a game from a position. Raises `InvalidNotation`, also for a position that hides something.

        >>> game = Game("beginner", seed=7)
        >>> Game.from_position(game.position).hand(0) == game.hand(0)
        True
        >>> Game.from_position(game.view(1).position)
        Traceback (most recent call last):
        ...
        longroad.notation.errors.InvalidNotation: ...
        """
        state = read_position(text)
        if not isinstance(state, State):
            raise InvalidNotation("a game needs a full position: this one hides what its viewer may not know")
        game = cls._of(History(state), chance, seed, is_set_up=True)
        game._resolve_chance()
        return game

    @classmethod
    def from_record(
        cls, record: Record | str | bytes, *, chance: Chance | None = None, seed: int | None = None
    ) -> Game:
        """Continue a game from its full record: text, JSON Lines or a `Record`. To step through it, see `replay`.

        By default chance comes from the same source as before: from the dice whose secret the record reveals, or from
        its seed; from a new seed if the record has neither; and it is given if the dice's secret is unknown. The record
        states the source as long as it holds for all plies. Raises `InvalidRecord`, `ValueError` for an edition that
        hides something.

        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> again = Game.from_record(game.record.text)
        >>> again.position == game.position, again.seed
        (True, 7)
        """
        if not isinstance(record, Record):
            record = Record.parse(record)
        if chance is None and seed is None:
            chance, seed = recorded_chance(record)
        game = cls._of(record.history(), chance or "seed", seed, record.begins_at is not None)
        game._chance_tags = continued_tags(record, game._chance, game._chance_tags)
        tags = {name: value for name, value in record.tags.items() if name not in CHANCE_TAGS}
        game._describe(tags, record.comments, record.clocks, record.foreword, record.variations)
        game._resolve_chance()
        return game

    @property
    def seen(self) -> State:
        """The core's state. Read it, never write to it.

        >>> Game("beginner").seen["roads_left"][:2]
        [13, 13]
        """
        return self._history.state

    @property
    def seed(self) -> int | None:
        """The seed that the island follows from, and chance unless it is given; None with verifiable dice.

        >>> Game(seed=7).seed
        7
        """
        return None if isinstance(self._chance, FairDice) else self._seed

    @property
    def chance(self) -> Chance:
        """Where chance comes from.

        >>> Game().chance
        'seed'
        """
        return self._chance

    # --- playing ------------------------------------------------------------------------------------------------------

    def push(self, action: Action | Ply | str | int, seat: int | None = None) -> None:
        """Take an action: an `Action`, its notation, its code, or a `Ply`. Chance follows, unless it is given.

        The seat is the one that the game waits for, unless it is named: by `seat`, by the ply, or in the text as in
        '2: accept'. Raises `IllegalAction` if a rule forbids the action and `InvalidNotation` if it is not an action;
        then nothing changes.

        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> game.rolled
        (6,)
        >>> again = Game("beginner", chance="given")
        >>> for ply in game.plies:
        ...     again.push(ply)
        >>> again == game
        True
        >>> game.push("settle 0")
        Traceback (most recent call last):
        ...
        longroad.core.state.IllegalAction: 'settle 0' of seat 0: ...
        """
        named, code, is_absent = self._named(action, seat)
        try:
            self._history.push(named, code, is_absent)
        except IllegalAction as error:
            raise IllegalAction(self._refused(named, code, error.refusal), error.refusal) from None
        self._resolve_chance()

    def push_default(self, seat: int) -> Ply:
        """Play the stated default for a seat that does not answer in time, and return its ply (END-2).

        >>> str(Game("beginner").push_default(0))
        '0!: roll'
        """
        if self._seat(seat) not in self.to_act:
            raise ValueError(f"seat {seat}: the game waits for {self._waiting()}")
        count = len(self._history.plies)
        self._history.push_default(seat)
        self._resolve_chance()
        return Ply.from_code(self._history.plies[count])

    def resume(self, plies: Iterable[int], state: State) -> None:
        """Go to a state that the codes of plies are known to lead to from the beginning; nothing is checked.

        >>> game = Game("beginner", seed=7)
        >>> game.resume([], game.seen)
        """
        self._history.resume(plies, state)

    def pop(self) -> Ply:
        """Undo the last decision and return it; chance that followed it goes too, unless it is given.

        Raises `IndexError` if nobody has decided anything.

        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> str(game.pop()), game.phase
        ('0: roll', 'before roll')
        """
        plies = self._history.plies
        is_given = self._chance == "given"
        if not (plies if is_given else any(ply_seat(ply) != CHANCE for ply in plies)):
            raise IndexError("there is nothing to undo")
        last = self._history.pop_ply()
        while ply_seat(last) == CHANCE and not is_given:
            last = self._history.pop_ply()
        left = len(self._history.plies)
        self.comments = {number: comment for number, comment in self.comments.items() if number < left}
        self.clocks = {number: clock for number, clock in self.clocks.items() if number < left}
        self.variations = {number: many for number, many in self.variations.items() if number < left}
        return Ply.from_code(last)

    def outcomes(self) -> dict[Action, Fraction]:
        """Return the possible outcomes of chance with their probabilities; empty if a seat decides.

        >>> game = Game("beginner", chance="given")
        >>> game.push("roll")
        >>> str(game.outcomes()["rolled 7"])
        '1/6'
        """
        pairs = self.seen.outcomes()
        total = sum(weight for _, weight in pairs)
        return {action_of(code): Fraction(weight, total) for code, weight in pairs}

    def _outcome_codes(self) -> list[int]:
        return [code for code, _ in self.seen.outcomes()]

    def _resolve_chance(self) -> None:
        """Play the plies of chance until a seat decides, unless chance is given."""
        history, chance = self._history, self._chance
        while history.state.is_chance and chance != "given":
            if isinstance(chance, FairDice):
                history.push(CHANCE, chance.outcome(history.state))
            else:
                history.push(CHANCE, history.state.sample(self._seed))

    def _refused(self, seat: int, code: int, refusal: Refusal) -> str:
        """Return the message about an illegal action: the rule that forbids it, and what was legal."""
        who = "chance" if seat == CHANCE else f"seat {seat}"
        text = f"{write_action(code)!r} of {who}: {refusal.sentence} [{refusal.rule}]"
        if seat not in self.may_act:
            return f"{text} The game waits for {self._waiting()}."
        legal = self.legal_actions(seat)
        counts = [kind if len(actions) == 1 else f"{kind} ({len(actions)})" for kind, actions in legal.by_kind.items()]
        return f"{text} Legal: {', '.join([*counts, *(form.kind for form in legal.forms)])}."

    def _waiting(self) -> str:
        seats = self.to_act
        if seats == (CHANCE,):
            return "chance"
        return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}" if seats else "nobody: it is over"

    # --- queries ------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, or the public, may know.

        >>> Game("beginner").view(2)
        <View: seat 2's, turn 1, before roll>
        """
        viewer = PUBLIC if seat is None else self._seat(seat)
        return View(self.seen.view(viewer), self._history.redacted(viewer))

    def hand(self, seat: int) -> Resources:
        """Return a seat's resource cards.

        >>> print(Game("beginner").hand(1))
        2 grain 1 ore
        """
        return _known(super().hand(seat))

    def cards(self, seat: int) -> Cards:
        """Return a seat's development cards.

        >>> sum(Game("beginner").cards(1))
        0
        """
        return _known(super().cards(seat))

    def fresh_cards(self, seat: int) -> Cards:
        """Return the development cards that a seat has bought since its own turn began.

        >>> sum(Game("beginner").fresh_cards(1))
        0
        """
        return _known(super().fresh_cards(seat))

    @property
    def plies(self) -> Plies:
        """The log so far: every decision and every outcome of chance. It does not change when the game goes on.

        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> [str(ply) for ply in game.plies]
        ['0: roll', '*: rolled 3+3']
        """
        return Plies(self._history.plies)

    @property
    def record(self) -> Record:
        """The record of the game, to be written as text or JSON Lines; closed once the game is over.

        It carries `tags` (such as `Seat0` for a name), and `comments`, `clocks` and `variations` by the number of the
        ply.

        >>> game = Game("beginner", seed=7)
        >>> game.tags["Seat0"] = "Ada"
        >>> game.push("roll")
        >>> print(game.record.text.splitlines()[-1])
        *: rolled 3+3
        """
        secret = self._chance.secret if isinstance(self._chance, FairDice) and self._chance_tags else None
        return Record.of(
            self._history,
            tags=self.tags | self._chance_tags,
            comments=self.comments,
            clocks=self.clocks,
            foreword=self.foreword,
            secret=secret,
            is_set_up=self._is_set_up,
            variations=self.variations,
        )

    def edit(self) -> Setup:
        """Return the position as a `Setup` that can be changed freely; this game stays as it is.

        >>> setup = Game("beginner", seed=7).edit()
        >>> setup.robber = 4
        >>> Game.from_position(setup.position).robber
        4
        """
        return Setup.of(self.seen)

    def copy(self) -> Game:
        """Return an independent copy with the same log.

        >>> game = Game("beginner", seed=7)
        >>> other = game.copy()
        >>> other.push("roll")
        >>> len(game.plies), len(other.plies)
        (0, 2)
        """
        game = self._of(self._history.copy(), self._chance, self.seed, self._is_set_up)
        game._chance_tags = self._chance_tags
        game._describe(self.tags, self.comments, self.clocks, self.foreword, self.variations)
        return game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, others = self._history, other._history
        return mine.plies == others.plies and mine.beginning == others.beginning

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        count = len(self._history.plies)
        return f"<Game: {write_ruleset(self.ruleset)}, turn {self.turn_number}, {self.phase}, {count} plies>"


def _known(held: Held | None) -> Held:
    """Return what a game, unlike a view, always knows."""
    assert held is not None
    return held
