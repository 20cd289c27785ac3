"""The features of a seat, by name and by number, and their places in the blocks that measuring fills."""

from __future__ import annotations

from typing import Final

from longroad.core.layout import CARD_KINDS, RESOURCES, SEATS, SITES

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
    "sites at hand",
    "sites two roads away",
    "brick within a road",
    "lumber within a road",
    "wool within a road",
    "grain within a road",
    "ore within a road",
    "brick two roads away",
    "lumber two roads away",
    "wool two roads away",
    "grain two roads away",
    "ore two roads away",
    "harbor within a road",
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
    "brick harbor",
    "lumber harbor",
    "wool harbor",
    "grain harbor",
    "ore harbor",
    "share of brick",
    "share of lumber",
    "share of wool",
    "share of grain",
    "share of ore",
    "wait for brick",
    "wait for lumber",
    "wait for wool",
    "wait for grain",
    "wait for ore",
    "sites of its own",
    "rivals at the best site",
    "pips of the sums",
    "trades at hand",
    "turns to road",
    "turns to next settlement",
    "turns to next point",
    "turns to victory",
    "roads at hand",
    "cities at hand",
    "points at hand",
    "victory at hand",
    "victory almost at hand",
    "knights ready",
    "army at hand",
    "longest road at hand",
    "monopoly gain",
    "second settlement to raise",
    "stack",
    "rounds",
    "turns to victory of the best rival",
    "lead in turns to victory",
    "rivals with victory at hand",
    "income of the best rival",
    "lead in income",
    "points to go of the second rival",
    "lead in points",
    "points of the others",
    "army in danger",
    "longest road in danger",
    "settlements to found",
    "best site to found",
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
    SITES_AT_HAND,
    SITES_AFTER,
    WITHIN_BRICK,
    _,
    _,
    _,
    _,
    AFTER_BRICK,
    _,
    _,
    _,
    _,
    HARBOR_NEAR,
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
    HARBOR_BRICK,
    _,
    _,
    _,
    _,
    SHARE_BRICK,
    _,
    _,
    _,
    _,
    WAIT_BRICK,
    _,
    _,
    _,
    _,
    OWN_SITES,
    RIVALS_AT_SITE,
    SUM_PIPS,
    TRADES_AT_HAND,
    ROAD_TURNS,
    NEXT_SETTLEMENT,
    NEXT_POINT,
    WIN_TURNS,
    ROADS_AT_HAND,
    CITIES_AT_HAND,
    POINTS_AT_HAND,
    WIN_AT_HAND,
    WIN_ALMOST,
    KNIGHTS_READY,
    ARMY_AT_HAND,
    ROAD_AT_HAND,
    MONOPOLY_GAIN,
    SECOND_TO_RAISE,
    STACK_LEFT,
    ROUNDS,
    RIVAL_WIN_TURNS,
    WIN_LEAD,
    RIVALS_AT_HAND,
    RIVAL_INCOME,
    INCOME_LEAD,
    SECOND_TO_GO,
    POINTS_LEAD,
    POINTS_OF_OTHERS,
    ARMY_DANGER,
    ROAD_DANGER,
    TO_FOUND,
    BEST_TO_FOUND,
) = range(FEATURES)

# --- the measures: the features of all seats, and behind them what they are computed from -----------------------------

PLACE_FEATURES: Final = HARBOR_NEAR + 1 - BEST_SITE  # the features of sites, which follow each other
NEAR_PARTS: Final = 4  # numbers that hold a set of sites or paths, thirty bits each
INCOMES: Final = SEATS * FEATURES  # by seat and resource: the pips of its buildings
RAISABLE: Final = INCOMES + SEATS * RESOURCES  # by seat: its settlements,
RAISED: Final = RAISABLE + SEATS  # the pips of the best of them,
RAISED_NEXT: Final = RAISED + SEATS  # and of the second best
SUM_SET: Final = RAISED_NEXT + SEATS  # by seat: the set of sums that yield something
BUILT: Final = SUM_SET + SEATS  # by seat: the set of sites with its buildings,
BUILT_ALL: Final = BUILT + NEAR_PARTS * SEATS  # and of those with any
YIELDED: Final = BUILT_ALL + NEAR_PARTS  # by resource: the income of all
INCOME_END: Final = YIELDED + RESOURCES  # what depends on the buildings alone ends here
ROBBED: Final = INCOME_END  # by seat and resource: the pips that the robber blocks
RATES: Final = ROBBED + SEATS * RESOURCES  # by seat and resource
WAITS: Final = RATES + SEATS * RESOURCES  # by seat and resource
WAITS_ROBBED: Final = WAITS + SEATS * RESOURCES
SITE_PACE: Final = WAITS_ROBBED + SEATS * RESOURCES  # by seat: the pace of settlements with a road each
NEAR: Final = SITE_PACE + SEATS  # by seat: the set of free sites within a road,
BEST_SITES: Final = NEAR + NEAR_PARTS * SEATS  # and of the best among them

# Most positions of a search differ little from the one before. What they were measured from is noted, so that only what
# depends on a change is measured again. In a cleared block all of it is as if nothing had been built yet.
BUILDINGS: Final = BEST_SITES + NEAR_PARTS * SEATS  # by site: the building
ROBBER_AT: Final = BUILDINGS + SITES
LAID: Final = ROBBER_AT + 1  # the words from `TOUCHED` to `TAKEN` in two parts each, and the site founded last
LAID_WORDS: Final = 2 * SEATS + 4
LAID_SIZE: Final = 2 * LAID_WORDS + 1
TABLE: Final = LAID + LAID_SIZE  # what concerns all seats: six numbers, and by seat
TABLE_KNIGHTS: Final = 6
TABLE_ROADS: Final = TABLE_KNIGHTS + SEATS
TABLE_SIZE: Final = TABLE_ROADS + SEATS
SUPPLY: Final = TABLE + TABLE_SIZE  # by seat: its harbors, and what it is robbed of
SUPPLY_ROW: Final = 1 + RESOURCES
HELD: Final = SUPPLY + SEATS * SUPPLY_ROW  # by seat: six numbers about its pieces, and its cards
HELD_HAND: Final = 6
HELD_CARDS: Final = HELD_HAND + RESOURCES
HELD_FRESH: Final = HELD_CARDS + CARD_KINDS
HELD_ROW: Final = HELD_FRESH + CARD_KINDS
AROUND: Final = HELD + SEATS * HELD_ROW  # by seat: what its measures of sites depend on, in sets
AROUND_START: Final = 0  # the sites from which it is explored
AROUND_BLOCKED: Final = NEAR_PARTS
AROUND_TAKEN: Final = 2 * NEAR_PARTS
AROUND_BUILT: Final = 3 * NEAR_PARTS
AROUND_SITES: Final = 4 * NEAR_PARTS  # the sites and paths that were looked at: others do not matter
AROUND_PATHS: Final = 5 * NEAR_PARTS
AROUND_INCOME: Final = 6 * NEAR_PARTS  # by resource
AROUND_ROW: Final = AROUND_INCOME + RESOURCES
MEASURES: Final = AROUND + SEATS * AROUND_ROW  # the size of the block
