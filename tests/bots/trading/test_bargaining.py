"""How the bots that look ahead trade: with which players, what for, and when they refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.protocol import Bot
from longroad.bots.self_play import play
from longroad.bots.trading.bargaining import OFFERS_A_TURN
from longroad.bots.trading.trade_log import counts_of
from longroad.core import actions as a
from longroad.core.actions import action_kind, ply_action, ply_seat
from longroad.core.layout import CHANCE
from longroad.core.state import State
from longroad.game.view import View
from longroad.notation.actions import Action, action_of
from tests.bots.views import begun, quick, seat_view
from tests.rules.table import Table, bundle
from tests.samples import first

LEVELS = ("skilled", "expert")
GAMES = pytest.mark.parametrize("games", first(1, [1, 2]))


def table_for_two(points: int = 10) -> Table:
    """Seats 0 and 1 have a settlement each on good places, the others far off."""
    table = Table.set_up(victory_points=points)
    table.settle(0, 31, 9)
    table.settle(1, 44, 14)
    table.settle(2, 21)
    table.settle(3, 2)
    return table


def answer(state: State, level: str, seat: int = 1) -> Action:
    return make_bot(quick(level), 1).choose(seat_view(state, seat))


# --- answering --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("wanted", "held"), [("grain", {"grain": 1, "ore": 3}), ("ore", {"grain": 2, "ore": 2})])
def test_nobody_is_helped_to_an_immediate_victory(level: str, wanted: str, held: dict[str, int]) -> None:
    """Seat 0 wins with a city, for which it lacks one card, and would give all that it has else for it."""
    table = table_for_two(points=3)
    table.deal(0, wool=3, **held)
    table.deal(1, **{wanted: 3, "lumber": 1})
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, **{"wool": 3, wanted: -1}))
    assert a.ACCEPT in table.legal(1)
    assert answer(table, level).code not in (a.ACCEPT, bundle(a.COUNTER_OFFER, **{wanted: 1, "wool": -1}))


@pytest.mark.parametrize("level", LEVELS)
def test_an_offer_that_brings_a_city_is_accepted(level: str) -> None:
    """Seat 1 gets the card for its city, and gives one that is of no use to anybody."""
    table = table_for_two()
    table.deal(0, grain=1)
    table.deal(1, ore=3, grain=1, lumber=3)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, grain=1, lumber=-1))
    assert answer(table, level).code == a.ACCEPT


@pytest.mark.parametrize("level", LEVELS)
def test_four_cards_for_one_are_accepted_from_somebody_far_behind(level: str) -> None:
    table = table_for_two()
    table.deal(0, grain=2, ore=3)
    table.deal(1, lumber=1)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, grain=2, ore=2, lumber=-1))
    assert answer(table, level).code == a.ACCEPT


@pytest.mark.parametrize("level", LEVELS)
def test_cards_are_not_given_away(level: str) -> None:
    """Three for one that helps nobody."""
    table = table_for_two()
    table.deal(0, wool=1)
    table.deal(1, ore=3, grain=2)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, wool=1, ore=-3))
    assert answer(table, level).code != a.ACCEPT


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_cannot_pay_does_not_accept(level: str) -> None:
    table = table_for_two()
    table.deal(0, wool=1)
    table.deal(1, grain=2)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, wool=1, ore=-1))
    assert answer(table, level).code != a.ACCEPT


@pytest.mark.parametrize("level", LEVELS)
def test_who_is_asked_for_too_much_asks_for_something_else(level: str) -> None:
    """Seat 1 lacks grain for a city, and seat 0, which asks for too much ore, lacks wool for a settlement.

    The others lead: between the two best players, what helps one harms the other, and no deal may be worth it.
    """
    table = table_for_two()
    table.build_city(2, 11, 30)
    table.build_city(3, 20, 41)
    table.pave(0, 31, 25)
    table.pave(0, 25, 19)
    table.deal(0, brick=1, lumber=1, grain=3)
    table.deal(1, ore=3, grain=1, wool=2)
    table.apply(0, bundle(a.OFFER_TRADE, 0b0010, lumber=1, ore=-2))
    code = answer(table, level).code
    assert action_kind(code) == a.COUNTER_OFFER
    assert counts_of(code) != tuple(-count for count in table["offer"])
    table.apply(1, code)


# --- offering ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_does_not_trade_makes_no_offer(level: str) -> None:
    spec = quick(level) + ",trade=no"
    history = begun("base", 2, limit=50)
    for _ in play(history, [make_bot(spec, seat) for seat in range(4)], 2):
        pass
    said = Counter(action_kind(ply_action(ply)) for ply in history.plies)
    assert not any(said[kind] for kind in (a.OFFER_TRADE, a.COUNTER_OFFER, a.PROPOSE_TRADE, a.ACCEPT))


class Refusing:
    """Says no to everything, and else lets another decide."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View) -> Action:
        assert view.viewer is not None
        return action_of(a.REFUSE) if a.REFUSE in view.seen.legal(view.viewer) else self.bot.choose(view)

    def propose(self, view: View) -> Action | None:
        return None

    def explain(self) -> str:
        return "No."


@cache
def talk_among(level: str, others: str, games: int) -> tuple[tuple[int, int, int], ...]:
    """Play a bot against bots that refuse everything, or others; return turns, seats and actions."""
    said = []
    for seed in range(1, games + 1):
        history = begun("base", seed, limit=70)
        bots: list[Bot] = [make_bot(quick(level), seed)]
        for seat in (1, 2, 3):
            bots.append(Refusing(make_bot("novice", seat)) if others == "refusing" else make_bot(others, seat))
        for before, ply in play(history, bots, seed):
            if ply_seat(ply) != CHANCE:
                said.append((1000 * seed + before["turns"], ply_seat(ply), ply_action(ply)))
    return tuple(said)


def by_turn(said: tuple[tuple[int, int, int], ...], kind: int) -> Iterator[list[int]]:
    """Yield what seat 0 said of a kind, turn by turn."""
    turns = sorted({turn for turn, _, _ in said})
    for turn in turns:
        yield [code for number, seat, code in said if (number, seat) == (turn, 0) and action_kind(code) == kind]


@GAMES
@pytest.mark.parametrize("level", LEVELS)
def test_what_was_refused_is_not_offered_again_in_the_same_turn(level: str, games: int) -> None:
    offers = list(by_turn(talk_among(level, "refusing", games), a.OFFER_TRADE))
    assert sum(map(len, offers)) > 5
    for turn in offers:
        assert len(turn) <= OFFERS_A_TURN
        assert len({counts_of(code) for code in turn}) == len(turn)


@GAMES
@pytest.mark.parametrize("level", LEVELS)
def test_one_proposal_a_turn_is_enough(level: str, games: int) -> None:
    proposals = list(by_turn(talk_among(level, "refusing", games), a.PROPOSE_TRADE))
    assert sum(map(len, proposals)) > 0
    assert max(map(len, proposals)) == 1


@GAMES
@pytest.mark.parametrize("level", LEVELS)
def test_offers_are_small_and_give_something(level: str, games: int) -> None:
    for kind in (a.OFFER_TRADE, a.COUNTER_OFFER, a.PROPOSE_TRADE):
        said = [code for turn in by_turn(talk_among(level, "refusing", games), kind) for code in turn]
        assert said
        for code in said:
            given = sum(count for count in counts_of(code) if count > 0)
            taken = -sum(count for count in counts_of(code) if count < 0)
            assert given >= 1 <= taken
            assert given + taken <= 3
            assert level == "expert" or taken == 1


@GAMES
@pytest.mark.parametrize("level", LEVELS)
def test_deals_are_made_with_those_who_trade(level: str, games: int) -> None:
    kinds = Counter(action_kind(code) for _, seat, code in talk_among(level, "novice", games) if seat == 0)
    assert kinds[a.CLOSE_DEAL] + kinds[a.ACCEPT] + kinds[a.TAKE_PROPOSAL] > 0


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_is_proposed_where_nobody_may_trade(level: str) -> None:
    table = Table.set_up(domestic_trade=False)
    table.settle(0, 31)
    table.settle(1, 44)
    table.deal(0, ore=4)
    table.deal(1, grain=4)
    assert make_bot(quick(level), 1).propose(seat_view(table, 1)) is None
    assert action_kind(make_bot(quick(level), 1).choose(seat_view(table, 0)).code) != a.OFFER_TRADE
