"""Whole games side by side with Catanatron, and proof that the comparison would notice a difference."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from longroad.core import actions as a
from longroad.core.island.topology import HEX_SITES, ISLAND_HEXES, ISLAND_PATH_COUNT, PATH_SITES
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from scripts import differential
from tests.differential.pair import Pair
from tests.oracle import play
from tests.oracle.deviations import Unexplained
from tests.oracle.match import Match
from tests.oracle.places import EDGE_OF, NODE_OF, RESOURCES, TILE_OF, our_island, their_map
from tests.oracle.play import Player, Report, play_game, play_out

Tamper = Callable[[Match], None]
SOME_GAMES = [(1, 4, 3), (3, 3, 4), (4, 2, 2)]  # seed, players and how many
MANY_GAMES = [pytest.param(*games, marks=pytest.mark.slow) for games in ((1, 4, 15), (2, 4, 15), (3, 3, 6), (4, 2, 6))]


def play_games(seed: int, players: int, count: int) -> Report:
    report = Report()
    for number in range(count):
        report.add(play_game(seed, number, players))
    return report


@pytest.mark.parametrize(("seed", "players", "count"), [*SOME_GAMES, *MANY_GAMES])
def test_games_differ_only_by_accepted_deviations(seed: int, players: int, count: int) -> None:
    report = play_games(seed, players, count)
    assert [failure["error"] for failure in report.failures] == []
    assert report.games["ended"] >= count - 1
    assert report.counts["positions"] > 100 * count
    assert report.counts["legal actions"] > 500 * count
    for move in ("build city", "build settlement", "build road", "trade with bank", "play knight", "move robber"):
        assert report.counts[move] > 0


def test_nothing_is_left_to_catanatrons_generator() -> None:
    player = Player("any", 4)
    match = Match.begin(player.island(), 4, player.chance)  # it shuffles seats and stack, which is undone and unused
    state = random.getstate()
    play_out(match, player)
    assert random.getstate() == state


def test_a_game_is_a_function_of_its_seed() -> None:
    assert play_game(0, 1, 3) == play_game(0, 1, 3)
    assert play_game(0, 1, 3) != play_game(0, 2, 3)


def test_places_have_the_same_neighbors() -> None:
    island = State.new(Ruleset(), seed=1).island
    map_ = their_map(island)
    for hex_ in range(ISLAND_HEXES[0]):
        tile = map_.land_tiles[TILE_OF[hex_]]
        assert set(tile.nodes.values()) == {NODE_OF[site] for site in HEX_SITES[6 * hex_ : 6 * hex_ + 6]}
    for path in range(ISLAND_PATH_COUNT[0]):
        assert set(EDGE_OF[path]) == {NODE_OF[site] for site in PATH_SITES[2 * path : 2 * path + 2]}
    assert our_island(map_).harbors == island.harbors
    assert our_island(map_).tokens == island.tokens


# --- differences that must not pass ---


def their_card(match: Match) -> None:
    match.twin.put(0, "ORE_IN_HAND", match.twin.entry(0, "ORE_IN_HAND") + 1)


def their_bank(match: Match) -> None:
    match.twin.state.resource_freqdeck[2] -= 1


def their_robber(match: Match) -> None:
    match.twin.board.robber_coordinate = next(
        tile for tile in TILE_OF.values() if tile != match.twin.board.robber_coordinate
    )


def their_points(match: Match) -> None:
    match.twin.put(0, "VICTORY_POINTS", 7)


def their_board(match: Match) -> None:
    match.twin.board.buildings.popitem()


def their_stack(match: Match) -> None:
    match.twin.state.development_listdeck.pop()


def our_knights(match: Match) -> None:
    match.state.s[_at("knights")] += 1


def our_supply(match: Match) -> None:
    match.state.s[_at("roads_left")] -= 1


def our_road_length(match: Match) -> None:
    match.state.s[_at("road_length")] += 1


def _at(name: str) -> int:
    from longroad.core.layout import FIELDS

    return next(field.offset for field in FIELDS if field.name == name)


@pytest.mark.parametrize(
    "tamper",
    [
        their_card,
        their_bank,
        their_robber,
        their_points,
        their_board,
        their_stack,
        our_knights,
        our_supply,
        our_road_length,
    ],
)
def test_a_difference_in_position_is_noticed(tamper: Tamper) -> None:
    player = Player("any", 4)
    match = Match.begin(player.island(), 4, player.chance)
    while match.state.phase != "before roll":
        match.play(match.moves()[0])
    tamper(match)
    with pytest.raises(AssertionError):
        match.play(a.ROLL)


def test_an_action_too_many_is_noticed() -> None:
    pair = Pair()
    pair.settle(0, 16)
    pair.ready()
    pair.moves()
    pair.twin.put(0, "HAS_ROLLED", False)
    pair.twin.refresh()
    with pytest.raises(Unexplained, match="only Catanatron offers 'roll' to seat 0"):
        pair.moves()


def test_an_action_missing_is_noticed() -> None:
    pair = Pair()
    pair.settle(0, 16)
    pair.fund(0, "road")
    pair.ready()
    pair.twin.state.playable_actions.pop()
    with pytest.raises(Unexplained, match="Catanatron does not offer 'build road"):
        pair.moves()


def test_a_shortage_is_accepted_only_as_far_as_it_explains() -> None:
    pair = Pair(rolled=False)
    pair.build_city(0, 31)
    pair.deal(2, ore=18)
    pair.ready()
    pair.twin.put(1, "WOOD_IN_HAND", 1)
    with pytest.raises(Unexplained, match="their production"):
        pair.do(a.ROLL, 0, 8)


def test_a_cut_is_accepted_only_as_far_as_it_explains() -> None:
    pair = Pair()
    pair.settle(2, 16)
    pair.pave(2, 16, 22, 17, 23, 18, 24)
    pair.settle(0, 35)
    pair.pave(0, 35, 29, 23)
    pair.fund(0, "settlement")
    pair.ready()
    pair.twin.put(1, "VICTORY_POINTS", 1)
    with pytest.raises(Unexplained, match="their longest road"):
        pair.do(a.BUILD_SETTLEMENT, 23)


def choose_and_tamper(player: Player, match: Match, moves: list[int]) -> int:
    their_card(match)
    return moves[0]


def test_a_failure_is_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_DECISIONS", 100)
    monkeypatch.setattr(play.Player, "choose", choose_and_tamper)
    dump = tmp_path / "failures.json"
    assert differential.main(["--game", "7", "--players", "3", "--dump", str(dump)]) == 1
    (failure,) = json.loads(dump.read_text())
    assert (failure["seed"], failure["game"], failure["players"], failure["ply"]) == (0, 7, 3, 1)
    assert "hands" in failure["error"]
    assert failure["theirs"]["hands"][0][RESOURCES.index("ORE")] == 1


def test_a_run_without_failures_succeeds() -> None:
    assert differential.main(["--games", "1", "--others", "0", "--workers", "1"]) == 0
