"""Random play takes shortcuts, and goes as if it took none, wherever it is interrupted."""

from __future__ import annotations

from random import Random

import pytest

from longroad.core.bits import lowest_bit
from longroad.core.layout import ASKED, DOMESTIC_TRADE, DRAWN, LEGAL, LEGAL_WORDS, OFFERED_TO, PHASE, PLAYED, Block
from longroad.core.legality.words import list_legal, to_act
from longroad.core.phases import DICE_ROLL, IS_CHANCE, MAIN, OVER
from longroad.core.playout import play_on, random_action, random_proposals
from longroad.core.rng import CHOICE_STREAM, random_bits
from longroad.core.rules.apply import apply_decision
from longroad.core.rules.chance import apply_chance, sample
from longroad.core.rules.start import new_game
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import template

MOST = 1200
RULESETS = [Ruleset.preset(preset) for preset in PRESETS] + [
    Ruleset(phases="strict", offers_per_turn=1, limit=30),
    Ruleset.preset("extension", special_build="if_active_built"),
    Ruleset.preset("duel", domestic_trade=False),
]


def play_plainly(s: Block, m: Block, seed: int, most: int) -> None:
    """Play at random, ply by ply, with a list of all actions before every decision."""
    while s[PHASE] != OVER and m[PLAYED] < most:
        plies = m[PLAYED]
        if IS_CHANCE[s[PHASE]]:
            m[ASKED] *= s[PHASE] != DICE_ROLL
            apply_chance(s, m, sample(s, m, seed))
        elif s[PHASE] == MAIN and s[DOMESTIC_TRADE] and not m[ASKED]:
            m[ASKED] = 1
            m[PLAYED] += random_proposals(s, seed, 16 * plies, most - plies)
            continue
        else:
            m[DRAWN] = random_bits(seed, CHOICE_STREAM, 16 * plies)
            seat, offered = lowest_bit(to_act(s)), s[OFFERED_TO]
            list_legal(s, m, seat)
            apply_decision(s, m, seat, random_action(s, m, seat, seed, 16 * plies))
            m[ASKED] *= not (offered and not s[OFFERED_TO])
        m[PLAYED] += 1


def begun(ruleset: Ruleset, seed: int) -> tuple[list[int], list[int]]:
    """Return the blocks of a game that has just begun."""
    s, m = template(ruleset)
    new_game(s, m, seed)
    return s, m


def lasting(m: list[int]) -> list[int]:
    """Return a block of words without what serves the next choice only."""
    return [word for at, word in enumerate(m) if at != DRAWN and not LEGAL <= at < LEGAL + LEGAL_WORDS]


@pytest.mark.parametrize("number", range(len(RULESETS)))
@pytest.mark.parametrize("is_forgetful", [False, True])  # whether it is forgotten who was asked for proposals
def test_random_play_goes_as_if_every_choice_were_listed(number: int, is_forgetful: bool) -> None:
    chance = Random(number)
    one, other = begun(RULESETS[number], number), begun(RULESETS[number], number)
    most = 0
    while one[0][PHASE] != OVER and most < MOST:
        most += chance.choice((1, 2, 3, 40))
        play_plainly(*one, number, most)
        while other[0][PHASE] != OVER and other[1][PLAYED] < most:
            play_on(*other, number, most, chance.choice((1, 7)))
        assert other[0] == one[0]
        assert lasting(other[1]) == lasting(one[1])
        assert other[1][PLAYED] == most or other[0][PHASE] == OVER
        if is_forgetful:
            one[1][ASKED] = other[1][ASKED] = 0
