"""A view as one text: everything that a seat may know, for readers of words such as language models.

The text is made from a view and from nothing else, so what is hidden from the seat cannot be in it. Only the sentences
about what has happened, which `narration` redacts, are given by the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from longroad.core import layout
from longroad.core.island.topology import ISLAND_PATH_COUNT, ISLAND_SITE_COUNT, PATH_SITES
from longroad.core.words import HARBOR_NAMES
from longroad.description import holdings
from longroad.description.actions import describe_action, expected, pips, possible
from longroad.game.snapshot import NEUTRAL_SEATS
from longroad.game.view import View
from longroad.narration import Perspective, Phrase, Words, describe, say
from longroad.narration.catalogue import Value
from longroad.narration.phrases import around_site, called, harbor_of
from longroad.notation.forms import Form
from longroad.notation.legal import LegalActions

LOWEST_ROLL: Final = 2
# Phases in which `expected` names the best example, or a key to press.
UNADVISED: Final = ("before roll", "found settlement", "robber moves")


def describe_view(
    view: View, since: Sequence[str] = (), words: Words | None = None, *, legal: Sequence[str] | None = None
) -> str:
    """Return everything that the seat of a view may know, in words; `since` are sentences about what has happened.

    The legal actions come last, in the notation, unless `legal` has lines to write in their place. Raises `ValueError`
    for the public's view.

    >>> from longroad import Game
    >>> text = describe_view(Game("beginner", seed=7).view(1), ["Blue rolls 8."])
    >>> print("\\n".join(text.splitlines()[:6]))
    You are Orange, seat 1. 10 points win.
    Turn 1: Blue. Phase: before roll.
    <BLANKLINE>
    Since you last decided:
    - Blue rolls 8.
    <BLANKLINE>
    """
    reader = reader_of(view, words)
    return _joined(
        _heading(view, reader),
        _since(reader, since),
        _titled(reader, "view.players", _players(view, reader)),
        (*_own_cards(view, reader), *holdings.costs(view, reader), *_decks(view, reader)),
        _titled(reader, "view.island", _island(view, reader)),
        _offers(view, reader),
        _decision(view, reader) if legal is None else [asked(view, reader), *legal],
    )


def describe_decision(view: View, since: Sequence[str] = (), words: Words | None = None) -> str:
    """Return what has happened, the own cards, and what is asked now: what changes from one decision to the next.

    >>> from longroad import Game
    >>> print(describe_decision(Game("beginner", seed=7).view(0)))
    Turn 1: your turn. Phase: before roll.
    <BLANKLINE>
    You have 1 brick, 1 lumber and 1 ore. 3 cards in all.
    <BLANKLINE>
    Possible: roll.
    """
    reader = reader_of(view, words)
    return _joined(
        _since(reader, since),
        [_moment(view, reader)],
        _own_cards(view, reader),
        _offers(view, reader),
        _decision(view, reader),
    )


def _joined(*sections: Iterable[str]) -> str:
    """Join sections of lines, leaving out those that are empty."""
    return "\n\n".join(filter(None, ("\n".join(lines) for lines in sections)))


def reader_of(view: View, words: Words | None = None) -> Perspective:
    """Return the seat of a view as a reader. Raises `ValueError` for the public's view, which has none."""
    if view.viewer is None:
        raise ValueError("a text needs the view of a seat, not the public's")
    return Perspective(view.viewer) if words is None else Perspective(view.viewer, words=words)


def _since(reader: Perspective, since: Sequence[str]) -> list[str]:
    return _titled(reader, "view.since", (f"- {line}" for line in since)) if since else []


def _titled(reader: Perspective, title: str, lines: Iterable[str]) -> list[str]:
    return [say(reader.words, title), *lines]


def _name(seat: int, reader: Perspective) -> Value:
    """Return a seat's name, also for the reader's own."""
    return called(seat, reader.names[seat])


# --- the table --------------------------------------------------------------------------------------------------------


def _heading(view: View, reader: Perspective) -> Iterator[str]:
    words, seat = reader.words, reader.viewer
    goal = Phrase("count.points", {"count": view.ruleset.victory_points})
    yield say(words, "view.you", name=_name(seat, reader), seat=seat, points=goal)
    yield _moment(view, reader)


def _moment(view: View, reader: Perspective) -> str:
    """Return whose turn it is, the phase, and what was rolled."""
    words, number = reader.words, view.turn_number
    parts = [reader.say("now.turn", view.turn, number=number) if number else say(words, "view.setup")]
    parts.append(say(words, "view.phase", phase=view.phase))
    if view.rolled:
        parts.append(say(words, "view.rolled", rolls=", ".join(map(str, view.rolled))))
    return " ".join(parts)


def _players(view: View, reader: Perspective) -> Iterator[str]:
    for seat in range(view.players):
        parts = ", ".join([*holdings.standing_parts(view, seat, reader), *_pieces_left(view, seat, reader)])
        yield reader.say("view.player", seat, number=seat, name=_name(seat, reader), parts=parts)
    for seat in NEUTRAL_SEATS if view.ruleset.duel else ():
        yield say(reader.words, "view.neutral", number=seat, name=_name(seat, reader))


def _pieces_left(view: View, seat: int, reader: Perspective) -> Iterator[str]:
    """Yield what a seat has not built, and its harbors."""
    supply = view.supply(seat)
    yield say(reader.words, "view.left", roads=supply.roads, settlements=supply.settlements, cities=supply.cities)
    kinds = view.seen.s[layout.HARBORS + seat]
    yield from (reader.words.say(harbor_of(kind)) for kind in range(1, len(HARBOR_NAMES)) if kinds >> kind & 1)


def _own_cards(view: View, reader: Perspective) -> Iterator[str]:
    yield holdings.own_hand(view, reader)
    cards = holdings.development_cards(view, reader)
    if cards:
        yield say(reader.words, "answer.development_cards", cards=cards)


def _decks(view: View, reader: Perspective) -> Iterator[str]:
    """Yield what is public of the cards under the stack (DEV-6) and of a deck of dice (PRO-6)."""
    s, words = view.seen.s, reader.words
    under = [
        say(words, f"card.{holdings.CARD_NAMES[kind]}")
        for kind in s[layout.QUEUE : layout.QUEUE + s[layout.QUEUE_SIZE]]
    ]
    if under:
        yield say(words, "view.under", cards=", ".join(under))
    if view.ruleset.dice == "deck":
        left = enumerate(s[layout.DICE_DECK : layout.DICE_DECK + 11], start=LOWEST_ROLL)
        yield say(words, "view.dice_deck", cards=", ".join(f"{roll} ({count})" for roll, count in left if count))


# --- the island -------------------------------------------------------------------------------------------------------


def _island(view: View, reader: Perspective) -> Iterator[str]:
    """Yield the hexes, harbors and pieces, what the sites yield, and which sites the paths join."""
    yield from describe(view.seen, reader).splitlines()
    yield say(reader.words, "view.sites", sites="; ".join(_sites(view, reader)))
    island = view.seen.s[layout.ISLAND]
    ends = (PATH_SITES[2 * path : 2 * path + 2] for path in range(ISLAND_PATH_COUNT[island]))
    yield say(reader.words, "view.paths", paths=", ".join(f"{path}: {a}-{b}" for path, (a, b) in enumerate(ends)))


def _sites(view: View, reader: Perspective) -> Iterator[str]:
    """Yield the sites with a building, and those where one could be built, with what they yield."""
    built = {site for site in range(ISLAND_SITE_COUNT[view.seen.s[layout.ISLAND]]) if view.piece(site)}
    for site in range(ISLAND_SITE_COUNT[view.seen.s[layout.ISLAND]]):
        if site in built or built.isdisjoint(view.site(site).neighbors):
            around = around_site(view.seen, site, reader.words)
            yield say(reader.words, "view.site", site=site, around=around, pips=pips(view, site))


# --- what can be done -------------------------------------------------------------------------------------------------


def _offers(view: View, reader: Perspective) -> list[str]:
    return holdings.offers(view, reader) if view.offer or view.proposals else []


def _decision(view: View, reader: Perspective) -> list[str]:
    """Return what is asked, and the legal actions of each kind where there is more than one to choose from."""
    legal = view.legal_actions(reader.viewer)
    least = 2 if reader.viewer in view.to_act else 1  # what is the only choice is in the question
    if len(legal) + len(legal.forms) < least:
        return [asked(view, reader)]
    return [asked(view, reader), say(reader.words, "view.legal"), *_kinds(legal, reader)]


def _kinds(legal: LegalActions, reader: Perspective) -> Iterator[str]:
    """Yield the legal actions, those of a kind in one line."""
    for kind, actions in legal.by_kind.items():
        choices = " | ".join(str(action).removeprefix(f"{kind} ") for action in actions)
        yield kind if choices == kind else f"{kind} {choices}"
    yield from (_usage(form, reader) for form in legal.forms)


def _usage(form: Form, reader: Perspective) -> str:
    """Return how the bundles of a kind are written, with an example."""
    return say(reader.words, f"topic.{form.kind}").partition("\n")[0]


def asked(view: View, reader: Perspective) -> str:
    """Return what the seat is asked now, without advice, and for readers who press no keys."""
    words = reader.words
    if view.is_over or (reader.viewer in view.to_act and view.phase not in UNADVISED):
        return expected(view, reader)
    if view.is_chance:
        return say(words, "view.chance")
    if reader.viewer in view.to_act:
        return say(words, "now.main", possible=possible(view, reader))
    if reader.viewer in view.may_act:
        return say(words, "view.may_propose", who=reader.who(view.turn))
    return say(words, "answer.waiting", who=words.join([reader.name(seat) for seat in view.to_act]))


def legal_lines(view: View, reader: Perspective) -> list[str]:
    """List every legal action in the notation with a description, and the forms of bundles with an example."""
    legal = view.legal_actions(reader.viewer)
    listed = [
        say(reader.words, "choice.described", action=str(action), about=describe_action(view, action, reader))
        for action in legal
    ]
    return [*listed, *(_form_line(form, reader) for form in legal.forms)]


def _form_line(form: Form, reader: Perspective) -> str:
    """Describe the bundles of a kind: how they are written, and what they may hold."""
    words = reader.words
    usage = _usage(form, reader)
    if form.total is not None:
        return say(words, "view.form_total", usage=usage, count=form.total, give=str(form.give))
    line = say(words, "view.form", usage=usage, give=str(form.give), take=str(form.take))
    return f"{line} {say(words, 'view.form_to', seats=', '.join(map(str, form.to)))}" if form.to else line
