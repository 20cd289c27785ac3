"""Why a decision cannot be taken back: it has shown something, chance has followed, or somebody has acted since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.view import redact_ply
from longroad.narration.catalogue import Phrase
from longroad.narration.phrases import Perspective
from longroad.notation.actions import write_action

# Plies that reveal cards of others.
REVEALING: Final = {a.PLAY_MONOPOLY: "undo.monopoly", a.DISCARD: "undo.discard"}


def why_no_undo(plies: Sequence[int], is_over: bool, perspective: Perspective) -> str | None:
    """Return why the reader's last decision cannot be taken back; None if it can.

    Where it can, it is the last of the plies.

    >>> roll = a.ply(0, a.ROLL)
    >>> why_no_undo([roll], False, Perspective(0)), why_no_undo([roll], False, Perspective(1))
    (None, "You haven't done anything yet.")
    >>> why_no_undo([roll, a.ply(CHANCE, a.action(a.DICE_ROLLED, 8))], False, Perspective(0))
    "You can't undo 'roll': something has been revealed since (rolled 8)."
    """
    reason = undo_refusal(plies, is_over, perspective)
    return None if reason is None else perspective.words.say(reason)


def undo_refusal(plies: Sequence[int], is_over: bool, perspective: Perspective) -> Phrase | None:
    """Return why the last decision cannot be taken back, as a translatable message; None if it can."""
    numbers = range(len(plies) - 1, -1, -1)
    own = next((number for number in numbers if a.ply_seat(plies[number]) == perspective.viewer), None)
    if own is None:
        return Phrase("undo.nothing")
    decided = a.ply_action(plies[own])
    action = write_action(decided)
    if is_over:
        return Phrase("undo.over", {"action": action})
    after = plies[own + 1 :]
    other = next((a.ply_seat(entry) for entry in after if a.ply_seat(entry) != CHANCE), None)
    if other is not None:
        return Phrase("undo.acted", {"action": action, "who": perspective.who(other)})
    if after:
        outcome = a.ply_action(redact_ply(after[0], perspective.viewer, False))
        return Phrase("undo.chance", {"action": action, "outcome": write_action(outcome)})
    revealed = REVEALING.get(a.action_kind(decided))
    return Phrase(revealed, {"action": action}) if revealed else None
