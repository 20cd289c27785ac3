"""What a view shows of hands, points, supplies and offers, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from longroad.core.rules.hands import is_unlimited
from longroad.core.words import RESOURCE_NAMES
from longroad.game.view import View
from longroad.narration import Perspective, Phrase, cards, say
from longroad.narration.phrases import sentence

CARD_NAMES: Final = ("knight", "road_building", "year_of_plenty", "monopoly", "victory_point")


def hand(view: View, perspective: Perspective) -> list[str]:
    """Describe the viewer's cards, and how many the others hold."""
    words, seat = perspective.words, perspective.viewer
    lines = [own_hand(view, perspective)]
    own = development_cards(view, perspective)
    if own:
        lines.append(say(words, "answer.development_cards", cards=own))
    if view.ruleset.duel:
        lines.append(say(words, "answer.trade_cards", count=view.trade_cards(seat)))
    return lines + [standing(view, other, perspective) for other in range(view.players) if other != seat]


def own_hand(view: View, perspective: Perspective) -> str:
    """Describe the viewer's resource cards."""
    held = view.hand(perspective.viewer)
    assert held is not None
    text = cards(held, perspective.words)
    if not held.total:
        return say(perspective.words, "answer.hand", cards=text)
    return say(perspective.words, "answer.hand_total", cards=text, total=Phrase("cards.number", {"count": held.total}))


def development_cards(view: View, perspective: Perspective) -> str:
    """List the viewer's development cards, and which were bought this turn."""
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
    """Describe how a seat stands, as far as the viewer may know."""
    who = sentence(perspective.name(seat))
    return say(perspective.words, "answer.standing", who=who, parts=", ".join(standing_parts(view, seat, perspective)))


def standing_parts(view: View, seat: int, perspective: Perspective) -> Iterator[str]:
    """Yield a seat's public figures: points, cards, knights, roads, awards."""
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
    """Describe everybody's points, and where the viewer's come from."""
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
    """List what things cost, the pieces that are left, and the viewer's rates with the bank."""
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
