"""Answers a person's questions during a game, in lines of text, from what the person may know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from longroad.bots.levels import DEFAULT_LEVEL, make_bot
from longroad.bots.protocol import Translatable
from longroad.core.rules.hands import is_unlimited
from longroad.core.words import RESOURCE_NAMES
from longroad.game.view import View
from longroad.narration import (
    Perspective,
    Phrase,
    cards,
    describe_hex,
    describe_path,
    describe_site,
    path_phrase,
    site_phrase,
)
from longroad.narration.phrases import around_site, sentence
from longroad.notation.actions import Action
from longroad.notation.errors import quoted
from longroad.terminal.descriptions import pips
from longroad.terminal.language import say

MOST_PLACES: Final = 8
DEFAULT_LINES: Final = 15  # of the log
CARD_NAMES: Final = ("knight", "road_building", "year_of_plenty", "monopoly", "victory_point")
_PLACE: Final = re.compile(r"(?:(site|path|hex|#|harbor)\s*)?(\d+)")


class BadQuestion(ValueError):
    """A question that cannot be answered; the message quotes it and says how to ask."""


# --- hands and points -------------------------------------------------------------------------------------------------


def hand(view: View, perspective: Perspective) -> list[str]:
    """Describe the person's cards, and how many the others hold."""
    words, seat = perspective.words, perspective.viewer
    lines = [own_hand(view, perspective)]
    own = development_cards(view, perspective)
    if own:
        lines.append(say(words, "answer.development_cards", cards=own))
    if view.ruleset.duel:
        lines.append(say(words, "answer.trade_cards", count=view.trade_cards(seat)))
    return lines + [standing(view, other, perspective) for other in range(view.players) if other != seat]


def own_hand(view: View, perspective: Perspective) -> str:
    """Describe the person's resource cards."""
    held = view.hand(perspective.viewer)
    assert held is not None
    text = cards(held, perspective.words)
    if not held.total:
        return say(perspective.words, "answer.hand", cards=text)
    return say(perspective.words, "answer.hand_total", cards=text, total=Phrase("cards.number", {"count": held.total}))


def development_cards(view: View, perspective: Perspective) -> str:
    """List the person's development cards, and which were bought this turn."""
    held, fresh = view.cards(perspective.viewer), view.fresh_cards(perspective.viewer)
    assert held is not None
    assert fresh is not None
    parts = []
    for name, count, new in zip(CARD_NAMES, held, fresh, strict=True):
        card = Phrase(f"card.{name}")
        if count and new and name != "victory_point":
            parts.append(say(perspective.words, "answer.card_new", count=count, card=card, fresh=new))
        elif count:
            parts.append(say(perspective.words, "answer.card", count=count, card=card))
    return ", ".join(parts)


def standing(view: View, seat: int, perspective: Perspective) -> str:
    """Describe how a seat stands, as far as the person may know."""
    who = sentence(perspective.name(seat))
    return say(perspective.words, "answer.standing", who=who, parts=", ".join(_standing_parts(view, seat, perspective)))


def _standing_parts(view: View, seat: int, perspective: Perspective) -> Iterator[str]:
    words = perspective.words
    yield say(words, "count.points", count=view.points(seat))
    yield say(words, "cards.number", count=view.hand_size(seat))
    if view.cards_size(seat):
        yield say(words, "count.development_cards", count=view.cards_size(seat))
    if view.knights(seat):
        yield say(words, "count.knights", count=view.knights(seat))
    key = "answer.longest_holder" if view.longest_road == seat else "answer.longest"
    yield say(words, key, length=view.road_length(seat))
    if view.largest_army == seat:
        yield say(words, "answer.largest")
    if view.ruleset.duel:
        yield say(words, "cards.trade", count=view.trade_cards(seat))


def points(view: View, perspective: Perspective) -> list[str]:
    """Describe everybody's points, and where the person's come from."""
    sources = source_list(view.points(perspective.viewer).sources, perspective) or say(
        perspective.words, "answer.no_points"
    )
    lines = [standing(view, seat, perspective) for seat in range(view.players)]
    return [*lines, say(perspective.words, "answer.points", sources=sources, goal=view.ruleset.victory_points)]


def source_list(sources: dict[str, int], perspective: Perspective) -> str:
    """List where points come from."""
    return ", ".join(
        say(perspective.words, "answer.source", count=count, source=Phrase(f"standing.{name}"))
        for name, count in sources.items()
    )


def costs(view: View, perspective: Perspective) -> list[str]:
    """List what things cost, the pieces that are left, and the person's rates with the bank."""
    words, seat = perspective.words, perspective.viewer
    left = {name: view.seen[f"{name}_left"][seat] for name in ("roads", "settlements", "cities")}
    lines = [
        say(words, f"answer.{name}", cards=cards(view.cost(name), words)) for name in ("road", "settlement", "city")
    ]
    lines.append(say(words, "answer.card_cost", cards=cards(view.cost("card"), words), count=view.deck_size))
    lines.append(say(words, "answer.supply", **left))
    rates = zip(RESOURCE_NAMES, view.rates(seat), strict=True)
    text = ", ".join(f"{rate} {say(words, f'resource.{name}', count=rate)}" for name, rate in rates)
    lines.append(say(words, "answer.rates", rates=text))
    if is_unlimited(view.seen.s):
        lines.append(say(words, "answer.bank_unlimited"))
    else:
        lines.append(say(words, "answer.bank", cards=cards(view.bank, words)))
    return lines


def offers(view: View, perspective: Perspective) -> list[str]:
    """Describe the open offer and proposals."""
    words, lines = perspective.words, []
    if view.offer is not None:
        offer = view.offer
        terms = {"gives": cards(offer.give, words), "takes": cards(offer.take, words)}
        lines.append(sentence(perspective.say("log.offers", offer.seat, **terms)))
        for key, seats in (("answer.waiting", offer.waiting), ("answer.accepted", offer.accepted)):
            if seats:
                lines.append(say(words, key, who=words.join([perspective.name(seat) for seat in seats])))
    for proposal in view.proposals:
        terms = {"gives": cards(proposal.give, words), "takes": cards(proposal.take, words)}
        lines.append(sentence(perspective.say("log.would_give", proposal.seat, **terms)))
    return lines or [say(words, "answer.no_offer")]


def hint(view: View, perspective: Perspective) -> list[str]:
    """Return what a bot would do in the person's place, and why."""
    bot = make_bot(DEFAULT_LEVEL)
    action = bot.choose(view)
    why = perspective.words.sentence(bot.reason) if isinstance(bot, Translatable) else bot.explain()
    return [
        say(perspective.words, "answer.hint", action=str(action)),
        say(perspective.words, "answer.hint_why", why=why),
    ]


# --- places -----------------------------------------------------------------------------------------------------------


def _read_place(text: str, key: str, perspective: Perspective) -> tuple[str, int]:
    """Read the kind of a place and its number. Raises `BadQuestion`."""
    match = _PLACE.fullmatch(text.lower().strip())
    if match is None:
        expected = say(perspective.words, key)
        raise BadQuestion(f"{quoted(text)}: {expected}" if text else sentence(expected))
    return match[1] or "site", int(match[2])


def _no_place(text: str, perspective: Perspective) -> BadQuestion:
    return BadQuestion(say(perspective.words, "input.no_place", text=quoted(text)))


def where(view: View, perspective: Perspective, rest: str) -> list[str]:
    """Describe a site, a path or a hex, and what is there. Raises `BadQuestion`."""
    kind, number = _read_place(rest, "input.place", perspective)
    try:
        if kind == "path":
            return describe_path(view.seen, view.path(number).number, perspective)
        if kind in ("hex", "#"):
            return describe_hex(view.seen, view.hex(number).number, perspective)
        return describe_site(view.seen, view.site(number).number, perspective)
    except ValueError as error:
        raise _no_place(rest, perspective) from error


def near(view: View, perspective: Perspective, rest: str) -> list[str]:
    """Describe the sites one and two steps from a site. Raises `BadQuestion`."""
    _, number = _read_place(rest, "input.site_near", perspective)
    try:
        first = view.site(number).neighbors
    except ValueError as error:
        raise _no_place(rest, perspective) from error
    second = sorted({site for step in first for site in view.site(step).neighbors} - {number})
    return [
        say(perspective.words, "answer.site", site=number, around=around_site(view.seen, number, perspective.words)),
        *(_step_line("answer.one_step", view, perspective, site) for site in first),
        *(_step_line("answer.two_steps", view, perspective, site) for site in second),
    ]


def _step_line(key: str, view: View, perspective: Perspective, site: int) -> str:
    around = around_site(view.seen, site, perspective.words)
    return say(perspective.words, key, site=site, what=_occupation(view, perspective, site), around=around)


def _occupation(view: View, perspective: Perspective, site: int) -> str:
    piece = view.piece(site)
    if piece is not None:
        return say(perspective.words, f"answer.has_{piece.kind}", who=perspective.who(piece.seat))
    is_blocked = any(view.piece(other) for other in view.site(site).neighbors)
    return say(perspective.words, "answer.too_close" if is_blocked else "answer.free")


def odds(view: View, perspective: Perspective, rest: str) -> list[str]:
    """Return how likely a site yields each resource at a roll. Raises `BadQuestion`."""
    _, number = _read_place(rest, "input.site_odds", perspective)
    words = perspective.words
    try:
        chances = view.production_odds(number)
    except ValueError as error:
        raise _no_place(rest, perspective) from error
    text = words.join([_odds_of(name, chance, perspective) for name, chance in chances.items()])
    return [
        f"{sentence(site_phrase(view.seen, number, words))}.",
        say(words, "answer.odds", odds=text or say(words, "answer.odds_nothing")),
    ]


def _odds_of(name: str, chance: Fraction, perspective: Perspective) -> str:
    resource = say(perspective.words, f"resource.{name}", count=1)
    percent, many = f"{float(chance):.0%}", f"{float(1 / chance):.0f}"
    return say(perspective.words, "answer.odds_of", resource=resource, percent=percent, many=many)


def places(view: View, perspective: Perspective) -> list[str]:
    """List the best places where the person can build now."""
    by_kind = view.legal_actions(perspective.viewer).by_kind
    lines: list[str] = []
    for kind in ("settle", "city"):
        ranked = sorted(by_kind.get(kind, ()), key=lambda action: -pips(view, action.to_json()["site"]))
        lines += [_place_line(view, perspective, action) for action in ranked[:MOST_PLACES]]
        if len(ranked) > MOST_PLACES:
            lines.append(say(perspective.words, "answer.more_places", count=len(ranked) - MOST_PLACES))
    lines += [_road_line(view, perspective, action) for action in by_kind.get("road", ())]
    return lines or [say(perspective.words, "answer.no_places")]


def _place_line(view: View, perspective: Perspective, action: Action) -> str:
    site, words = action.to_json()["site"], perspective.words
    names = [say(words, f"resource.{name}", count=1) for name in view.production_odds(site)]
    return say(
        words,
        "answer.place",
        action=sentence(str(action)),
        around=around_site(view.seen, site, words),
        resources=words.join(names) or say(words, "cards.nothing"),
        pips=pips(view, site),
    )


def _road_line(view: View, perspective: Perspective, action: Action) -> str:
    path = path_phrase(view.seen, action.to_json()["path"], perspective.viewer, perspective.words)
    return say(perspective.words, "answer.road_place", action=sentence(str(action)), path=path)


def recent(log: Iterable[str], rest: str, perspective: Perspective) -> list[str]:
    """Return the last sentences of a log: 15, as many as asked for, or all. Raises `BadQuestion`."""
    sentences = list(log)
    if rest and rest != "all" and not (rest.isascii() and rest.isdigit() and len(rest) < 8):
        raise BadQuestion(say(perspective.words, "input.log", text=quoted(rest)))
    count = len(sentences) if rest == "all" else int(rest or DEFAULT_LINES)
    return sentences[-max(count, 1) :] or [say(perspective.words, "answer.no_story")]
