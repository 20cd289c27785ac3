"""What happened in a ply, in sentences, for everybody or for one seat (PUB-1, PUB-2).

The sentences are made from full states, since a view does not show everything public: what the dice yielded to others,
what a monopoly brought. Everything that is not public is checked by `Perspective.knows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter, sub
from typing import Final, NamedTuple

from longroad.core import actions as a
from longroad.core.actions import PLENTY_FIRST, PLENTY_SECOND, action_first, action_kind, action_number, bundle_count
from longroad.core.bits import popcount
from longroad.core.layout import (
    CITY_CODE,
    HAND,
    KNIGHTS,
    LARGEST,
    LONGEST,
    NOBODY,
    RESOURCES,
    ROAD_LENGTH,
    ROADS,
    ROBBER,
    SEATS,
    SITE,
    SITES,
    TURN,
    WORD_BITS,
)
from longroad.core.sets import members
from longroad.core.state import State
from longroad.core.words import CARD_NAMES, RESOURCE_NAMES
from longroad.narration.catalogue import Cards, Phrase, Several, Value
from longroad.narration.phrases import EVERYBODY, Perspective, hex_of, one_card, path_of, site_of, some_cards

Fact = Phrase | Several

ROADS_END: Final = ROADS + 2 * SEATS
SITES_END: Final = SITE + SITES
_HOLDERS: Final = itemgetter(LONGEST, LARGEST, ROBBER)  # who holds the special cards, and which hex the robber


class Event(NamedTuple):
    """A ply with the states before and after it, and its reader."""

    before: State
    after: State
    seat: int
    action: int
    perspective: Perspective

    @property
    def number(self) -> int:
        """The number that the action carries."""
        return action_number(self.action)

    def actor(self, key: str, **values: Value) -> Phrase:
        """Return a message about the seat that acts."""
        return self.perspective.about(f"log.{key}", self.seat, **values)

    def about(self, key: str, seat: int, **values: Value) -> Phrase:
        """Return a message about a seat."""
        return self.perspective.about(f"log.{key}", seat, **values)

    def between(self, key: str, seat: int, other: int, **values: Value) -> Phrase:
        """Return a message about what a seat does to another one."""
        return self.perspective.between(f"log.{key}", seat, other, **values)

    def gained(self, seat: int) -> list[int]:
        """Count the cards that a hand has gained."""
        hand = slice(HAND + RESOURCES * seat, HAND + RESOURCES * (seat + 1))
        return list(map(sub, self.after.s[hand], self.before.s[hand]))


def narrate(before: State, ply: int, after: State, perspective: Perspective = EVERYBODY) -> list[str]:
    """Return sentences about a ply that leads from one state to another; there may be none."""
    return [perspective.words.sentence(fact) for fact in ply_facts(before, ply, after, perspective)]


def ply_facts(before: State, ply: int, after: State, perspective: Perspective = EVERYBODY) -> list[Fact]:
    """Return the same as translatable messages."""
    event = Event(before, after, a.ply_seat(ply), a.ply_action(ply), perspective)
    facts: list[Fact] = [event.actor("away")] if a.ply_is_absent(ply) else []
    done = _SENTENCES[action_kind(event.action)](event)
    if done is not None:
        facts.append(done)
    if _differs(before, after):
        facts += _unasked(event)
        facts += _awards(event)
    return facts


def _differs(before: State, after: State) -> bool:
    """Whether anything has changed that rules change by themselves, as few plies do."""
    return (
        _HOLDERS(before.s) != _HOLDERS(after.s)
        or before.m[ROADS:ROADS_END] != after.m[ROADS:ROADS_END]
        or before.s[SITE:SITES_END] != after.s[SITE:SITES_END]
        or after.is_over
    )


def _resource(number: int) -> Phrase:
    return Phrase(f"resource.{RESOURCE_NAMES[number]}")


def _bundle(action: int) -> tuple[Cards, Cards]:
    """Return what a bundle gives and what it takes."""
    counts = [bundle_count(action, resource) for resource in range(RESOURCES)]
    return _parted(counts)


def _parted(counts: Sequence[int]) -> tuple[Cards, Cards]:
    """Split counts into those above and those below zero."""
    return Cards([max(count, 0) for count in counts]), Cards([max(-count, 0) for count in counts])


# --- chance -----------------------------------------------------------------------------------------------------------


def _start_rolled(e: Event) -> Fact:
    rolled = e.about("start_rolled", a.action_third(e.action), number=e.number)
    if not e.after.is_chance:
        return Several([rolled, e.about("begins", e.after["first"])], "sentences")
    return Several([rolled, Phrase("log.tie")], "sentences") if popcount(e.before["rolling"]) == 1 else rolled


def _dice_rolled(e: Event) -> Fact:
    roller = e.before.s[TURN]
    if e.number == 7:
        owing = [seat for seat in range(SEATS) if e.after["owes"] >> seat & 1]
        rolled = e.about("rolled", roller, number=7)
        return Several([rolled, e.perspective.of_all("log.must_discard", owing)], "sentences") if owing else rolled
    taken = [e.about("takes", seat, cards=Cards(gain)) for seat in range(SEATS) if any(gain := e.gained(seat))]
    if not taken:
        return e.about("rolled_nothing", roller, number=e.number)
    return e.about("rolled_yield", roller, number=e.number, takes=Several(taken, "clauses"))


def _loot(e: Event, key: str) -> Fact:
    thief, victim = action_first(e.action), a.action_second(e.action)
    what = one_card(e.number) if e.perspective.knows(thief, victim) else Phrase("cards.one")
    return e.between(key, thief, victim, what=what)


def _drawn(e: Event) -> Fact | None:
    buyer = action_first(e.action)
    card = Phrase(f"card.{CARD_NAMES[e.number].replace(' ', '_')}")
    return e.about("draws", buyer, card=card) if e.perspective.knows(buyer) else None


# --- building ---------------------------------------------------------------------------------------------------------


def _settlement(e: Event) -> Fact:
    site = site_of(e.before, e.number)
    if e.before.phase != "found settlement":
        return e.actor("settlement", site=site)
    gain = e.gained(e.seat)
    return e.actor("founds_and_takes", site=site, cards=Cards(gain)) if any(gain) else e.actor("founds", site=site)


def _city(e: Event) -> Fact:
    return e.actor("city", site=site_of(e.before, e.number))


def _road(e: Event) -> Fact:
    return e.actor("road", path=path_of(e.before, e.number, e.seat))


def _neutral_road(e: Event) -> Fact:
    neutral = action_first(e.action)
    return e.between("neutral_road", e.seat, neutral, path=path_of(e.before, e.number, neutral))


def _neutral_settlement(e: Event) -> Fact:
    return e.between("neutral_settlement", e.seat, action_first(e.action), site=site_of(e.before, e.number))


# --- the robber -------------------------------------------------------------------------------------------------------


def _discard(e: Event) -> Fact:
    """Return the kinds only when all have discarded, except to the seat that discards (ROB-4)."""
    counts = [bundle_count(e.action, resource) for resource in range(RESOURCES)]
    if e.after["owes"]:
        number = Phrase("cards.number", {"count": sum(counts)})
        return e.actor("lays_down", cards=Cards(counts) if e.perspective.knows(e.seat) else number)
    laid = e.before["discards"]
    laid[e.seat] = counts
    all_laid = [e.about("discards", seat, cards=Cards(laid[seat])) for seat in range(SEATS) if any(laid[seat])]
    return Phrase("log.discarded", {"discards": Several(all_laid, "clauses")})


def _robber(e: Event) -> Fact:
    return e.actor("moves_robber", hex=hex_of(e.before, e.number))


def _rob(e: Event) -> Fact | None:
    if e.number == a.ROB_NOBODY:
        return e.actor("robs_nobody")
    return None if e.before["hand_size"][e.number] else e.between("robs_nothing", e.seat, e.number)


# --- cards ------------------------------------------------------------------------------------------------------------


def _plenty(e: Event) -> Fact:
    counts = [0] * RESOURCES
    for resource in (PLENTY_FIRST[e.number], PLENTY_SECOND[e.number]):
        if resource >= 0:
            counts[resource] += 1
    return e.actor("plenty", cards=Cards(counts))


def _monopoly(e: Event) -> Fact:
    losses = {seat: e.before["hand"][seat][e.number] for seat in range(e.before["players"]) if seat != e.seat}
    given = [e.about("hands_over", seat, count=loss) for seat, loss in losses.items() if loss]
    if not given:
        return e.actor("monopoly_nothing", resource=_resource(e.number))
    return e.actor("monopoly", resource=_resource(e.number), given=Several(given))


# --- trade ------------------------------------------------------------------------------------------------------------


def _bank(e: Event) -> Fact:
    rate, pair = divmod(e.number, RESOURCES * RESOURCES)
    give, take = divmod(pair, RESOURCES)
    return e.actor("bank", gives=some_cards(give, rate), takes=one_card(take))


def _offer(e: Event) -> Fact:
    gives, takes = _bundle(e.action)
    to = [seat for seat in range(e.before["players"]) if a.bundle_to(e.action) >> seat & 1]
    if len(to) == e.before["players"] - 1 or e.before["players"] == 2:
        return e.actor("offers", gives=gives, takes=takes)
    return e.actor("offers_to", target=Several([e.perspective.target(seat) for seat in to]), gives=gives, takes=takes)


def _counter(e: Event) -> Fact:
    gives, takes = _bundle(e.action)
    fact = e.actor("would_give", gives=gives, takes=takes)
    answer = _answer(e) if e.before["waiting"] else None
    return fact if answer is None else Several([fact, answer], "sentences")


def _answer(e: Event) -> Fact | None:
    """Return who accepts, once everybody has answered."""
    accepting = [seat for seat in range(SEATS) if e.after["accepted"] >> seat & 1]
    if e.after["waiting"]:
        return None
    if accepting:
        return e.perspective.of_all("log.accepts", accepting)
    return e.perspective.about("log.nobody_accepts", e.before["turn"])


def _deal(e: Event) -> Fact:
    takes, gives = _parted(e.gained(e.seat))
    return e.between("gives", e.seat, e.number, gives=gives, takes=takes)


def _gift(e: Event) -> Fact:
    """Return the cards of a forced trade to the two who see them, the counts to others (PUB-2)."""
    return e.actor("gives_back", cards=_bundle(e.action)[0] if e.perspective.knows(0, 1) else Phrase("cards.two"))


def _plain(key: str) -> Sentence:
    """Return a function for a sentence about the seat alone."""
    return lambda e: e.actor(key)


def _price(key: str) -> Sentence:
    """Return a function for a sentence about what trade cards paid for."""

    def sentence(e: Event) -> Fact:
        price = e.before["trade_cards"][e.seat] - e.after["trade_cards"][e.seat]
        return e.actor(key, price=Phrase("cards.trade", {"count": price}))

    return sentence


def _silent(e: Event) -> None:
    return None


Sentence = Callable[[Event], Fact | None]

_SENTENCES: Final[dict[int, Sentence]] = {
    a.ROLL: _silent,
    a.END_TURN: _silent,
    a.BUY_CARD: _plain("buys_card"),
    a.PLAY_KNIGHT: _plain("knight"),
    a.PLAY_ROADS: _plain("road_building"),
    a.STOP_ROADS: _plain("no_second_road"),
    a.ACCEPT: _answer,
    a.REFUSE: _answer,
    a.WITHDRAW: _plain("withdraws"),
    a.FORCE_TRADE: _price("forces_trade"),
    a.CALM_ROBBER: _price("calms_robber"),
    a.RETIRE_KNIGHT: _plain("retires_knight"),
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
    a.CARD_TAKEN: lambda e: _loot(e, "takes_from"),
}
assert set(_SENTENCES) == set(range(1, a.KINDS)), "every kind of action has its sentence"


# --- what follows by itself -------------------------------------------------------------------------------------------


def _unasked(e: Event) -> Iterator[Fact]:
    """Yield what the rules did automatically: the only possible piece, roads that were lost, the robber's only move."""
    kind = action_kind(e.action)
    if e.after.m[ROADS:ROADS_END] != e.before.m[ROADS:ROADS_END]:
        yield from _roads_unasked(e, e.number if kind in (a.BUILD_ROAD, a.NEUTRAL_ROAD) else None)
    is_building = kind in (a.BUILD_SETTLEMENT, a.NEUTRAL_SETTLEMENT, a.BUILD_CITY)
    if not is_building and e.after.differs(e.before, "site"):
        for site, (earlier, code) in enumerate(zip(e.before["site"], e.after["site"], strict=True)):
            if code != earlier:
                yield e.about("gets_settlement", (code - 1) % CITY_CODE, site=site_of(e.after, site))
    if e.after.s[ROBBER] != e.before.s[ROBBER] and kind not in (a.MOVE_ROBBER, a.CALM_ROBBER):
        yield Phrase("log.robber_moves", {"hex": hex_of(e.after, e.after.s[ROBBER])})


def _roads_unasked(e: Event, named: int | None) -> Iterator[Fact]:
    """Yield the roads that were built or lost, but for the one that the action names."""
    for seat, (old, new) in enumerate(zip(e.before["roads"], e.after["roads"], strict=True)):
        if old != new:
            built, lost = _changed_roads(old, new)
            yield from (e.about("gets_road", seat, path=path_of(e.after, p)) for p in built if p != named)
            yield from (e.about("loses_road", seat, path=path_of(e.after, p)) for p in lost)


def _changed_roads(old: Sequence[int], new: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the paths where a seat's roads are new, and those where they are gone."""
    had, has = old[0] | old[1] << WORD_BITS, new[0] | new[1] << WORD_BITS
    return members(has & ~had), members(had & ~has)


def _awards(e: Event) -> Iterator[Fact]:
    """Yield who took a special card, and who has won."""
    for place, field, size in ((LONGEST, "longest", ROAD_LENGTH), (LARGEST, "largest", KNIGHTS)):
        holder = e.after.s[place]
        if holder != e.before.s[place]:
            if holder == NOBODY:
                yield Phrase(f"log.{field}_aside")
            else:
                yield e.about(f"takes_{field}", holder, size=e.after.s[size + holder])
    if e.after.is_over and not e.before.is_over:
        yield _ending(e)


def _ending(e: Event) -> Fact:
    winner = e.after["winner"]
    return Phrase("log.nobody_won") if winner == NOBODY else e.about("wins", winner, count=e.after.points(winner))
