"""The benchmark of decisions can be made again: sampling, rollouts with trades, and when a comparison is clear."""

from __future__ import annotations

import json
import lzma
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from longroad import Game
from longroad.bench.decisions import FILE, KINDS
from longroad.core import actions as a
from longroad.core.layout import CHANCES, HAND, RESOURCES, SMALL_ROW, TURN, WORDS_ROW
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN, WORKSPACE, prepare
from longroad.search.features import BOARD_SIZE
from longroad.search.turns import NOTES
from longroad.search.values import SHARES_ROW
from longroad.search.weights import FIRST_FILE, weights
from scripts.deciding import judging
from scripts.deciding.candidates import WORK_ROWS, take_action
from scripts.deciding.games import LEVELS, TABLES, lineup, play_game
from scripts.deciding.judging import CLEAR, FIRST, Judgement, Progress, Task, judged, needed
from scripts.deciding.packing import head, part_of
from scripts.deciding.rolling import Items, deals_of
from scripts.deciding.sampling import EACH, MORE, sampled
from scripts.deciding.verdicts import Share

# --- games and decisions ----------------------------------------------------------------------------------------------


def test_every_level_sits_at_every_table() -> None:
    for table in TABLES:
        assert {spec for seed in range(20) for spec in lineup(table, seed)} == set(LEVELS)


def test_decisions_are_sampled_by_kind_and_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.deciding.games.lineup", lambda table, seed: ["novice"] * table.players)
    record = play_game(TABLES[0], 3)
    found = sampled("base-3-3", record)
    counts = {kind: sum(one.kind == kind for one in found) for kind in KINDS}
    assert counts["founding"] == counts["robber"] == EACH
    assert counts["build"] == EACH + MORE
    assert [one.ply for one in found] == sorted({one.ply for one in found})
    assert [(one.ply, one.actions) for one in sampled("base-3-3", record)] == [(one.ply, one.actions) for one in found]
    assert all(len(one.actions) > 1 and len(one.view.log) == one.ply for one in found)


def test_hidden_cards_are_dealt_as_the_seat_knows_them() -> None:
    view = Game("beginner", seed=7).view(2)
    deals = deals_of(view, "some name", 8)
    assert deals.hidden.shape[0] == 8
    assert deals.small[HAND + 2 * RESOURCES : HAND + 3 * RESOURCES].tolist() == list(view.seen.s[HAND + 10 : HAND + 15])
    assert (deals.hidden == deals_of(view, "some name", 8).hidden).all()


def test_parts_of_the_work_are_disjoint_and_complete() -> None:
    names = [f"base-4-0 {ply}" for ply in range(200)]
    parts = [Share(frozenset(KINDS), part, 3, frozenset(names[:20])) for part in (1, 2, 3)]
    assert [sum(share.has(name, "robber") for share in parts) for name in names] == [0] * 20 + [1] * 180
    assert not Share(frozenset(("card",)), 1, 1, frozenset()).has(names[0], "robber")


def test_a_game_is_in_one_part_by_its_seed() -> None:
    assert [part_of(f"base-4-{seed}") for seed in (10, 11)] == ["tuning", "held-out"]


def test_the_file_says_how_its_rollouts_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    written = json.loads(lzma.decompress(files("longroad.bench").joinpath(FILE).read_bytes()).partition(b"\n")[0])
    assert {**written, "weights": head()["weights"]} == head()
    digest = head()["weights"]
    monkeypatch.setattr("scripts.deciding.packing.weights", lambda: weights(FIRST_FILE))
    assert len({digest, head()["weights"]}) == 2
    assert written["weights"] != head()["weights"]


# --- rollouts ---------------------------------------------------------------------------------------------------------


def taken(state: State, seat: int, action: int) -> tuple[list[int], list[int]]:
    """Take an action by the functions of the rollouts, interpreted; return the state after it."""
    rows: Any = [[0] * SMALL_ROW for _ in range(WORK_ROWS)]
    words: Any = [[0] * WORDS_ROW for _ in range(WORK_ROWS)]
    rows[0][: len(state.s)], words[0][: len(state.m)] = state.s, state.m
    board: Any = [0] * BOARD_SIZE
    notes, network, measures = [0] * NOTES, list(weights()), [0] * WORKSPACE
    prepare(rows[0], board, measures)
    take_action(rows, words, 0, notes, board, network, measures, seat, action, 2, 1, [0] * SHARES_ROW)
    return rows[1], words[1]


def hands(s: list[int], players: int = 4) -> list[list[int]]:
    return [list(s[HAND + RESOURCES * seat : HAND + RESOURCES * (seat + 1)]) for seat in range(players)]


@pytest.fixture
def offered() -> State:
    """Seat 1 offers one grain for one lumber to seat 0, who has one."""
    game = Game("beginner", chance="given")
    for action in ("roll", "rolled 5+6", "end", "roll", "rolled 1+1", "offer grain for lumber to 0"):
        game.push(action)
    return State(list(game.seen.s), list(game.seen.m))


def test_an_accepted_offer_is_concluded(offered: State) -> None:
    before, (s, m) = hands(offered.s), taken(offered, 0, a.ACCEPT)
    moved = [new - old for new, old in zip(hands(s)[0], before[0], strict=True)]
    assert sorted(moved) == [-1, 0, 0, 0, 1]
    assert [new - old for new, old in zip(hands(s)[1], before[1], strict=True)] == [-count for count in moved]
    assert s[TURN] == 1
    assert m[CHANCES] > 0


def test_a_refused_offer_changes_no_hand(offered: State) -> None:
    s, _ = taken(offered, 0, a.REFUSE)
    assert hands(s) == hands(offered.s)


@pytest.mark.parametrize(("least", "agrees"), [(CERTAIN, False), (-CERTAIN, True)])
def test_an_offer_is_concluded_with_one_who_gains_enough_and_holds_the_cards(
    offered: State, least: int, agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.deciding.candidates.AGREEING", least)
    offered.apply(0, a.REFUSE)
    form = next(form for form in offered.forms(1) if form.kind == a.OFFER_TRADE)
    offer = a.bundle(a.OFFER_TRADE, [0, -1, 0, 1, 0], form.to)
    assert offered.why_not(1, offer) is None
    before, after = hands(offered.s), hands(taken(offered, 1, offer)[0])
    partners = [seat for seat in (0, 2, 3) if after[seat] != before[seat]]
    assert len(partners) == agrees
    assert all(before[seat][1] > 0 for seat in partners)
    assert (after[1] != before[1]) == agrees


# --- verdicts ---------------------------------------------------------------------------------------------------------


class Dice:
    """A roller whose chances are made up: an action has a mean, and all have the same luck in a sample."""

    most = 1000

    def __init__(self, means: dict[int, float], own_luck: float = 0.02) -> None:
        self._means, self._own_luck = means, own_luck
        self.rolled: list[tuple[int, int]] = []

    def roll(self, items: Items) -> np.ndarray[Any, np.dtype[np.float64]]:
        self.rolled += list(zip(items.action.tolist(), items.sample.tolist(), strict=True))
        luck = np.array([np.random.default_rng(seed).normal(0, 0.3) for seed in items.seed])
        own = [
            np.random.default_rng([seed, action]).normal()
            for seed, action in zip(items.seed, items.action, strict=True)
        ]
        means = np.array([self._means[action] for action in items.action.tolist()])
        return np.asarray(means + luck + self._own_luck * np.array(own), np.float64)


def judge(dice: Dice, actions: tuple[int, ...]) -> judging.Verdict:
    seen: list[Progress] = []
    [(number, verdict)] = judged([Task(0, 0, actions, 4, 17)], dice, 1000, 1e12, seen.append)  # type: ignore[arg-type]
    assert number == 0
    assert seen[-1].clear == 1
    assert seen[-1].rollouts == len(dice.rolled) == len(set(dice.rolled)) == sum(verdict.rollouts)
    return verdict


def test_common_dice_make_a_comparison_clear_though_chances_vary_much() -> None:
    verdict = judge(Dice({1: 0.50, 2: 0.48, 3: 0.30}, own_luck=0.01), (1, 2, 3))
    assert verdict.rollouts == [FIRST] * 3
    assert verdict.losses == pytest.approx([0, 0.02, 0.20], abs=3 * CLEAR)
    assert max(verdict.errors) < CLEAR


def test_close_candidates_get_more_rollouts_and_clearly_worse_ones_do_not() -> None:
    verdict = judge(Dice({1: 0.50, 2: 0.49, 3: 0.10}, own_luck=0.08), (1, 2, 3))
    assert verdict.rollouts[0] >= verdict.rollouts[1] > verdict.rollouts[2] == FIRST
    assert max(verdict.errors[:2]) < CLEAR < verdict.errors[2]
    assert verdict.losses[2] == pytest.approx(0.4, abs=0.1)


def test_luck_in_the_rollouts_exaggerates_no_loss() -> None:
    """Of many actions that are equally good, one seems best; it is not held against the others."""
    losses = [
        judge(Dice(dict.fromkeys(range(first, first + 8), 0.5)), tuple(range(first, first + 8))).losses
        for first in range(0, 240, 8)
    ]
    assert np.mean(losses) == pytest.approx(0, abs=0.001)


def test_a_decision_that_never_becomes_clear_is_given_up() -> None:
    seen: list[Progress] = []
    dice: Any = Dice({1: 0.5, 2: 0.5}, own_luck=0.9)
    assert list(judged([Task(0, 0, (1, 2), 4, 17)], dice, 1000, 1e12, seen.append)) == []
    assert seen[-1].given_up == 1


def test_the_rollouts_still_needed_follow_from_the_error() -> None:
    rng = np.random.default_rng(1)
    assert needed(rng.normal(0, 0.01, 64)) == 0
    assert needed(rng.normal(0.2, 0.05, 64)) == 0  # clearly worse
    assert 90 < needed(rng.normal(0, 0.05, 64)) < 180
    assert needed(rng.normal(0, 5, 64)) == judging.GROWTH * 64


def test_a_judgement_wants_the_same_samples_of_all_candidates_first() -> None:
    missing = Judgement(Task(5, 2, (7, 8), 4, 100)).missing()
    assert missing.sample.tolist() == [*range(FIRST), *range(FIRST)]
    assert missing.seed.tolist() == [*range(100, 100 + FIRST)] * 2
    assert set(missing.decision.tolist()) == {5}
