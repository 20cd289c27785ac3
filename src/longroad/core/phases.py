"""The phases of a game: who acts in each, with which kinds of action, and what can follow.

This table is the only place that says so: legality looks kinds up here, and the diagram in the documents is drawn
from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from longroad.core import actions as a

(
    ROLL_FOR_START,
    FOUND_SETTLEMENT,
    FOUND_ROAD,
    BEFORE_ROLL,
    DICE_ROLL,
    DISCARDING,
    ROBBER_MOVES,
    VICTIM_CHOICE,
    THEFT,
    MAIN,
    CARD_DRAW,
    FREE_ROAD,
    NEUTRAL_BUILD,
    FORCED_TAKE,
    FORCED_GIVE,
    SPECIAL_BUILDING,
    OVER,
) = range(17)


@dataclass(frozen=True, slots=True)
class Phase:
    """One row of the table."""

    name: str
    who: str
    kinds: tuple[int, ...]
    follows: tuple[int, ...]


_CARDS: Final = (a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY, a.PLAY_MONOPOLY)
_DUEL: Final = (a.FORCE_TRADE, a.CALM_ROBBER, a.RETIRE_KNIGHT)
_BUILDING: Final = (a.BUILD_ROAD, a.BUILD_SETTLEMENT, a.BUILD_CITY, a.BUY_CARD)
_TRADE: Final = (
    a.TRADE_BANK,
    a.OFFER_TRADE,
    a.ACCEPT,
    a.REFUSE,
    a.COUNTER_OFFER,
    a.PROPOSE_TRADE,
    a.WITHDRAW,
    a.CLOSE_DEAL,
    a.TAKE_PROPOSAL,
)
_AFTER_ROBBER: Final = (BEFORE_ROLL, MAIN)

# Where the robber has one place or none, all opponents are spared (ROB-7): a player with fewer than 3 points has two
# buildings at most, and those of all opponents but one leave several places. So nobody is robbed without that choice.
PHASE_TABLE: Final = (
    Phase("roll for start", "chance", (a.START_ROLLED,), (ROLL_FOR_START, FOUND_SETTLEMENT, BEFORE_ROLL)),
    Phase("found settlement", "the founding seat", (a.BUILD_SETTLEMENT,), (FOUND_ROAD,)),
    Phase("found road", "the founding seat", (a.BUILD_ROAD,), (FOUND_SETTLEMENT, BEFORE_ROLL)),
    Phase(
        "before roll",
        "the turn's seat",
        (a.ROLL, *_CARDS, *_DUEL),
        (BEFORE_ROLL, DICE_ROLL, ROBBER_MOVES, FREE_ROAD, NEUTRAL_BUILD, FORCED_TAKE, OVER),
    ),
    Phase(
        "dice roll",
        "chance",
        (a.DICE_ROLLED,),
        (BEFORE_ROLL, MAIN, DISCARDING, ROBBER_MOVES),
    ),
    Phase(
        "discarding",
        "every seat with too many cards",
        (a.DISCARD,),
        (DISCARDING, ROBBER_MOVES, MAIN),
    ),
    Phase("robber moves", "the turn's seat", (a.MOVE_ROBBER,), (VICTIM_CHOICE, THEFT, *_AFTER_ROBBER)),
    Phase("victim choice", "the turn's seat", (a.ROB,), (THEFT, *_AFTER_ROBBER)),
    Phase("theft", "chance", (a.CARD_STOLEN,), _AFTER_ROBBER),
    Phase(
        "main",
        "the turn's seat; others answer and propose trades",
        (*_TRADE, *_BUILDING, *_CARDS, *_DUEL, a.END_TURN),
        (
            MAIN,
            CARD_DRAW,
            ROBBER_MOVES,
            FREE_ROAD,
            NEUTRAL_BUILD,
            FORCED_TAKE,
            SPECIAL_BUILDING,
            BEFORE_ROLL,
            OVER,
        ),
    ),
    Phase("card draw", "chance", (a.CARD_DRAWN,), (MAIN, SPECIAL_BUILDING, OVER)),
    Phase(
        "free road",
        "the turn's seat",
        (a.BUILD_ROAD, a.STOP_ROADS),
        (FREE_ROAD, NEUTRAL_BUILD, BEFORE_ROLL, MAIN, OVER),
    ),
    Phase(
        "neutral build",
        "the turn's seat",
        (a.NEUTRAL_ROAD, a.NEUTRAL_SETTLEMENT),
        (FREE_ROAD, BEFORE_ROLL, MAIN, OVER),
    ),
    Phase("forced take", "chance", (a.CARD_TAKEN,), (FORCED_TAKE, FORCED_GIVE)),
    Phase("forced give", "the turn's seat", (a.GIVE_CARDS,), _AFTER_ROBBER),
    Phase(
        "special building",
        "the other seats in turn",
        (*_BUILDING, a.END_TURN),
        (SPECIAL_BUILDING, CARD_DRAW, BEFORE_ROLL, OVER),
    ),
    Phase("over", "nobody", (), ()),
)

# The kinds of action of each phase, as sets.
PHASE_KINDS: Final = tuple(sum(1 << kind for kind in phase.kinds) for phase in PHASE_TABLE)

# 1 where chance acts.
IS_CHANCE: Final = tuple(int(phase.who == "chance") for phase in PHASE_TABLE)
