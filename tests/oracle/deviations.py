"""Where Catanatron 3.2.1 departs from the rulebook: the accepted list, and how each case is recognised.

A case counts as known only if our side is what the judge computes from the rulebook *and* their side is what the known
flaw makes of the same position. Whatever else differs is unexplained, and a failure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from longroad.core import actions as a
from longroad.core.island.given import Island
from longroad.core.island.topology import PATH_SITES
from longroad.core.layout import CARDS_PLAYED, NOBODY, PHASE
from longroad.core.phases import BEFORE_ROLL, FREE_ROAD, MAIN
from longroad.core.state import State
from longroad.core.words import BRICK, KNIGHT_CARD, LUMBER, MONOPOLY_CARD, PLENTY_CARD, ROAD_CARD
from tests.oracle import judge
from tests.oracle.moves import name_move
from tests.oracle.position import AWARD_POINTS, Position, as_set, members
from tests.oracle.twin import Twin


@dataclass(frozen=True, slots=True)
class Deviation:
    """One way in which Catanatron departs from the rulebook."""

    name: str
    rule: str
    sentence: str


SHORTAGE: Final = Deviation("single claimant", "PRO-4", "In a shortage a single claimant gets nothing.")
DISCARD: Final = Deviation("discard", "ROB-1", "Discards are drawn at random, and seat by seat.")
EARLY_CARD: Final = Deviation("card before the roll", "TRN-4", "Before the roll only a knight can be played.")
FRESH_CARD: Final = Deviation("card just bought", "TRN-5", "A card can be played on the turn it was bought.")
PAID_ROADS: Final = Deviation(
    "free roads paid", "DEV-3", "Free roads need a brick and a lumber in hand, though unspent."
)
NO_STOP: Final = Deviation("no stop", "DEV-3", "Road building cannot be stopped after the first road.")
ONE_CARD: Final = Deviation("one card of plenty", "DEV-4", "A pair that the bank lacks can be cut down to one card.")
NETWORK: Final = Deviation(
    "network forgotten", "BLD-1", "When a road is cut, roads beyond another building are forgotten."
)
SHORT_ROAD: Final = Deviation("short road", "AWD-1", "After a cut the longest road goes to roads of fewer than five.")
ROAD_END: Final = Deviation(
    "road to a building", "AWD-2", "The road that leads to an opponent's building is not counted."
)
TIE: Final = Deviation("tie", "AWD-4", "After a cut the first of those who tie gets the longest road.")
EARLY_WIN: Final = Deviation("win out of turn", "WIN-3", "Points reached on another's turn win at once.")

DEVIATIONS: Final = (
    SHORTAGE,
    DISCARD,
    EARLY_CARD,
    FRESH_CARD,
    PAID_ROADS,
    NO_STOP,
    ONE_CARD,
    NETWORK,
    SHORT_ROAD,
    ROAD_END,
    TIE,
    EARLY_WIN,
)

CARD_OF: Final = {
    a.PLAY_KNIGHT: KNIGHT_CARD,
    a.PLAY_ROADS: ROAD_CARD,
    a.PLAY_PLENTY: PLENTY_CARD,
    a.PLAY_MONOPOLY: MONOPOLY_CARD,
}


class Unexplained(AssertionError):
    """A difference between the engines that is no accepted deviation."""


# --- what is offered ---


def explain_offered(state: State, seat: int, move: int) -> Deviation:
    """Return why they offer a move that we refuse, by the rule that we name."""
    deviation = _offered_by(state, seat, move)
    refusal = state.why_not(seat, move)
    if refusal is None or refusal.rule != deviation.rule:
        raise Unexplained(f"we refuse '{name_move(move)}' by {refusal}, not by {deviation.rule}")
    return deviation


def _offered_by(state: State, seat: int, move: int) -> Deviation:
    kind, number = a.action_kind(move), a.action_number(move)
    cards, fresh, bank = state["cards"][seat], state["fresh"][seat], state["bank"]
    if kind in CARD_OF and state.s[CARDS_PLAYED] == 0:
        card = CARD_OF[kind]
        if cards[card] == fresh[card] > 0:
            return FRESH_CARD
    if kind == a.PLAY_PLENTY and number >= a.PAIRS and sum(bank) > 1:
        lacking = [resource for resource, count in enumerate(bank) if count == 0]
        first = a.PLENTY_FIRST[number]
        if bank[first] == 1 or (bank[first] > 1 and lacking):
            return ONE_CARD
    raise Unexplained(f"only Catanatron offers '{name_move(move)}' to seat {seat}")


def explain_refused(state: State, seat: int, move: int) -> Deviation:
    """Return why they do not offer a move that we allow."""
    kind, phase = a.action_kind(move), state.s[PHASE]
    is_early = phase == BEFORE_ROLL
    if is_early and kind in CARD_OF and kind != a.PLAY_KNIGHT:
        return EARLY_CARD
    hand = state["hand"][seat]
    is_broke = hand[BRICK] == 0 or hand[LUMBER] == 0
    if is_broke and ((phase == MAIN and kind == a.PLAY_ROADS) or (phase == FREE_ROAD and kind == a.BUILD_ROAD)):
        return PAID_ROADS
    if phase == FREE_ROAD and kind == a.STOP_ROADS and state["free_roads"] == 1:
        return NO_STOP
    raise Unexplained(f"Catanatron does not offer '{name_move(move)}' to seat {seat}")


# --- what happened ---


def explain_roll(before: Position, ours: Position, theirs: Position, island: Island, total: int) -> list[Deviation]:
    """Return why production differs: a shortage with a single claimant, and nothing else."""
    judge_roll(before, ours, island, total)
    expect("their production", theirs, _produced(before, island, total, single=False))
    return [SHORTAGE]


def _produced(before: Position, island: Island, total: int, *, single: bool) -> Position:
    claimed = judge.claims(before, island, total)
    return judge.after_payments(before, judge.payments(claimed, before.bank, single))


def judge_roll(before: Position, ours: Position, island: Island, total: int) -> None:
    """See that our production is what the rulebook says."""
    expect("our production", ours, _produced(before, island, total, single=True))


def judge_road(before: Position, ours: Position) -> None:
    """See that our longest road is what the rulebook says."""
    expect("our longest road", ours, judged(before, ours))


@dataclass(frozen=True, slots=True)
class TheirRoads:
    """What their board keeps about roads before a piece is placed."""

    best: int  # the length to be beaten
    order: list[int]  # in which lengths are held
    networks: list[list[frozenset[int]]]


def roads_of(twin: Twin) -> TheirRoads:
    """Take note of what their board keeps about roads."""
    return TheirRoads(twin.board.road_length, twin.road_order, [twin.networks(seat) for seat in twin.seats])


def judged(before: Position, after: Position) -> Position:
    """Return a position with road lengths, holder and points as the rulebook has them."""
    seats = range(len(after.roads))
    lengths = tuple(judge.road_length(after.roads[seat], after.foreign(seat)) for seat in seats)
    return with_roads(after, lengths, judge.holder(before.longest, lengths))


def with_roads(position: Position, lengths: Iterable[int], holder: int) -> Position:
    """Return a position with other road lengths and another holder of the longest road."""
    gains = [
        AWARD_POINTS * (int(holder == seat) - int(position.longest == seat)) for seat in range(len(position.roads))
    ]
    return position._replace(
        road_lengths=tuple(lengths),
        longest=holder,
        points=tuple(p + gain for p, gain in zip(position.points, gains, strict=True)),
        all_points=tuple(p + gain for p, gain in zip(position.all_points, gains, strict=True)),
    )


def flawed_after_road(
    before: Position, after: Position, known: TheirRoads, twin: Twin, seat: int, path: int
) -> Position:
    """Return a position with the longest road as they see it after a road was built."""
    foreign = after.foreign(seat)
    own_ends = {site for site in PATH_SITES[2 * path : 2 * path + 2] if not foreign >> site & 1}
    network = next(network for network in twin.networks(seat) if own_ends <= network)
    length = judge.flawed_road_length(after.roads[seat], foreign, as_set(network))
    lengths = list(before.road_lengths)
    lengths[seat] = max(lengths[seat], length)
    takes = length >= judge.LEAST_ROAD and length > known.best
    return with_roads(after, lengths, seat if takes else before.longest)


def flawed_after_cut(before: Position, after: Position, known: TheirRoads, twin: Twin, cut: int) -> Position:
    """Return a position with the longest road as they see it after a settlement cut a road."""
    foreign = after.foreign(cut)
    lengths = list(before.road_lengths)
    lengths[cut] = max(
        judge.flawed_road_length(after.roads[cut], foreign, as_set(network)) for network in twin.networks(cut)
    )
    return with_roads(after, lengths, judge.flawed_holder_after_cut(lengths, known.order))


def explain_road(
    before: Position, ours: Position, theirs: Position, known: TheirRoads, twin: Twin, seat: int, move: int
) -> list[Deviation]:
    """Return why the longest road differs after a road or settlement was built."""
    number = a.action_number(move)
    judge_road(before, ours)
    cut = NOBODY
    if a.action_kind(move) == a.BUILD_ROAD:
        expect("their longest road", theirs, flawed_after_road(before, ours, known, twin, seat, number))
    else:
        cut = judge.cut_seat(before, seat, number)
        if cut == NOBODY:
            raise Unexplained(f"the longest road differs though no road was cut: {ours.differences(theirs)}")
        expect("their longest road", theirs, flawed_after_cut(before, ours, known, twin, cut))
    found = [ROAD_END] if ours.road_lengths != theirs.road_lengths else []
    if ours.longest != theirs.longest:
        found += _holder_reasons(ours, theirs, cut)
    return found


def _holder_reasons(ours: Position, theirs: Position, cut: int) -> list[Deviation]:
    """Return why the holder differs; a wrong length alone is named already."""
    if cut == NOBODY:
        return []
    length = theirs.road_lengths[theirs.longest]
    if length < judge.LEAST_ROAD:
        return [SHORT_ROAD]
    return [TIE] if theirs.road_lengths.count(length) > 1 else []


def explain_places(
    before: Position, ours: Position, known: TheirRoads, twin: Twin, seat: int, move: int, missing: tuple[int, int]
) -> int:
    """Return why places for roads and settlements are missing on their side, if it is the known flaw, and whose.

    A cut throws the whole network away and finds it again on both sides of the new settlement only. What hung together
    beyond yet another building, where they had joined two networks, is lost.
    """
    site = a.action_number(move)
    cut = judge.cut_seat(before, seat, site) if a.action_kind(move) == a.BUILD_SETTLEMENT else NOBODY
    if cut == NOBODY:
        raise Unexplained(f"places differ after '{name_move(move)}', which cut no road")
    roads, foreign = ours.roads[cut], ours.foreign(cut)
    whole = next(network for network in known.networks[cut] if site in network)
    sides = [judge.spread(roads, foreign, judge.other_end(path, site)) for path in judge.roads_at(roads, site)]
    lost = whole.difference(*sides)
    lost -= {s for network in twin.networks(cut) for s in network}
    own = {s for s in lost if not foreign >> s & 1}
    for path in members(missing[0]):
        if not own & set(PATH_SITES[2 * path : 2 * path + 2]):
            raise Unexplained(f"road place {path} of seat {cut} is missing, and not for the known reason")
    if not set(members(missing[1])) <= own:
        raise Unexplained(f"settlement places {members(missing[1])} of seat {cut} are missing")
    return cut


def expect(what: str, seen: Position, computed: Position) -> None:
    """See that a position is as computed."""
    if seen != computed:
        raise Unexplained(f"{what} is not as computed (seen, computed): {seen.differences(computed)}")
