"""`Table`: everything that can be queried about a game at one moment, in full or as a seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from longroad.core import layout
from longroad.core.island.material import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST
from longroad.core.layout import CHANCE, NOBODY
from longroad.core.legality.codes import Refusal
from longroad.core.rules.trade import best_rate
from longroad.game import holdings
from longroad.game.board import Board
from longroad.game.holdings import Cards, Offer, Points
from longroad.notation.actions import Action, Ply
from longroad.notation.legal import LegalActions
from longroad.notation.resources import Resources

COSTS: Final = {"road": ROAD_COST, "settlement": SETTLEMENT_COST, "city": CITY_COST, "card": CARD_COST}


class Table(Board):
    """A game at one moment, as far as it is visible. A `Game` shows everything, a `View` what its seat may know.

    Seats are numbered from 0; 6 is chance.
    """

    # --- the game -----------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The name of the phase (docs/phases.md).

        >>> from longroad import Game
        >>> Game("beginner").phase
        'before roll'
        """
        return self.seen.phase

    @property
    def turn(self) -> int:
        """The seat whose turn it is.

        >>> from longroad import Game
        >>> Game("beginner").turn
        0
        """
        return self.seen.s[layout.TURN]

    @property
    def turn_number(self) -> int:
        """How many turns have begun; 0 during the founding.

        >>> from longroad import Game
        >>> Game("beginner").turn_number, Game("base").turn_number
        (1, 0)
        """
        return self.seen.m[layout.TURNS]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for; 6 is chance.

        >>> from longroad import Game
        >>> Game("beginner").to_act
        (0,)
        """
        return self.seen.to_act

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may act now: those the game waits for, and those who may propose a trade unasked.

        >>> from longroad import Game
        >>> game = Game("beginner", chance="given")
        >>> game.push("roll")
        >>> game.push("rolled 8")
        >>> game.to_act, game.may_act
        ((0,), (0, 1, 2, 3))
        """
        return self.seen.may_act

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next.

        >>> from longroad import Game
        >>> Game("base", chance="given").is_chance
        True
        """
        return self.seen.is_chance

    @property
    def is_over(self) -> bool:
        """Whether the game is over.

        >>> from longroad import Game
        >>> Game().is_over
        False
        """
        return self.seen.is_over

    @property
    def winner(self) -> int | None:
        """The seat that has won; None in a game that is not over, or that ended in a draw.

        >>> from longroad import Game
        >>> Game().winner is None
        True
        """
        return _or_none(self.seen.s[layout.WINNER])

    # --- what can be done ---------------------------------------------------------------------------------------------

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """Return what a seat can do; by default the seat whose view it is, or that the game waits for.

        There are too many bundles, such as offers, to list them: their forms say which are legal. Trades with the bank
        are listed at the seat's best rate. A worse rate that the seat also has, such as 4:1 with a 3:1 harbor, is legal
        too (TRA-8), but neither listed nor found by `in`: `is_legal` and `push` take it.

        Raises `ValueError` if there is no such seat, or if the game waits for several and none is named.

        >>> from longroad import Game
        >>> Game("beginner").legal_actions()
        <LegalActions: roll>
        """
        seen = self.seen
        if seat is None:
            if seen.is_over:
                return LegalActions(())
            seat = self._awaited("legal_actions(seat)")
        if seat == CHANCE:
            return LegalActions(self._outcome_codes())
        return LegalActions(*seen.legal_and_forms(seat))

    def _outcome_codes(self) -> Sequence[int]:
        raise ValueError(f"seat {CHANCE}: a view does not show what chance can do")

    def is_legal(self, action: Action | Ply | str | int, seat: int | None = None) -> bool:
        """Return whether a seat can take an action; the default seat is that of `legal_actions`.

        >>> from longroad import Game
        >>> Game("beginner").is_legal("end")
        False
        """
        return self.why_not(action, seat) is None

    def why_not(self, action: Action | Ply | str | int, seat: int | None = None) -> Refusal | None:
        """Return the rule that forbids an action: its number and a sentence; None if no rule does.

        Raises `InvalidNotation` for text that is not an action.

        >>> from longroad import Game
        >>> Game("beginner").why_not("end")
        Refusal(rule='TRN-1', sentence='Roll the dice first.')
        >>> Game("beginner").why_not("2: roll")
        Refusal(rule='TRN-7', sentence='The game is waiting for someone else.')
        """
        named, code, _ = self._named(action, seat)
        return self.seen.why_not(named, code)

    def _named(self, action: Action | Ply | str | int, seat: int | None) -> tuple[int, int, bool]:
        """Return seat and code of an action, and whether the seat is absent; text may name it, as in '2: accept'."""
        if isinstance(action, str) and ":" in action:
            action = Ply.parse(action, self.players)
        if isinstance(action, Ply):
            if seat not in (None, action.seat):
                raise ValueError(f"'{action}' of seat {seat!r}: two different seats are named")
            return action.seat, action.action.code, action.is_absent
        if isinstance(action, str):
            seat = self._acting(action) if seat is None else seat
            return seat, Action.parse(action, seat, self.players).code, False
        code = action.code if isinstance(action, Action) else Action(action).code
        return self._acting(action) if seat is None else seat, code, False

    def _acting(self, action: object) -> int:
        """Return the default seat of an action."""
        return self.turn if self.seen.is_over else self._awaited(f"'{action}'")

    def _awaited(self, what: str) -> int:
        seats = self.seen.to_act
        if len(seats) != 1:
            raise ValueError(f"{what}: the game waits for the seats {', '.join(map(str, seats))}; pass seat=...")
        return seats[0]

    # --- the seats ----------------------------------------------------------------------------------------------------

    def points(self, seat: int) -> Points:
        """Count a seat's victory points, hidden ones as far as they are visible.

        >>> from longroad import Game
        >>> points = Game("beginner").points(0)
        >>> points, points.settlements, points.sources
        (2, 2, {'settlements': 2})
        """
        return holdings.points_of(self.seen, self._seat(seat))

    def hand(self, seat: int) -> Resources | None:
        """Return a seat's resource cards; None if they are hidden.

        >>> from longroad import Game
        >>> print(Game("beginner").hand(0), "|", Game("beginner").view(1).hand(0))
        1 brick 1 lumber 1 ore | None
        """
        return holdings.hand_of(self.seen, self._seat(seat))

    def hand_size(self, seat: int) -> int:
        """Count a seat's resource cards; the number is public.

        >>> from longroad import Game
        >>> Game("beginner").hand_size(0)
        3
        """
        return self.seen.s[layout.HAND_SIZE + self._seat(seat)]

    def cards(self, seat: int) -> Cards | None:
        """Return a seat's development cards; None if they are hidden.

        >>> from longroad import Game
        >>> Game("beginner").cards(0)
        Cards(knight=0, roadbuilding=0, plenty=0, monopoly=0, point=0)
        """
        return holdings.cards_of(self.seen, self._seat(seat))

    def fresh_cards(self, seat: int) -> Cards | None:
        """Return the development cards that a seat has bought since its own turn began; None if they are hidden.

        >>> from longroad import Game
        >>> sum(Game("beginner").fresh_cards(0))
        0
        """
        return holdings.cards_of(self.seen, self._seat(seat), layout.FRESH)

    def cards_size(self, seat: int) -> int:
        """Count a seat's development cards; the number is public.

        >>> from longroad import Game
        >>> Game("beginner").cards_size(0)
        0
        """
        return self.seen.s[layout.CARDS_SIZE + self._seat(seat)]

    def knights(self, seat: int) -> int:
        """Count the knights that a seat has played.

        >>> from longroad import Game
        >>> Game("beginner").knights(0)
        0
        """
        return self.seen.s[layout.KNIGHTS + self._seat(seat)]

    def road_length(self, seat: int) -> int:
        """Measure a seat's longest road.

        >>> from longroad import Game
        >>> Game("beginner").road_length(0)
        1
        """
        return self.seen.s[layout.ROAD_LENGTH + self._owner(seat)]

    def trade_cards(self, seat: int) -> int:
        """Count a seat's trade cards, which only the two-player game has.

        >>> from longroad import Game
        >>> Game("duel").trade_cards(0), Game("base").trade_cards(0)
        (4, 0)
        """
        number = self._seat(seat)
        return self.seen.s[layout.TRADE_CARDS + number] if number < 2 else 0

    def rates(self, seat: int) -> Resources:
        """Return how many cards of each resource a seat gives the bank for one (TRA-7, TRA-8).

        >>> from longroad import Game
        >>> Game("beginner").rates(0)
        Resources(brick=4, lumber=4, wool=4, grain=4, ore=4)
        """
        number = self._seat(seat)
        return Resources(*(best_rate(self.seen.s, number, resource) for resource in range(layout.RESOURCES)))

    # --- the bank, the awards and trade -------------------------------------------------------------------------------

    @property
    def bank(self) -> Resources:
        """The resource cards in the bank.

        >>> from longroad import Game
        >>> Game("base").bank
        Resources(brick=19, lumber=19, wool=19, grain=19, ore=19)
        """
        return holdings.bank_of(self.seen)

    @property
    def deck_size(self) -> int:
        """How many development cards are left in the stack.

        >>> from longroad import Game
        >>> Game("base").deck_size
        25
        """
        return self.seen.s[layout.DECK_SIZE]

    @property
    def rolled(self) -> tuple[int, ...]:
        """The sums rolled this turn: one, or two in the two-player game.

        >>> from longroad import Game
        >>> Game("beginner").rolled
        ()
        """
        return tuple(self.seen.s[layout.ROLLED : layout.ROLLED + self.seen.s[layout.ROLLS]])

    @property
    def longest_road(self) -> int | None:
        """The seat that holds the longest road.

        >>> from longroad import Game
        >>> Game().longest_road is None
        True
        """
        return _or_none(self.seen.s[layout.LONGEST])

    @property
    def largest_army(self) -> int | None:
        """The seat that holds the largest army.

        >>> from longroad import Game
        >>> Game().largest_army is None
        True
        """
        return _or_none(self.seen.s[layout.LARGEST])

    @property
    def offer(self) -> Offer | None:
        """The open offer of the player on turn.

        >>> from longroad import Game
        >>> Game().offer is None
        True
        """
        return holdings.offer_of(self.seen)

    @property
    def proposals(self) -> tuple[Offer, ...]:
        """The open counter-offers and proposals.

        >>> from longroad import Game
        >>> Game().proposals
        ()
        """
        return holdings.proposals_of(self.seen)

    @staticmethod
    def cost(what: str) -> Resources:
        """Return what a road, a settlement, a city or a development card ('card') costs. Raises `ValueError`.

        >>> from longroad import Game
        >>> print(Game.cost("city"))
        2 grain 3 ore
        """
        if what not in COSTS:
            raise ValueError(f"{what!r}: expected one of {', '.join(COSTS)}")
        return Resources(*COSTS[what])


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat
