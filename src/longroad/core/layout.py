"""The table of fields: what a state holds, where it lies, and who may see it.

A state is two flat blocks. `s` holds small integers (one signed byte each), `m` holds 64-bit words whose top bit is
never used. A field is written down here once; offsets, redaction, bytes and the documents all come from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final, Protocol

SEATS: Final = 6
RESOURCES: Final = 5
CARD_KINDS: Final = 5
HEXES: Final = 30
SITES: Final = 80
PATHS: Final = 109
SUMS: Final = 11  # the sums 2 to 12 of two dice
WORD_BITS: Final = 60  # members of a set in its first word; the second word holds the rest
CHANCE: Final = 6  # the seat of chance
NOBODY: Final = -1

# Who may see a field.
ALL: Final = "all"
OWNER: Final = "owner"  # the seat that is the field's first index
NONE: Final = "none"


class Block(Protocol):
    """A flat block of integers: a list when interpreted, an array when compiled."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


class Matrix(Protocol):
    """Rows of integers: a list of lists when interpreted, an array when compiled."""

    def __getitem__(self, index: int, /) -> Block: ...


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the state: its name, shape, offset in its block, and who may see it."""

    name: str
    block: str
    offset: int
    shape: tuple[int, ...]
    seen_by: str
    meaning: str

    @property
    def size(self) -> int:
        """How many entries the field takes."""
        return prod(self.shape)


FIELDS: list[Field] = []


def _place(block: str, name: str, shape: tuple[int, ...], seen_by: str, meaning: str) -> int:
    offset = sum(field.size for field in FIELDS if field.block == block)
    FIELDS.append(Field(name, block, offset, shape, seen_by, meaning))
    return offset


def _small(name: str, meaning: str, *shape: int, seen_by: str = ALL) -> int:
    return _place("s", name, shape, seen_by, meaning)


def _words(name: str, meaning: str, *shape: int, seen_by: str = ALL) -> int:
    return _place("m", name, shape, seen_by, meaning)


# The ruleset. The values are numbered in ruleset.py.
VERSION: Final = _small("version", "version of the rules that the game is played under")
PLAYERS: Final = _small("players", "seats taken by players, 2 to 6")
ISLAND: Final = _small("island", "base or extension")
TERRAIN_BY: Final = _small("terrain_by", "option terrain")
TOKENS_BY: Final = _small("tokens_by", "option tokens")
SPIRAL: Final = _small("spiral", "option spiral")
HARBORS_BY: Final = _small("harbors_by", "option harbors")
FOUNDING: Final = _small("founding", "option founding")
FIRST_PLAYER: Final = _small("first_player", "option first_player")
PHASES: Final = _small("phases", "option phases")
CARDS_PER_TURN: Final = _small("cards_per_turn", "option cards_per_turn; 0 means any number")
SHORTAGE: Final = _small("shortage", "option shortage")
DICE: Final = _small("dice", "option dice")
DICE_RESHUFFLE: Final = _small("dice_reshuffle", "the dice deck is reshuffled when fewer cards are left")
DISCARD_LIMIT: Final = _small("discard_limit", "most cards that are safe from a 7")
STEAL: Final = _small("steal", "option steal")
FRIENDLY_ROBBER: Final = _small("friendly_robber", "option friendly_robber")
DOMESTIC_TRADE: Final = _small("domestic_trade", "option domestic_trade")
OFFERS_PER_TURN: Final = _small("offers_per_turn", "offers that the player on turn may make in a turn")
PROPOSALS_PER_TURN: Final = _small("proposals_per_turn", "proposals that each other player may make in a turn")
CUT_ROADS: Final = _small("cut_roads", "option cut_roads")
PROGRESS_CARDS: Final = _small("progress_cards", "option progress_cards")
ROAD_TIE: Final = _small("road_tie", "option road_tie")
VICTORY_POINTS: Final = _small("victory_points", "points that win")
WIN_ON: Final = _small("win_on", "option win_on")
POINT_CARDS: Final = _small("point_cards", "option point_cards")
SPECIAL_BUILD: Final = _small("special_build", "option special_build")
DUEL: Final = _small("duel", "1 in the two-player game with neutral players")
NEUTRAL_SITE: Final = _small("neutral_site", "where the neutral settlements begin, -1 to choose by the island", 2)
ROBBER_START: Final = _small("robber_start", "hex where the robber is set to begin, -1 for a desert")

# The island.
TERRAIN: Final = _small("terrain", "terrain of each hex", HEXES)
TOKEN: Final = _small("token", "number token of each hex, 0 for none", HEXES)
HARBOR: Final = _small("harbor", "harbor at each intersection", SITES)
HEXES_OF: Final = _small("hexes_of", "the hexes with each sum's token, -1 where there are fewer", SUMS, 3)
ROBBER: Final = _small("robber", "hex of the robber")

# The viewer, and how far the game is.
VIEWER: Final = _small("viewer", "-1 in a state; in a view its seat, or 6 for the public")
PHASE: Final = _small("phase", "see phases.py")
TURN: Final = _small("turn", "seat whose turn it is")
ACTOR: Final = _small("actor", "seat that takes its turn or, in a special build phase, builds")
FIRST: Final = _small("first", "the starting player")
FOUNDED: Final = _small("founded", "settlements founded so far")
LAST_SITE: Final = _small("last_site", "intersection founded last, -1 if none")
FOUNDING_ROLLS: Final = _small("founding_rolls", "each seat's roll for the start, 0 if none", SEATS)
ROLLING: Final = _small("rolling", "set of seats that still roll for the start")
ROLLS: Final = _small("rolls", "production rolls made this turn")
ROLLED: Final = _small("rolled", "the sums rolled this turn", 2)
CARDS_PLAYED: Final = _small("cards_played", "1 once a development card has been played this turn")
BUILD_OPEN: Final = _small("build_open", "1 once something has been paid for this turn")
HAS_BUILT: Final = _small("has_built", "1 once the player on turn has built or bought something this turn")
FREE_ROADS: Final = _small("free_roads", "roads of a road building card still to be placed")
VICTIM: Final = _small("victim", "seat that a card is being taken from, -1 if none")
OWES: Final = _small("owes", "set of seats that must still discard")
NEUTRAL_OWED: Final = _small("neutral_owed", "what must be built for a neutral player: 0 nothing, 1 road, 2 settlement")
KNIGHT_SOLD: Final = _small("knight_sold", "1 once a knight was turned into trade cards this turn")
FORCED_LEFT: Final = _small("forced_left", "cards of a forced trade still to be taken")
LONGEST: Final = _small("longest", "holder of the longest road, -1 if none")
LARGEST: Final = _small("largest", "holder of the largest army, -1 if none")
WINNER: Final = _small("winner", "winner of a game that is over, -1 if a draw or not over")

# Trade. A bundle counts what its maker gives (positive) and takes (negative).
OFFERS: Final = _small("offers", "offers made this turn")
OFFER: Final = _small("offer", "the open offer of the player on turn", RESOURCES)
OFFERED_TO: Final = _small("offered_to", "set of seats asked; empty if no offer is open")
WAITING: Final = _small("waiting", "set of seats that have not answered the offer")
ACCEPTED: Final = _small("accepted", "set of seats that accepted the offer")
PROPOSED: Final = _small("proposed", "set of seats with a counter-offer or proposal")
PROPOSALS: Final = _small("proposals", "proposals made this turn by each seat", SEATS)
PROPOSAL: Final = _small("proposal", "each seat's counter-offer or proposal", SEATS, RESOURCES)

# The bank and the stacks.
BANK: Final = _small("bank", "resource cards in the bank, below zero if it is unlimited", RESOURCES)
DECK: Final = _small("deck", "development cards in the stack by kind", CARD_KINDS, seen_by=NONE)
DECK_SIZE: Final = _small("deck_size", "development cards in the stack")
QUEUE: Final = _small("queue", "recycled progress cards under the stack, in order, -1 where there is none", 9)
QUEUE_SIZE: Final = _small("queue_size", "recycled progress cards under the stack")
DICE_DECK: Final = _small("dice_deck", "cards of the dice deck by sum", SUMS)
DICE_LEFT: Final = _small("dice_left", "cards left in the dice deck")

# The players.
HAND: Final = _small("hand", "resource cards in hand", SEATS, RESOURCES, seen_by=OWNER)
HAND_SIZE: Final = _small("hand_size", "number of resource cards in hand", SEATS)
DISCARDS: Final = _small("discards", "cards laid down after a 7, until all have", SEATS, RESOURCES, seen_by=OWNER)
CARDS: Final = _small("cards", "development cards in hand", SEATS, CARD_KINDS, seen_by=OWNER)
FRESH: Final = _small("fresh", "those of them bought since the seat's own turn began", SEATS, CARD_KINDS, seen_by=OWNER)
CARDS_SIZE: Final = _small("cards_size", "number of development cards in hand", SEATS)
KNIGHTS: Final = _small("knights", "knights played", SEATS)
ROADS_LEFT: Final = _small("roads_left", "roads in supply", SEATS)
SETTLEMENTS_LEFT: Final = _small("settlements_left", "settlements in supply", SEATS)
CITIES_LEFT: Final = _small("cities_left", "cities in supply", SEATS)
ROAD_LENGTH: Final = _small("road_length", "length of each seat's longest road", SEATS)
POINTS: Final = _small("points", "visible victory points", SEATS)
HARBORS: Final = _small("harbors", "set of harbor kinds of each seat", SEATS)
TRADE_CARDS: Final = _small("trade_cards", "trade cards of the two players", 2)

# The board. An intersection's building is 0, 1 + seat for a settlement, 7 + seat for a city.
SITE: Final = _small("site", "building at each intersection", SITES)

ROADS: Final = _words("roads", "paths with a seat's road", SEATS, 2)
SETTLEMENTS: Final = _words("settlements", "intersections with a seat's settlement", SEATS, 2)
REACH: Final = _words("reach", "paths that touch a seat's network, built on or not", SEATS, 2)
TOUCHED: Final = _words("touched", "intersections that a seat's roads lead to", SEATS, 2)
BLOCKED: Final = _words("blocked", "intersections built on or next to a building", 2)
TAKEN: Final = _words("taken", "paths with a road", 2)
TURNS: Final = _words("turns", "turns begun so far")
LIMIT: Final = _words("limit", "turns after which the game ends, 0 for none")
CHANCES: Final = _words("chances", "plies of chance so far")

SMALL_SIZE: Final = sum(field.size for field in FIELDS if field.block == "s")
WORDS_SIZE: Final = sum(field.size for field in FIELDS if field.block == "m")
STATE_BYTES: Final = SMALL_SIZE + 8 * WORDS_SIZE

# After the words of a state come the legality words of the seat queried last. They are not part of the state.
LEGAL: Final = WORDS_SIZE
LEGAL_WORDS: Final = 20

# Then what random play must remember of a game that it plays in parts; zero when it does not.
PLAYED: Final = LEGAL + LEGAL_WORDS  # plies so far
ASKED: Final = PLAYED + 1  # whether proposals have been asked for since the roll or the last closed offer
DRAWN: Final = ASKED + 1  # random bits for the next choice
WORDS_ALL: Final = DRAWN + 1

# Rows of many states are padded to whole cache lines.
SMALL_ROW: Final = -(-SMALL_SIZE // 64) * 64
WORDS_ROW: Final = -(-WORDS_ALL // 8) * 8

CITY_CODE: Final = SEATS  # a city's building code is its settlement's plus this
