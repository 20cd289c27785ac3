"""Why an action is refused: codes with the rule's number and a sentence. Code 0 means that nothing forbids it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rule that forbids an action."""

    rule: str
    sentence: str


REFUSALS: list[Refusal | None] = [None]


def _refusal(rule: str, sentence: str) -> int:
    REFUSALS.append(Refusal(rule, sentence))
    return len(REFUSALS) - 1


GAME_OVER: Final = _refusal("WIN-2", "The game is over.")
NOT_YOUR_DECISION: Final = _refusal("TRN-7", "The game is not waiting for this seat.")
OUT_OF_TURN: Final = _refusal("TRN-7", "Out of turn you may only answer or propose a trade here.")
NOT_AN_ACTION: Final = _refusal("TRN-7", "There is no such action.")
SUPERFLUOUS: Final = _refusal("TRN-7", "The action carries more than its kind takes.")
CHANCE_DECIDES: Final = _refusal("TRN-7", "Chance decides here.")
ONLY_CHANCE: Final = _refusal("TRN-7", "Only chance takes this action.")
ROLL_FIRST: Final = _refusal("TRN-1", "The production roll comes first.")
ALREADY_ROLLED: Final = _refusal("TRN-1", "The production roll of this turn has been made.")
FOUNDING_SETTLEMENT: Final = _refusal("SET-3", "A founding settlement is due.")
FOUNDING_ROAD: Final = _refusal("SET-3", "A road at the settlement just founded is due.")
FOUNDING_ROAD_ELSEWHERE: Final = _refusal("SET-3", "A founding road touches the settlement just founded.")
DISCARD_FIRST: Final = _refusal("ROB-4", "All discards come first.")
ROBBER_FIRST: Final = _refusal("ROB-2", "The robber moves first.")
VICTIM_FIRST: Final = _refusal("ROB-3", "Who is robbed is decided first.")
ROADS_FIRST: Final = _refusal("DEV-3", "The free roads are placed first, with nothing in between.")
NEUTRAL_FIRST: Final = _refusal("DUO-5", "A neutral player builds first.")
GIVE_FIRST: Final = _refusal("DUO-7", "Two cards are given in exchange first.")
BETWEEN_ROLLS: Final = _refusal("DUO-4", "Between the two rolls only a knight or the robber to the desert is allowed.")
SPECIAL_BUILD_ONLY: Final = _refusal("EXT-1", "In the special build phase you may only build, buy cards or pass.")

NOTHING_PENDING: Final = _refusal("TRN-7", "Nothing is pending that this would resolve.")

NO_SUCH_PLACE: Final = _refusal("BRD-1", "This island has no such place.")
CANNOT_PAY: Final = _refusal("BLD-7", "The hand does not hold what this costs.")
NO_ROAD_LEFT: Final = _refusal("BLD-6", "No road is left in the supply.")
NO_SETTLEMENT_LEFT: Final = _refusal("BLD-6", "No settlement is left in the supply; upgrade one first.")
NO_CITY_LEFT: Final = _refusal("BLD-6", "No city is left in the supply.")
PATH_TAKEN: Final = _refusal("BLD-2", "This path has a road already.")
NOT_CONNECTED: Final = _refusal(
    "BLD-1", "A road joins a road, settlement or city of its owner, never past an opponent's."
)
TOO_CLOSE: Final = _refusal("BLD-3", "This intersection or one next to it is built on.")
TOO_CLOSE_FOUNDING: Final = _refusal("SET-4", "This intersection or one next to it is built on.")
NO_ROAD_THERE: Final = _refusal("BLD-3", "A settlement needs a road of its owner leading to it.")
ROAD_CUT_OFF: Final = _refusal("BLD-8", "Nothing is built from roads that are cut off until they are reconnected.")
NOT_YOUR_SETTLEMENT: Final = _refusal("BLD-4", "A city replaces a settlement of its owner.")
STACK_EMPTY: Final = _refusal("BLD-5", "No development card is left.")

NO_SUCH_CARD: Final = _refusal("TRN-5", "No such card is held that was not bought this turn.")
CARD_PLAYED: Final = _refusal("TRN-4", "A development card has been played this turn.")
NO_PLACE_FOR_ROAD: Final = _refusal("DEV-3", "There is no road or no place for one.")
NOTHING_PLACED: Final = _refusal("DEV-3", "At least one free road must be placed.")
BANK_LACKS: Final = _refusal("DEV-4", "The bank does not hold these cards.")
TAKE_TWO: Final = _refusal("DEV-4", "Two cards are taken if the bank has two.")
NO_SUCH_RESOURCE: Final = _refusal("DEV-5", "There is no such resource.")

SAME_HEX: Final = _refusal("ROB-2", "The robber moves to a different hex.")
PROTECTED_HEX: Final = _refusal("ROB-7", "The robber spares players with fewer than 3 visible points.")
NOT_A_VICTIM: Final = _refusal("ROB-3", "This seat cannot be robbed here.")
MUST_ROB: Final = _refusal("ROB-3", "Somebody must be robbed.")
OWES_NOTHING: Final = _refusal("ROB-1", "This seat owes no discard.")
WRONG_DISCARD: Final = _refusal("ROB-1", "Half of the hand is discarded, rounded down, from cards held.")

TRADE_OVER: Final = _refusal("TRN-2", "There is no trade after building has begun.")
NO_DOMESTIC_TRADE: Final = _refusal("TRA-10", "This game has no trade between players.")
TOO_MANY_OFFERS: Final = _refusal("TRA-10", "No more offers may be made this turn.")
TOO_MANY_PROPOSALS: Final = _refusal("TRA-10", "No more proposals may be made this turn.")
NOT_THE_TURN: Final = _refusal("TRA-1", "Only the player whose turn it is does this.")
IS_THE_TURN: Final = _refusal("TRA-1", "The player whose turn it is makes an offer instead.")
NO_GIFTS: Final = _refusal("TRA-3", "Both sides give at least one card.")
NOT_HELD: Final = _refusal("TRA-5", "The hand does not hold what would be given.")
TOO_MUCH_ASKED: Final = _refusal("TRA-5", "The game does not have that many cards of a resource.")
NOBODY_ASKED: Final = _refusal("TRA-2", "An offer is made to one or more other players.")
NOT_ASKED: Final = _refusal("TRA-2", "No offer waits for this seat's answer.")
ANSWER_FIRST: Final = _refusal("TRA-2", "The open offer is answered first; a counter-offer is an answer.")
NOTHING_OPEN: Final = _refusal("TRA-2", "There is nothing to withdraw.")
NOT_ACCEPTED: Final = _refusal("TRA-2", "This seat has not accepted an open offer.")
NOT_PROPOSED: Final = _refusal("TRA-2", "This seat has made no counter-offer or proposal.")
LIKE_FOR_LIKE: Final = _refusal("TRA-4", "A resource is not traded for itself.")
NO_SUCH_RATE: Final = _refusal("TRA-8", "The player has no such rate for this resource.")
BANK_HAS_NONE: Final = _refusal("TRA-9", "The bank does not hold the card asked for.")
TOO_FEW_TO_TRADE: Final = _refusal("TRA-7", "The hand does not hold enough cards of that resource.")

NO_DUEL: Final = _refusal("DUO-9", "Only the two-player game has this action.")
NO_TRADE_CARDS: Final = _refusal("DUO-9", "There are too few trade cards for this action.")
TOO_FEW_CARDS: Final = _refusal("DUO-7", "A forced trade needs two cards in hand and one in the opponent's.")
WRONG_GIFT: Final = _refusal("DUO-7", "Two cards held are given in exchange.")
ROBBER_AT_HOME: Final = _refusal("DUO-8", "The robber is in the desert already.")
NO_KNIGHT: Final = _refusal("DUO-10", "There is no face-up knight.")
KNIGHT_GONE: Final = _refusal("DUO-10", "A knight has been removed this turn.")
TRADE_CARDS_FULL: Final = _refusal("DUO-10", "Nobody holds more than 7 trade cards.")
NOT_NEUTRAL: Final = _refusal("DUO-5", "This is built for one of the two neutral players.")
OTHER_NEUTRAL_PIECE: Final = _refusal("DUO-5", "A piece of the other kind is due for a neutral player.")
NEUTRAL_PLACE: Final = _refusal("DUO-6", "That neutral player cannot build there.")

NO_SUCH_ROLL: Final = _refusal("PRO-1", "The dice cannot fall like this here.")
NO_SUCH_START_ROLL: Final = _refusal("SET-2", "This is not the roll for the start that comes next.")
SAME_SUM: Final = _refusal("DUO-4", "The second roll of a turn differs from the first.")
NO_SUCH_LOOT: Final = _refusal("ROB-3", "The victim holds no such card.")
NO_SUCH_DRAW: Final = _refusal("BLD-5", "No such card can be on top of the stack.")
NO_SUCH_TAKE: Final = _refusal("DUO-7", "The opponent holds no such card.")
