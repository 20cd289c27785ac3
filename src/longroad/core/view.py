"""Redacts states and logs to what a viewer may know, by the table of fields (PUB, DEV-1, WIN-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from longroad.core.actions import (
    CARD_DRAWN,
    CARD_STOLEN,
    CARD_TAKEN,
    DISCARD,
    GIVE_CARDS,
    UNKNOWN,
    action_first,
    action_kind,
    action_second,
    empty_bundle,
    ply_action,
    ply_seat,
    with_number,
)
from longroad.core.compile.registry import rule
from longroad.core.layout import FIELDS, NONE, OWNER, PHASE, SEATS, VIEWER, Block
from longroad.core.phases import DISCARDING, OVER

PUBLIC: Final = 6  # the viewer who has no seat

Span = tuple[slice, list[int]]  # a part of a block, and as many zeros


def _hidden_from(viewer: int) -> Iterator[Span]:
    """Yield the parts of the small block that a viewer may not see while the game goes on."""
    for field in FIELDS:
        end = field.offset + field.size
        if field.seen_by == NONE:
            yield from _span(field.offset, end)
        elif field.seen_by == OWNER:
            width = field.size // SEATS
            own = field.offset + width * viewer  # of the public: the end, and nothing is its own
            yield from _span(field.offset, own)
            yield from _span(min(own + width, end), end)


def _span(first: int, end: int) -> Iterator[Span]:
    if first < end:
        yield slice(first, end), [0] * (end - first)


assert all(field.block == "s" for field in FIELDS if field.seen_by in (OWNER, NONE))
_HIDDEN: Final = tuple(tuple(_hidden_from(viewer)) for viewer in range(PUBLIC + 1))


def redacted(s: list[int], viewer: int) -> list[int]:
    """Return a copy of a block without what a viewer may not see; once the game is over, nothing is hidden (WIN-6)."""
    seen = s.copy()
    seen[VIEWER] = viewer
    if s[PHASE] != OVER:
        for span, zeros in _HIDDEN[viewer]:
            seen[span] = zeros
    return seen


# What has an owner: where each field begins, and how many places each seat has there; and what nobody may see.
_OWNED: Final = tuple(n for field in FIELDS if field.seen_by == OWNER for n in (field.offset, field.size // SEATS))
_SECRET: Final = tuple(n for field in FIELDS if field.seen_by == NONE for n in (field.offset, field.size))
_OWNED_FIELDS: Final = len(_OWNED) // 2
_SECRET_FIELDS: Final = len(_SECRET) // 2


@rule(inline=False)
def redact(s: Block, viewer: int) -> None:
    """Make a block what a viewer may see of it, as `redacted` does."""
    s[VIEWER] = viewer
    if s[PHASE] == OVER:
        return
    for k in range(_SECRET_FIELDS):
        for place in range(_SECRET[2 * k], _SECRET[2 * k] + _SECRET[2 * k + 1]):
            s[place] = 0
    for k in range(_OWNED_FIELDS):
        for seat in range(SEATS):
            for place in range(_OWNED[2 * k + 1] * int(seat != viewer)):
                s[_OWNED[2 * k] + _OWNED[2 * k + 1] * seat + place] = 0


def redact_ply(ply: int, viewer: int, discards_open: bool) -> int:
    """Blank what a viewer may not see of a ply: cards drawn, taken or given, and discards until all are in (PUB-2)."""
    action, seat = ply_action(ply), ply_seat(ply)
    kind = action_kind(action)
    if kind == CARD_DRAWN:
        knows = {action_first(action)}
    elif kind in (CARD_STOLEN, CARD_TAKEN):
        knows = {action_first(action), action_second(action)}
    elif (kind == DISCARD and discards_open and viewer != seat) or (kind == GIVE_CARDS and viewer == PUBLIC):
        return ply - action + empty_bundle(kind, 0)
    else:
        return ply
    return ply if viewer in knows else with_number(ply, UNKNOWN)


def redact_log(plies: Sequence[int], viewer: int, phase: int) -> list[int]:
    """Redact a log for a viewer, given the phase the game is in after it.

    The end of a game reveals hands and cards (WIN-6), but not what was stolen or drawn on the way: for that, use the
    whole log.
    """
    return hide_discards([redact_ply(ply, viewer, False) for ply in plies], plies, viewer, phase)


def hide_discards(redacted: list[int], plies: Sequence[int], viewer: int, phase: int) -> list[int]:
    """Hide the discards at the end of a redacted log until all are in (ROB-4)."""
    if phase == DISCARDING:
        for i in range(len(plies) - 1, -1, -1):
            if action_kind(ply_action(plies[i])) != DISCARD:
                break
            redacted[i] = redact_ply(plies[i], viewer, True)
    return redacted
