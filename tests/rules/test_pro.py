"""Production (PRO): what a roll yields, the robber's hex, shortages, the dice."""

from __future__ import annotations

from collections import Counter

import pytest

from longroad.core import actions as a
from longroad.core.island.setup import find_hexes
from longroad.core.layout import CHANCE
from longroad.core.rules.chance import DICE_TOTAL
from longroad.core.ruleset import InvalidRuleset, Ruleset
from longroad.core.state import State
from longroad.core.words import RESOURCE_NAMES
from tests.rules.places import corners, hex_of, site_of
from tests.rules.table import Table, before_roll

SUMS = tuple(range(2, 13))
WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # of 36, for the sums 2 to 12


def leave(table: Table, count: int, resource: str, keeper: int = 3) -> None:
    """Leave so many cards of a resource in the bank; a seat keeps the rest."""
    table.deal(keeper, **{resource: table["bank"][RESOURCE_NAMES.index(resource)] - count})


def retoken(table: Table, place: str, token: int) -> None:
    """Lay another token on a hex."""
    table.put("token", token, hex_of(place))
    find_hexes(table.s)


def gained(table: Table, total: int) -> list[dict[str, int]]:
    """Roll, and return what each seat gained."""
    before = [Counter(table.hand(seat)) for seat in range(table["players"])]
    table.roll(total)
    return [dict(Counter(table.hand(seat)) - before[seat]) for seat in range(table["players"])]


# --- yields -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRO-1", "BRD-2")
@pytest.mark.parametrize(
    ("total", "resource"),
    [(2, "wool"), (6, "brick"), (8, "lumber"), (10, "ore"), (12, "grain")],
)
def test_settlement_beside_the_number_yields_one_card(total: int, resource: str) -> None:
    place = {2: "pasture 2", 6: "hills 6", 8: "forest 8", 10: "mountains 10", 12: "fields 12"}[total]
    table = before_roll()
    table.settle(2, corners(place)[0])
    assert gained(table, total) == [{}, {}, {resource: 1}, {}]
    table.check()


@pytest.mark.rule("PRO-1")
def test_city_yields_two_cards() -> None:
    table = before_roll()
    table.build_city(1, site_of("forest 3", "mountains 8", "pasture 5"))
    assert gained(table, 8) == [{}, {"ore": 2}, {}, {}]


@pytest.mark.rule("PRO-1")
def test_roll_yields_for_every_player() -> None:
    table = before_roll()
    table.settle(0, 12)  # hills 6
    table.settle(1, 18)
    table.settle(3, site_of("fields 6", "pasture 11"))
    assert gained(table, 6) == [{"brick": 1}, {"brick": 1}, {}, {"grain": 1}]
    assert table.phase == "main"


@pytest.mark.rule("PRO-1")
def test_other_numbers_yield_nothing() -> None:
    table = before_roll()
    table.settle(0, site_of("forest 3", "mountains 8", "pasture 5"))
    for total in (2, 4, 6, 9, 10, 11, 12):
        trial = Table(table.s.copy(), table.m.copy())
        assert gained(trial, total) == [{}, {}, {}, {}]


@pytest.mark.rule("PRO-1")
def test_road_yields_nothing() -> None:
    table = before_roll()
    table.pave(0, *corners("hills 6"))
    assert gained(table, 6) == [{}, {}, {}, {}]


@pytest.mark.rule("PRO-1")
def test_sum_selects_the_hexes_whatever_the_faces() -> None:
    for first, second in ((2, 6), (4, 4), (6, 2), (0, 0)):
        table = before_roll()
        table.settle(0, site_of("forest 3", "mountains 8", "pasture 5"))
        table.do(0, a.ROLL)
        table.apply(CHANCE, a.action(a.DICE_ROLLED, 8, first, second))
        assert table.hand(0) == {"ore": 1}


@pytest.mark.rule("PRO-1")
@pytest.mark.parametrize(
    ("total", "first", "second"),
    [(8, 2, 5), (8, 1, 7), (1, 0, 0), (13, 0, 0), (0, 0, 0), (8, 4, 0), (14, 7, 7)],
)
def test_impossible_roll_is_refused(total: int, first: int, second: int) -> None:
    table = before_roll()
    table.do(0, a.ROLL)
    reason = table.why_not(CHANCE, a.action(a.DICE_ROLLED, total, first, second))
    assert reason is not None
    assert reason.rule == "PRO-1"


@pytest.mark.rule("PRO-1")
def test_dice_are_two_dice() -> None:
    table = before_roll()
    table.do(0, a.ROLL)
    assert table.to_act == (CHANCE,)
    assert [(a.action_number(action), weight) for action, weight in table.outcomes()] == list(
        zip(SUMS, WAYS, strict=True)
    )
    assert sum(WAYS) == DICE_TOTAL == 36


@pytest.mark.rule("PRO-2")
def test_traveler_example_of_two_settlements_beside_one_forest() -> None:
    """Red has two settlements at the forest with the 3, White one there that touches the mountains with the 8 too."""
    red, white = 0, 1
    table = before_roll()
    table.settle(red, 19, 30)
    table.settle(white, site_of("forest 3", "mountains 8", "pasture 5"))
    assert gained(table, 3) == [{"lumber": 2}, {"lumber": 1}, {}, {}]
    table.do(0, a.END_TURN)
    assert gained(table, 8) == [{}, {"ore": 1}, {}, {}]


@pytest.mark.rule("PRO-1", "PRO-2")
def test_traveler_example_of_settlement_and_city() -> None:
    """A 3: three lumber for Blue's settlement and city at the forest, two ore for Orange's city at the mountains."""
    blue, orange = 1, 2
    table = before_roll()
    table.settle(blue, 19)
    table.build_city(blue, 31)
    table.build_city(orange, site_of("mountains 3", "fields 4", "fields 6"))
    assert gained(table, 3) == [{}, {"lumber": 3}, {"ore": 2}, {}]


@pytest.mark.rule("PRO-2")
def test_retelling_example_of_a_city_and_two_settlements() -> None:
    """A 6 on mountains with an orange city, an orange settlement and a red settlement: three cards and one."""
    orange, red = 0, 1
    table = before_roll()
    retoken(table, "mountains 3", 6)
    retoken(table, "fields 6", 3)
    table.build_city(orange, 29)
    table.settle(orange, 44)
    table.settle(red, 40)
    assert gained(table, 6) == [{"ore": 3}, {"ore": 1}, {}, {}]


@pytest.mark.rule("PRO-2")
def test_almanac_example_of_one_settlement_at_two_hexes_of_a_number() -> None:
    """A 4: one settlement touches mountains and a pasture that both have the 4, another the pasture alone."""
    table = before_roll()
    retoken(table, "mountains 8", 4)
    retoken(table, "pasture 5", 4)
    table.settle(0, 31)
    table.settle(1, 41)
    retoken(table, "fields 4", 12)
    assert gained(table, 4) == [{"ore": 1, "wool": 1}, {"wool": 1}, {}, {}]


@pytest.mark.rule("PRO-2")
def test_two_hexes_of_one_terrain_and_number_add_up() -> None:
    table = before_roll()
    retoken(table, "forest 11", 8)
    table.build_city(2, site_of("forest 11", "forest 8", "fields 9"))
    assert gained(table, 8) == [{}, {}, {"lumber": 4}, {}]


# --- the robber's hex -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRO-3")
def test_hex_under_the_robber_yields_nothing() -> None:
    table = before_roll()
    table.build_city(0, site_of("forest 3", "mountains 8", "pasture 5"))
    table.settle(1, site_of("forest 8", "hills 5", "mountains 3"))
    table.put("robber", hex_of("mountains 8"))
    assert gained(table, 8) == [{}, {"lumber": 1}, {}, {}]  # the other 8 does yield


@pytest.mark.rule("PRO-3")
@pytest.mark.parametrize("robbed", ["forest 11", "forest 8"])
def test_robber_blocks_one_hex_of_a_number_and_not_its_like(robbed: str) -> None:
    table = before_roll()
    retoken(table, "forest 11", 8)
    table.settle(2, site_of("forest 11", "forest 8", "fields 9"))
    table.put("robber", hex_of(robbed))
    assert gained(table, 8) == [{}, {}, {"lumber": 1}, {}]


@pytest.mark.rule("PRO-3")
def test_hex_yields_again_when_the_robber_has_left() -> None:
    table = before_roll()
    table.settle(0, site_of("forest 3", "mountains 8", "pasture 5"))
    table.put("robber", hex_of("mountains 8"))
    table.hold(0, "knight")
    table.do(0, a.PLAY_KNIGHT)
    table.do(0, a.MOVE_ROBBER, hex_of("desert"))
    assert gained(table, 8) == [{"ore": 1}, {}, {}, {}]


# --- shortages --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRO-4")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_nobody_gets_a_resource_that_does_not_suffice_for_all(left: int) -> None:
    table = before_roll()
    table.build_city(0, 19)  # forest 3
    table.settle(1, 31)
    leave(table, left, "lumber")
    assert gained(table, 3) == [{}, {}, {}, {}]
    assert table["bank"][RESOURCE_NAMES.index("lumber")] == left
    table.check()


@pytest.mark.rule("PRO-4")
@pytest.mark.parametrize("shortage", ["single", "nobody"])
def test_bank_that_just_suffices_pays_all(shortage: str) -> None:
    table = before_roll(shortage=shortage)
    table.build_city(0, 19)
    table.settle(1, 31)
    leave(table, 3, "lumber")
    assert gained(table, 3) == [{"lumber": 2}, {"lumber": 1}, {}, {}]
    assert table["bank"][RESOURCE_NAMES.index("lumber")] == 0


@pytest.mark.rule("PRO-4")
@pytest.mark.parametrize(
    ("shortage", "left", "share"),
    [
        ("single", 1, {"lumber": 1}),
        ("single", 2, {"lumber": 2}),
        ("single", 0, {}),
        ("nobody", 1, {}),
        ("nobody", 2, {}),
    ],
)
def test_single_claimant_gets_what_is_left(shortage: str, left: int, share: dict[str, int]) -> None:
    table = before_roll(shortage=shortage)
    table.build_city(0, 19)
    table.settle(0, 31)  # three lumber are due
    leave(table, left, "lumber")
    assert gained(table, 3) == [share, {}, {}, {}]
    table.check()


@pytest.mark.rule("PRO-4")
@pytest.mark.parametrize("shortage", ["single", "nobody"])
def test_other_resources_are_unaffected(shortage: str) -> None:
    table = before_roll(shortage=shortage)
    table.settle(0, 19, 44)  # forest 3, mountains 3
    table.settle(1, 31, 40)
    leave(table, 1, "lumber")
    assert gained(table, 3) == [{"ore": 1}, {"ore": 1}, {}, {}]


@pytest.mark.rule("PRO-4")
def test_claims_on_two_hexes_of_a_resource_count_together() -> None:
    table = before_roll()
    retoken(table, "forest 8", 3)
    table.settle(0, 31)  # forest 3
    table.settle(1, 39)  # the other one
    leave(table, 1, "lumber")
    assert gained(table, 3) == [{}, {"ore": 1}, {}, {}]


@pytest.mark.rule("PRO-4")
def test_single_claimant_may_claim_from_several_hexes() -> None:
    table = before_roll()
    retoken(table, "forest 8", 3)
    table.settle(0, 31, 38)
    leave(table, 1, "lumber")
    assert gained(table, 3) == [{"lumber": 1}, {}, {}, {}]


@pytest.mark.rule("PRO-4")
def test_claim_that_the_robber_blocks_is_none() -> None:
    table = before_roll()
    retoken(table, "forest 8", 3)
    table.build_city(0, 31)
    table.settle(1, 38)
    table.put("robber", hex_of("forest 8"))
    leave(table, 1, "lumber")
    assert gained(table, 3) == [{"lumber": 1}, {}, {}, {}]


@pytest.mark.rule("PRO-4")
def test_neutral_players_claim_nothing() -> None:
    table = before_roll(players=2, duel=True)
    table.build_city(0, 19)
    table.settle(2, 31)
    leave(table, 1, "lumber", keeper=1)
    assert gained(table, 3)[0] == {"lumber": 1}


# --- what others know -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRO-5")
def test_hands_are_hidden_and_their_sizes_public() -> None:
    table = before_roll()
    table.deal(0, brick=2, ore=1)
    table.deal(1, wool=4)
    view = table.view(1)
    assert view["hand"][0] == [0] * 5
    assert view["hand"][1] == [0, 0, 4, 0, 0]
    assert view["hand_size"] == table["hand_size"] == [3, 4, 0, 0, 0, 0]
    public = table.view()
    assert public["hand"] == [[0] * 5] * 6
    assert public["hand_size"] == table["hand_size"]


@pytest.mark.rule("PRO-5")
def test_stacks_of_the_bank_are_public_and_true() -> None:
    table = before_roll()
    table.settle(0, 19, 31)
    table.roll(3)
    for viewer in (0, 1, 6):
        assert table.view(viewer)["bank"] == table["bank"] == [19, 17, 19, 19, 19]


# --- dice -------------------------------------------------------------------------------------------------------------


def weights(state: State) -> dict[int, int]:
    """Return the weights of the possible sums of a roll."""
    return {a.action_number(action): weight for action, weight in state.outcomes()}


def roll_many(table: Table, *totals: int) -> None:
    """Roll and end the turn, for several turns."""
    for total in totals:
        table.roll(total)
        table.do(table["turn"], a.END_TURN)


@pytest.mark.rule("PRO-6")
def test_random_dice_have_no_memory() -> None:
    table = before_roll(dice="random")
    roll_many(table, 2, 2, 2)
    table.do(table["turn"], a.ROLL)
    assert weights(table) == dict(zip(SUMS, WAYS, strict=True))


@pytest.mark.rule("PRO-6")
def test_deck_deals_the_36_rolls_without_replacement() -> None:
    table = before_roll(dice="deck")
    table.do(0, a.ROLL)
    assert weights(table) == dict(zip(SUMS, WAYS, strict=True))
    table.apply(CHANCE, a.action(a.DICE_ROLLED, 2))
    table.do(0, a.END_TURN)
    roll_many(table, 12, 6)
    table.do(table["turn"], a.ROLL)
    left = dict(zip(SUMS, WAYS, strict=True)) | {6: 4}
    del left[2], left[12]
    assert weights(table) == left
    reason = table.why_not(CHANCE, a.action(a.DICE_ROLLED, 2))
    assert reason is not None
    assert reason.rule == "PRO-1"


def dealt_but(table: Table, left: dict[int, int]) -> None:
    """Leave only these cards in the dice deck."""
    for i, total in enumerate(SUMS):
        table.put("dice_deck", left.get(total, 0), i)
    table.put("dice_left", sum(left.values()))


@pytest.mark.rule("PRO-6")
@pytest.mark.parametrize(
    ("reshuffle", "left", "is_shuffled"),
    [(5, 5, False), (5, 4, True), (12, 11, True), (0, 1, False), (0, 0, True)],
)
def test_deck_is_shuffled_anew_when_fewer_cards_are_left(reshuffle: int, left: int, is_shuffled: bool) -> None:
    table = before_roll(dice="deck", dice_reshuffle=reshuffle)
    dealt_but(table, {8: left})
    table.do(0, a.ROLL)
    assert weights(table) == (dict(zip(SUMS, WAYS, strict=True)) if is_shuffled else {8: left})


@pytest.mark.rule("PRO-6")
def test_whole_deck_gives_each_roll_as_often_as_two_dice_would() -> None:
    table = before_roll(dice="deck", dice_reshuffle=0, discard_limit=120)
    rolled: Counter[int] = Counter()
    for _ in range(36):
        table.do(table["turn"], a.ROLL)
        action = table.sample(5)
        rolled[a.action_number(action)] += 1
        table.apply(CHANCE, action)
        if table.phase == "robber moves":
            table.apply(table["turn"], table.legal(table["turn"])[0])
        table.do(table["turn"], a.END_TURN)
    assert rolled == dict(zip(SUMS, WAYS, strict=True))


@pytest.mark.rule("PRO-6")
def test_deck_in_the_two_player_game_gives_two_different_sums() -> None:
    table = before_roll(players=2, duel=True, dice="deck", dice_reshuffle=0)
    dealt_but(table, {8: 2, 9: 1})
    table.roll(8)
    table.do(0, a.ROLL)
    assert weights(table) == {9: 1}


@pytest.mark.rule("PRO-6")
def test_deck_that_has_only_the_first_sum_left_is_shuffled_for_the_second() -> None:
    table = before_roll(players=2, duel=True, dice="deck", dice_reshuffle=0)
    dealt_but(table, {8: 2})
    table.roll(8)
    table.do(0, a.ROLL)
    assert weights(table) == {total: ways for total, ways in zip(SUMS, WAYS, strict=True) if total != 8}


@pytest.mark.rule("PRO-6")
def test_unknown_dice_are_refused() -> None:
    with pytest.raises(InvalidRuleset, match="dice='loaded': expected one of random, deck"):
        Ruleset(dice="loaded")
    with pytest.raises(InvalidRuleset, match="dice_reshuffle=36: expected a whole number from 0 to 35"):
        Ruleset(dice="deck", dice_reshuffle=36)
