"""Actions in a few words: what each one does, and what the game expects of a person now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from longroad.core.island.setup import pips_of
from longroad.core.layout import NOBODY
from longroad.game.snapshot import NEUTRAL_SEATS
from longroad.game.view import View
from longroad.narration import Perspective, Phrase, cards, say
from longroad.narration.catalogue import Value
from longroad.narration.phrases import around_site, hex_name, sentence
from longroad.notation.actions import Action
from longroad.notation.forms import Form
from longroad.notation.resources import Resources

MOST_LISTED: Final = 4  # places that a sentence names one by one

# How the actions of a kind are counted, if not as ways.
COUNTED_AS: Final = {"settle": "places", "city": "places", "road": "places", "robber": "hexes", "bank": "trades"}

# Examples of the kinds that take more than a number.
EXAMPLES: Final = {
    "rob": "rob 2",
    "bank": "bank 4 wool for 1 ore",
    "plenty": "plenty ore wool",
    "monopoly": "monopoly wool",
    "offer": "offer 2 wool for 1 ore",
    "counter": "counter 1 ore for 2 wool",
    "propose": "propose 1 ore for 2 wool",
    "discard": "discard 2 wool 1 ore",
    "give": "give 1 wool 1 ore",
}


# --- one action -------------------------------------------------------------------------------------------------------


def pips(view: View, site: int) -> int:
    """Count in how many of 36 rolls the hexes around an intersection yield."""
    return sum(pips_of(view.hex(place).token or 0) for place in view.site(site).hexes)


def describe_action(view: View, action: Action, perspective: Perspective) -> str:
    """Describe an action in a few words: where it is, or what it does."""
    values, words = action.to_json(), perspective.words
    if "site" in values:
        site = values["site"]
        return say(words, "choice.site", around=around_site(view.seen, site, words), pips=pips(view, site))
    if "path" in values:
        return _describe_path(view, values["path"], perspective)
    if action.kind == "robber":
        return _describe_hex(view, values["hex"], perspective)
    if action.kind == "rob":
        return _describe_victim(view, values["victim"], perspective)
    if action.kind in ("deal", "take"):
        seat = values["seat"]
        return say(
            words, "choice.partner", who=perspective.who(seat), terms=_terms(view, action.kind, seat, perspective)
        )
    return say(words, f"action.{action.kind}")


def _describe_path(view: View, path: int, perspective: Perspective) -> str:
    """Describe a road by where it would lead: to the end that nobody has reached yet."""
    ends = sorted(view.path(path).sites, key=lambda site: (view.piece(site) is not None, _has_road(view, site)))
    return say(
        perspective.words, "choice.path", site=ends[0], around=around_site(view.seen, ends[0], perspective.words)
    )


def _has_road(view: View, site: int) -> bool:
    return any(view.road(path) is not None for path in view.site(site).paths)


def _describe_hex(view: View, place: int, perspective: Perspective) -> str:
    owners = {piece.seat for site in view.hex(place).sites if (piece := view.piece(site))}
    names = perspective.words.join([perspective.name(seat) for seat in sorted(owners)])
    land = hex_name(view.seen, place, perspective.words)
    return say(perspective.words, "choice.hex", land=land, who=names or say(perspective.words, "choice.nobody"))


def _describe_victim(view: View, victim: int | None, perspective: Perspective) -> str:
    if victim is None:
        return say(perspective.words, "choice.nobody")
    held = Phrase("cards.number", {"count": view.hand_size(victim)})
    return say(perspective.words, "choice.victim", who=perspective.who(victim), cards=held)


def _terms(view: View, kind: str, seat: int, perspective: Perspective) -> str:
    """Describe what the person would give and get."""
    offer = view.offer if kind == "deal" else next((o for o in view.proposals if o.seat == seat), None)
    if offer is None:
        return ""
    gives, takes = (offer.give, offer.take) if kind == "deal" else (offer.take, offer.give)
    return say(
        perspective.words, "choice.terms", gives=cards(gives, perspective.words), takes=cards(takes, perspective.words)
    )


# --- what is possible -------------------------------------------------------------------------------------------------


def possible(view: View, perspective: Perspective) -> str:
    """List what the person can do, each kind once: 'road (5 places), city 17, offer or end'."""
    legal = view.legal_actions(perspective.viewer)
    closing = [kind for kind in ("end", "stop") if kind in legal.by_kind]
    parts = [_counted(kind, actions, perspective) for kind, actions in legal.by_kind.items() if kind not in closing]
    return perspective.words.join([*parts, *(form.kind for form in legal.forms), *closing], "or")


def _counted(kind: str, actions: Sequence[Action], perspective: Perspective) -> str:
    if len(actions) == 1:
        return str(actions[0])
    if len(actions) <= MOST_LISTED and kind not in ("bank", "plenty"):
        numbers = [str(action).removeprefix(f"{kind} ") for action in actions]
        return f"{kind} {perspective.words.join(numbers, 'or')}"
    return say(perspective.words, f"count.{COUNTED_AS.get(kind, 'ways')}", word=kind, count=len(actions))


def example(form: Form) -> str:
    """Return a bundle that fits a form with a total: the most plentiful cards first."""
    left = list(form.give)
    chosen = [0] * len(left)
    for _ in range(form.total or 0):
        most = left.index(max(left))
        left[most] -= 1
        chosen[most] += 1
    return f"{form.kind} {Resources(*chosen)}"


# --- what is expected -------------------------------------------------------------------------------------------------


def expected(view: View, perspective: Perspective) -> str:
    """Return what the game expects of the person now, in one sentence."""
    if perspective.viewer not in view.to_act and not view.is_over:
        return say(perspective.words, "now.other_turn", who=perspective.who(view.turn))
    return _EXPECTED[view.phase](view, perspective)


def _possible_for(key: str) -> Callable[[View, Perspective], str]:
    """Return a function that fills a message with what is possible."""
    return lambda view, perspective: say(perspective.words, key, possible=possible(view, perspective))


def _settlement(view: View, perspective: Perspective) -> str:
    which = "second" if view.settlements(perspective.viewer) else "first"
    legal = view.legal_actions(perspective.viewer)
    best = max(legal, key=lambda action: pips(view, action.to_json()["site"]))
    return say(perspective.words, f"now.{which}_settlement", example=str(best))


def _before_roll(view: View, perspective: Perspective) -> str:
    key = "now.roll_again" if view.rolled else "now.roll"
    others = [kind for kind in view.legal_actions(perspective.viewer).by_kind if kind != "roll"]
    if not others:
        return say(perspective.words, key)
    return say(perspective.words, f"{key}_or", others=perspective.words.join(others, "or"))


def _main(view: View, perspective: Perspective) -> str:
    words = perspective.words
    if view.turn == perspective.viewer:
        return " ".join(
            (*_open_trades(view, perspective), say(words, "now.main", possible=possible(view, perspective)))
        )
    assert view.offer is not None
    gives, takes = cards(view.offer.give, words), cards(view.offer.take, words)
    return say(
        words,
        "now.answer",
        who=perspective.who(view.turn),
        gives=gives,
        takes=takes,
        possible=possible(view, perspective),
    )


def _open_trades(view: View, perspective: Perspective) -> list[str]:
    """Describe who has accepted the person's offer, and what was proposed."""
    words, parts = perspective.words, []
    if view.offer is not None and view.offer.accepted:
        seats = view.offer.accepted
        names = words.join([perspective.name(seat) for seat in seats])
        deals = words.join([f"deal {seat}" for seat in seats], "or")
        parts.append(say(words, "now.accepted", who=names, deals=deals, count=len(seats)))
    for offer in view.proposals:
        terms = {"gives": cards(offer.give, words), "takes": cards(offer.take, words)}
        parts.append(say(words, "now.proposal", who=perspective.who(offer.seat), action=f"take {offer.seat}", **terms))
    return parts


def _bundle_due(key: str) -> Callable[[View, Perspective], str]:
    def bundle_due(view: View, perspective: Perspective) -> str:
        form = view.legal_actions(perspective.viewer).forms[0]
        values: dict[str, Value] = {"count": form.total or 0, "example": example(form)}
        if key == "now.discard":
            values["held"] = form.give.total
        return say(perspective.words, key, **values)

    return bundle_due


def _robber(view: View, perspective: Perspective) -> str:
    most = max(view.legal_actions(perspective.viewer), key=lambda action: _harm(view, perspective.viewer, action))
    return say(perspective.words, "now.robber", example=str(most))


def _harm(view: View, seat: int, action: Action) -> tuple[bool, int]:
    place = action.to_json()["hex"]
    owners = [piece.seat for site in view.hex(place).sites if (piece := view.piece(site))]
    return seat not in owners, len(owners) * pips_of(view.hex(place).token or 0)


def _victim(view: View, perspective: Perspective) -> str:
    words = perspective.words
    choices = [
        say(words, "choice.described", action=str(action), about=describe_action(view, action, perspective))
        for action in view.legal_actions(perspective.viewer)
    ]
    return say(words, "now.victim", choices=sentence(words.join(choices, "or")))


def _neutral(view: View, perspective: Perspective) -> str:
    names = perspective.words.join([perspective.name(seat) for seat in NEUTRAL_SEATS], "or")
    legal = view.legal_actions(perspective.viewer)
    key = "now.neutral_settlement" if "settle" in legal.by_kind else "now.neutral_road"
    return say(perspective.words, key, who=names, possible=possible(view, perspective), example=str(legal[0]))


def _over(view: View, perspective: Perspective) -> str:
    winner = view.seen["winner"]
    if winner == NOBODY:
        return say(perspective.words, "now.nobody_won")
    return say(perspective.words, "now.won", won=perspective.about("log.has_won", winner))


_EXPECTED: Final[dict[str, Callable[[View, Perspective], str]]] = {
    "found settlement": _settlement,
    "found road": _possible_for("now.founding_road"),
    "before roll": _before_roll,
    "main": _main,
    "discarding": _bundle_due("now.discard"),
    "robber moves": _robber,
    "victim choice": _victim,
    "free road": _possible_for("now.free_road"),
    "neutral build": _neutral,
    "forced give": _bundle_due("now.give"),
    "special building": _possible_for("now.special"),
    "over": _over,
}
