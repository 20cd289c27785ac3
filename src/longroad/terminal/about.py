"""Actions in a few words: what each one does, and what is expected of a person now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from longroad.core.island.setup import pips_of
from longroad.core.layout import NOBODY
from longroad.core.words import SEAT_NAMES
from longroad.game.snapshot import NEUTRAL_SEATS
from longroad.game.view import View
from longroad.narration import Voice, listed, number_of
from longroad.narration.phrases import around_site, hex_name, sentence
from longroad.notation.actions import Action
from longroad.notation.forms import Form
from longroad.notation.resources import Resources

MOST_LISTED: Final = 4  # places that a sentence names one by one

NOUNS: Final = {"settle": "place", "city": "place", "road": "place", "robber": "hex", "bank": "trade", "plenty": "way"}


# --- one action -------------------------------------------------------------------------------------------------------


def pips(view: View, site: int) -> int:
    """Count in how many of 36 rolls the hexes around an intersection yield."""
    return sum(pips_of(view.hex(place).token or 0) for place in view.site(site).hexes)


def about(view: View, action: Action) -> str:
    """Tell in a few words what an action is about."""
    values = action.to_json()
    seen = view.seen
    if "site" in values:
        site = values["site"]
        return f"{around_site(seen, site)}: {pips(view, site)} of 36"
    if "path" in values:
        return _about_path(view, values["path"])
    if action.kind == "robber":
        return _about_hex(view, values["hex"])
    if action.kind == "rob":
        victim = values["victim"]
        return "nobody" if victim is None else f"{SEAT_NAMES[victim]}, {number_of(view.hand_size(victim), 'card')}"
    if action.kind in ("deal", "take"):
        return f"{SEAT_NAMES[values['seat']]}: {_terms(view, action.kind, values['seat'])}"
    return ABOUT.get(action.kind, "")


def _about_path(view: View, path: int) -> str:
    """Tell where a road would lead: to the end that nobody has come to yet."""
    ends = sorted(view.path(path).sites, key=lambda site: (view.piece(site) is not None, _has_road(view, site)))
    return f"to site {ends[0]}: {around_site(view.seen, ends[0])}"


def _has_road(view: View, site: int) -> bool:
    return any(view.road(path) is not None for path in view.site(site).paths)


def _about_hex(view: View, place: int) -> str:
    owners = {piece.seat for site in view.hex(place).sites if (piece := view.piece(site))}
    beside = listed("you" if seat == view.viewer else SEAT_NAMES[seat] for seat in sorted(owners))
    return f"{hex_name(view.seen, place)}: {beside or 'nobody'}"


def _terms(view: View, kind: str, seat: int) -> str:
    """Tell what the person would give and get."""
    if kind == "deal" and view.offer is not None:
        return f"you give {view.offer.give} for {view.offer.take}"
    terms = next((offer for offer in view.proposals if offer.seat == seat), None)
    return "" if terms is None else f"you give {terms.take} for {terms.give}"


# How the kinds that take more than a number are written.
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
ABOUT: Final = {
    "roll": "roll the dice",
    "end": "end your turn",
    "buy": "a development card for 1 wool 1 grain 1 ore",
    "knight": "move the robber and steal a card",
    "roadbuilding": "two free roads",
    "stop": "build no second free road",
    "accept": "take the offer",
    "refuse": "turn the offer down",
    "withdraw": "take your offer back",
    "force": "forced trade: take 2 cards, give 2",
    "calm": "send the robber to the desert",
    "retire": "a knight for 2 trade cards",
    "settle": "build a settlement",
    "city": "turn a settlement into a city",
    "road": "build a road",
    "robber": "move the robber",
    "rob": "choose whom to rob",
    "bank": "trade with the bank",
    "plenty": "year of plenty: two cards from the bank",
    "monopoly": "all cards of a resource from the others",
    "deal": "conclude your offer",
    "take": "take a counter-offer or proposal",
    "offer": "offer a trade to the others",
    "counter": "answer with other terms",
    "propose": "propose a trade to the player on turn",
    "discard": "lay half of your hand down",
    "give": "give cards in return",
}


# --- what is expected -------------------------------------------------------------------------------------------------


def possible(view: View, seat: int) -> str:
    """List what the person can do, each kind once: 'road (5 places), city 17, offer, or end'."""
    legal = view.legal_actions(seat)
    parts = [_counted(kind, actions) for kind, actions in legal.by_kind.items() if kind not in ("end", "stop")]
    parts += [form.kind for form in legal.forms]
    closing = next((kind for kind in ("end", "stop") if kind in legal.by_kind), None)
    if closing is None:
        return listed(parts).replace(" and ", " or ")
    return f"{', '.join(parts)}, or {closing}" if parts else closing


def _counted(kind: str, actions: Sequence[Action]) -> str:
    if len(actions) == 1:
        return str(actions[0])
    if len(actions) <= MOST_LISTED and kind not in ("bank", "plenty"):
        numbers = [str(action).removeprefix(f"{kind} ") for action in actions]
        return f"{kind} {listed(numbers).replace(' and ', ' or ')}"
    return f"{kind} ({number_of(len(actions), NOUNS.get(kind, 'way')).replace('hexs', 'hexes')})"


def expected(view: View, seat: int) -> str:
    """Tell in one sentence what the game expects of the person now."""
    if seat not in view.to_act and not view.is_over:
        return f"It is {SEAT_NAMES[view.turn]}'s turn: propose a trade, or press Enter to go on."
    return _EXPECTED[view.phase](view, seat)


def _found_settlement(view: View, seat: int) -> str:
    number = "second" if view.settlements(seat) else "first"
    extra = ", which brings a card for each hex beside it" if number == "second" else ""
    return f"Found your {number} settlement{extra}: settle and a site, such as {_best(view, seat)}."


def _best(view: View, seat: int) -> str:
    """Give the founding place that yields most, as an example."""
    return str(max(view.legal_actions(seat), key=lambda action: pips(view, action.to_json()["site"])))


def _found_road(view: View, seat: int) -> str:
    return f"Now a road at the new settlement: {possible(view, seat)}."


def _before_roll(view: View, seat: int) -> str:
    which = "again" if view.rolled else "the dice"
    others = [kind for kind in view.legal_actions(seat).by_kind if kind != "roll"]
    first = f", or first {listed(others).replace(' and ', ' or ')}" if others else ""
    return f"Roll {which} (Enter){first}."


def _main(view: View, seat: int) -> str:
    if view.turn != seat:
        assert view.offer is not None
        terms = f"{SEAT_NAMES[view.turn]} gives {view.offer.give} for your {view.offer.take}"
        return f"{terms}: {possible(view, seat)}?"
    return f"{_open_trade(view)}Possible: {possible(view, seat)}."


def _open_trade(view: View) -> str:
    """Tell who has accepted the person's offer, and what was proposed."""
    parts = []
    if view.offer is not None and view.offer.accepted:
        names = listed(SEAT_NAMES[seat] for seat in view.offer.accepted)
        deals = " or ".join(f"deal {seat}" for seat in view.offer.accepted)
        parts.append(f"{names} would trade ({deals}). ")
    for offer in view.proposals:
        parts.append(f"{SEAT_NAMES[offer.seat]} gives {offer.give} for your {offer.take} (take {offer.seat}). ")
    return "".join(parts)


def _bundle_due(view: View, seat: int, told: str) -> str:
    form = view.legal_actions(seat).forms[0]
    return told.format(total=form.total, held=form.give.total, example=example(form))


def example(form: Form) -> str:
    """Give a bundle that fits a form with a total: the most plentiful cards first."""
    left = list(form.give)
    chosen = [0] * len(left)
    for _ in range(form.total or 0):
        most = left.index(max(left))
        left[most] -= 1
        chosen[most] += 1
    return f"{form.kind} {Resources(*chosen)}"


def _robber(view: View, seat: int) -> str:
    return "Move the robber to another hex: robber and the number of a hex, such as " + (
        f"{max(view.legal_actions(seat), key=lambda action: _harm(view, seat, action))}."
    )


def _harm(view: View, seat: int, action: Action) -> tuple[bool, int]:
    place = action.to_json()["hex"]
    owners = [piece.seat for site in view.hex(place).sites if (piece := view.piece(site))]
    return seat not in owners, len(owners) * pips_of(view.hex(place).token or 0)


def _victim(view: View, seat: int) -> str:
    choices = [f"{action} ({about(view, action)})" for action in view.legal_actions(seat)]
    return f"Whom do you rob? {sentence(listed(choices)).replace(' and ', ' or ')}."


def _free_road(view: View, seat: int) -> str:
    return f"Place a free road: {possible(view, seat)}."


def _neutral(view: View, seat: int) -> str:
    names = " or ".join(SEAT_NAMES[neutral] for neutral in NEUTRAL_SEATS)
    legal = view.legal_actions(seat)
    piece = "settlement" if "settle" in legal.by_kind else "road"
    return f"Build a {piece} for a neutral player, {names}: {possible(view, seat)}, such as {legal[0]}."


def _over(view: View, seat: int) -> str:
    winner = view.seen["winner"]
    if winner == NOBODY:
        return "The game is over: nobody has won."
    return f"The game is over: {Voice(seat).tell('story.has_won', winner)}."


_EXPECTED: Final[dict[str, Callable[[View, int], str]]] = {
    "found settlement": _found_settlement,
    "found road": _found_road,
    "before roll": _before_roll,
    "main": _main,
    "discarding": lambda view, seat: _bundle_due(
        view, seat, "A 7: lay {total} of your {held} cards down, as in {example}."
    ),
    "robber moves": _robber,
    "victim choice": _victim,
    "free road": _free_road,
    "neutral build": _neutral,
    "forced give": lambda view, seat: _bundle_due(view, seat, "Give {total} cards in return, as in {example}."),
    "special building": lambda view, seat: f"Special build: {possible(view, seat)} (end passes).",
    "over": _over,
}
