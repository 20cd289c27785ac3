"""What can be wrong with a state: codes with a rule and a sentence. Code 0 means that nothing is wrong."""

from __future__ import annotations

from typing import Final

VIOLATIONS: list[str] = [""]
VIOLATED_RULES: list[str] = [""]  # the number of the rule that each violation breaks


def _violation(rule: str, sentence: str) -> int:
    VIOLATIONS.append(sentence)
    VIOLATED_RULES.append(rule)
    return len(VIOLATIONS) - 1


# The island.
WRONG_HEX: Final = _violation("BRD-3", "a hex has a terrain or a token that it cannot have")
WRONG_HEXES_OF: Final = _violation("BRD-3", "the hexes of a sum are not those with its token")
ROBBER_AT_SEA: Final = _violation("ROB-2", "the robber is not on the island")

# Cards.
WRONG_CARDS: Final = _violation("SET-1", "the bank and the hands together do not hold all resource cards")
TOO_MANY_CARDS: Final = _violation("PRO-7", "all hands together hold more than 127 resource cards")
WRONG_HAND_SIZE: Final = _violation("PRO-5", "a hand's size is not the number of its cards")
WRONG_STACK: Final = _violation(
    "SET-1", "the development cards in the stack, the queue, the hands and on the table are not all"
)
WRONG_STACK_SIZE: Final = _violation("SET-1", "the size of the stack is not the number of its cards")
WRONG_QUEUE: Final = _violation("DEV-6", "the queue under the stack holds cards that are not recycled progress cards")
WRONG_CARDS_SIZE: Final = _violation("DEV-1", "the number of development cards in a hand is not what the hand holds")
WRONG_FRESH: Final = _violation("TRN-5", "more development cards are fresh than are held")
WRONG_TRADE_CARDS: Final = _violation(
    "DUO-3", "a player has fewer than 0 or more than 7 trade cards, or has some outside the two-player game"
)
WRONG_DICE_DECK: Final = _violation("PRO-6", "the dice deck holds cards that it cannot hold")

# The board.
OFF_THE_ISLAND: Final = _violation("BRD-1", "a piece is not on the island")
WRONG_OWNER: Final = _violation("SET-1", "a piece, card or count belongs to a seat that is not in the game")
WRONG_SETTLEMENTS: Final = _violation("BLD-3", "the set of a seat's settlements is not what stands on the board")
TOO_NEAR: Final = _violation("BLD-3", "two buildings are next to each other")
WRONG_BLOCKED: Final = _violation("BLD-3", "the blocked intersections are not those at and next to buildings")
TWO_ROADS: Final = _violation("BLD-2", "two roads are on one path")
WRONG_TAKEN: Final = _violation("BLD-2", "the taken paths are not those with a road")
WRONG_ROADS_LEFT: Final = _violation("BLD-6", "a seat's roads on the board and in supply are not 15")
WRONG_SETTLEMENTS_LEFT: Final = _violation("BLD-6", "a seat's settlements on the board and in supply are not 5")
WRONG_CITIES_LEFT: Final = _violation("BLD-6", "a seat's cities on the board and in supply are not 4")
WRONG_HARBORS: Final = _violation("TRA-8", "a seat's harbors are not those at its buildings")
WRONG_REACH: Final = _violation("BLD-1", "the paths that touch a seat's network are wrong")
WRONG_TOUCHED: Final = _violation("BLD-3", "the intersections that a seat's roads lead to are wrong")
ROADS_KEPT: Final = _violation("BLD-8", "roads that were cut off have not been returned")
LOOSE_ROAD: Final = _violation("BLD-1", "a road is not joined to any building of its owner")
NO_BUILDING: Final = _violation("SET-3", "a player has no building though the founding is over")

# Awards and points.
WRONG_ROAD_LENGTH: Final = _violation("AWD-1", "the length of a seat's longest road is wrong")
WRONG_LONGEST: Final = _violation("AWD-1", "the longest road is with the wrong seat")
WRONG_LARGEST: Final = _violation("AWD-5", "the largest army is with the wrong seat")
WRONG_POINTS: Final = _violation("WIN-1", "a seat's visible points are wrong")

# Turns, and what is pending.
WRONG_SEAT: Final = _violation("SET-6", "the seat whose turn it is, or that decides, is wrong")
WRONG_START: Final = _violation("SET-2", "the rolls for the start do not fit")
WRONG_FOUNDING: Final = _violation("SET-3", "the number of founded settlements does not fit")
WRONG_ROLLS: Final = _violation("TRN-1", "the rolls of the turn do not fit the phase")
WRONG_TURN_COUNT: Final = _violation("SET-6", "the number of turns does not fit")
WRONG_NOTES: Final = _violation("TRN-1", "what is noted of the turn does not fit the phase")
WRONG_DISCARDS: Final = _violation("ROB-1", "the discards owed or laid down do not fit")
WRONG_ROBBERY: Final = _violation("ROB-3", "the robber or its victim does not fit the phase")
WRONG_FREE_ROADS: Final = _violation("DEV-3", "the free roads still to be placed do not fit the phase")
WRONG_NEUTRAL: Final = _violation("DUO-5", "what is owed to a neutral player does not fit the phase")
WRONG_FORCED: Final = _violation("DUO-7", "the cards of a forced trade still to be taken do not fit the phase")
WRONG_COUNTS: Final = _violation("TRA-10", "more offers or proposals have been made than a turn allows")
TRADE_NOT_CLOSED: Final = _violation("TRA-1", "an offer or proposal is open where there is no trade")
WRONG_OFFER: Final = _violation("TRA-2", "the open offer or an answer to it cannot have been made")
WRONG_PROPOSAL: Final = _violation("TRA-2", "an open proposal cannot have been made")
WRONG_WINNER: Final = _violation("WIN-2", "the winner has not won")
NOT_ENDED: Final = _violation("WIN-2", "a player has won, but the game is not over")
WRONG_WEIGHTS: Final = _violation("END-1", "chance has no outcome, or its weights do not add up")
STUCK: Final = _violation("END-1", "the game waits for a seat that cannot do anything")
IS_A_VIEW: Final = _violation("PUB-2", "it is a view, which hides something")

# Legality, where both ways to ask are compared.
LISTED_BUT_REFUSED: Final = _violation("", "an action is listed as legal and refused")
REFUSED_BUT_FITS: Final = _violation("", "an action is neither listed nor fits a form, and is not refused")
MAY_BUT_CANNOT: Final = _violation("", "a seat may act but has no action, or may not act but has one")
CHANGED_BY_ASKING: Final = _violation("", "a question about legality changed the state")
NOT_IN_TABLE: Final = _violation("", "the table of phases does not allow this action here, or what followed")
TOO_LONG: Final = _violation("", "the game has not ended within the plies allowed")
