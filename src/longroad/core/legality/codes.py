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
NOT_YOUR_DECISION: Final = _refusal("TRN-7", "The game is waiting for someone else.")
OUT_OF_TURN: Final = _refusal("TRN-7", "It's not your turn: you can only answer or propose a trade here.")
NOT_AN_ACTION: Final = _refusal("TRN-7", "There is no such action.")
SUPERFLUOUS: Final = _refusal("TRN-7", "The action has parts that don't belong to it.")
CHANCE_DECIDES: Final = _refusal("TRN-7", "Chance decides here.")
ONLY_CHANCE: Final = _refusal("TRN-7", "Only chance can do this.")
ROLL_FIRST: Final = _refusal("TRN-1", "Roll the dice first.")
ALREADY_ROLLED: Final = _refusal("TRN-1", "The dice have already been rolled this turn.")
FOUNDING_SETTLEMENT: Final = _refusal("SET-3", "Place a settlement now.")
FOUNDING_ROAD: Final = _refusal("SET-3", "Place a road next to your new settlement now.")
FOUNDING_ROAD_ELSEWHERE: Final = _refusal("SET-3", "The road must touch the settlement you just placed.")
DISCARD_FIRST: Final = _refusal("ROB-4", "Everyone with too many cards must discard first.")
ROBBER_FIRST: Final = _refusal("ROB-2", "Move the robber first.")
VICTIM_FIRST: Final = _refusal("ROB-3", "Choose who to rob first.")
ROADS_FIRST: Final = _refusal("DEV-3", "Place your free roads first.")
NEUTRAL_FIRST: Final = _refusal("DUO-5", "Build for a neutral player first.")
GIVE_FIRST: Final = _refusal("DUO-7", "Give back two cards first.")
BETWEEN_ROLLS: Final = _refusal(
    "DUO-4", "Between the two rolls you can only play a knight or send the robber to the desert."
)
SPECIAL_BUILD_ONLY: Final = _refusal("EXT-1", "During special build you can only build, buy cards or pass.")

NOTHING_PENDING: Final = _refusal("TRN-7", "There is nothing to do this for right now.")

NO_SUCH_PLACE: Final = _refusal("BRD-1", "There is no such place on this island.")
CANNOT_PAY: Final = _refusal("BLD-7", "You don't have the cards to pay for this.")
NO_ROAD_LEFT: Final = _refusal("BLD-6", "You have no roads left.")
NO_SETTLEMENT_LEFT: Final = _refusal("BLD-6", "You have no settlements left: upgrade one to a city first.")
NO_CITY_LEFT: Final = _refusal("BLD-6", "You have no cities left.")
PATH_TAKEN: Final = _refusal("BLD-2", "There is already a road on this path.")
NOT_CONNECTED: Final = _refusal(
    "BLD-1", "A road must connect to your own road or building, and can't pass an opponent's building."
)
TOO_CLOSE: Final = _refusal("BLD-3", "There is already a building on this site or right next to it.")
TOO_CLOSE_FOUNDING: Final = _refusal("SET-4", "There is already a building on this site or right next to it.")
NO_ROAD_THERE: Final = _refusal("BLD-3", "A new settlement needs one of your roads leading to it.")
ROAD_CUT_OFF: Final = _refusal("BLD-8", "You can't build from roads that are cut off until they are connected again.")
NOT_YOUR_SETTLEMENT: Final = _refusal("BLD-4", "A city replaces one of your own settlements.")
STACK_EMPTY: Final = _refusal("BLD-5", "There are no development cards left.")

NO_SUCH_CARD: Final = _refusal("TRN-5", "You don't have this card, or you bought it this turn.")
CARD_PLAYED: Final = _refusal("TRN-4", "You have already played a development card this turn.")
NO_PLACE_FOR_ROAD: Final = _refusal("DEV-3", "You have no road left, or no place to build one.")
NOTHING_PLACED: Final = _refusal("DEV-3", "Place at least one of your free roads.")
BANK_LACKS: Final = _refusal("DEV-4", "The bank doesn't have these cards.")
TAKE_TWO: Final = _refusal("DEV-4", "Take two cards as long as the bank has two.")
NO_SUCH_RESOURCE: Final = _refusal("DEV-5", "There is no such resource.")

SAME_HEX: Final = _refusal("ROB-2", "The robber must move to a different hex.")
PROTECTED_HEX: Final = _refusal("ROB-7", "The robber stays away from players with fewer than 3 visible points.")
NOT_A_VICTIM: Final = _refusal("ROB-3", "You can't rob this player here.")
MUST_ROB: Final = _refusal("ROB-3", "You must rob someone.")
OWES_NOTHING: Final = _refusal("ROB-1", "This player doesn't have to discard.")
WRONG_DISCARD: Final = _refusal("ROB-1", "Discard exactly half of your cards, rounded down.")

TRADE_OVER: Final = _refusal("TRN-2", "You can't trade any more once you have built something this turn.")
NO_DOMESTIC_TRADE: Final = _refusal("TRA-10", "Players can't trade with each other in this game.")
TOO_MANY_OFFERS: Final = _refusal("TRA-10", "You can't make any more offers this turn.")
TOO_MANY_PROPOSALS: Final = _refusal("TRA-10", "You can't make any more proposals this turn.")
NOT_THE_TURN: Final = _refusal("TRA-1", "Only the player whose turn it is can do this.")
IS_THE_TURN: Final = _refusal("TRA-1", "It's your turn: make an offer instead.")
NO_GIFTS: Final = _refusal("TRA-3", "Both sides must give at least one card.")
NOT_HELD: Final = _refusal("TRA-5", "You don't have these cards.")
TOO_MUCH_ASKED: Final = _refusal("TRA-5", "There aren't that many cards of one resource in the game.")
NOBODY_ASKED: Final = _refusal("TRA-2", "Make the offer to at least one other player.")
NOT_ASKED: Final = _refusal("TRA-2", "No offer is waiting for this player's answer.")
ANSWER_FIRST: Final = _refusal("TRA-2", "Answer the open offer first; a counter-offer is an answer too.")
NOTHING_OPEN: Final = _refusal("TRA-2", "There is nothing to withdraw.")
NOT_ACCEPTED: Final = _refusal("TRA-2", "This player hasn't accepted an open offer.")
NOT_PROPOSED: Final = _refusal("TRA-2", "This player hasn't made a counter-offer or proposal.")
LIKE_FOR_LIKE: Final = _refusal("TRA-4", "You can't trade a resource for itself.")
NO_SUCH_RATE: Final = _refusal("TRA-8", "You don't have this rate for this resource.")
BANK_HAS_NONE: Final = _refusal("TRA-9", "The bank doesn't have the card you want.")
TOO_FEW_TO_TRADE: Final = _refusal("TRA-7", "You don't have enough cards of this resource.")

NO_DUEL: Final = _refusal("DUO-9", "This is only possible in the two-player game.")
NO_TRADE_CARDS: Final = _refusal("DUO-9", "You don't have enough trade cards.")
TOO_FEW_CARDS: Final = _refusal("DUO-7", "A forced trade needs two cards in your hand and one in your opponent's.")
WRONG_GIFT: Final = _refusal("DUO-7", "Give back two of your own cards.")
ROBBER_AT_HOME: Final = _refusal("DUO-8", "The robber is already in the desert.")
NO_KNIGHT: Final = _refusal("DUO-10", "You have no played knight.")
KNIGHT_GONE: Final = _refusal("DUO-10", "You have already given up a knight this turn.")
TRADE_CARDS_FULL: Final = _refusal("DUO-10", "You can't have more than 7 trade cards.")
NOT_NEUTRAL: Final = _refusal("DUO-5", "This must be built for one of the two neutral players.")
OTHER_NEUTRAL_PIECE: Final = _refusal("DUO-5", "The neutral player gets a different piece now.")
NEUTRAL_PLACE: Final = _refusal("DUO-6", "That neutral player can't build there.")

NO_SUCH_ROLL: Final = _refusal("PRO-1", "The dice can't fall like this here.")
NO_SUCH_START_ROLL: Final = _refusal("SET-2", "This is not the starting roll that comes next.")
SAME_SUM: Final = _refusal("DUO-4", "The second roll of a turn must differ from the first.")
NO_SUCH_LOOT: Final = _refusal("ROB-3", "The player who is robbed has no such card.")
NO_SUCH_DRAW: Final = _refusal("BLD-5", "No such card can be on top of the stack.")
NO_SUCH_TAKE: Final = _refusal("DUO-7", "Your opponent has no such card.")
