"""The features of a seat, by name and by number, and their places in the blocks that measuring fills."""

from __future__ import annotations

from typing import Final

from longroad.core.layout import RESOURCES, SEATS, SITES

# --- the board: eight numbers a site, which never change in a game ----------------------------------------------------

BOARD_ROW: Final = 8  # the pips of each resource, all pips, the harbor, and the set of sums
BOARD_PIPS: Final = RESOURCES
BOARD_HARBOR: Final = BOARD_PIPS + 1
BOARD_SUMS: Final = BOARD_HARBOR + 1
BOARD_SIZE: Final = BOARD_ROW * SITES

# --- the features of a seat -------------------------------------------------------------------------------------------

NAMES: Final = (
    "points",
    "points to go",
    "one point to go",
    "two points to go",
    "three points to go",
    "brick income",
    "lumber income",
    "wool income",
    "grain income",
    "ore income",
    "income",
    "income robbed",
    "kinds of income",
    "sums",
    "least income",
    "trade power",
    "generic harbor",
    "fitting harbors",
    "brick in hand",
    "lumber in hand",
    "wool in hand",
    "grain in hand",
    "ore in hand",
    "cards in hand",
    "cards over the limit",
    "settlement lacks",
    "city lacks",
    "card lacks",
    "road lacks",
    "settlement at hand",
    "city at hand",
    "card at hand",
    "turns to settlement",
    "turns to city",
    "turns to card",
    "pace of settlements",
    "pace of cities",
    "pace of cards",
    "knights held",
    "roads held",
    "plenty held",
    "monopoly held",
    "fresh cards",
    "knights played",
    "has largest army",
    "knights to the army",
    "army lead",
    "road length",
    "has longest road",
    "roads to the longest",
    "road lead",
    "best site",
    "second site",
    "best site one road away",
    "second site one road away",
    "best site two roads away",
    "sites within a road",
    "best site of its own",
    "settlements left",
    "cities left",
    "roads left",
    "settlements to raise",
    "best settlement to raise",
    "turns to wait",
    "is leader",
    "points to go of the best rival",
    "trade cards",
    "players",
)
FEATURES: Final = len(NAMES)
(
    POINTS_ALL,
    TO_GO,
    ONE_TO_GO,
    TWO_TO_GO,
    THREE_TO_GO,
    INCOME_BRICK,
    _,
    _,
    _,
    _,
    INCOME_ALL,
    INCOME_ROBBED,
    INCOME_KINDS,
    SUMS_COVERED,
    INCOME_LEAST,
    TRADE_POWER,
    GENERIC,
    FITTING,
    HELD_BRICK,
    _,
    _,
    _,
    _,
    HELD_ALL,
    HELD_OVER,
    SETTLEMENT_LACKS,
    CITY_LACKS,
    CARD_LACKS,
    ROAD_LACKS,
    SETTLEMENT_AT_HAND,
    CITY_AT_HAND,
    CARD_AT_HAND,
    SETTLEMENT_TURNS,
    CITY_TURNS,
    CARD_TURNS,
    SETTLEMENT_PACE,
    CITY_PACE,
    CARD_PACE,
    KNIGHTS_HELD,
    ROADS_HELD,
    PLENTY_HELD,
    MONOPOLY_HELD,
    FRESH_HELD,
    KNIGHTS_PLAYED,
    HAS_ARMY,
    ARMY_TO_GO,
    ARMY_LEAD,
    ROAD,
    HAS_ROAD,
    ROAD_TO_GO,
    ROAD_LEAD,
    BEST_SITE,
    SECOND_SITE,
    BEST_NEXT,
    SECOND_NEXT,
    BEST_AFTER,
    NEAR_SITES,
    BEST_OWN,
    SETTLEMENTS_TO_BUILD,
    CITIES_TO_BUILD,
    ROADS_TO_BUILD,
    TO_RAISE,
    BEST_TO_RAISE,
    TURNS_TO_WAIT,
    IS_LEADER,
    RIVAL_TO_GO,
    TRADE_CARDS_HELD,
    PLAYERS_ALL,
) = range(FEATURES)

# --- the measures: the features of all seats, and behind them what they are computed from -----------------------------

NEAR_PARTS: Final = 4  # numbers that hold a set of sites
RATES: Final = SEATS * FEATURES  # by seat and resource
SUM_SET: Final = RATES + SEATS * RESOURCES
RAISED: Final = SUM_SET + SEATS  # by seat: the pips of the best settlement
ROBBED: Final = RAISED + SEATS  # by seat and resource: the pips that the robber blocks
WAITS: Final = ROBBED + SEATS * RESOURCES  # by seat and resource
WAITS_ROBBED: Final = WAITS + SEATS * RESOURCES
NEAR: Final = WAITS_ROBBED + SEATS * RESOURCES  # by seat: the set of sites within a road, thirty bits a number
MEASURES: Final = NEAR + NEAR_PARTS * SEATS  # the size of the block
