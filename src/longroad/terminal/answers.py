"""What a person can ask during a game, answered in lines of words from what the person may know."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from longroad.bots.levels import DEFAULT_LEVEL, make_bot
from longroad.core.words import RESOURCE_NAMES, SEAT_NAMES
from longroad.game.view import View
from longroad.narration import (
    Voice,
    cards,
    describe_hex,
    describe_path,
    describe_site,
    listed,
    number_of,
    path_phrase,
    site_phrase,
)
from longroad.narration.phrases import around_site, sentence
from longroad.notation.actions import Action
from longroad.notation.errors import quoted
from longroad.terminal.about import pips

MOST_PLACES: Final = 8
CARD_TITLES: Final = ("knight", "road building", "year of plenty", "monopoly", "victory point")
_PLACE: Final = re.compile(r"(?:(site|path|hex|#|harbor)\s*)?(\d+)")


class BadQuestion(ValueError):
    """A question that cannot be answered; the message quotes it and says how to ask."""


# --- hands and points -------------------------------------------------------------------------------------------------


def hand(view: View, seat: int) -> list[str]:
    """Tell the person's cards, and how many the others hold."""
    held = view.hand(seat)
    assert held is not None
    lines = [f"You hold {cards(held)}." + (f" {number_of(held.total, 'card')} in all." if held.total else "")]
    own = development_cards(view, seat)
    if own:
        lines.append(f"Development cards: {own}.")
    if view.ruleset.duel:
        lines.append(f"Trade cards: {view.trade_cards(seat)}.")
    return lines + [standing(view, other, seat) for other in range(view.players) if other != seat]


def development_cards(view: View, seat: int) -> str:
    """List the person's development cards, and say which were bought this turn."""
    held, fresh = view.cards(seat), view.fresh_cards(seat)
    assert held is not None
    assert fresh is not None
    parts = []
    for title, count, new in zip(CARD_TITLES, held, fresh, strict=True):
        if count:
            parts.append(f"{count} {title}" + (f" ({new} just bought)" if new and title != "victory point" else ""))
    return ", ".join(parts)


def standing(view: View, seat: int, viewer: int) -> str:
    """Tell how a seat stands, as far as the viewer may know."""
    name = "You" if seat == viewer else SEAT_NAMES[seat]
    parts = [number_of(view.points(seat), "point"), number_of(view.hand_size(seat), "card")]
    if view.cards_size(seat):
        parts.append(number_of(view.cards_size(seat), "development card"))
    if view.knights(seat):
        parts.append(f"{number_of(view.knights(seat), 'knight')} played")
    parts.append(f"longest road {view.road_length(seat)}" + (" (2 points)" if view.longest_road == seat else ""))
    if view.largest_army == seat:
        parts.append("largest army (2 points)")
    if view.ruleset.duel:
        parts.append(number_of(view.trade_cards(seat), "trade card"))
    return f"{name}: {', '.join(parts)}."


def points(view: View, seat: int) -> list[str]:
    """Tell everybody's points, and where the person's come from."""
    sources = ", ".join(f"{n} from {name.replace('_', ' ')}" for name, n in view.points(seat).sources.items())
    goal = view.ruleset.victory_points
    lines = [standing(view, other, seat) for other in range(view.players)]
    return [*lines, f"Your points: {sources or 'none yet'}. {goal} win."]


def costs(view: View, seat: int) -> list[str]:
    """Tell what things cost, what pieces are left, and the person's rates with the bank."""
    left = {name: view.seen[f"{name}_left"][seat] for name in ("roads", "settlements", "cities")}
    lines = [f"{sentence(name)}: {cards(view.cost(name))}." for name in ("road", "settlement", "city")]
    lines.append(f"Development card: {cards(view.cost('card'))}; {view.deck_size} left.")
    lines.append(f"Your supply: {', '.join(f'{count} {name}' for name, count in left.items())}.")
    rates = view.rates(seat)
    lines.append(
        f"Your rates with the bank: {', '.join(f'{r} {n}' for n, r in zip(RESOURCE_NAMES, rates, strict=True))} for 1."
    )
    lines.append(f"The bank holds {cards(view.bank)}.")
    return lines


def offers(view: View, seat: int) -> list[str]:
    """Tell what lies on the table to be traded."""
    voice = Voice(seat)
    lines = []
    if view.offer is not None:
        offer = view.offer
        terms = {"gives": cards(offer.give), "takes": cards(offer.take)}
        lines.append(sentence(voice.tell("story.offers", offer.seat, **terms)))
        if offer.waiting:
            lines.append(f"To be answered by {listed(map(voice.name, offer.waiting))}.")
        if offer.accepted:
            lines.append(f"Accepted by {listed(map(voice.name, offer.accepted))}.")
    for proposal in view.proposals:
        name = sentence(voice.name(proposal.seat))
        lines.append(f"{name} would give {cards(proposal.give)} for {cards(proposal.take)}.")
    return lines or ["Nothing is on offer."]


def hint(view: View) -> list[str]:
    """Tell what a computer player would do in the person's place, and why."""
    bot = make_bot(DEFAULT_LEVEL)
    return [f"A computer player would choose: {bot.choose(view)}", f"Why: {bot.explain()}"]


# --- places -----------------------------------------------------------------------------------------------------------


def _number(text: str, how: str) -> tuple[str, int]:
    match = _PLACE.fullmatch(text.lower().strip())
    if match is None:
        raise BadQuestion(f"{quoted(text)}: expected {how}" if text else f"Expected {how}.")
    return match[1] or "site", int(match[2])


def where(view: View, seat: int, rest: str) -> list[str]:
    """Tell what a site, a path or a hex is and what lies at it. Raises `BadQuestion`."""
    kind, number = _number(rest, "a place: `where 17` for a site, `where path 33`, `where hex 9`")
    voice = Voice(seat)
    try:
        if kind == "path":
            return describe_path(view.seen, view.path(number).number, voice)
        if kind in ("hex", "#"):
            return describe_hex(view.seen, view.hex(number).number, voice)
        return describe_site(view.seen, view.site(number).number, voice)
    except ValueError as error:
        raise BadQuestion(f"{sentence(str(error))}.") from error


def near(view: View, seat: int, rest: str) -> list[str]:
    """Tell the sites one and two steps from a site, with what stands there. Raises `BadQuestion`."""
    _, number = _number(rest, "a site, as in `near 17`")
    try:
        first = view.site(number).neighbors
    except ValueError as error:
        raise BadQuestion(f"{sentence(str(error))}.") from error
    second = sorted({site for step in first for site in view.site(step).neighbors} - {number})
    return [
        f"Site {number}: {around_site(view.seen, number)}.",
        *(f"One step, site {site}: {_state_of(view, seat, site)}." for site in first),
        *(f"Two steps, site {site}: {_state_of(view, seat, site)}." for site in second),
    ]


def _state_of(view: View, seat: int, site: int) -> str:
    piece = view.piece(site)
    around = around_site(view.seen, site)
    if piece is not None:
        return f"{Voice(seat).name(piece.seat)}, {piece.kind}; {around}"
    is_blocked = any(view.piece(other) for other in view.site(site).neighbors)
    return f"{'too close to a building' if is_blocked else 'free'}; {around}"


def odds(view: View, seat: int, rest: str) -> list[str]:
    """Tell how likely a site yields each resource at a roll. Raises `BadQuestion`."""
    _, number = _number(rest, "a site, as in `odds 17`")
    try:
        chances = view.production_odds(number)
    except ValueError as error:
        raise BadQuestion(f"{sentence(str(error))}.") from error
    told = [f"{name} {_percent(chance)}" for name, chance in chances.items()]
    return [f"{sentence(site_phrase(view.seen, number))}.", f"At each roll: {listed(told) or 'nothing at all'}."]


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%} (1 in {float(1 / chance):.0f})"


def places(view: View, seat: int) -> list[str]:
    """Tell the best places where the person can build now, in words."""
    by_kind = view.legal_actions(seat).by_kind
    lines: list[str] = []
    for kind in ("settle", "city"):
        ranked = sorted(by_kind.get(kind, ()), key=lambda action: -pips(view, action.to_json()["site"]))
        lines += [_place_line(view, action) for action in ranked[:MOST_PLACES]]
        if len(ranked) > MOST_PLACES:
            lines.append(f"And {number_of(len(ranked) - MOST_PLACES, 'place')} that yield less.")
    lines += [_road_line(view, seat, action) for action in by_kind.get("road", ())]
    return lines or ["You cannot build anything now."]


def _place_line(view: View, action: Action) -> str:
    site = action.to_json()["site"]
    resources = listed(view.production_odds(site)) or "nothing"
    return f"{sentence(str(action))}: {around_site(view.seen, site)}; {resources}, {pips(view, site)} of 36 rolls."


def _road_line(view: View, seat: int, action: Action) -> str:
    path = action.to_json()["path"]
    return f"{sentence(str(action))}: {path_phrase(view.seen, path, seat)}."


def recent(story: Iterable[tuple[int, str]], rest: str) -> list[str]:
    """Give the last sentences of a story: 15, so many as asked, or all. Raises `BadQuestion`."""
    told = [text for _, text in story]
    if rest == "all":
        return told or ["Nothing has happened yet."]
    if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 8):
        raise BadQuestion(f"{quoted(rest)}: expected a number or `all`, as in `log 30`.")
    return told[-max(int(rest or 15), 1) :] or ["Nothing has happened yet."]
