"""Development cards (DEV): what is hidden, what each card does, and where played cards go."""

from __future__ import annotations

import pytest

from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.phases import DICE_ROLL
from longroad.core.view import PUBLIC, redact_log
from longroad.core.words import BRICK, CARD_NAMES, GRAIN, LUMBER, ORE, RESOURCE_NAMES, WOOL
from tests.rules.table import Table, road

KNIGHT, ROADS, PLENTY, MONOPOLY, POINT = range(5)
BUY = a.action(a.BUY_CARD)
STOP = a.action(a.STOP_ROADS)


def plenty(first: str, second: str | None = None) -> int:
    """Pack a year of plenty: two cards, or one."""
    names = (first,) if second is None else (first, second)
    wanted = sorted(RESOURCE_NAMES.index(name) for name in names)
    for number, pair in enumerate(zip(a.PLENTY_FIRST, a.PLENTY_SECOND, strict=True)):
        if [resource for resource in pair if resource >= 0] == wanted:
            return a.action(a.PLAY_PLENTY, number)
    raise AssertionError(wanted)


def monopoly(resource: int) -> int:
    return a.action(a.PLAY_MONOPOLY, resource)


def empty_stack(table: Table, seat: int) -> None:
    """Give a seat all cards that are left in the stack."""
    table.hold(seat, *(name for name, count in zip(CARD_NAMES, table["deck"], strict=True) for _ in range(count)))


# --- hidden until played ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DEV-1")
def test_cards_are_hidden_and_their_number_is_public() -> None:
    table = Table.set_up()
    table.hold(1, "knight", "victory point", "monopoly")
    assert table.view(1)["cards"][1] == [1, 0, 0, 1, 1]
    for viewer in (0, 2, PUBLIC):
        assert table.view(viewer)["cards"][1] == [0] * 5
        assert table.view(viewer)["cards_size"][1] == 3


@pytest.mark.rule("DEV-1")
def test_only_the_buyer_learns_which_card_was_drawn() -> None:
    table = Table.set_up()
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    drawn = table.outcomes()[-1][0]
    table.apply(CHANCE, drawn)
    plies = [a.ply(0, BUY), a.ply(CHANCE, drawn)]
    assert redact_log(plies, 0, table["phase"]) == plies
    for viewer in (1, PUBLIC):
        seen = redact_log(plies, viewer, table["phase"])
        assert a.action_number(a.ply_action(seen[1])) == a.UNKNOWN
        assert table.view(viewer)["points"][0] == 0
        assert table.view(viewer)["deck"] == [0] * 5
        assert table.view(viewer)["deck_size"] == 24
    assert table.points(0) == 1


@pytest.mark.rule("DEV-1")
def test_victory_point_cards_cannot_be_shown_before_the_end() -> None:
    table = Table.set_up()
    table.hold(0, "victory point", "victory point")
    assert table.legal(0) == [a.action(a.END_TURN)]
    assert table["points"][0] == 0


@pytest.mark.rule("DEV-1", "DEV-2")
def test_a_played_card_is_seen_by_all_and_leaves_the_hand() -> None:
    table = Table.set_up()
    table.hold(0, "knight", "victory point")
    table.do(0, a.PLAY_KNIGHT)
    for viewer in (0, 1, PUBLIC):
        assert table.view(viewer)["knights"] == [1, 0, 0, 0, 0, 0]
        assert table.view(viewer)["cards_size"][0] == 1


# --- knights ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DEV-2")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_knight_moves_the_robber_at_once_and_stays_face_up(rolled: bool) -> None:
    table = Table.set_up(rolled=rolled)
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.refuse("ROB-2", 0, a.action(a.END_TURN if rolled else a.ROLL))
    table.do(0, a.MOVE_ROBBER, 3)
    assert table["knights"][0] == 1
    assert table["deck_size"] == 24  # it does not go back
    assert table["queue_size"] == 0
    assert table.phase == ("main" if rolled else "before roll")


@pytest.mark.rule("DEV-2")
def test_the_third_knight_takes_the_largest_army() -> None:
    table = Table.set_up()
    table.muster(0, 2)
    table.hold(0, "knight")
    assert table["largest"] == -1
    table.do(0, a.PLAY_KNIGHT)
    assert table["largest"] == 0


# --- year of plenty ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DEV-4")
@pytest.mark.parametrize(
    ("pair", "hand"),
    [(("brick", "ore"), {"brick": 1, "ore": 1}), (("wool", "wool"), {"wool": 2})],
)
def test_year_of_plenty_takes_two_cards_alike_or_not(pair: tuple[str, str], hand: dict[str, int]) -> None:
    table = Table.set_up()
    table.hold(0, "year of plenty")
    table.apply(0, plenty(*pair))
    assert table.hand(0) == hand
    assert sum(table["bank"]) == 93
    assert table.phase == "main"
    table.check()


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_offers_all_fifteen_pairs_before_the_roll_too() -> None:
    table = Table.set_up(rolled=False)
    table.hold(0, "year of plenty")
    assert len(table.listed(0, a.PLAY_PLENTY)) == 15
    table.apply(0, plenty("ore", "ore"))
    assert table.phase == "before roll"


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_takes_only_what_the_bank_has() -> None:
    table = Table.set_up()
    table.deal(1, brick=19, lumber=18)
    table.hold(0, "year of plenty")
    table.refuse("DEV-4", 0, plenty("brick", "ore"))
    table.refuse("DEV-4", 0, plenty("lumber", "lumber"))
    table.refuse("DEV-4", 0, plenty("ore"))  # the bank has two
    table.refuse("DEV-4", 0, a.action(a.PLAY_PLENTY, 20))
    table.apply(0, plenty("lumber", "ore"))
    assert table.hand(0) == {"lumber": 1, "ore": 1}


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_takes_the_last_two_different_cards() -> None:
    table = Table.set_up()
    table.deal(1, brick=18, lumber=19, wool=19, grain=19, ore=18)
    table.hold(0, "year of plenty")
    assert [a.action(a.PLAY_PLENTY, n) for n in table.listed(0, a.PLAY_PLENTY)] == [plenty("brick", "ore")]
    table.refuse("DEV-4", 0, plenty("brick"))
    table.refuse("DEV-4", 0, plenty("ore", "ore"))
    table.apply(0, plenty("brick", "ore"))
    assert table["bank"] == [0] * 5


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_takes_the_last_two_cards_alike() -> None:
    table = Table.set_up()
    table.deal(1, brick=19, lumber=19, wool=19, grain=17, ore=19)
    table.hold(0, "year of plenty")
    assert [a.action(a.PLAY_PLENTY, n) for n in table.listed(0, a.PLAY_PLENTY)] == [plenty("grain", "grain")]
    table.apply(0, plenty("grain", "grain"))
    assert table.hand(0) == {"grain": 2}


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_takes_one_card_if_the_bank_has_one() -> None:
    table = Table.set_up()
    table.deal(1, brick=19, lumber=19, wool=18, grain=19, ore=19)
    table.hold(0, "year of plenty")
    assert [a.action(a.PLAY_PLENTY, n) for n in table.listed(0, a.PLAY_PLENTY)] == [plenty("wool")]
    table.refuse("DEV-4", 0, plenty("wool", "wool"))
    table.refuse("DEV-4", 0, plenty("ore"))
    table.apply(0, plenty("wool"))
    assert table.hand(0) == {"wool": 1}
    table.check()


@pytest.mark.rule("DEV-4")
def test_year_of_plenty_cannot_be_played_with_an_empty_bank() -> None:
    table = Table.set_up()
    table.deal(1, brick=19, lumber=19, wool=19, grain=19, ore=19)
    table.hold(0, "year of plenty")
    assert table.listed(0, a.PLAY_PLENTY) == []
    table.refuse("DEV-4", 0, plenty("wool", "ore"))
    table.refuse("DEV-4", 0, plenty("wool"))


# --- monopoly ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DEV-5")
def test_monopoly_takes_all_cards_of_a_resource_from_every_other_player() -> None:
    table = Table.set_up()
    table.hold(0, "monopoly")
    table.deal(0, wool=1)
    table.deal(1, wool=3, ore=2)
    table.deal(2, grain=4)
    table.deal(3, wool=1)
    table.apply(0, monopoly(WOOL))
    assert table.hand(0) == {"wool": 5}
    assert [table.hand(seat) for seat in (1, 2, 3)] == [{"ore": 2}, {"grain": 4}, {}]
    assert table["hand_size"][:4] == [5, 2, 4, 0]
    assert table["bank"][WOOL] == 14
    table.check()


@pytest.mark.rule("DEV-5")
def test_the_numbers_of_a_monopoly_are_public() -> None:
    table = Table.set_up()
    table.hold(0, "monopoly")
    table.deal(1, wool=3, ore=2)
    before, action = table.view(2)["hand_size"], monopoly(WOOL)
    table.apply(0, action)
    after = table.view(2)["hand_size"]
    assert [after[seat] - before[seat] for seat in range(4)] == [3, -3, 0, 0]
    assert redact_log([a.ply(0, action)], 2, table["phase"]) == [a.ply(0, action)]


@pytest.mark.rule("DEV-5")
@pytest.mark.parametrize("rolled", [False, True])
def test_monopoly_is_legal_even_if_nobody_has_any(rolled: bool) -> None:
    table = Table.set_up(rolled=rolled)
    table.hold(0, "monopoly")
    table.deal(1, ore=2)
    assert table.listed(0, a.PLAY_MONOPOLY) == [BRICK, LUMBER, WOOL, GRAIN, ORE]
    table.apply(0, monopoly(GRAIN))
    assert table["hand_size"][:4] == [0, 2, 0, 0]
    assert table["cards_size"][0] == 0
    assert table.phase == ("main" if rolled else "before roll")


@pytest.mark.rule("DEV-5")
def test_monopoly_names_one_of_the_five_resources() -> None:
    table = Table.set_up()
    table.hold(0, "monopoly")
    table.refuse("DEV-5", 0, monopoly(5))


# --- where played cards go --------------------------------------------------------------------------------------------


@pytest.mark.rule("DEV-6")
def test_a_played_progress_card_leaves_the_game() -> None:
    table = Table.set_up()
    table.hold(0, "monopoly")
    table.apply(0, monopoly(ORE))
    assert table["queue_size"] == 0
    empty_stack(table, 1)
    table.fund(0, "card")
    table.refuse("BLD-5", 0, BUY)


def play_three(table: Table) -> None:
    """Make seat 0 play monopoly, year of plenty and road building in one turn."""
    table.settle(0, 18)
    table.hold(0, "monopoly", "year of plenty", "road building")
    table.apply(0, monopoly(BRICK))
    table.apply(0, plenty("brick", "lumber"))
    table.do(0, a.PLAY_ROADS)
    table.road(0, 18, 13, 8)


@pytest.mark.rule("DEV-6")
def test_recycled_cards_lie_under_the_stack_in_order_for_all_to_see() -> None:
    table = Table.set_up(progress_cards="recycled", cards_per_turn=0)
    play_three(table)
    for view in (table, table.view(1), table.view(PUBLIC)):
        assert view["queue"][:4] == [MONOPOLY, PLENTY, ROADS, -1]
        assert view["queue_size"] == 3


@pytest.mark.rule("DEV-6")
def test_recycled_cards_are_drawn_only_when_the_stack_is_empty() -> None:
    table = Table.set_up(progress_cards="recycled", cards_per_turn=0)
    play_three(table)
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    assert {a.action_number(action): weight for action, weight in table.outcomes()} == {
        KNIGHT: 14,
        ROADS: 1,
        PLENTY: 1,
        MONOPOLY: 1,
        POINT: 5,
    }


@pytest.mark.rule("DEV-6")
def test_recycled_cards_are_drawn_in_order() -> None:
    table = Table.set_up(progress_cards="recycled", cards_per_turn=0)
    play_three(table)
    empty_stack(table, 1)
    table.fund(0, "card", "card", "card", "card")
    for kind in (MONOPOLY, PLENTY, ROADS):
        table.do(0, a.BUY_CARD)
        assert [(a.action_number(action), weight > 0) for action, weight in table.outcomes()] == [(kind, True)]
        table.chance(kind)
    assert table["cards"][0] == [0, 1, 1, 1, 0]
    assert table["queue"] == [-1] * 9
    table.refuse("BLD-5", 0, BUY)


@pytest.mark.rule("DEV-6")
def test_a_recycled_card_goes_round_again_behind_the_others() -> None:
    table = Table.set_up(progress_cards="recycled", cards_per_turn=0, players=2)
    play_three(table)
    empty_stack(table, 1)
    table.fund(0, "card")
    table.do(0, a.BUY_CARD)
    table.chance(MONOPOLY)
    table.refuse("TRN-5", 0, monopoly(ORE))  # bought this turn
    table.pass_to(1)
    table.pass_to(0)
    table.apply(0, monopoly(ORE))
    assert table["queue"][:4] == [PLENTY, ROADS, MONOPOLY, -1]


@pytest.mark.rule("DEV-6")
def test_knights_never_recycle() -> None:
    table = Table.set_up(progress_cards="recycled")
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.do(0, a.MOVE_ROBBER, 3)
    assert table["queue_size"] == 0
    empty_stack(table, 1)
    table.fund(0, "card")
    table.refuse("BLD-5", 0, BUY)


@pytest.mark.rule("DEV-6")
def test_all_nine_progress_cards_of_the_extension_can_be_under_the_stack() -> None:
    table = Table.set_up(progress_cards="recycled", cards_per_turn=0, players=5, island="extension")
    table.hold(0, *["monopoly"] * 3, *["year of plenty"] * 3, *["road building"] * 3)
    table.settle(0, 18)
    for _ in range(3):
        table.apply(0, monopoly(ORE))
        table.apply(0, plenty("ore", "ore"))
        table.do(0, a.PLAY_ROADS)
        table.apply(0, a.action(a.BUILD_ROAD, table.listed(0, a.BUILD_ROAD)[0]))
        table.apply(0, STOP)
    assert table["queue"] == [MONOPOLY, PLENTY, ROADS] * 3


# --- spent the same turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DEV-7")
@pytest.mark.parametrize("phases", ["combined", "strict"])
def test_cards_of_a_year_of_plenty_may_be_spent_the_same_turn(phases: str) -> None:
    table = Table.set_up(phases=phases)
    table.settle(0, 18)
    table.hold(0, "year of plenty")
    table.apply(0, plenty("brick", "lumber"))
    table.road(0, 18, 13)
    assert table["hand_size"][0] == 0


@pytest.mark.rule("DEV-7")
@pytest.mark.parametrize("phases", ["combined", "strict"])
def test_cards_of_a_monopoly_may_be_traded_and_spent_the_same_turn(phases: str) -> None:
    table = Table.set_up(phases=phases)
    table.settle(0, 18)
    table.hold(0, "monopoly")
    table.deal(1, brick=3)
    table.deal(2, brick=2)
    table.apply(0, monopoly(BRICK))
    table.apply(0, a.bank_trade(4, BRICK, LUMBER))
    table.road(0, 18, 13)
    assert table["hand_size"][0] == 0


@pytest.mark.rule("DEV-7")
def test_cards_gained_before_the_roll_are_spent_after_it() -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 18)
    table.hold(0, "year of plenty")
    table.apply(0, plenty("brick", "lumber"))
    table.refuse("TRN-1", 0, road(13, 18))
    table.do(0, a.ROLL)
    assert table["phase"] == DICE_ROLL
    table.chance(2)
    table.road(0, 18, 13)
    assert table["hand_size"][0] == 0
