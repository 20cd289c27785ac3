"""Records: a whole game with its players, clocks and comments, as text and as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.island.given import Island
from longroad.core.layout import PHASE
from longroad.core.ruleset import RULES_VERSION, Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_log
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import write_island
from longroad.notation.plies import Plies
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.records.endings import UNFINISHED, Ending, check_result, result_of
from longroad.notation.records.jsonl import write_jsonl
from longroad.notation.records.parts import (
    END_TAGS,
    FORMAT_VERSION,
    HEAD_TAGS,
    PUBLIC_TAGS,
    Parts,
    check_meaning,
    check_tag,
    hash_of,
)
from longroad.notation.records.start import begun, folded, island_at
from longroad.notation.records.text import write_text
from longroad.notation.records.variations import Variation, check_line, frozen
from longroad.notation.rulesets import write_ruleset


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """The record of a game: ruleset, island, plies, tags, comments and clocks.

    `codes` are the plies as the core knows them (`longroad.core.actions.ply`); `clocks` (milliseconds left) and
    `comments` go by the number of the ply that they follow, the first being 0, and `variations` by the number of the
    ply that they replace; only a full record has any. `viewer` is None for the full edition,
    otherwise the seat that it is for, or 6 for the public. Without an `ending` the game is still going on. Raises
    `InvalidNotation` for a part that cannot be written; the legality of the plies is checked by a replay.

    >>> history = History(State.new(Ruleset.preset("duel"), seed=7))
    >>> history.resolve_chance(seed=7)
    >>> record = Record.of(history, tags={"Seat0": "Ada", "Seat1": "Bo"})
    >>> print(record.text.splitlines()[-1])
    *: start 1 rolled 4+5
    """

    ruleset: Ruleset
    island: Island
    codes: Sequence[int] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    clocks: Mapping[int, int] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    foreword: str | None = None
    begins_at: str | None = None  # the position of a game that was begun from one
    viewer: int | None = None
    ending: Ending | None = None
    rules_version: int = RULES_VERSION
    variations: Mapping[int, Sequence[Variation]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", tuple(self.codes))
        object.__setattr__(self, "variations", frozen(self.variations))
        for name, value in self.tags.items():
            check_tag(name, value)
            check_meaning(name, value, self.ruleset.players)
            if name in HEAD_TAGS or name in END_TAGS:
                raise InvalidNotation(f"tag {name} is written by the record itself")
        check_line(len(self.codes), self.foreword, self.clocks, self.comments, self.variations)
        if self.variations and self.viewer is not None:
            raise InvalidNotation(f"the {self.edition_name} edition has no variations: they would show what it hides")

    @classmethod
    def parse(cls, text: str | bytes) -> Record:
        """Read and check a record, as text or JSON Lines. Raises `InvalidRecord`.

        >>> from longroad import Game
        >>> record = Game("beginner", seed=7).record
        >>> Record.parse(record.text) == Record.parse(record.jsonl) == record
        True
        """
        from longroad.notation.records.reader import read_record

        return read_record(text)

    # --- creating -----------------------------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        history: History,
        *,
        tags: Mapping[str, str] | None = None,
        clocks: Mapping[int, int] | None = None,
        comments: Mapping[int, str] | None = None,
        foreword: str | None = None,
        secret: str | None = None,
        is_set_up: bool = False,
        variations: Mapping[int, Sequence[Variation]] | None = None,
    ) -> Record:
        """Return the full record of a game; it is closed if the game is over, with the dice's secret if there is one.

        It has a position to begin from if the game did not begin normally, or was set up.

        >>> Record.of(History(State.new(Ruleset.preset("beginner"))), tags={"Event": "Club evening"}).tags
        {'Event': 'Club evening'}
        """
        beginning = history.beginning
        island = island_at(beginning)
        is_usual = not is_set_up and begun(beginning.ruleset, island) == beginning
        record = cls(
            beginning.ruleset,
            island,
            history.plies,
            dict(tags or {}),
            dict(clocks or {}),
            dict(comments or {}),
            foreword,
            None if is_usual else write_position(beginning),
            variations=dict(variations or {}),
        )
        return record.closed_at(history.state, secret=secret) if history.state.is_over else record

    def closed_at(
        self, state: State, result: str | None = None, termination: str | None = None, secret: str | None = None
    ) -> Record:
        """Close a record whose plies lead to a state; a result that the state does not show needs a reason.

        Raises `InvalidNotation` if it is not a result.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.record.closed_at(game.seen, "2 wins", termination="the others gave up").result
        '2 wins'
        """
        seen = state if self.viewer is None else state.view(self.viewer)
        ending = Ending(result or result_of(state), write_position(seen), secret, termination)
        check_result(ending, state)
        return replace(self, ending=ending)

    def closed(self, result: str | None = None, termination: str | None = None, secret: str | None = None) -> Record:
        """Close the record of a full game as it stands now; see `closed_at`.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.closed(termination="it got late").result
        'unfinished'
        """
        return self.closed_at(self.final, result, termination, secret)

    def edition(self, who: int | str, keep_words: bool = False) -> Record:
        """Return what a seat, or "public", may know of a full record; a seat is a number, or named as in 'seat1'.

        The seed, the secret and the variations are left out. Unknown tags and comments are kept only with
        `keep_words`, since they may reveal hidden cards.

        >>> from longroad import Game
        >>> record = Game("beginner", seed=7).record
        >>> record.edition(1).edition_name, record.edition("public").seed
        ('seat1', None)
        """
        names = {"public": PUBLIC} | {f"seat{seat}": seat for seat in range(self.ruleset.players)}
        viewer = names.get(who) if isinstance(who, str) else who
        if type(viewer) is not int or viewer not in names.values():
            raise ValueError(f"edition {who!r}: expected 'public' or a seat from 0 to {self.ruleset.players - 1}")
        final = self.final
        hidden = () if keep_words else tuple(name for name in self.tags if name not in PUBLIC_TAGS)
        return replace(
            self,
            codes=redact_log(self.codes, viewer, final.s[PHASE]),
            tags={name: value for name, value in self.tags.items() if name not in (*hidden, "Seed")},
            comments=self.comments if keep_words else {},
            foreword=self.foreword if keep_words else None,
            begins_at=None if self.begins_at is None else write_position(self.start.view(viewer)),
            viewer=viewer,
            ending=self.ending and replace(self.ending, position=write_position(final.view(viewer)), secret=None),
            variations={},
        )

    # --- queries ------------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The record as text.

        >>> from longroad import Game
        >>> print(Game("beginner", seed=7).record.text.splitlines()[0])
        [Longroad "1"]
        """
        return write_text(self.parts)

    @property
    def jsonl(self) -> str:
        """The record as JSON Lines.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.jsonl[:13]
        '{"longroad":1'
        """
        return write_jsonl(self.parts)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        about = write_ruleset(self.ruleset), f"{self.edition_name} edition", f"{len(self.codes)} plies", self.result
        return f"<Record: {', '.join(about)}>"

    @property
    def hash(self) -> str:
        """The hash that closes the text; that of all its bytes while the game is going on.

        >>> from longroad import Game
        >>> len(Game("beginner", seed=7).record.hash)
        64
        """
        return self.text[-67:-3] if self.ending is not None else hash_of(self.text)

    @property
    def edition_name(self) -> str:
        """Whose edition it is: 'full', 'seat2' or 'public', as positions call it.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.edition_name
        'full'
        """
        return "full" if self.viewer is None else "public" if self.viewer == PUBLIC else f"seat{self.viewer}"

    @property
    def result(self) -> str:
        """The result: '2 wins', 'draw' or 'unfinished'.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.result
        'unfinished'
        """
        return UNFINISHED if self.ending is None else self.ending.result

    @property
    def seed(self) -> int | None:
        """The seed of the game, if the record has it.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.seed
        7
        """
        return int(self.tags["Seed"]) if "Seed" in self.tags else None

    @property
    def island_seed(self) -> int | None:
        """The seed of the island, if it had one of its own.

        >>> history = History(State.new(Ruleset.preset("duel"), seed=7))
        >>> Record.of(history, tags={"IslandSeed": "7"}).island_seed
        7
        """
        return int(self.tags["IslandSeed"]) if "IslandSeed" in self.tags else None

    @property
    def names(self) -> tuple[str | None, ...]:
        """The names of the players by seat, None where the record has none.

        >>> game = History(State.new(Ruleset.preset("beginner", players=3)))
        >>> Record.of(game, tags={"Seat1": "Ada"}).names
        (None, 'Ada', None)
        """
        return tuple(self.tags.get(f"Seat{seat}") for seat in range(self.ruleset.players))

    @property
    def texts(self) -> tuple[str, ...]:
        """What the seats have added to the dice.

        >>> from longroad import Game
        >>> from longroad.game.fair import FairDice
        >>> Game("duel", chance=FairDice("00" * 32).with_text(1, "mine")).record.texts
        ('', 'mine')
        """
        return tuple(self.tags.get(f"Text{seat}", "") for seat in range(self.ruleset.players))

    @property
    def commitment(self) -> str | None:
        """The commitment to the dice's secret.

        >>> from longroad import Game
        >>> from longroad.game.fair import FairDice
        >>> dice = FairDice.new()
        >>> Game("duel", chance=dice).record.commitment == dice.commitment
        True
        """
        return self.tags.get("Commitment")

    @property
    def parts(self) -> Parts:
        """The parts that the text consists of.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.parts.tags["Ruleset"]
        'beginner'
        """
        tags = {
            "Longroad": str(FORMAT_VERSION),
            "Rules": str(self.rules_version),
            "Ruleset": write_ruleset(self.ruleset),
            "Island": write_island(self.island),
            "Edition": self.edition_name,
        }
        if self.begins_at is not None:
            tags["Begin"] = self.begins_at
        end = {}
        if self.ending is not None:
            values = (self.ending.result, self.ending.termination, self.ending.secret, self.ending.position)
            end = {name: value for name, value in zip(END_TAGS, values, strict=False) if value is not None}
        return Parts(
            tags=tags | dict(self.tags),
            foreword=self.foreword,
            plies=list(self.codes),
            clocks=dict(self.clocks),
            comments=dict(self.comments),
            variations=dict(self.variations),
            end=end,
        )

    @property
    def plies(self) -> Plies:
        """The plies, with `?` for what an edition hides.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> [str(ply) for ply in game.record.plies]
        ['0: roll', '*: rolled 3+3']
        """
        return Plies(self.codes)

    # --- replaying ----------------------------------------------------------------------------------------------------

    def history(self) -> History:
        """Replay the game, so that it can be undone and continued. Raises `IllegalAction`.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.history().state.phase
        'before roll'
        """
        return History(self.start, self.codes)

    def states(self) -> Iterator[State]:
        """Yield the state at the beginning and after every ply. Raises `IllegalAction`.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> [state.phase for state in game.record.states()]
        ['before roll', 'dice roll', 'main']
        """
        state = self.start
        yield state.copy()
        for entry in self.codes:
            state.apply(ply_seat(entry), ply_action(entry))
            yield state.copy()

    @property
    def final(self) -> State:
        """The state after the last ply. Raises `IllegalAction`.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.record.final == game.seen
        True
        """
        return folded(self.start, self.codes)

    @property
    def start(self) -> State:
        """The state before the first ply. Raises `ValueError` for an edition that hides it.

        >>> from longroad import Game
        >>> Game("beginner", seed=7).record.start.phase
        'before roll'
        """
        if self.viewer is not None:
            raise ValueError(f"the {self.edition_name} edition cannot be replayed: it hides something")
        if self.begins_at is None:
            return begun(self.ruleset, self.island)
        start = read_position(self.begins_at)
        if not isinstance(start, State):
            raise ValueError("the beginning is a view: only a full position can be replayed")
        return start
