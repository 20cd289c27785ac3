"""What the games of a deal have in common: the island, the roll of every turn, and the order of the cards."""

from __future__ import annotations

from collections import defaultdict

import pytest

from longroad.arena import chance
from longroad.arena.match_spec import MatchSpec
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core import actions as a
from longroad.core.history import History
from longroad.core.ruleset import Ruleset
from longroad.core.state import State


def course(spec: MatchSpec, number: int) -> tuple[dict[tuple[int, int], int], list[int], int]:
    """Play a game, and return its rolls by turn and number, the cards drawn, and how many thefts there were."""
    deal, seats = spec.table(number)
    seed = spec.deal_seed(deal)
    bots = [make_bot(spec.entrants[entrant], spec.bot_seed(deal, entrant)) for entrant in seats]
    rolls, cards, thefts = dict[tuple[int, int], int](), list[int](), 0
    for before, ply in play(History(State.new(spec.ruleset, seed)), bots, seed, chance.outcome):
        action = a.ply_action(ply)
        if a.action_kind(action) == a.DICE_ROLLED:
            rolls[before["turns"], before["rolls"]] = action  # with the faces of the dice
        elif a.action_kind(action) == a.CARD_DRAWN:
            cards.append(a.action_number(action))
        elif a.action_kind(action) == a.CARD_STOLEN:
            thefts += 1
    return rolls, cards, thefts


@pytest.mark.parametrize("preset", ["base", "duel", "tournament"])
def test_the_games_of_a_deal_have_the_same_rolls_and_the_same_stack(preset: str) -> None:
    ruleset = Ruleset.preset(preset)
    spec = MatchSpec(("novice", *["random"] * (ruleset.players - 1)), ruleset, seed=1)
    games = [course(spec, number) for number in range(spec.games_a_deal)]
    assert len({thefts for *_, thefts in games}) > 1, "the games went apart"
    seen: dict[tuple[int, int], set[int]] = defaultdict(set)
    for rolls, *_ in games:
        for when, roll in rolls.items():
            seen[when].add(roll)
    assert len(seen) > 40
    assert {len(kinds) for kinds in seen.values()} == {1}
    stacks = sorted((cards for _, cards, _ in games), key=len)
    assert len(stacks[-2]) > 1
    assert all(stack == stacks[-1][: len(stack)] for stack in stacks)


def test_another_deal_has_other_rolls() -> None:
    spec = MatchSpec(("novice", "random", "random"), Ruleset(players=3), seed=1)
    (first, *_), (second, *_) = course(spec, 0), course(spec, spec.games_a_deal)
    common = first.keys() & second.keys()
    assert len(common) > 20
    assert sum(first[when] == second[when] for when in common) < len(common) / 4


def test_the_number_of_chances_stays_what_it_is() -> None:
    state = State.new(Ruleset(), 1)
    before = state.copy()
    assert chance.outcome(state, 7) == chance.outcome(state, 7)
    assert state == before
