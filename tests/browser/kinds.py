"""The kinds of action of a preset, from the library's table of phases and its notation."""

from __future__ import annotations

from typing import Final

from longroad import Ruleset
from longroad.core import actions as a
from longroad.core.phases import PHASE_TABLE
from longroad.notation.spelling import SPELLINGS

DUEL_ALONE: Final = {a.FORCE_TRADE, a.GIVE_CARDS, a.CALM_ROBBER, a.RETIRE_KNIGHT, a.NEUTRAL_ROAD, a.NEUTRAL_SETTLEMENT}


def kind_of(action: str, phase: str) -> str:
    """Return the kind of an action; one that means something else in another phase is a kind of its own.

    >>> kind_of("road 11 for 2", "neutral build"), kind_of("end", "special building"), kind_of("rob nobody", "")
    ('road for', 'pass', 'rob nobody')
    """
    word = action.split()[0]
    if word == "end" and phase == "special building":
        return "pass"
    if word in ("road", "settle") and " for " in action:
        return f"{word} for"
    return action if action == "rob nobody" else word


def kinds_of(preset: str) -> set[str]:
    """Return the kinds of action that a player can take in a game of a preset."""
    ruleset = Ruleset.preset(preset)
    kinds = {kind for phase in PHASE_TABLE if phase.who != "chance" for kind in phase.kinds}
    kinds -= set() if ruleset.duel else DUEL_ALONE
    kinds -= {a.ROB}
    listed = {kind_of(SPELLINGS[kind].template, "") for kind in kinds}
    listed |= {"pass"} if ruleset.special_build != "off" else set()
    listed |= {"rob"} if ruleset.players > 2 or ruleset.steal == "may" else set()  # there is a choice
    return listed | ({"rob nobody"} if ruleset.steal == "may" else set())
