"""Deals in the search's own games: both sides hold the cards and are better off, and nothing but hands changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from longroad.core.layout import DOMESTIC_TRADE, HAND, HAND_SIZE, PHASE, PLAYERS, POINTS, RESOURCES, SEATS, TURN
from longroad.core.phases import MAIN
from longroad.core.state import State
from longroad.core.words import RESOURCE_NAMES
from longroad.search import deals
from longroad.search.deals import (
    EVERYBODY,
    GIVEN_MOST,
    LEAST_GAIN,
    LISTED,
    LISTED_COUNT,
    NO_DEAL,
    PROMISE,
    carry_out,
    find_deal,
    is_dealing,
    list_deal,
    list_deals,
    make_deals,
    note_best_end,
    numbered_deal,
    partner_of,
)
from longroad.search.endings import ended
from longroad.search.evaluate import CERTAIN, TRADING, prepare
from longroad.search.turns import END_NODE, MOST_DEALS
from longroad.search.weights import FIRST_FILE, weights
from tests.rules.table import Table
from tests.samples import first
from tests.search.scenes import Bench, redealt, scenes

NODES = 3
ROOM = 40  # numbers of the notes behind those of a search, to look at the chances of two ends of a turn


def prepared(bench: Bench) -> Bench:
    """Let players trade, and prepare the search for the position."""
    bench.state.s[DOMESTIC_TRADE] = 1
    prepare(bench.state.s, bench.board, bench.measures)
    return bench


def benches(one_in: int) -> Iterator[Bench]:
    """Yield positions with varied hands in which the player on turn can make deals."""
    for seed, state in enumerate(scenes(one_in)):
        if state.s[PHASE] == MAIN and state.s[PLAYERS] > 2:
            yield prepared(Bench(redealt(state, seed)))


def blocks_of(bench: Bench, *, other: bool = False) -> tuple[Any, Any, Any, Any]:
    """Return what a search for deals works in; the others may have other weights than the player on turn."""
    by_seat = [list(weights(FIRST_FILE)) if other else bench.weights for _ in range(SEATS)]
    by_seat[bench.rows[0][TURN]] = bench.weights
    return bench.notes, bench.board, by_seat, bench.measures


def found(bench: Bench, *, other: bool = False) -> int:
    """Return the best deal of the player on turn."""
    blocks = blocks_of(bench, other=other)
    return find_deal(bench.rows, bench.words, 0, *blocks, bench.rows[0][TURN], NODES)


def ends(bench: Bench, *, other: bool = False) -> list[int]:
    """Return the chances of all seats at the end of the best turn, everybody's by its own weights."""
    seat, notes = bench.rows[0][TURN], bench.notes + [0] * ROOM
    _, board, by_seat, measures = blocks_of(bench, other=other)
    blocks = (notes, board, by_seat, measures)
    note_best_end(bench.rows, bench.words, 0, *blocks, seat, NODES, EVERYBODY, len(bench.notes))
    return notes[len(bench.notes) : len(bench.notes) + bench.state.s[PLAYERS]]


def listed_in(bench: Bench) -> list[int]:
    """Return the deals that looked good in the last search for one."""
    return bench.notes[LISTED : LISTED + bench.notes[LISTED_COUNT]]


def gain_by(bench: Bench, deal: int, before: list[int], *, other: bool = False) -> int:
    """Return what the player on turn gains by a deal at the end of the turn; 0 if one side gains too little."""
    row, partner = bench.rows[0], partner_of(deal)
    carry_out(row, row[TURN], deal, 1)
    assert min(min(hand) for hand in hands(row)) >= 0
    after = ends(bench, other=other)
    carry_out(row, row[TURN], deal, -1)
    gains = [after[seat] - before[seat] for seat in (row[TURN], partner)]
    assert partner != row[TURN]
    return gains[0] if min(gains) > LEAST_GAIN else 0


def hands(row: list[int]) -> list[list[int]]:
    """Return the cards of all seats."""
    return [row[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)] for seat in range(row[PLAYERS])]


def test_a_deal_moves_the_cards_that_it_names_and_back() -> None:
    table = Table.set_up()
    table.deal(1, brick=2)
    table.deal(3, ore=1)
    before = list(table.s)
    deal = numbered_deal(3, 0, 2, 4)
    assert partner_of(deal) == 3
    carry_out(table.s, 1, deal, 1)
    assert (table.hand(1), table.hand(3)) == ({"ore": 1}, {"brick": 2})
    assert table.s[HAND_SIZE + 1] == 1
    assert table.s[HAND_SIZE + 3] == 2
    carry_out(table.s, 1, deal, -1)
    assert table.s == before


def test_every_deal_has_a_number_of_its_own() -> None:
    counts = range(1, GIVEN_MOST + 1)
    kinds = range(RESOURCES)
    numbers = [numbered_deal(*deal) for deal in product(range(SEATS), kinds, counts, kinds)]
    assert len(set(numbers)) == len(numbers)
    assert NO_DEAL not in numbers


def test_the_best_of_all_deals_are_noted_best_first() -> None:
    for seed in range(50):
        rng = Random(seed)
        notes = Bench(Table.set_up()).notes
        promises = {deal: rng.randrange(1000) for deal in range(rng.randrange(12))}
        for deal, promise in promises.items():
            list_deal(notes, deal, promise)
        best = sorted(promises, key=lambda deal: -promises[deal])[:MOST_DEALS]
        count = notes[LISTED_COUNT]
        assert notes[LISTED : LISTED + count] == best
        assert notes[PROMISE : PROMISE + count] == [promises[deal] for deal in best]


@pytest.mark.parametrize("one_in", first(1, [500, 170]))
def test_of_all_deals_those_that_promise_most_are_listed(one_in: int) -> None:
    """A promise is the maker's chance right after a deal; both sides must be better off there."""
    sizes = set()
    for bench in benches(one_in):
        row, maker = bench.rows[0], bench.rows[0][TURN]
        before, promises = bench.shares(), []
        others = [seat for seat in range(row[PLAYERS]) if seat != maker]
        for partner, given, count, kind in product(others, range(RESOURCES), (1, 2), range(RESOURCES)):
            if given != kind and hands(row)[maker][given] >= count and hands(row)[partner][kind] > 0:
                deal = numbered_deal(partner, given, count, kind)
                carry_out(bench.state.s, maker, deal, 1)
                after = bench.shares()
                carry_out(bench.state.s, maker, deal, -1)
                if after[maker] > before[maker] and after[partner] > before[partner]:
                    promises.append(after[maker])
        list_deals(row, bench.words[0], bench.notes, bench.board, bench.weights, bench.measures, maker)
        count = bench.notes[LISTED_COUNT]
        assert bench.notes[PROMISE : PROMISE + count] == sorted(promises, reverse=True)[:MOST_DEALS]
        sizes.add(count)
    assert MOST_DEALS in sizes


@pytest.mark.parametrize("one_in", first(1, [500, 170]))
@pytest.mark.parametrize("other", [False, True])
def test_both_sides_hold_the_cards_and_gain_by_a_deal(other: bool, one_in: int) -> None:
    """Each by its own weights, whether they are the same or not."""
    made, none = 0, 0
    for bench in benches(one_in):
        row = bench.rows[0]
        before, cards = ends(bench, other=other), hands(row)
        deal = found(bench, other=other)
        assert hands(row) == cards, "looking for a deal changes nothing"
        gains = {listed: gain_by(bench, listed, before, other=other) for listed in listed_in(bench)}
        best = max(gains, key=lambda listed: gains[listed], default=NO_DEAL)
        assert deal == (best if gains.get(best) else NO_DEAL)
        made += deal != NO_DEAL
        none += deal == NO_DEAL
    assert made > 0
    assert none > 0


@pytest.mark.parametrize("one_in", first(1, [500, 170]))
def test_deals_change_hands_and_nothing_else(one_in: int) -> None:
    made = 0
    for bench in benches(one_in):
        row, words = bench.rows[0], bench.words[0]
        before, cards = State(list(row), list(words)), hands(row)
        make_deals(bench.rows, bench.words, 0, *blocks_of(bench), NODES)
        assert [sum(kind) for kind in zip(*hands(row), strict=True)] == [sum(kind) for kind in zip(*cards, strict=True)]
        assert [row[HAND_SIZE + seat] for seat in range(row[PLAYERS])] == [sum(hand) for hand in hands(row)]
        made += hands(row) != cards
        after = State(list(row), list(words))
        for block in (HAND, HAND + RESOURCES * SEATS), (HAND_SIZE, HAND_SIZE + SEATS):
            after.s[slice(*block)] = before.s[slice(*block)]
        assert after == before
    assert made > 0


def test_a_turn_has_three_deals_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else there would be to gain."""
    table = Table.set_up()
    table.deal(0, brick=5)
    table.deal(1, ore=5)
    bench = prepared(Bench(table))
    monkeypatch.setattr(deals, "find_deal", lambda *_: numbered_deal(1, 0, 1, 4))
    make_deals(bench.rows, bench.words, 0, *blocks_of(bench), NODES)
    assert hands(bench.rows[0])[:2] == [[2, 0, 0, 0, 3], [3, 0, 0, 0, 2]]


def test_others_judge_the_end_of_a_turn_by_their_own_weights() -> None:
    """As a new workspace does."""
    compared = 0
    for bench in benches(3000):
        seat, notes = bench.rows[0][TURN], bench.notes + [0] * ROOM
        _, board, by_seat, measures = blocks_of(bench, other=True)
        blocks = (notes, board, by_seat, measures)
        note_best_end(bench.rows, bench.words, 0, *blocks, seat, NODES, EVERYBODY, len(bench.notes))
        end = ended(bench.rows, bench.words, 0, notes[END_NODE], seat)
        alone = Bench(State(list(bench.rows[end]), list(bench.words[end])))
        alone.weights = list(weights(FIRST_FILE))
        for other, share in enumerate(alone.shares()):
            if other != seat:
                assert notes[len(bench.notes) + other] == share
                compared += 1
    assert compared > 0


def test_nobody_deals_another_to_victory() -> None:
    """The player on turn has nine points and lacks lumber for a settlement; others hold it and have much to gain."""
    table = Table.set_up()
    table.build_city(0, 7, 20, 31, 43)
    table.settle(0, 48)
    table.pave(0, 7, 3, 0)
    table.deal(0, brick=1, wool=3, grain=1)
    for seat in (1, 2, 3):
        table.deal(seat, lumber=2)
    assert table.s[POINTS] == 9
    bench = prepared(Bench(table))
    assert found(bench) == NO_DEAL
    carry_out(bench.rows[0], 0, numbered_deal(1, RESOURCE_NAMES.index("wool"), 1, RESOURCE_NAMES.index("lumber")), 1)
    assert ends(bench)[0] == CERTAIN


def test_there_are_deals_only_after_the_roll_and_if_three_or_more_may_trade() -> None:
    for table, expected in (
        (Table.set_up(), True),
        (Table.set_up(rolled=False), False),
        (Table.set_up(domestic_trade=False), False),
    ):
        bench = Bench(table)
        prepare(table.s, bench.board, bench.measures)
        assert is_dealing(table.s, bench.measures) is expected
    assert prepared(Bench(Table.set_up(players=2, duel=True))).measures[TRADING] == 0
