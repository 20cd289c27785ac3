"""Never stuck (END): somebody can always act, and what is played for those who do not."""

from __future__ import annotations

from typing import Any

import pytest

from longroad.core import actions as a
from longroad.core.actions import ply_action, ply_is_absent, ply_seat
from longroad.core.history import History
from longroad.core.island.material import CARD_AT, CITY_AT, ROAD_AT, SETTLEMENT_AT
from longroad.core.layout import CHANCE
from longroad.core.phases import IS_CHANCE, PHASE_TABLE
from longroad.core.rules import absent
from longroad.core.rules.absent import default_action
from longroad.core.rules.hands import can_pay
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from tests.rules.places import hex_of, site_of
from tests.rules.table import Table, bundle, path_between
from tests.walks import scramble, walk

# Besides the presets: the corners of the options that bear on who can act.
ODD: tuple[dict[str, Any], ...] = (
    {"players": 2, "friendly_robber": True, "steal": "may", "dice": "deck", "dice_reshuffle": 0},
    {"players": 4, "discard_limit": 1, "cards_per_turn": 0, "progress_cards": "recycled", "victory_points": 13},
    {"players": 3, "domestic_trade": False, "cut_roads": "lost", "special_build": "if_active_built"},
    {
        "players": 6,
        "island": "extension",
        "cut_roads": "abandoned",
        "special_build": "after_turn",
        "win_on": "any_turn",
    },
    {"players": 2, "duel": True, "cut_roads": "lost", "friendly_robber": True, "phases": "strict"},
    {"players": 4, "offers_per_turn": 1, "proposals_per_turn": 0, "point_cards": "next_turn", "limit": 60},
)
RULESETS = [Ruleset.preset(name) for name in PRESETS] + [Ruleset(**options) for options in ODD]
NAMES = [*PRESETS, *(f"odd {i}" for i in range(len(ODD)))]


# --- somebody can act -------------------------------------------------------------------------------------------------


def check_who_acts(state: State) -> None:
    """Check that the game waits for somebody who can act, and that nobody else can."""
    waits, may = state.to_act, state.may_act
    assert waits
    assert set(waits) <= set(may)
    for seat in range(state["players"]):
        can = bool(state.legal(seat) or state.forms(seat))
        assert can or seat not in waits
        assert seat in may or not can
    if state.phase == "main":
        assert a.action(a.END_TURN) in state.legal(state["turn"])
        assert state["turn"] not in {seat for seat in range(6) if state["waiting"] >> seat & 1}
    if state.is_chance:
        assert state.outcomes()


@pytest.mark.rule("END-1")
@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_somebody_can_always_act_until_the_game_is_over(ruleset: Ruleset) -> None:
    for seed in (11, 12):
        state = State.new(ruleset, seed)
        for _ in walk(state, seed, 1500):
            check_who_acts(state)
        if state.is_over:
            assert state.to_act == ()
            assert state.may_act == ()


@pytest.mark.rule("END-1")
def test_nobody_can_act_when_the_game_is_over() -> None:
    state = State.new(Ruleset(limit=3, first_player="given"))
    for _ in walk(state, 1, 2000):
        pass
    assert state.is_over
    assert [state.legal(seat) for seat in range(4)] == [[]] * 4
    assert [state.forms(seat) for seat in range(4)] == [[]] * 4
    reason = state.why_not(0, a.action(a.ROLL))
    assert reason is not None
    assert reason.rule == "WIN-2"


@pytest.mark.rule("END-1")
def test_turn_can_be_ended_while_others_still_think() -> None:
    table = Table.set_up()
    table.deal(0, wool=1)
    for seat in (1, 2, 3):
        table.deal(seat, ore=1)
    table.apply(0, bundle(a.OFFER_TRADE, to=0b1110, wool=1, ore=-1))
    table.apply(1, bundle(a.COUNTER_OFFER, ore=1, wool=-2))
    assert 0 not in table.to_act
    table.do(0, a.END_TURN)
    assert table["turn"] == 1


@pytest.mark.rule("END-1")
@pytest.mark.parametrize("preset", PRESETS)
def test_game_that_nobody_plays_goes_on(preset: str) -> None:
    """With defaults for every seat the turns go round until the limit."""
    state = State.new(Ruleset.preset(preset, limit=30), seed=2)
    ply = 0
    while not state.is_over:
        seat = state.to_act[0]
        state.apply(seat, state.sample(2) if seat == CHANCE else default_action(state.view(seat), seat))
        ply += 1
        assert ply < 2000
    assert state["turns"] <= 30


# --- the defaults are legal -------------------------------------------------------------------------------------------


@pytest.mark.rule("END-2")
def test_default_is_legal_in_every_phase_and_preset() -> None:
    phases = set()
    for number, ruleset in enumerate(RULESETS):
        for seed in (21, 22):
            state = State.new(ruleset, seed)
            for ply, _ in enumerate(walk(state, seed, 1500)):
                if state.phase in ("main", "before roll") and scramble(number, seed, ply) % 16:
                    continue
                for seat in state.to_act:
                    if seat != CHANCE:
                        phases.add(state.phase)
                        action = default_action(state.view(seat), seat)
                        assert state.why_not(seat, action) is None
    assert phases == {phase.name for phase in PHASE_TABLE if phase.kinds and phase.who != "chance"}
    assert len(phases) == len(PHASE_TABLE) - sum(IS_CHANCE) - 1


@pytest.mark.rule("END-2")
def test_default_follows_from_the_view_alone() -> None:
    """What others hold in secret does not change it, and asking twice gives the same."""
    one, other = Table.set_up(rolled=False), Table.set_up(rolled=False)
    for table, name in ((one, "wool"), (other, "ore")):
        table.settle(1, 19)
        table.settle(2, 31)
        table.deal(1, **{name: 3})
        table.roll(7)
    assert default_action(one.view(0), 0) == default_action(other.view(0), 0) == default_action(one.view(0), 0)


@pytest.mark.rule("END-2")
def test_default_is_given_to_the_seat_that_the_game_waits_for() -> None:
    table = Table.set_up()
    with pytest.raises(ValueError, match="seat 1: the game waits for 0"):
        default_action(table.view(1), 1)
    with pytest.raises(ValueError, match="seat 0: this is the view of seat 1"):
        default_action(table.view(1), 0)
    with pytest.raises(ValueError, match="seat 0: this is the view of seat 6"):
        default_action(table.view(), 0)


# --- what they are ----------------------------------------------------------------------------------------------------


def discard_of(table: Table, seat: int) -> dict[str, int]:
    """Return what the default discards from a hand."""
    before = table.hand(seat)
    table.apply(seat, default_action(table.view(seat), seat))
    after = table.hand(seat)
    return {name: gone for name, count in before.items() if (gone := count - after.get(name, 0))}


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        ({"wool": 8}, {"wool": 4}),
        ({"ore": 4, "grain": 3, "wool": 2}, {"wool": 2, "ore": 1, "grain": 1}),  # a city can be paid for: it stays
        ({"brick": 6, "lumber": 1, "wool": 1, "grain": 1}, {"brick": 4}),  # the road that can be built stays
        ({"lumber": 3, "brick": 3, "ore": 2}, {"brick": 2, "lumber": 1, "ore": 1}),  # evenly, the first of equals
    ],
)
def test_default_discard_keeps_what_builds_next_and_lays_down_the_most_plentiful(
    hand: dict[str, int], gone: dict[str, int]
) -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 30)
    table.pave(0, 30, 24)
    table.deal(0, **hand)
    table.roll(7)
    assert discard_of(table, 0) == gone


@pytest.mark.rule("END-2")
def test_default_discard_does_not_save_for_what_cannot_be_built() -> None:
    table = Table.set_up(rolled=False)  # without a settlement there is no city
    table.deal(0, ore=5, grain=3, wool=1)
    table.roll(7)
    assert discard_of(table, 0) == {"ore": 3, "grain": 1}  # wool, grain and ore for a card stay


@pytest.mark.rule("END-2")
def test_goals_of_the_default_cost_what_the_rules_say() -> None:
    costs = {
        a.BUILD_CITY: CITY_AT,
        a.BUILD_SETTLEMENT: SETTLEMENT_AT,
        a.BUY_CARD: CARD_AT,
        a.BUILD_ROAD: ROAD_AT,
    }
    names = ("brick", "lumber", "wool", "grain", "ore")
    assert set(absent.GOALS) == set(costs)
    for kind, cost in absent.GOALS.items():
        for short in (None, *(i for i in range(5) if cost[i])):
            table = Table.set_up()
            table.deal(0, **{names[i]: cost[i] - (i == short) for i in range(5)})
            assert bool(can_pay(table.s, 0, costs[kind])) == (short is None)


def robbing(**options: Any) -> Table:
    """Set up a 7 of seat 0; seat 1 leads, seat 2 has more buildings."""
    table = Table.set_up(rolled=False, **options)
    table.build_city(1, site_of("mountains 10", "fields 12", "hills 6"))
    table.settle(1, site_of("forest 3", "mountains 8", "pasture 5"))
    table.settle(2, site_of("forest 8", "hills 5", "mountains 3"), 30)
    return table


@pytest.mark.rule("END-2")
def test_default_robber_hurts_the_leader_most() -> None:
    table = robbing()
    table.roll(7)
    assert default_action(table.view(0), 0) == a.action(a.MOVE_ROBBER, hex_of("hills 6"))  # a city at a red number


@pytest.mark.rule("END-2")
def test_default_robber_spares_its_own_hexes() -> None:
    table = robbing()
    table.settle(0, site_of("hills 6", "pasture 4", "desert"))
    table.roll(7)
    assert default_action(table.view(0), 0) == a.action(a.MOVE_ROBBER, hex_of("mountains 10"))


@pytest.mark.rule("END-2")
def test_default_victim_is_who_leads_and_somebody_rather_than_nobody() -> None:
    table = Table.set_up(rolled=False, steal="may")
    table.settle(1, 19)
    table.build_city(2, 31)
    table.deal(1, ore=4)
    table.deal(2, ore=1)
    table.roll(7)
    table.do(0, a.MOVE_ROBBER, hex_of("forest 3"))
    assert default_action(table.view(0), 0) == a.action(a.ROB, 2)
    table.put("points", 2, 1)
    assert default_action(table.view(0), 0) == a.action(a.ROB, 1)  # of equals, who has more cards


@pytest.mark.rule("END-2")
@pytest.mark.rule("ROB-3")
def test_default_victim_has_cards_where_anyone_can_be_robbed() -> None:
    table = Table.set_up(rolled=False, steal="any")
    table.settle(1, 19)
    table.build_city(2, 31)  # who leads, without cards
    table.deal(1, ore=1)
    table.roll(7)
    table.do(0, a.MOVE_ROBBER, hex_of("forest 3"))
    assert table.listed(0, a.ROB) == [1, 2]
    assert default_action(table.view(0), 0) == a.action(a.ROB, 1)


@pytest.mark.rule("END-2")
def test_default_refuses_offers_passes_and_ends_the_turn() -> None:
    table = Table.set_up(rolled=False, special_build="after_turn")
    table.deal(0, wool=1)
    table.deal(1, ore=2)
    assert default_action(table.view(0), 0) == a.ROLL
    table.roll(2)
    table.apply(0, bundle(a.OFFER_TRADE, to=0b0010, wool=1, ore=-1))
    assert default_action(table.view(1), 1) == a.REFUSE
    table.do(1, a.REFUSE)
    assert default_action(table.view(0), 0) == a.END_TURN
    table.do(0, a.END_TURN)
    assert table.phase == "special building"
    assert default_action(table.view(1), 1) == a.END_TURN


@pytest.mark.rule("END-2")
def test_default_founds_where_the_dice_yield_most() -> None:
    state = State.new(Ruleset.preset("tournament", first_player="given"))
    view = state.view(0)
    worth = {site: absent.site_worth(view, 0, site) for site in range(54)}
    assert worth[site_of("forest 9", "pasture 4", "hills 10")] == 4 + 3 + 3 + 3 * absent.NEW_RESOURCE
    assert worth[a.action_number(default_action(view, 0))] == max(worth.values())


@pytest.mark.rule("END-2")
def test_default_free_road_leads_to_the_best_free_intersection() -> None:
    table = Table.set_up()
    table.settle(0, 4)
    table.pave(0, 4, 0)
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)
    assert default_action(table.view(0), 0) == a.action(a.BUILD_ROAD, path_between(4, 8))


@pytest.mark.rule("END-2")
def test_default_neutral_piece_is_not_in_ones_own_way() -> None:
    table = Table.set_up(players=2, duel=True, neutral_sites=(19, 44))
    table.settle(0, 30)
    table.pave(0, 30, 24)
    table.fund(0, "road")
    table.road(0, 24, 18)
    assert table.phase == "neutral build"
    action = default_action(table.view(0), 0)
    assert a.action_number(action) not in (path_between(19, 24), path_between(24, 30))
    table.apply(0, action)


@pytest.mark.rule("END-2")
def test_default_gift_of_a_forced_trade_is_the_most_plentiful() -> None:
    table = Table.set_up(players=2, duel=True)
    table.deal(0, wool=6)
    table.deal(1, brick=2)
    table.do(0, a.FORCE_TRADE)
    while table.is_chance:
        table.chance(0)
    assert default_action(table.view(0), 0) == bundle(a.GIVE_CARDS, wool=2)


# --- and the log says so ----------------------------------------------------------------------------------------------


@pytest.mark.rule("END-2")
def test_log_tells_what_was_played_for_an_absent_seat() -> None:
    table = Table.set_up(rolled=False)
    table.deal(1, ore=9)
    history = History(table)
    history.push(0, a.action(a.ROLL))
    history.push(CHANCE, a.action(a.DICE_ROLLED, 7))
    history.push_default(1)
    history.push(0, a.action(a.MOVE_ROBBER, hex_of("forest 9")))
    assert [ply_is_absent(entry) for entry in history.plies] == [False, False, True, False]
    assert [ply_seat(entry) for entry in history.plies] == [0, CHANCE, 1, 0]
    assert ply_action(history.plies[2]) == bundle(a.DISCARD, ore=4)
    assert max(history.plies) < 1 << 53
    again = History(table, history.plies)
    assert again.plies == history.plies
    assert again.state == history.state
    again.pop()
    again.pop_ply()
    assert again.state.phase == "discarding"
