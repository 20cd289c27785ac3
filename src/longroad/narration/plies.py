"""What happened in a ply, in sentences: as everybody may know it, or as one seat does (PUB-1, PUB-2).

The sentences are made from whole states, since much that is public cannot be read from a view: what the dice yielded to
others, what a monopoly brought. What is not public goes through `Voice.knows` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from longroad.core import actions as a
from longroad.core.actions import PLENTY_FIRST, PLENTY_SECOND, action_first, action_kind, action_number, bundle_count
from longroad.core.bits import popcount
from longroad.core.layout import CITY_CODE, NOBODY, RESOURCES, SEATS, WORD_BITS
from longroad.core.sets import members
from longroad.core.state import State
from longroad.core.words import CARD_NAMES, RESOURCE_NAMES
from longroad.narration.phrases import (
    EVERYBODY,
    Voice,
    cards,
    hex_phrase,
    listed,
    number_of,
    path_phrase,
    sentence,
    site_phrase,
)


class Event(NamedTuple):
    """A ply with the states before and after it, and to whom it is told."""

    before: State
    after: State
    seat: int
    action: int
    voice: Voice

    @property
    def number(self) -> int:
        """The number that the action carries."""
        return action_number(self.action)

    def name(self, seat: int) -> str:
        """Tell what a seat is called."""
        return self.voice.name(seat)

    def actor(self, told: str) -> str:
        """Say something about the seat that acts."""
        return self.voice.says(self.seat, told)

    def gained(self, seat: int) -> list[int]:
        """Count what a hand has more than before."""
        hands = zip(self.after["hand"][seat], self.before["hand"][seat], strict=True)
        return [new - old for new, old in hands]


def narrate(before: State, ply: int, after: State, voice: Voice = EVERYBODY) -> list[str]:
    """Tell what happened between two states that a ply leads from one to the other, in sentences; perhaps in none."""
    event = Event(before, after, a.ply_seat(ply), a.ply_action(ply), voice)
    away = event.actor("is away.") if a.ply_is_absent(ply) else ""
    told = _SENTENCES[action_kind(event.action)](event)
    return [sentence(text) for text in (away, told, *_unasked(event), *_awards(event)) if text]


def _bundle(action: int) -> tuple[str, str]:
    """Tell what a bundle gives and what it takes."""
    counts = [bundle_count(action, resource) for resource in range(RESOURCES)]
    return cards([max(count, 0) for count in counts]), cards([max(-count, 0) for count in counts])


# --- chance -----------------------------------------------------------------------------------------------------------


def _start_rolled(e: Event) -> str:
    text = f"{e.voice.says(a.action_third(e.action), f'rolls {e.number}')} for the start."
    if not e.after.is_chance:
        return f"{text} {sentence(e.voice.says(e.after['first'], 'begins'))}."
    return f"{text} A tie: those who tied roll again." if popcount(e.before["rolling"]) == 1 else text


def _dice_rolled(e: Event) -> str:
    rolls = e.voice.says(e.before["turn"], f"rolls {e.number}")
    if e.number == 7:
        owing = [e.name(seat) for seat in range(SEATS) if e.after["owes"] >> seat & 1]
        return f"{rolls}." + (f" {sentence(listed(owing))} must discard." if owing else "")
    gains = {seat: e.gained(seat) for seat in range(e.before["players"])}
    taken = [e.voice.says(seat, f"takes {cards(gain)}") for seat, gain in gains.items() if any(gain)]
    return f"{rolls}: {'; '.join(taken) or 'nobody gets anything'}."


def _loot(e: Event, verb: str) -> str:
    thief, victim = action_first(e.action), a.action_second(e.action)
    what = f"1 {RESOURCE_NAMES[e.number]}" if e.voice.knows(thief, victim) else "a card"
    return f"{e.voice.says(thief, f'{verb} {what}')} from {e.name(victim)}."


def _drawn(e: Event) -> str:
    buyer = action_first(e.action)
    return f"{e.voice.says(buyer, 'draws')} a {CARD_NAMES[e.number]} card." if e.voice.knows(buyer) else ""


# --- building ---------------------------------------------------------------------------------------------------------


def _settlement(e: Event) -> str:
    is_founding = e.before.phase == "found settlement"
    text = e.actor(f"{'founds' if is_founding else 'builds'} a settlement at {site_phrase(e.before, e.number)}")
    gain = e.gained(e.seat)
    if not is_founding or not any(gain):
        return f"{text}."
    return f"{text} and {e.voice.verb(e.seat, 'takes')} {cards(gain)}."


def _city(e: Event) -> str:
    return e.actor(f"builds a city at {site_phrase(e.before, e.number)}.")


def _road(e: Event) -> str:
    return e.actor(f"builds a road on {path_phrase(e.before, e.number, e.seat)}.")


def _neutral_road(e: Event) -> str:
    neutral = action_first(e.action)
    return e.actor(f"builds a road for {e.name(neutral)} on {path_phrase(e.before, e.number, neutral)}.")


def _neutral_settlement(e: Event) -> str:
    return e.actor(f"builds a settlement for {e.name(action_first(e.action))} at {site_phrase(e.before, e.number)}.")


# --- the robber -------------------------------------------------------------------------------------------------------


def _discard(e: Event) -> str:
    """Tell the kinds only when all have discarded, except to who discards (ROB-4)."""
    counts = [bundle_count(e.action, resource) for resource in range(RESOURCES)]
    if e.after["owes"]:
        return e.actor(f"lays {cards(counts) if e.voice.knows(e.seat) else number_of(sum(counts), 'card')} down.")
    laid = e.before["discards"]
    laid[e.seat] = counts
    return "; ".join(e.voice.says(s, f"discards {cards(laid[s])}") for s in range(SEATS) if any(laid[s])) + "."


def _robber(e: Event) -> str:
    return e.actor(f"moves the robber to {hex_phrase(e.before, e.number)}.")


def _rob(e: Event) -> str:
    return e.actor("robs nobody.") if e.number == a.ROB_NOBODY else ""


# --- cards ------------------------------------------------------------------------------------------------------------


def _plenty(e: Event) -> str:
    counts = [0] * RESOURCES
    for resource in (PLENTY_FIRST[e.number], PLENTY_SECOND[e.number]):
        if resource >= 0:
            counts[resource] += 1
    return f"{e.actor('plays year of plenty')} and {e.voice.verb(e.seat, 'takes')} {cards(counts)}."


def _monopoly(e: Event) -> str:
    losses = {seat: e.before["hand"][seat][e.number] for seat in range(e.before["players"]) if seat != e.seat}
    given = listed(e.voice.says(seat, f"hands over {loss}") for seat, loss in losses.items() if loss)
    return f"{e.actor(f'plays monopoly on {RESOURCE_NAMES[e.number]}')}: {given or 'nobody has any'}."


# --- trade ------------------------------------------------------------------------------------------------------------


def _bank(e: Event) -> str:
    rate, pair = divmod(e.number, RESOURCES * RESOURCES)
    give, take = divmod(pair, RESOURCES)
    return e.actor(f"trades {rate} {RESOURCE_NAMES[give]} for 1 {RESOURCE_NAMES[take]} with the bank.")


def _offer(e: Event) -> str:
    gives, takes = _bundle(e.action)
    to = [seat for seat in range(e.before["players"]) if a.bundle_to(e.action) >> seat & 1]
    is_to_all = len(to) == e.before["players"] - 1 or e.before["players"] == 2
    return e.actor(f"offers {'' if is_to_all else listed(map(e.name, to)) + ' '}{gives} for {takes}.")


def _counter(e: Event) -> str:
    gives, takes = _bundle(e.action)
    told = f"{e.name(e.seat)} would give {gives} for {takes}."
    return f"{told} {sentence(_answer(e))}".rstrip() if e.before["waiting"] else told


def _answer(e: Event) -> str:
    """Tell who accepts, once everybody has answered."""
    accepting = [seat for seat in range(SEATS) if e.after["accepted"] >> seat & 1]
    if e.after["waiting"]:
        return ""
    if not accepting:
        return "nobody accepts."
    if len(accepting) == 1:
        return f"{e.voice.says(accepting[0], 'accepts')}."
    return f"{listed(map(e.name, accepting))} accept."


def _deal(e: Event) -> str:
    gain = e.gained(e.seat)
    gives, takes = cards([max(-count, 0) for count in gain]), cards([max(count, 0) for count in gain])
    return f"{e.actor('gives')} {e.name(e.number)} {gives} for {takes}."


def _gift(e: Event) -> str:
    """Tell the cards of a forced trade to the two who see them, the counts to others (PUB-2)."""
    gives, _ = _bundle(e.action)
    return e.actor(f"gives {gives if e.voice.knows(0, 1) else 'two cards'} in return.")


def _said(text: str) -> Sentence:
    """Make a sentence about the seat alone."""
    return lambda e: e.actor(f"{text}.")


def _price(text: str) -> Sentence:
    """Make a sentence about what trade cards paid for."""

    def told(e: Event) -> str:
        price = e.before["trade_cards"][e.seat] - e.after["trade_cards"][e.seat]
        return e.actor(f"{text} for {number_of(price, 'trade card')}.")

    return told


def _silent(e: Event) -> str:
    return ""


Sentence = Callable[[Event], str]

_SENTENCES: Final[dict[int, Sentence]] = {
    a.ROLL: _silent,
    a.END_TURN: _silent,
    a.BUY_CARD: _said("buys a development card"),
    a.PLAY_KNIGHT: _said("plays a knight"),
    a.PLAY_ROADS: _said("plays road building"),
    a.STOP_ROADS: _said("builds no second road"),
    a.ACCEPT: _answer,
    a.REFUSE: _answer,
    a.WITHDRAW: _said("takes the offer back"),
    a.FORCE_TRADE: _price("forces a trade"),
    a.CALM_ROBBER: _price("sends the robber to the desert"),
    a.RETIRE_KNIGHT: _said("turns a knight into trade cards"),
    a.BUILD_SETTLEMENT: _settlement,
    a.BUILD_CITY: _city,
    a.BUILD_ROAD: _road,
    a.MOVE_ROBBER: _robber,
    a.ROB: _rob,
    a.TRADE_BANK: _bank,
    a.PLAY_PLENTY: _plenty,
    a.PLAY_MONOPOLY: _monopoly,
    a.CLOSE_DEAL: _deal,
    a.TAKE_PROPOSAL: _deal,
    a.NEUTRAL_ROAD: _neutral_road,
    a.NEUTRAL_SETTLEMENT: _neutral_settlement,
    a.OFFER_TRADE: _offer,
    a.COUNTER_OFFER: _counter,
    a.PROPOSE_TRADE: _counter,
    a.DISCARD: _discard,
    a.GIVE_CARDS: _gift,
    a.START_ROLLED: _start_rolled,
    a.DICE_ROLLED: _dice_rolled,
    a.CARD_DRAWN: _drawn,
    a.CARD_STOLEN: lambda e: _loot(e, "steals"),
    a.CARD_TAKEN: lambda e: _loot(e, "takes"),
}
assert set(_SENTENCES) == set(range(1, a.KINDS)), "every kind of action has its sentence"


# --- what follows by itself -------------------------------------------------------------------------------------------


def _unasked(e: Event) -> Iterator[str]:
    """Tell what the rules did by themselves: the only possible piece, roads that were lost, a robber with one way."""
    kind = action_kind(e.action)
    named = e.number if kind in (a.BUILD_ROAD, a.NEUTRAL_ROAD) else None
    for seat in range(SEATS):
        built, lost = _changed_roads(e, seat)
        yield from (e.voice.says(seat, f"gets a road on {path_phrase(e.after, p)}.") for p in built if p != named)
        yield from (e.voice.says(seat, f"loses the road on {path_phrase(e.after, p)}.") for p in lost)
    if kind not in (a.BUILD_SETTLEMENT, a.NEUTRAL_SETTLEMENT, a.BUILD_CITY):
        for site, code in enumerate(e.after["site"]):
            if code != e.before["site"][site]:
                yield e.voice.says((code - 1) % CITY_CODE, f"gets a settlement at {site_phrase(e.after, site)}.")
    if kind not in (a.MOVE_ROBBER, a.CALM_ROBBER) and e.after["robber"] != e.before["robber"]:
        yield f"the robber moves to {hex_phrase(e.after, e.after['robber'])}."


def _changed_roads(e: Event, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the paths that a seat's roads came to, and those that they left."""
    (old, old_rest), (new, new_rest) = e.before["roads"][seat], e.after["roads"][seat]
    had, has = old | old_rest << WORD_BITS, new | new_rest << WORD_BITS
    return members(has & ~had), members(had & ~has)


def _awards(e: Event) -> Iterator[str]:
    """Tell who took a special card, and who has won."""
    for field, name, size in (("longest", "longest road", "road_length"), ("largest", "largest army", "knights")):
        holder = e.after[field]
        if holder != e.before[field]:
            if holder == NOBODY:
                yield f"the {name} is set aside."
            else:
                yield e.voice.says(holder, f"takes the {name} ({e.after[size][holder]}).")
    if e.after.is_over and not e.before.is_over:
        yield _ending(e)


def _ending(e: Event) -> str:
    winner = e.after["winner"]
    if winner == NOBODY:
        return "the turns are over: nobody has won."
    return e.voice.says(winner, f"wins with {number_of(e.after.points(winner), 'point')}.")
