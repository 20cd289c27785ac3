"""What positions are measured by: the same as an oracle that was written a second time, slowly, finds."""

from __future__ import annotations

import pytest

from longroad.core.layout import PLAYERS, RESOURCES, SITES
from longroad.core.state import State
from longroad.core.words import GENERIC_HARBOR, RESOURCE_NAMES
from longroad.search.features import BOARD_HARBOR, BOARD_PIPS, BOARD_ROW, NAMES
from longroad.search.sites import site_worth
from longroad.search.waits import TURNS_MOST
from tests.rules.table import Table
from tests.samples import first
from tests.search.estimates import expected
from tests.search.oracle import YIELD, harbors, pips, sums, yields
from tests.search.scenes import Bench, Shown, redealt, scenes

ONE_IN = 20


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("part", first(1, range(4)))
def test_positions_are_measured_as_the_oracle_measures_them(part: int) -> None:
    """All features, without exception: a new one needs an oracle too."""
    for number, state in enumerate(scenes(ONE_IN)):
        if number % 4 == part:
            compare(state)


def test_random_hands_and_supplies_are_measured_as_the_oracle_measures_them() -> None:
    """Hands that pay for several things at once are rare in games."""
    for number, state in enumerate(scenes(16 * ONE_IN)):
        compare(redealt(state, number))


def compare(state: State) -> None:
    """Compare the features of all seats with those of the oracle."""
    table = Shown(state)
    for found, wanted in zip(Bench(state).features(), expected(table), strict=True):
        assert found == wanted, table.position


def test_the_oracle_is_asked_about_much() -> None:
    """All presets, at all stages, with all that the features speak of."""
    states = list(scenes(ONE_IN))
    assert len(states) > 250
    assert {state.s[PLAYERS] for state in states} == {2, 3, 4, 5, 6}
    seen = [features for state in states for features in Bench(state).features()]
    constant = [name for name in NAMES if len({features[name] for features in seen}) == 1]
    assert constant == []


def test_the_board_is_written_down_as_it_lies() -> None:
    for state in scenes(60):
        bench, table = Bench(state), Shown(state)
        count = len(table_sites(table))
        for site in range(SITES):
            row = bench.board[BOARD_ROW * site : BOARD_ROW * (site + 1)]
            if site >= count:
                assert not any(row)
                continue
            assert dict(zip(RESOURCE_NAMES, row, strict=False)) == yields(table, site)
            assert row[BOARD_PIPS] == sum(row[:RESOURCES])
            assert bool(row[BOARD_HARBOR]) == (table.site(site).harbor is not None)


def table_sites(table: Shown) -> range:
    """Return the intersections of an island: the greatest that a hex has, and all before."""
    return range(1 + max(site for number in range(len(table.island.tokens or ())) for site in table.hex(number).sites))


# --- worth: only what must be so, whatever the weights ----------------------------------------------------------------


def settled(*sites: int) -> tuple[Bench, Shown]:
    """Settle seat 0 at some places of the beginner island, and measure it."""
    table = Table.set_up()
    table.settle(0, *sites)
    bench = Bench(table)
    bench.features()
    return bench, Shown(table)


def test_more_pips_of_the_same_are_worth_more() -> None:
    """Whatever comes in already: between two places without a harbor, one that yields more of everything is better."""
    for home in (0, 9, 31, 44):
        bench, table = settled(home)
        plain = [site for site in table_sites(table) if table.site(site).harbor is None]
        rows = {site: list(yields(table, site).values()) for site in plain}
        worth = {site: site_worth(bench.board, bench.measures, 0, site) for site in plain}
        for one in plain:
            for other in plain:
                if rows[one] != rows[other] and all(a >= b for a, b in zip(rows[one], rows[other], strict=True)):
                    assert worth[one] > worth[other]


def test_what_does_not_come_in_yet_is_worth_more() -> None:
    bench, table = settled(31)
    before = {site: site_worth(bench.board, bench.measures, 0, site) for site in table_sites(table)}
    away, _ = settled()
    fresh = {site: site_worth(away.board, away.measures, 0, site) for site in table_sites(table)}
    known = [name for name, count in yields(table, 31).items() if count]
    plain = [site for site in table_sites(table) if table.site(site).harbor is None]
    for site in plain:
        shared = any(yields(table, site)[name] for name in known)
        assert (before[site] < fresh[site]) == shared
        assert (before[site] == fresh[site]) == (not shared)


def test_a_harbor_is_worth_something() -> None:
    bench, table = settled(31)
    for site in table_sites(table):
        if table.site(site).harbor is not None:
            row = BOARD_ROW * site + BOARD_HARBOR
            kind, bench.board[row] = bench.board[row], 0
            without = site_worth(bench.board, bench.measures, 0, site)
            bench.board[row] = kind
            assert site_worth(bench.board, bench.measures, 0, site) > without


# --- waiting: estimates, of which only the bounds and the order are tested --------------------------------------------


@pytest.mark.parametrize("what", ["settlement", "city", "card"])
def test_nobody_waits_for_what_can_be_paid_and_everybody_else_does(what: str) -> None:
    for state in scenes(2 * ONE_IN):
        table = Shown(state)
        for seat, features in enumerate(Bench(state).features()):
            hand, cost = table.hand(seat), table.cost(what)
            can_pay = hand is not None and all(held >= price for held, price in zip(hand, cost, strict=True))
            assert 0 <= features[f"turns to {what}"] <= TURNS_MOST
            assert (features[f"turns to {what}"] == 0) == can_pay


def rich() -> Table:
    """Place two cities of seat 0 that yield everything."""
    table = Table.set_up()
    table.build_city(0, 31, 44)
    return table


def test_cards_in_hand_shorten_the_wait() -> None:
    waits = []
    for grain in range(3):
        table = rich()
        table.deal(0, ore=2, grain=grain)
        waits.append(Bench(table).features()[0]["turns to city"])
    assert waits == sorted(waits, reverse=True)
    assert waits[0] > waits[2]


def test_the_robber_lengthens_the_wait_and_not_the_pace() -> None:
    table = rich()
    free = Bench(table).features()[0]
    place = Shown(table)
    table.put("robber", next(number for number in place.site(31).hexes if place.hex(number).terrain == "mountains"))
    held = Bench(table).features()[0]
    assert held["turns to city"] > free["turns to city"]
    assert held["pace of cities"] == free["pace of cities"]


def test_a_harbor_lets_income_buy_more() -> None:
    table = rich()
    before = Bench(table).features()[0]
    table.put("harbors", 1 << GENERIC_HARBOR, 0)
    after = Bench(table).features()[0]
    assert after["trade power"] > before["trade power"]
    assert after["pace of settlements"] < before["pace of settlements"]


# --- the oracle itself ------------------------------------------------------------------------------------------------


def test_the_oracle_agrees_with_odds_and_rates_of_the_library() -> None:
    """The income from terrain and tokens equals the library's odds, without the robber's hex."""
    for state in scenes(60):
        table = Shown(state)
        if table.ruleset.dice == "deck":
            continue
        robber = table.hex(table.robber)
        kept = {YIELD.get(robber.terrain): pips(robber.token)} if robber.terrain in YIELD else {}
        for site in table_sites(table):
            wanted = yields(table, site)
            for name, count in kept.items():
                if site in robber.sites and name is not None:
                    wanted[name] -= count
            assert {name: int(36 * odds) for name, odds in table.production_odds(site).items()} == {
                name: count for name, count in wanted.items() if count
            }
        for seat in range(table.players):
            kinds, rates = harbors(table, seat), dict(table.rates(seat).items())
            usual = 3 if "generic" in kinds else 4
            assert rates == {name: 2 if name in kinds else usual for name in RESOURCE_NAMES}
            assert None not in sums(table, seat)
