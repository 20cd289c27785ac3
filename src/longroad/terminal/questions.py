"""Answers a person's questions during a game, in lines of text, from what the person may know."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from longroad.bots.levels import DEFAULT_LEVEL, make_bot
from longroad.bots.protocol import Translatable
from longroad.description.actions import pips
from longroad.game.view import View
from longroad.narration import (
    Perspective,
    describe_hex,
    describe_path,
    describe_site,
    path_phrase,
    say,
    site_phrase,
)
from longroad.narration.phrases import around_site, sentence
from longroad.notation.actions import Action
from longroad.notation.errors import quoted

MOST_PLACES: Final = 8
DEFAULT_LINES: Final = 15  # of the log
_PLACE: Final = re.compile(r"(?:(site|path|hex|#|harbor)\s*)?(\d+)")


class BadQuestion(ValueError):
    """A question that cannot be answered; the message quotes it and says how to ask."""


# --- hints ------------------------------------------------------------------------------------------------------------


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
