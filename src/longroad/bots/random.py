"""The bot that plays any legal action at random."""

from __future__ import annotations

from random import Random
from typing import Final

from longroad.bots.protocol import awaited_seat, chance_of, seat_of
from longroad.core.actions import PROPOSE_TRADE, bundle
from longroad.core.forms import PackedForm
from longroad.core.layout import RESOURCES
from longroad.game.view import View
from longroad.narration import ENGLISH, Phrase
from longroad.notation.actions import Action, action_of

PROPOSES: Final = 0.1  # share of the occasions on which it proposes something out of turn


class RandomBot:
    """Chooses at random: each listed action, and one bundle of each form, is equally likely.

    >>> from longroad import Game
    >>> RandomBot(seed=1).choose(Game("beginner").view(0))
    Action('roll')
    """

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed
        self.reason = Phrase("bot.silent")

    def choose(self, view: View) -> Action:
        """Choose any legal action; the game waits for the seat whose view it is."""
        seat, rng = awaited_seat(view), chance_of(self._seed, view)
        choices = view.seen.legal(seat) + [_fill(form, rng) for form in view.seen.forms(seat)]
        self.reason = Phrase("bot.blind")
        return action_of(rng.choice(choices))

    def propose(self, view: View) -> Action | None:
        """Propose a random trade now and then."""
        seat, rng = seat_of(view), chance_of(self._seed, view)
        if rng.random() >= PROPOSES:
            return None
        forms = [form for form in view.seen.forms(seat) if form.kind == PROPOSE_TRADE]
        return action_of(_fill(forms[0], rng)) if forms else None

    def explain(self) -> str:
        """Return why the last choice was made."""
        return ENGLISH.sentence(self.reason)


def _fill(form: PackedForm, rng: Random) -> int:
    """Make a random bundle that fits a form: `total` cards of the hand, or one card for another, to everybody."""
    held = [resource for resource in range(RESOURCES) for _ in range(form.give[resource])]
    counts = [0] * RESOURCES
    if form.total is not None:
        for resource in rng.sample(held, form.total):
            counts[resource] += 1
    else:
        give = rng.choice(held)
        counts[give] = 1
        counts[rng.choice([resource for resource in range(RESOURCES) if resource != give])] = -1
    return bundle(form.kind, counts, form.to)
