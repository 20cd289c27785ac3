"""A game in sentences: what happened in a ply, as everybody at the table may know it (PUB-1, PUB-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from longroad.core import actions as a
from longroad.core.actions import PLENTY_FIRST, PLENTY_SECOND, action_first, action_kind, action_number, bundle_count
from longroad.core.bits import popcount
from longroad.core.island import HEX_CENTERS, ISLAND_HEXES, PATH_SITES, SITE_HEXES
from longroad.core.layout import CITY_CODE, ISLAND, NOBODY, RESOURCES, SEATS, TERRAIN, TOKEN, TOUCHED, WORD_BITS
from longroad.core.sets import contains
from longroad.core.state import Seen, State
from longroad.core.words import GENERIC_HARBOR, HARBOR_NAMES, NO_HARBOR, RESOURCE_NAMES, SEAT_NAMES, TERRAIN_NAMES
from longroad.picture import site_name

Sentence: TypeAlias = Callable[[State, State, int, int], str]  # (before, after, seat, action)


# --- words ------------------------------------------------------------------------------------------------------------


def listed(parts: Iterable[str]) -> str:
    """Join words as a sentence does.

    >>> listed(["ore", "wool", "grain"])
    'ore, wool and grain'
    """
    *most, last = list(parts) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def cards(counts: Sequence[int]) -> str:
    """Tell counts of the five resources.

    >>> cards([0, 2, 0, 0, 1])
    '2 lumber and 1 ore'
    """
    return listed(f"{count} {name}" for count, name in zip(counts, RESOURCE_NAMES, strict=True) if count) or "nothing"


def number_of(count: int, thing: str) -> str:
    """Count things: '1 card', '2 cards'."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def hex_name(seen: Seen, place: int) -> str:
    """Name a hex by its terrain and token."""
    token = seen.s[TOKEN + place]
    name = TERRAIN_NAMES[seen.s[TERRAIN + place]]
    return f"{name} {token}" if token else f"the {name}"


def harbor_name(kind: int) -> str:
    """Name a harbor by its rate and resource."""
    return "3:1 harbor" if kind == GENERIC_HARBOR else f"2:1 {HARBOR_NAMES[kind]} harbor"


def site_phrase(seen: Seen, site: int) -> str:
    """Tell where an intersection is: its name, the hexes around it, its harbor."""
    island = seen.s[ISLAND]
    around = [hex_name(seen, h) for h in SITE_HEXES[3 * site : 3 * site + 3] if 0 <= h < ISLAND_HEXES[island]]
    kind = seen["harbor"][site]
    if kind != NO_HARBOR:
        around.append(harbor_name(kind))
    return f"{site_name(site, island)} ({', '.join(around)})"


def path_phrase(seen: Seen, path: int, seat: int = NOBODY) -> str:
    """Tell where a path is by its ends, first the one that a seat has come to already."""
    ends = sorted(PATH_SITES[2 * path : 2 * path + 2], key=lambda site: not _has_come_to(seen, seat, site))
    one, other = (site_name(site, seen.s[ISLAND]) for site in ends)
    return f"from {one} to {other}"


def _has_come_to(seen: Seen, seat: int, site: int) -> bool:
    """Tell whether a seat has a building or a road at an intersection."""
    code = seen["site"][site]
    return seat != NOBODY and (
        (code - 1) % CITY_CODE == seat if code else contains(seen.m, TOUCHED + 2 * seat, site) != 0
    )


def _bundle(action: int) -> tuple[str, str]:
    """Tell what a bundle gives and what it takes."""
    counts = [bundle_count(action, resource) for resource in range(RESOURCES)]
    return cards([max(count, 0) for count in counts]), cards([max(-count, 0) for count in counts])


def _gained(before: State, after: State, seat: int) -> list[int]:
    return [new - old for new, old in zip(after["hand"][seat], before["hand"][seat], strict=True)]


# --- chance -----------------------------------------------------------------------------------------------------------


def _start_rolled(before: State, after: State, seat: int, action: int) -> str:
    text = f"{SEAT_NAMES[a.action_third(action)]} rolls {action_number(action)} for the start."
    if not after.is_chance:
        return f"{text} {SEAT_NAMES[after['first']]} begins."
    return f"{text} A tie: those who tied roll again." if popcount(before["rolling"]) == 1 else text


def _dice_rolled(before: State, after: State, seat: int, action: int) -> str:
    total, roller = action_number(action), SEAT_NAMES[before["turn"]]
    if total == 7:
        owing = [SEAT_NAMES[s] for s in range(SEATS) if after["owes"] >> s & 1]
        return f"{roller} rolls 7." + (f" {listed(owing)} must discard." if owing else "")
    gains = [(SEAT_NAMES[s], _gained(before, after, s)) for s in range(before["players"])]
    taken = "; ".join(f"{name} {cards(gain)}" for name, gain in gains if any(gain))
    return f"{roller} rolls {total}: {taken.replace(' ', ' takes ', 1) or 'nobody gets anything'}."


def _card_stolen(before: State, after: State, seat: int, action: int) -> str:
    thief, victim = SEAT_NAMES[action_first(action)], SEAT_NAMES[a.action_second(action)]
    return f"{thief} steals a card from {victim}."


def _card_taken(before: State, after: State, seat: int, action: int) -> str:
    return f"{SEAT_NAMES[action_first(action)]} takes a card from {SEAT_NAMES[a.action_second(action)]}."


# --- building ---------------------------------------------------------------------------------------------------------


def _settlement(before: State, after: State, seat: int, action: int) -> str:
    where, is_founding = site_phrase(before, action_number(action)), before.phase == "found settlement"
    text = f"{SEAT_NAMES[seat]} {'founds' if is_founding else 'builds'} a settlement at {where}"
    gain = _gained(before, after, seat)
    return f"{text} and takes {cards(gain)}." if is_founding and any(gain) else f"{text}."


def _city(before: State, after: State, seat: int, action: int) -> str:
    return f"{SEAT_NAMES[seat]} builds a city at {site_phrase(before, action_number(action))}."


def _road(before: State, after: State, seat: int, action: int) -> str:
    return f"{SEAT_NAMES[seat]} builds a road {path_phrase(before, action_number(action), seat)}."


def _neutral_road(before: State, after: State, seat: int, action: int) -> str:
    neutral = action_first(action)
    where = path_phrase(before, action_number(action), neutral)
    return f"{SEAT_NAMES[seat]} builds a road for {SEAT_NAMES[neutral]} {where}."


def _neutral_settlement(before: State, after: State, seat: int, action: int) -> str:
    where = site_phrase(before, action_number(action))
    return f"{SEAT_NAMES[seat]} builds a settlement for {SEAT_NAMES[action_first(action)]} at {where}."


# --- the robber -------------------------------------------------------------------------------------------------------


def _discard(before: State, after: State, seat: int, action: int) -> str:
    """Tell the kinds only when all have discarded (ROB-4)."""
    if after["owes"]:
        total = sum(bundle_count(action, resource) for resource in range(RESOURCES))
        return f"{SEAT_NAMES[seat]} lays {number_of(total, 'card')} down."
    laid = before["discards"]
    laid[seat] = [bundle_count(action, resource) for resource in range(RESOURCES)]
    return "; ".join(f"{SEAT_NAMES[s]} discards {cards(laid[s])}" for s in range(SEATS) if any(laid[s])) + "."


def _robber(before: State, after: State, seat: int, action: int) -> str:
    return f"{SEAT_NAMES[seat]} moves the robber to {hex_name(before, action_number(action))}."


def _rob(before: State, after: State, seat: int, action: int) -> str:
    return f"{SEAT_NAMES[seat]} robs nobody." if action_number(action) == a.ROB_NOBODY else ""


# --- cards ------------------------------------------------------------------------------------------------------------


def _plenty(before: State, after: State, seat: int, action: int) -> str:
    pair = action_number(action)
    counts = [0] * RESOURCES
    for resource in (PLENTY_FIRST[pair], PLENTY_SECOND[pair]):
        if resource >= 0:
            counts[resource] += 1
    return f"{SEAT_NAMES[seat]} plays year of plenty and takes {cards(counts)}."


def _monopoly(before: State, after: State, seat: int, action: int) -> str:
    resource = action_number(action)
    losses = {SEAT_NAMES[s]: before["hand"][s][resource] for s in range(before["players"]) if s != seat}
    given = listed(f"{name} hands over {loss}" for name, loss in losses.items() if loss) or "nobody has any"
    return f"{SEAT_NAMES[seat]} plays monopoly on {RESOURCE_NAMES[resource]}: {given}."


# --- trade ------------------------------------------------------------------------------------------------------------


def _bank(before: State, after: State, seat: int, action: int) -> str:
    rate, pair = divmod(action_number(action), RESOURCES * RESOURCES)
    give, take = divmod(pair, RESOURCES)
    return f"{SEAT_NAMES[seat]} trades {rate} {RESOURCE_NAMES[give]} for 1 {RESOURCE_NAMES[take]} with the bank."


def _offer(before: State, after: State, seat: int, action: int) -> str:
    gives, takes = _bundle(action)
    return f"{SEAT_NAMES[seat]} offers {gives} for {takes}."


def _counter(before: State, after: State, seat: int, action: int) -> str:
    gives, takes = _bundle(action)
    told = f"{SEAT_NAMES[seat]} would give {gives} for {takes}."
    return f"{told} {_answer(before, after, seat, action)}".rstrip() if before["waiting"] else told


def _answer(before: State, after: State, seat: int, action: int) -> str:
    """Tell who accepts, once everybody has answered."""
    accepting = [SEAT_NAMES[s] for s in range(SEATS) if after["accepted"] >> s & 1]
    if after["waiting"]:
        return ""
    return f"{listed(accepting) or 'Nobody'} {'accept' if len(accepting) > 1 else 'accepts'}."


def _deal(before: State, after: State, seat: int, action: int) -> str:
    other = SEAT_NAMES[action_number(action)]
    gain = _gained(before, after, seat)
    gives, takes = cards([max(-count, 0) for count in gain]), cards([max(count, 0) for count in gain])
    return f"{SEAT_NAMES[seat]} gives {other} {gives} for {takes}."


def _said(text: str) -> Sentence:
    """Make a sentence about the seat alone."""
    return lambda before, after, seat, action: f"{SEAT_NAMES[seat]} {text}."


def _price(text: str) -> Sentence:
    """Make a sentence about what trade cards paid for."""

    def sentence(before: State, after: State, seat: int, action: int) -> str:
        price = before["trade_cards"][seat] - after["trade_cards"][seat]
        return f"{SEAT_NAMES[seat]} {text} for {number_of(price, 'trade card')}."

    return sentence


def _silent(before: State, after: State, seat: int, action: int) -> str:
    return ""


SENTENCES: Final[dict[int, Sentence]] = {
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
    a.GIVE_CARDS: _said("gives two cards in return"),
    a.START_ROLLED: _start_rolled,
    a.DICE_ROLLED: _dice_rolled,
    a.CARD_DRAWN: _silent,
    a.CARD_STOLEN: _card_stolen,
    a.CARD_TAKEN: _card_taken,
}
assert set(SENTENCES) == set(range(1, a.KINDS)), "every kind of action has its sentence"


def narrate(before: State, ply: int, after: State) -> list[str]:
    """Tell what happened between two states that a ply leads from one to the other, in sentences; perhaps in none."""
    seat, action = a.ply_seat(ply), a.ply_action(ply)
    told = SENTENCES[action_kind(action)](before, after, seat, action)
    return [sentence for sentence in (told, *_unasked(before, after, action), *_awards(before, after)) if sentence]


def _unasked(before: State, after: State, action: int) -> Iterator[str]:
    """Tell what the rules did by themselves: the only possible piece, roads that were lost, a robber with one way."""
    kind = action_kind(action)
    named = action_number(action) if kind in (a.BUILD_ROAD, a.NEUTRAL_ROAD) else None
    for seat in range(SEATS):
        built, lost = _changed_roads(before, after, seat)
        yield from (f"{SEAT_NAMES[seat]} gets a road {path_phrase(after, p)}." for p in built if p != named)
        yield from (f"{SEAT_NAMES[seat]} loses the road {path_phrase(after, p)}." for p in lost)
    if kind not in (a.BUILD_SETTLEMENT, a.NEUTRAL_SETTLEMENT, a.BUILD_CITY):
        for site, code in enumerate(after["site"]):
            if code != before["site"][site]:
                yield f"{SEAT_NAMES[(code - 1) % CITY_CODE]} gets a settlement at {site_phrase(after, site)}."
    if kind not in (a.MOVE_ROBBER, a.CALM_ROBBER) and after["robber"] != before["robber"]:
        yield f"The robber moves to {hex_name(after, after['robber'])}."


def _changed_roads(before: State, after: State, seat: int) -> tuple[list[int], list[int]]:
    """List the paths that a seat's roads came to, and those that they left."""
    (old, old_rest), (new, new_rest) = before["roads"][seat], after["roads"][seat]
    had, has = old | old_rest << WORD_BITS, new | new_rest << WORD_BITS
    return _members(has & ~had), _members(had & ~has)


def _members(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def _awards(before: State, after: State) -> Iterator[str]:
    """Tell who took a special card, and who has won."""
    for field, name, size in (("longest", "longest road", "road_length"), ("largest", "largest army", "knights")):
        holder = after[field]
        if holder != before[field]:
            if holder == NOBODY:
                yield f"The {name} is set aside."
            else:
                yield f"{SEAT_NAMES[holder]} takes the {name} ({after[size][holder]})."
    if after.is_over and not before.is_over:
        yield _ending(after)


def _ending(after: State) -> str:
    winner = after["winner"]
    if winner == NOBODY:
        return "The turns are over: nobody has won."
    return f"{SEAT_NAMES[winner]} wins with {number_of(after.points(winner), 'point')}."


# --- an island in words -----------------------------------------------------------------------------------------------


def describe(seen: Seen) -> str:
    """Tell in words alone what `draw` would show: hexes row by row, harbors, robber, and every seat's pieces."""
    return "\n".join((*_describe_island(seen), *_describe_pieces(seen))) + "\n"


def _describe_island(seen: Seen) -> Iterator[str]:
    island = seen.s[ISLAND]
    rows: dict[int, list[str]] = {}
    for place in sorted(range(ISLAND_HEXES[island]), key=lambda h: (HEX_CENTERS[h][1], HEX_CENTERS[h][0])):
        rows.setdefault(HEX_CENTERS[place][1], []).append(hex_name(seen, place).removeprefix("the "))
    for number, names in enumerate(rows.values(), start=1):
        yield f"Row {number}: {', '.join(names)}."
    served: dict[str, list[str]] = {}
    for path, kind in seen.island.harbors or ():
        ends = " and ".join(site_name(site, island) for site in PATH_SITES[2 * path : 2 * path + 2])
        served.setdefault(harbor_name(kind), []).append(ends)
    for name, places in served.items():
        yield f"{name[0].upper()}{name[1:]}: {', '.join(places)}."
    yield f"The robber stands on {hex_name(seen, seen['robber'])}."


def _describe_pieces(seen: Seen) -> Iterator[str]:
    island = seen.s[ISLAND]
    for seat, name in enumerate(SEAT_NAMES):
        codes = seen["site"]
        settlements = [site_name(site, island) for site, code in enumerate(codes) if code == 1 + seat]
        cities = [site_name(site, island) for site, code in enumerate(codes) if code == 1 + seat + CITY_CODE]
        first, rest = seen["roads"][seat]
        roads = [path_phrase(seen, path).removeprefix("from ") for path in _members(first | rest << WORD_BITS)]
        pieces = (("settlements", settlements), ("cities", cities), ("roads", roads))
        told = "; ".join(f"{kind} {', '.join(places)}" for kind, places in pieces if places)
        if told:
            yield f"{name}: {told}."
