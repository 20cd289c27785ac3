"""The bot that plays like a beginner.

It founds where the dice yield most, saves for whatever needs the fewest further cards, trades what it can spare for
what it lacks, and does not help anybody who is about to win. It remembers which cards went into the hands, so it asks
only players who may have a card and like the trade. Otherwise it does not count, look ahead, or watch the roads of
others.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.plans import CARD, NOTHING, ROAD, Outlook, outlook_of
from longroad.bots.protocol import awaited_seat, chance_of, seat_of
from longroad.bots.reasons import reason_for_robber
from longroad.bots.sites import helps_race, is_robbed, road_goal, road_worth, site_worth, yields_of
from longroad.bots.trading.novice import Actions, Choice, answer, conclude, offer, propose, trade_with_bank
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number
from longroad.core.island.setup import site_pips
from longroad.core.layout import (
    DISCARD_LIMIT,
    HAND_SIZE,
    KNIGHTS,
    LARGEST,
    NOBODY,
    PHASE,
    PLAYERS,
    RESOURCES,
    TRADE_CARDS,
)
from longroad.core.phases import (
    DISCARDING,
    FORCED_GIVE,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROAD,
    NEUTRAL_BUILD,
    ROBBER_MOVES,
    VICTIM_CHOICE,
)
from longroad.core.rules.absent import default_action
from longroad.core.rules.awards import LEAST_ARMY
from longroad.core.rules.duel import action_price
from longroad.core.state import View as CoreView
from longroad.core.words import RESOURCE_NAMES
from longroad.game.view import View
from longroad.narration import ENGLISH, Phrase, site_of
from longroad.notation.actions import Action, action_of

PLAYS_KNIGHT: Final = 0.25  # share of the occasions on which it plays a knight for no particular reason
BUYS_CARD: Final = 0.15  # share of the occasions on which it buys a card before something else
FEW_KNIGHTS: Final = 2  # knights behind another player at which the largest army is out of reach
PLENTY_CARDS: Final = 2  # cards that a year of plenty brings
PLENTY_TO_TAKE: Final = 4  # cards in others' hands that make a monopoly or a forced trade worth it
TASTE: Final = 1.0  # pips by which the choice of a site varies


class Novice:
    """Plays like a beginner.

    >>> from longroad import Game
    >>> bot = Novice(seed=1)
    >>> bot.choose(Game("beginner").view(0)), bot.explain()
    (Action('roll'), "There's nothing better to do before rolling.")
    """

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed
        self._beliefs = Beliefs()
        self.reason = Phrase("bot.silent")

    def choose(self, view: View) -> Action:
        """Choose a legal action; the game waits for the seat whose view it is."""
        return self._say(_choose(view, awaited_seat(view), chance_of(self._seed, view), self._beliefs))

    def propose(self, view: View) -> Action | None:
        """Propose a trade that brings what is lacking, now and then."""
        outlook = outlook_of(view.seen, seat_of(view))
        choice = propose(view, outlook, chance_of(self._seed, view), self._beliefs)
        return None if choice is None else self._say(choice)

    def explain(self) -> str:
        """Return why the last choice was made."""
        return ENGLISH.sentence(self.reason)

    def _say(self, choice: Choice) -> Action:
        self.reason = choice.reason
        return action_of(choice.code)


def _choose(view: View, seat: int, rng: Random, beliefs: Beliefs) -> Choice:
    seen = view.seen
    legal: Actions = {}
    for action in seen.legal(seat):
        legal.setdefault(action_kind(action), []).append(action)
    if a.REFUSE in legal:
        return answer(view, outlook_of(seen, seat), legal, rng, beliefs)
    pending = _PENDING.get(seen.s[PHASE])
    if pending is not None:
        return pending(seen, seat, legal, rng)
    return _play(view, outlook_of(seen, seat), legal, rng, beliefs)


def _play(view: View, outlook: Outlook, legal: Actions, rng: Random, beliefs: Beliefs) -> Choice:
    """Take the seat's turn, before the roll or after, or build in a special build phase."""
    seen = view.seen
    return (
        conclude(seen, outlook, legal)
        or _build(seen, outlook, legal)
        or _play_card(seen, outlook, legal, rng)
        or _act_in_duel(seen, outlook, legal)
        or _extend(seen, outlook, legal, rng)
        or (offer(view, outlook, rng, beliefs) if a.END_TURN in legal else None)
        or trade_with_bank(outlook, legal)
        or _spend(seen, outlook, legal)
        or _rest(outlook, legal)
    )


def _rest(outlook: Outlook, legal: Actions) -> Choice:
    """Roll, or end the turn."""
    if a.ROLL in legal:
        return Choice(a.ROLL, Phrase("bot.roll"))
    return Choice(a.END_TURN, Phrase("bot.saves", {"plan": outlook.plan.name}))


# --- building ---------------------------------------------------------------------------------------------------------


def _build(seen: CoreView, outlook: Outlook, legal: Actions) -> Choice | None:
    """Build a city or a settlement wherever that is possible."""
    if a.BUILD_CITY in legal:
        best = max(legal[a.BUILD_CITY], key=lambda action: site_pips(seen.s, action_number(action)))
        return Choice(best, Phrase("bot.doubles", {"pips": site_pips(seen.s, action_number(best))}))
    if a.BUILD_SETTLEMENT in legal:
        return _settle(seen, outlook.seat, legal)
    return None


def _settle(seen: CoreView, seat: int, legal: Actions, rng: Random | None = None) -> Choice:
    """Settle at the best site, with a little randomness."""
    own = yields_of(seen, seat)

    def worth(action: int) -> float:
        return site_worth(seen, own, action_number(action)) + (TASTE * rng.random() if rng else 0.0)

    best = max(legal[a.BUILD_SETTLEMENT], key=worth)
    return Choice(best, Phrase("bot.yields", {"pips": site_pips(seen.s, action_number(best))}))


def _extend(seen: CoreView, outlook: Outlook, legal: Actions, rng: Random) -> Choice | None:
    """Build a road or buy a card if that is what comes next; a card now and then before."""
    if a.BUILD_ROAD in legal and outlook.plan == ROAD:
        return _build_road(seen, outlook.seat, legal)
    if a.BUY_CARD in legal and (outlook.plan == CARD or rng.random() < BUYS_CARD):
        return Choice(a.BUY_CARD, Phrase("bot.buys"))
    return None


def _build_road(seen: CoreView, seat: int, legal: Actions, rng: Random | None = None) -> Choice:
    """Build the road that leads to the best site, or extends the longest road."""
    own = yields_of(seen, seat)
    best = max(legal[a.BUILD_ROAD], key=lambda action: road_worth(seen, seat, own, action_number(action)))
    path = action_number(best)
    site = road_goal(seen, seat, own, path)[1]
    if helps_race(seen, seat, path):
        return Choice(best, Phrase("bot.race"))
    if site < 0:
        return Choice(best, Phrase("bot.leads_nowhere"))
    return Choice(best, Phrase("bot.leads", {"site": site_of(seen, site)}))


def _spend(seen: CoreView, outlook: Outlook, legal: Actions) -> Choice | None:
    """Build a road or buy a card rather than risk a 7."""
    if seen.s[HAND_SIZE + outlook.seat] <= seen.s[DISCARD_LIMIT]:
        return None
    if a.BUY_CARD in legal:
        return Choice(a.BUY_CARD, Phrase("bot.too_many"))
    if a.BUILD_ROAD in legal and ROAD in outlook.plans:
        return _build_road(seen, outlook.seat, legal)
    return None


# --- cards ------------------------------------------------------------------------------------------------------------


def _play_card(seen: CoreView, outlook: Outlook, legal: Actions, rng: Random) -> Choice | None:
    """Play a development card where it helps."""
    if a.PLAY_KNIGHT in legal:
        choice = _play_knight(seen, outlook.seat, rng)
        if choice is not None:
            return choice
    if a.END_TURN not in legal:
        return None
    if a.PLAY_ROADS in legal and outlook.plan == ROAD:
        return Choice(a.PLAY_ROADS, Phrase("bot.needs_roads"))
    if a.PLAY_PLENTY in legal:
        choice = _play_plenty(outlook, legal)
        if choice is not None:
            return choice
    if a.PLAY_MONOPOLY in legal and any(outlook.lack):
        return _play_monopoly(seen, outlook)
    return None


def _play_knight(seen: CoreView, seat: int, rng: Random) -> Choice | None:
    holder = seen.s[LARGEST]
    needed = LEAST_ARMY if holder == NOBODY else seen.s[KNIGHTS + holder] + 1
    if is_robbed(seen, seat):
        return Choice(a.PLAY_KNIGHT, Phrase("bot.drives_robber"))
    if holder != seat and seen.s[KNIGHTS + seat] + 1 >= needed:
        return Choice(a.PLAY_KNIGHT, Phrase("bot.wins_army"))
    if rng.random() < PLAYS_KNIGHT:
        return Choice(a.PLAY_KNIGHT, Phrase("bot.knight"))
    return None


def _play_plenty(outlook: Outlook, legal: Actions) -> Choice | None:
    """Take the cards that are missing for the best plan that a year of plenty completes."""
    plan = next((plan for plan in outlook.plans if 0 < sum(outlook.lack_for(plan)) <= PLENTY_CARDS), None)
    if plan is None:
        return None
    lack = outlook.lack_for(plan)
    best = max(legal[a.PLAY_PLENTY], key=lambda action: _brings(action_number(action), lack))
    return Choice(best, Phrase("bot.plenty", {"plan": plan.name}))


def _brings(pair: int, lack: list[int]) -> int:
    """Count how many of a year of plenty's cards are needed."""
    left = list(lack)
    for resource in (a.PLENTY_FIRST[pair], a.PLENTY_SECOND[pair]):
        if resource >= 0:
            left[resource] -= left[resource] > 0
    return sum(lack) - sum(left)


def _play_monopoly(seen: CoreView, outlook: Outlook) -> Choice | None:
    """Name the missing resource that the others' hexes yield most of."""
    others = [seat for seat in range(seen.s[PLAYERS]) if seat != outlook.seat]
    if sum(seen.s[HAND_SIZE + seat] for seat in others) < PLENTY_TO_TAKE * len(others) // 2:
        return None
    yields = [yields_of(seen, seat) for seat in others]
    lacking = [resource for resource in range(RESOURCES) if outlook.lack[resource]]
    best = max(lacking, key=lambda resource: sum(own[resource] for own in yields))
    lacking_most = Phrase(f"resource.{RESOURCE_NAMES[best]}")
    return Choice(a.action(a.PLAY_MONOPOLY, best), Phrase("bot.monopoly", {"resource": lacking_most}))


def _act_in_duel(seen: CoreView, outlook: Outlook, legal: Actions) -> Choice | None:
    """Spend trade cards where that helps, and turn a useless knight into trade cards."""
    seat = outlook.seat
    if a.CALM_ROBBER in legal and is_robbed(seen, seat):
        return Choice(a.CALM_ROBBER, Phrase("bot.calms"))
    if a.FORCE_TRADE in legal and seen.s[HAND_SIZE + 1 - seat] >= PLENTY_TO_TAKE:
        if any(outlook.lack) and sum(outlook.spare) >= 2 and seen.s[TRADE_CARDS + seat] > action_price(seen.s, seat):
            return Choice(a.FORCE_TRADE, Phrase("bot.forces"))
    if a.RETIRE_KNIGHT in legal and seen.s[KNIGHTS + seat] + FEW_KNIGHTS <= seen.s[KNIGHTS + 1 - seat]:
        return Choice(a.RETIRE_KNIGHT, Phrase("bot.retires"))
    return None


# --- what is pending --------------------------------------------------------------------------------------------------


def _move_robber(seen: CoreView, seat: int, legal: Actions, rng: Random) -> Choice:
    """Move the robber where it hurts the leader and not this seat."""
    action = default_action(seen, seat)
    return Choice(action, reason_for_robber(seen, seat, action_number(action)))


def _rob(seen: CoreView, seat: int, legal: Actions, rng: Random) -> Choice:
    return Choice(default_action(seen, seat), Phrase("bot.robs"))


def _discard_or_give(seen: CoreView, seat: int, legal: Actions, rng: Random) -> Choice:
    """Discard or give what the next plan needs least."""
    plan = outlook_of(seen, seat).plan
    return Choice(
        default_action(seen, seat),
        Phrase("bot.keeps", {"plan": plan.name}) if plan != NOTHING else Phrase("bot.needs_nothing"),
    )


def _build_neutral(seen: CoreView, seat: int, legal: Actions, rng: Random) -> Choice:
    return Choice(default_action(seen, seat), Phrase("bot.neutral"))


_PENDING: Final[dict[int, Callable[[CoreView, int, Actions, Random], Choice]]] = {
    FOUND_SETTLEMENT: _settle,
    FOUND_ROAD: _build_road,
    FREE_ROAD: _build_road,
    ROBBER_MOVES: _move_robber,
    VICTIM_CHOICE: _rob,
    DISCARDING: _discard_or_give,
    FORCED_GIVE: _discard_or_give,
    NEUTRAL_BUILD: _build_neutral,
}
