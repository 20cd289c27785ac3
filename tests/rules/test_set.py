"""Set-up (SET): what there is, who starts, the founding."""

from __future__ import annotations

from collections import Counter

import pytest

from longroad.core import actions as a
from longroad.core.island.topology import PATH_SITES
from longroad.core.layout import CHANCE
from longroad.core.rules.absent import default_action
from longroad.core.ruleset import InvalidRuleset, Ruleset
from longroad.core.state import State
from longroad.core.words import CARD_NAMES, POINT_CARD_NAMES, RESOURCE_NAMES
from tests.rules.places import hex_of, site_of
from tests.rules.table import Table, road

EXTENSION = {"island": "extension"}
# Eight intersections of the beginner island that are well apart, each with a path beside it to its neighbor.
SPREAD = ((8, 12), (9, 13), (20, 25), (17, 22), (28, 33), (30, 35), (31, 37), (44, 48))


def founding(players: int = 4, first: int = 0) -> Table:
    """Begin a game on the beginner island, with nothing founded."""
    fixed = {"terrain": "fixed", "tokens": "fixed", "harbors": "fixed"}
    state = State.new(Ruleset(players=players, first_player="given", first_seat=first, **fixed))  # type: ignore[arg-type]
    return Table(state.s, state.m)


def found(table: Table, site: int, other: int) -> int:
    """Make the seat that is due found a settlement with a road towards a neighboring site; return the seat."""
    (seat,) = table.to_act
    table.do(seat, a.BUILD_SETTLEMENT, site)
    table.apply(seat, road(site, other))
    return seat


def found_all(table: Table) -> list[int]:
    """Make everybody found; return the seats in their order."""
    return [found(table, *SPREAD[step]) for step in range(2 * table["players"])]


def roll_for_start(state: State, *totals: int) -> None:
    """Roll for the start, one seat after the other."""
    for total in totals:
        action = next(action for action, _ in state.outcomes() if a.action_number(action) == total)
        state.apply(CHANCE, action)


# --- what there is ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {}), (4, {}), (5, EXTENSION), (6, EXTENSION)])
def test_each_player_has_five_settlements_four_cities_fifteen_roads(players: int, options: dict[str, str]) -> None:
    state = State.new(Ruleset(players=players, **options))  # type: ignore[arg-type]
    nobody = [0] * (6 - players)
    assert state["settlements_left"] == [5] * players + nobody
    assert state["cities_left"] == [4] * players + nobody
    assert state["roads_left"] == [15] * players + nobody


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(("options", "count"), [({}, 19), (EXTENSION, 24)])
def test_bank_has_so_many_cards_of_each_resource(options: dict[str, str], count: int) -> None:
    state = State.new(Ruleset(**options))  # type: ignore[arg-type]
    assert state["bank"] == [count] * 5
    assert not any(state["hand_size"])


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(
    ("options", "counts"),
    [({}, (14, 2, 2, 2, 5)), (EXTENSION, (20, 3, 3, 3, 5))],
)
def test_stack_of_development_cards(options: dict[str, str], counts: tuple[int, ...]) -> None:
    state = State.new(Ruleset(**options))  # type: ignore[arg-type]
    names = ("knight", "road building", "year of plenty", "monopoly", "victory point")
    assert dict(zip(CARD_NAMES, state["deck"], strict=True)) == dict(zip(names, counts, strict=True))
    assert state["deck_size"] == sum(counts)
    assert not any(state["cards_size"])


@pytest.mark.rule("SET-1")
def test_five_victory_point_cards_have_names() -> None:
    assert POINT_CARD_NAMES == ("chapel", "university", "great hall", "library", "market")
    assert len(POINT_CARD_NAMES) == State.new(Ruleset())["deck"][CARD_NAMES.index("victory point")]


@pytest.mark.rule("SET-1")
def test_special_cards_lie_beside_the_board() -> None:
    state = State.new(Ruleset())
    assert (state["longest"], state["largest"]) == (-1, -1)


# --- who starts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SET-2")
def test_everybody_rolls_and_the_highest_starts() -> None:
    state = State.new(Ruleset(players=4))
    assert state.phase == "roll for start"
    assert state.to_act == (CHANCE,)
    assert [weight for _, weight in state.outcomes()] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    roll_for_start(state, 5, 8, 11, 2)
    assert state["first"] == 2
    assert state.to_act == (2,)


@pytest.mark.rule("SET-2")
def test_tied_players_alone_roll_again_until_one_is_highest() -> None:
    state = State.new(Ruleset(players=4))
    roll_for_start(state, 9, 4, 9, 9)
    assert state.phase == "roll for start"
    assert state["rolling"] == 0b1101
    roll_for_start(state, 3, 6, 6)
    assert state["rolling"] == 0b1100
    roll_for_start(state, 2, 3)
    assert state["first"] == 3
    assert state.phase == "found settlement"


@pytest.mark.rule("SET-2")
def test_lower_tie_does_not_matter() -> None:
    state = State.new(Ruleset(players=3))
    roll_for_start(state, 4, 4, 6)
    assert state["first"] == 2


@pytest.mark.rule("SET-2")
def test_roll_for_the_start_names_its_seat_and_may_carry_the_faces() -> None:
    state = State.new(Ruleset(players=3))
    good = a.action(a.START_ROLLED, 7, 3, 4, third=0)
    assert state.why_not(CHANCE, good) is None
    for wrong in (
        a.action(a.START_ROLLED, 7, 3, 3),  # the faces do not add up
        a.action(a.START_ROLLED, 7, 3, 4, third=1),  # it is the first seat's roll
        a.action(a.START_ROLLED, 13),
        a.action(a.DICE_ROLLED, 7),
    ):
        assert state.why_not(CHANCE, wrong) is not None
    assert state.why_not(0, good) is not None


@pytest.mark.rule("SET-2")
@pytest.mark.parametrize("first", range(4))
def test_starting_player_can_be_given(first: int) -> None:
    state = State.new(Ruleset(players=4, first_player="given", first_seat=first))
    assert state.to_act == (first,)


@pytest.mark.rule("SET-2")
def test_starting_player_is_rolled_for_or_given_but_not_both() -> None:
    with pytest.raises(InvalidRuleset, match="first_seat=2: the first player is rolled for"):
        Ruleset(first_seat=2)
    with pytest.raises(InvalidRuleset, match="first_seat=3: expected 0 to 2"):
        Ruleset(players=3, first_player="given", first_seat=3)


@pytest.mark.rule("SET-2", "SET-6")
def test_highest_roll_takes_the_first_turn_where_settlements_are_placed_beforehand() -> None:
    state = State.new(Ruleset.preset("beginner", first_player="roll"))
    roll_for_start(state, 2, 12, 5, 5)
    assert state.phase == "before roll"
    assert state.to_act == (1,)


# --- founding ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize(
    ("players", "first", "order"),
    [
        (2, 0, [0, 1, 1, 0]),
        (3, 1, [1, 2, 0, 0, 2, 1]),
        (4, 0, [0, 1, 2, 3, 3, 2, 1, 0]),
        (4, 2, [2, 3, 0, 1, 1, 0, 3, 2]),
    ],
)
def test_founding_goes_clockwise_and_then_back(players: int, first: int, order: list[int]) -> None:
    table = founding(players, first)
    assert found_all(table) == order
    assert table["settlements_left"][:players] == [3] * players
    assert table["roads_left"][:players] == [13] * players
    assert table["points"][:players] == [2] * players


@pytest.mark.rule("SET-3")
def test_settlement_comes_before_its_road() -> None:
    table = founding()
    table.refuse("SET-3", 0, road(8, 12))
    table.refuse("SET-3", 0, a.action(a.ROLL))
    table.do(0, a.BUILD_SETTLEMENT, 8)
    table.refuse("SET-3", 0, a.action(a.BUILD_SETTLEMENT, 30))
    table.refuse("TRN-7", 1, a.action(a.BUILD_SETTLEMENT, 30))


@pytest.mark.rule("SET-3")
def test_founding_road_touches_the_settlement_just_founded() -> None:
    table = founding(2)
    for step in range(2):
        found(table, *SPREAD[step])
    (seat,) = table.to_act
    assert seat == 1
    table.do(seat, a.BUILD_SETTLEMENT, 30)
    assert table.listed(seat, a.BUILD_ROAD) == [p for p in range(72) if 30 in PATH_SITES[2 * p : 2 * p + 2]]
    table.refuse("SET-3", seat, road(9, 5))  # at the first settlement
    table.refuse("SET-3", seat, road(24, 18))  # nowhere


@pytest.mark.rule("SET-3")
def test_founding_costs_nothing() -> None:
    table = founding()
    found(table, 8, 12)
    assert not any(table["hand_size"])
    assert table["bank"] == [19] * 5


@pytest.mark.rule("SET-4")
def test_distance_rule_applies_in_founding() -> None:
    table = founding()
    assert len(table.listed(0, a.BUILD_SETTLEMENT)) == 54
    found(table, 30, 24)
    for near in (30, 24, 35, 36):
        table.refuse("SET-4", 1, a.action(a.BUILD_SETTLEMENT, near))
    assert set(table.listed(1, a.BUILD_SETTLEMENT)) == set(range(54)) - {30, 24, 35, 36}


@pytest.mark.rule("SET-4")
def test_second_settlement_needs_no_connection() -> None:
    table = founding(2)
    found(table, 0, 4)
    found(table, 8, 12)
    found(table, 53, 49)
    assert 51 in table.listed(0, a.BUILD_SETTLEMENT)
    found(table, 51, 47)


@pytest.mark.rule("SET-4")
def test_own_settlement_keeps_its_distance_too() -> None:
    table = founding(2)
    found(table, 0, 4)
    found(table, 30, 24)
    table.refuse("SET-4", 1, a.action(a.BUILD_SETTLEMENT, 24))


@pytest.mark.rule("SET-4")
def test_places_of_the_extension_are_missing_from_the_base_island() -> None:
    table = founding()
    table.refuse("BRD-1", 0, a.action(a.BUILD_SETTLEMENT, 54))
    state = State.new(Ruleset(players=5, island="extension", first_player="given"))
    assert len(state.legal(0)) == 80


# --- the starting income ----------------------------------------------------------------------------------------------


def found_second_at(site: int, robber: str = "desert") -> Table:
    """Make seat 1 of two found its second settlement at a site."""
    table = founding(2)
    table.put("robber", hex_of(robber))
    found(table, 0, 4)
    found(table, 53, 49)
    table.do(1, a.BUILD_SETTLEMENT, site)
    return table


@pytest.mark.rule("SET-5")
@pytest.mark.parametrize(
    ("hexes", "income"),
    [
        (("forest 11", "forest 8", "fields 9"), {"lumber": 2, "grain": 1}),
        (("forest 8", "hills 5", "mountains 3"), {"lumber": 1, "ore": 1, "brick": 1}),
        (("mountains 3", "fields 4", "fields 6"), {"ore": 1, "grain": 2}),
        (("forest 3", "mountains 8", "pasture 5"), {"lumber": 1, "ore": 1, "wool": 1}),
        (("desert", "forest 3", "fields 4"), {"lumber": 1, "grain": 1}),  # the desert yields nothing
        (("pasture 5", "pasture 11"), {"wool": 2}),  # on the coast
    ],
)
def test_second_settlement_yields_one_card_for_each_terrain_hex(hexes: tuple[str, ...], income: dict[str, int]) -> None:
    table = found_second_at(site_of(*hexes))
    assert table.hand(1) == income
    assert table["bank"] == [19 - income.get(name, 0) for name in RESOURCE_NAMES]
    assert table["hand_size"][1] == sum(income.values())


@pytest.mark.rule("SET-5")
def test_starting_income_comes_with_the_settlement_before_its_road() -> None:
    table = found_second_at(site_of("forest 11", "forest 8", "fields 9"))
    assert table.phase == "found road"
    assert table["hand_size"][1] == 3


@pytest.mark.rule("SET-5")
def test_first_settlement_yields_nothing() -> None:
    table = founding()
    found(table, site_of("forest 11", "forest 8", "fields 9"), 22)
    assert table.hand(0) == {}


@pytest.mark.rule("SET-5")
def test_robber_does_not_stop_the_starting_income() -> None:
    table = found_second_at(site_of("forest 11", "forest 8", "fields 9"), robber="forest 8")
    assert table.hand(1) == {"lumber": 2, "grain": 1}


# --- and then ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SET-6")
@pytest.mark.parametrize("first", range(4))
def test_starting_player_takes_the_first_turn_and_play_goes_clockwise(first: int) -> None:
    table = founding(4, first)
    found_all(table)
    assert table["turns"] == 1
    for step in range(5):
        assert table.phase == "before roll"
        assert table.to_act == ((first + step) % 4,)
        table.roll(2)
        table.do(table["turn"], a.END_TURN)


@pytest.mark.rule("SET-7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_of_the_base_island_may_be_played_by_computers(players: int) -> None:
    """One person founds and rolls; at every other seat a program plays from what it sees."""
    state = State.new(Ruleset(players=players, limit=12), seed=players)
    turns: Counter[int] = Counter()
    while not state.is_over:
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(players))
        elif seat == 0 and state.phase != "discarding":
            state.apply(0, state.legal(0)[0])
        else:
            state.apply(seat, default_action(state.view(seat), seat))
        turns[state["turn"]] += 1
    assert set(turns) == set(range(players))


@pytest.mark.rule("SET-7")
def test_base_island_has_no_more_than_four_seats() -> None:
    with pytest.raises(InvalidRuleset, match="players=5: the base island takes 2 to 4 players"):
        Ruleset(players=5)
    with pytest.raises(InvalidRuleset, match="players=1: expected a whole number from 2 to 6"):
        Ruleset(players=1)
