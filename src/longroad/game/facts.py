"""Reads a seat's view from plain facts of any table: a physical one, another site's or another program's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from longroad.core.island.given import Island
from longroad.core.phases import FOUND_ROAD, FOUND_SETTLEMENT, PHASE_TABLE
from longroad.core.ruleset import Ruleset
from longroad.core.state import View as CoreView
from longroad.game.holdings import Cards, Piece
from longroad.game.options import chosen_ruleset
from longroad.game.setup import InvalidSetup, Setup
from longroad.notation.actions import Ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import read_island
from longroad.notation.positions.problems import Problem, read_checked
from longroad.notation.resources import Resources

NO_CARDS = Cards()
FOUNDING = tuple(PHASE_TABLE[phase].name for phase in (FOUND_SETTLEMENT, FOUND_ROAD))


@dataclass(frozen=True, slots=True)
class Facts:
    """What somebody knows of a table, as `View.from_facts` takes it."""

    seat: int
    ruleset: str | Ruleset
    island: Island | str
    robber: int
    hands: Sequence[Resources | int]
    buildings: Mapping[int, Piece]
    roads: Mapping[int, int]
    turn: int
    turn_number: int | None = None
    phase: str = "main"
    rolled: tuple[int, ...] = ()
    cards: Sequence[Cards | int] = ()
    fresh_cards: Cards = NO_CARDS
    knights: Sequence[int] = ()
    at_least: Mapping[int, Resources] = field(default_factory=dict)
    bank: Resources | None = None
    bank_adds_up: bool = True
    stack_size: int | None = None
    longest_road: int | None = None
    largest_army: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    log: Iterable[str | Ply] = ()

    @property
    def is_bank_counted(self) -> bool:
        """Whether the bank says what the hands hold."""
        return self.bank is not None and self.bank_adds_up

    @property
    def known(self) -> dict[int, Resources]:
        """The cards that other seats are known to hold."""
        whole = {seat: hand for seat, hand in enumerate(self.hands) if isinstance(hand, Resources)}
        return {seat: hand for seat, hand in {**self.at_least, **whole}.items() if seat != self.seat}

    def read(self) -> tuple[CoreView, list[int]]:
        """Return the core's view and the plies of the log. Raises `InvalidSetup` with everything that is wrong."""
        unread: list[Problem] = []
        log = self._read_log(unread)
        wrong = [Problem("", sentence) for sentence in self._wrong_values()]
        setup = None if wrong else self._setup()
        if setup is None or (wrong := setup.wrong_values()):
            raise InvalidSetup(wrong + unread)
        setup.fields |= self._hidden_items()
        island, known = replace(setup.island, robber=0), {seat: tuple(hand) for seat, hand in self.known.items()}
        seen, wrong = read_checked(setup.ruleset, island, setup.texts(), self.seat, known, self.is_bank_counted)
        if wrong or unread:
            raise InvalidSetup(wrong + unread)
        assert isinstance(seen, CoreView)
        return seen, log

    # --- checks -------------------------------------------------------------------------------------------------------

    def _wrong_values(self) -> Iterator[str]:
        """Yield a sentence for every value of the wrong type or number."""
        players = len(self.hands)
        if not 2 <= players <= 6:
            yield f"hands has {players} seats: expected 2 to 6"
        if not _is_seat(self.seat, players):
            yield f"seat is {self.seat!r:.60}: expected 0 to {players - 1}"
        elif not isinstance(self.hands[self.seat], Resources):
            yield f"hands[{self.seat}], the own hand, is {self.hands[self.seat]!r:.60}: expected Resources"
        yield from _wrong_counts("hands", self.hands, Resources)
        for name in ("cards", "knights"):
            if len(getattr(self, name)) not in (0, players):
                yield f"{name} has {len(getattr(self, name))} seats: expected {players}"
        yield from _wrong_counts("cards", self.cards, Cards)
        if self.cards and _is_seat(self.seat, len(self.cards)) and not isinstance(self.cards[self.seat], Cards):
            yield f"cards[{self.seat}], the own cards, is {self.cards[self.seat]!r:.60}: expected Cards"
        for seat, held in self.at_least.items():
            if not _is_seat(seat, players) or not isinstance(held, Resources):
                yield f"at_least[{seat!r}] is {held!r:.60}: expected Resources of a seat from 0 to {players - 1}"

    def _read_log(self, problems: list[Problem]) -> list[int]:
        """Read the log; add a problem for every ply that cannot be read."""
        codes = []
        for number, entry in enumerate(self.log):
            try:
                ply = entry if isinstance(entry, Ply) else Ply.parse(str(entry), len(self.hands))
                codes.append(ply.code)
            except InvalidNotation as error:
                problems.append(Problem(error.rule, f"log, ply {number}: {error}"))
        return codes

    # --- as a setup ---------------------------------------------------------------------------------------------------

    def _setup(self) -> Setup:
        """Return the facts as a position whose hidden cards are still missing."""
        island = self._island()
        players, own = len(self.hands), self.seat
        turn_number = self._turn_number()
        hands, cards, fresh = [Resources()] * players, [Cards()] * players, [Cards()] * players
        hand = self.hands[own]
        assert isinstance(hand, Resources)
        hands[own], fresh[own] = hand, self.fresh_cards
        held = self.cards[own] if self.cards else Cards()
        assert isinstance(held, Cards)
        cards[own] = held
        return Setup(
            ruleset=self._ruleset(island, turn_number),
            island=island,
            robber=self.robber,
            turn=self.turn,
            turn_number=turn_number,
            phase=self.phase,
            rolled=self.rolled,
            buildings=dict(self.buildings),
            roads=dict(self.roads),
            hands=hands,
            cards=cards,
            fresh_cards=fresh,
            knights=list(self.knights) or [0] * players,
            bank=self.bank,
            longest_road=self.longest_road,
            largest_army=self.largest_army,
            fields=dict(self.fields),
        )

    def _hidden_items(self) -> dict[str, str]:
        """Return the numbers of hidden cards as the items of a position."""
        items = {}
        for letter, rows in (("h", self.hands), ("d", self.cards)):
            for seat, held in enumerate(rows):
                number = held if isinstance(held, int) else sum(held)
                if seat != self.seat and number:
                    items[f"{seat}{letter}"] = f"?{number}"
        return items | ({} if self.stack_size is None else {"stack": f"?{self.stack_size}" if self.stack_size else "0"})

    def _island(self) -> Island:
        island = read_island(self.island) if isinstance(self.island, str) else self.island
        if not isinstance(island, Island) or None in (island.terrain, island.tokens, island.harbors):
            sentence = f"island is {self.island!r:.60}: expected one with terrain, tokens and harbors"
            raise InvalidSetup([Problem("BRD-12", sentence)])
        return island

    def _turn_number(self) -> int:
        if self.turn_number is not None:
            return self.turn_number
        return 0 if self.phase in FOUNDING else self.turn + 1

    def _ruleset(self, island: Island, turn_number: int) -> Ruleset:
        """Return the ruleset on this island; who began follows from the turn, unless rolls for the start are told."""
        chosen = chosen_ruleset(self.ruleset, len(self.hands), island, {})
        if chosen.first_player == "roll" and "start" not in self.fields:
            return chosen.but(first_player="given", first_seat=self._began(turn_number))
        return chosen

    def _began(self, turn_number: int) -> int:
        return first_seat(len(self.hands), self.turn, turn_number, self.phase, len(self.buildings))


def first_seat(players: int, turn: int, turn_number: int, phase: str, buildings: int) -> int:
    """Return who began, from whose turn it is: turns go clockwise, a founding clockwise and back (SET-3, SET-6).

    >>> first_seat(3, turn=2, turn_number=5, phase="main", buildings=6)
    1
    """
    step = turn_number - 1
    if phase in FOUNDING:
        founded = buildings - (phase == FOUNDING[1])
        step = founded if founded < players else 2 * players - 1 - founded
    return (turn - step) % players


def _is_seat(seat: object, players: int) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < players


def _wrong_counts(name: str, rows: Sequence[object], kind: type) -> Iterator[str]:
    """Yield a sentence for every value that is neither cards nor their number."""
    for number, held in enumerate(rows):
        is_number = isinstance(held, int) and not isinstance(held, bool) and held >= 0
        if not isinstance(held, kind) and not is_number:
            yield f"{name}[{number}] is {held!r:.60}: expected {kind.__name__}, or the number of cards"
