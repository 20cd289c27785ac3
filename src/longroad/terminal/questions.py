"""Answers a person's questions during a game, in lines of text, from what the person may know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from longroad.bots.levels import DEFAULT_LEVEL, make_bot
from longroad.bots.protocol import Translatable
from longroad.core.words import RESOURCE_NAMES
from longroad.game.view import View
from longroad.narration import Said, Voice, cards, describe_hex, describe_path, describe_site, path_phrase, site_phrase
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


def hand(view: View, voice: Voice) -> list[str]:
    """Describe the person's cards, and how many the others hold."""
    words, seat = voice.words, voice.viewer
    lines = [own_hand(view, voice)]
    own = development_cards(view, voice)
    if own:
        lines.append(say(words, "answer.development_cards", cards=own))
    if view.ruleset.duel:
        lines.append(say(words, "answer.trade_cards", count=view.trade_cards(seat)))
    return lines + [standing(view, other, voice) for other in range(view.players) if other != seat]


def own_hand(view: View, voice: Voice) -> str:
    """Describe the person's resource cards."""
    held = view.hand(voice.viewer)
    assert held is not None
    text = cards(held, voice.words)
    if not held.total:
        return say(voice.words, "answer.hand", cards=text)
    return say(voice.words, "answer.hand_total", cards=text, total=Said("cards.number", {"count": held.total}))


def development_cards(view: View, voice: Voice) -> str:
    """List the person's development cards, and which were bought this turn."""
    held, fresh = view.cards(voice.viewer), view.fresh_cards(voice.viewer)
    assert held is not None
    assert fresh is not None
    parts = []
    for name, count, new in zip(CARD_NAMES, held, fresh, strict=True):
        card = Said(f"card.{name}")
        if count and new and name != "victory_point":
            parts.append(say(voice.words, "answer.card_new", count=count, card=card, fresh=new))
        elif count:
            parts.append(say(voice.words, "answer.card", count=count, card=card))
    return ", ".join(parts)


def standing(view: View, seat: int, voice: Voice) -> str:
    """Describe how a seat stands, as far as the person may know."""
    who = sentence(voice.name(seat))
    return say(voice.words, "answer.standing", who=who, parts=", ".join(_standing_parts(view, seat, voice)))


def _standing_parts(view: View, seat: int, voice: Voice) -> Iterator[str]:
    words = voice.words
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


def points(view: View, voice: Voice) -> list[str]:
    """Describe everybody's points, and where the person's come from."""
    sources = source_list(view.points(voice.viewer).sources, voice) or say(voice.words, "answer.no_points")
    lines = [standing(view, seat, voice) for seat in range(view.players)]
    return [*lines, say(voice.words, "answer.points", sources=sources, goal=view.ruleset.victory_points)]


def source_list(sources: dict[str, int], voice: Voice) -> str:
    """List where points come from."""
    return ", ".join(
        say(voice.words, "answer.source", count=count, source=Said(f"standing.{name}"))
        for name, count in sources.items()
    )


def costs(view: View, voice: Voice) -> list[str]:
    """List what things cost, the pieces that are left, and the person's rates with the bank."""
    words, seat = voice.words, voice.viewer
    left = {name: view.seen[f"{name}_left"][seat] for name in ("roads", "settlements", "cities")}
    lines = [
        say(words, f"answer.{name}", cards=cards(view.cost(name), words)) for name in ("road", "settlement", "city")
    ]
    lines.append(say(words, "answer.card_cost", cards=cards(view.cost("card"), words), count=view.deck_size))
    lines.append(say(words, "answer.supply", **left))
    rates = zip(RESOURCE_NAMES, view.rates(seat), strict=True)
    text = ", ".join(f"{rate} {say(words, f'resource.{name}', count=rate)}" for name, rate in rates)
    lines.append(say(words, "answer.rates", rates=text))
    lines.append(say(words, "answer.bank", cards=cards(view.bank, words)))
    return lines


def offers(view: View, voice: Voice) -> list[str]:
    """Describe the open offer and proposals."""
    words, lines = voice.words, []
    if view.offer is not None:
        offer = view.offer
        terms = {"gives": cards(offer.give, words), "takes": cards(offer.take, words)}
        lines.append(sentence(voice.tell("story.offers", offer.seat, **terms)))
        for key, seats in (("answer.waiting", offer.waiting), ("answer.accepted", offer.accepted)):
            if seats:
                lines.append(say(words, key, who=words.join([voice.name(seat) for seat in seats])))
    for proposal in view.proposals:
        terms = {"gives": cards(proposal.give, words), "takes": cards(proposal.take, words)}
        lines.append(sentence(voice.tell("story.would_give", proposal.seat, **terms)))
    return lines or [say(words, "answer.no_offer")]


def hint(view: View, voice: Voice) -> list[str]:
    """Say what a bot would do in the person's place, and why."""
    bot = make_bot(DEFAULT_LEVEL)
    action = bot.choose(view)
    why = voice.words.sentence(bot.reason) if isinstance(bot, Translatable) else bot.explain()
    return [say(voice.words, "answer.hint", action=str(action)), say(voice.words, "answer.hint_why", why=why)]


# --- places -----------------------------------------------------------------------------------------------------------


def _read_place(text: str, key: str, voice: Voice) -> tuple[str, int]:
    """Read the kind of a place and its number. Raises `BadQuestion`."""
    match = _PLACE.fullmatch(text.lower().strip())
    if match is None:
        expected = say(voice.words, key)
        raise BadQuestion(f"{quoted(text)}: {expected}" if text else sentence(expected))
    return match[1] or "site", int(match[2])


def _no_place(text: str, voice: Voice) -> BadQuestion:
    return BadQuestion(say(voice.words, "input.no_place", text=quoted(text)))


def where(view: View, voice: Voice, rest: str) -> list[str]:
    """Describe a site, a path or a hex, and what is there. Raises `BadQuestion`."""
    kind, number = _read_place(rest, "input.place", voice)
    try:
        if kind == "path":
            return describe_path(view.seen, view.path(number).number, voice)
        if kind in ("hex", "#"):
            return describe_hex(view.seen, view.hex(number).number, voice)
        return describe_site(view.seen, view.site(number).number, voice)
    except ValueError as error:
        raise _no_place(rest, voice) from error


def near(view: View, voice: Voice, rest: str) -> list[str]:
    """Describe the sites one and two steps from a site. Raises `BadQuestion`."""
    _, number = _read_place(rest, "input.site_near", voice)
    try:
        first = view.site(number).neighbors
    except ValueError as error:
        raise _no_place(rest, voice) from error
    second = sorted({site for step in first for site in view.site(step).neighbors} - {number})
    return [
        say(voice.words, "answer.site", site=number, around=around_site(view.seen, number, voice.words)),
        *(_step_line("answer.one_step", view, voice, site) for site in first),
        *(_step_line("answer.two_steps", view, voice, site) for site in second),
    ]


def _step_line(key: str, view: View, voice: Voice, site: int) -> str:
    around = around_site(view.seen, site, voice.words)
    return say(voice.words, key, site=site, what=_occupation(view, voice, site), around=around)


def _occupation(view: View, voice: Voice, site: int) -> str:
    piece = view.piece(site)
    if piece is not None:
        return say(voice.words, f"answer.has_{piece.kind}", who=voice.who(piece.seat))
    is_blocked = any(view.piece(other) for other in view.site(site).neighbors)
    return say(voice.words, "answer.too_close" if is_blocked else "answer.free")


def odds(view: View, voice: Voice, rest: str) -> list[str]:
    """Say how likely a site yields each resource at a roll. Raises `BadQuestion`."""
    _, number = _read_place(rest, "input.site_odds", voice)
    words = voice.words
    try:
        chances = view.production_odds(number)
    except ValueError as error:
        raise _no_place(rest, voice) from error
    text = words.join([_odds_of(name, chance, voice) for name, chance in chances.items()])
    return [
        f"{sentence(site_phrase(view.seen, number, words))}.",
        say(words, "answer.odds", odds=text or say(words, "answer.odds_nothing")),
    ]


def _odds_of(name: str, chance: Fraction, voice: Voice) -> str:
    resource = say(voice.words, f"resource.{name}", count=1)
    percent, many = f"{float(chance):.0%}", f"{float(1 / chance):.0f}"
    return say(voice.words, "answer.odds_of", resource=resource, percent=percent, many=many)


def places(view: View, voice: Voice) -> list[str]:
    """List the best places where the person can build now."""
    by_kind = view.legal_actions(voice.viewer).by_kind
    lines: list[str] = []
    for kind in ("settle", "city"):
        ranked = sorted(by_kind.get(kind, ()), key=lambda action: -pips(view, action.to_json()["site"]))
        lines += [_place_line(view, voice, action) for action in ranked[:MOST_PLACES]]
        if len(ranked) > MOST_PLACES:
            lines.append(say(voice.words, "answer.more_places", count=len(ranked) - MOST_PLACES))
    lines += [_road_line(view, voice, action) for action in by_kind.get("road", ())]
    return lines or [say(voice.words, "answer.no_places")]


def _place_line(view: View, voice: Voice, action: Action) -> str:
    site, words = action.to_json()["site"], voice.words
    names = [say(words, f"resource.{name}", count=1) for name in view.production_odds(site)]
    return say(
        words,
        "answer.place",
        action=sentence(str(action)),
        around=around_site(view.seen, site, words),
        resources=words.join(names) or say(words, "cards.nothing"),
        pips=pips(view, site),
    )


def _road_line(view: View, voice: Voice, action: Action) -> str:
    path = path_phrase(view.seen, action.to_json()["path"], voice.viewer, voice.words)
    return say(voice.words, "answer.road_place", action=sentence(str(action)), path=path)


def recent(story: Iterable[str], rest: str, voice: Voice) -> list[str]:
    """Return the last sentences of a story: 15, as many as asked for, or all. Raises `BadQuestion`."""
    sentences = list(story)
    if rest and rest != "all" and not (rest.isascii() and rest.isdigit() and len(rest) < 8):
        raise BadQuestion(say(voice.words, "input.log", text=quoted(rest)))
    count = len(sentences) if rest == "all" else int(rest or DEFAULT_LINES)
    return sentences[-max(count, 1) :] or [say(voice.words, "answer.no_story")]
