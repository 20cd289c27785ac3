"""Editions for a seat or the public: checks a game whose cards are partly hidden, as far as onlookers can.

An onlooker refuses only what is visibly wrong. What a monopoly yields depends on hidden hands: after one, the log does
not say how many cards the others hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from longroad.core.actions import (
    DICE_ROLLED,
    DISCARD,
    GIVE_CARDS,
    PLAY_MONOPOLY,
    START_ROLLED,
    action_kind,
    action_number,
    add_count,
    bundle_count,
    hidden_number,
    ply,
    ply_action,
    ply_seat,
    with_number,
)
from longroad.core.layout import CHANCE, NOBODY, RESOURCES, SEATS, VIEWER
from longroad.core.onlooker import Onlooker, is_hidden
from longroad.core.state import State, View
from longroad.core.view import redact_ply
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.position import read_position
from longroad.notation.records.record import Record
from longroad.notation.records.start import begun

SEVEN: Final = 7


class Followed(NamedTuple):
    """The result of following an edition: the first flaw as a ply and a reason, or the view at the end."""

    flaw: tuple[int, str] | None = None
    view: View | None = None


def follow(record: Record) -> Followed:
    """Replay the edition of a seat or the public as an onlooker."""
    assert record.viewer is not None
    onlooker: Onlooker | None = Onlooker(_beginning(record), record.viewer)
    open_from = _open_discards(record.codes)
    for number, entry in enumerate(record.codes):
        reason = _misfit(record, entry, number >= open_from)
        if reason is None and onlooker is not None:
            reason = _play(onlooker, entry)
            if action_kind(ply_action(entry)) == PLAY_MONOPOLY:
                onlooker = None
        if reason is not None:
            return Followed((number, reason))
    return Followed(view=None if onlooker is None else onlooker.state.view(record.viewer))


class Moment(NamedTuple):
    """A ply of an edition with the onlooker's states before and after it, and the view after it.

    In the states, hidden hands are invented; of the ply, so is a hidden card. After a monopoly the sizes of hands are
    not exact, but the largest that are possible, and so is the set of seats that are asked for something.
    """

    before: State
    ply: int
    after: State
    view: View
    is_exact: bool


def edition_views(record: Record) -> Iterator[View]:
    """Yield the view at the beginning and after every ply of an edition, up to the first monopoly; see `moments`."""
    yield first_view(record)
    yield from (moment.view for moment in moments(record))


def first_view(record: Record) -> View:
    """Return the view at the beginning of an edition."""
    assert record.viewer is not None
    return _beginning(record).view(record.viewer)


def moments(record: Record, goes_on: bool = False) -> Iterator[Moment]:
    """Yield every ply of an edition, up to the first monopoly unless it `goes_on`.

    Once a game is over all cards are shown (WIN-6), and only the end of the record says which: the last view is taken
    from there. Raises `ValueError` at a monopoly and if that end is missing, and `InvalidNotation` for a ply that is
    visibly illegal.
    """
    assert record.viewer is not None
    onlooker = Onlooker(_beginning(record), record.viewer)
    is_exact = True
    for number, entry in enumerate(record.codes):
        reason = _refusal(onlooker, entry)
        if reason is not None and is_exact:
            raise InvalidNotation(f"ply {number}, {write_ply(entry)!r}: {reason}")
        is_exact = is_exact and action_kind(ply_action(entry)) != PLAY_MONOPOLY
        if not is_exact and not goes_on:
            raise ValueError(
                f"ply {number}, {write_ply(entry)!r}: the {record.edition_name} edition does not say how many cards "
                "it took from each hand, so the position after it is not known"
            )
        if not is_exact and action_kind(ply_action(entry)) == DICE_ROLLED and action_number(entry) == SEVEN:
            onlooker.expect_discards(_discards_after(record.codes, number))
        before, seat = onlooker.state.copy(), ply_seat(entry)
        filled = onlooker.filled(seat, ply_action(entry))
        onlooker.play(seat, ply_action(entry))
        is_last = number == len(record.codes) - 1
        view = _last_view(record, onlooker) if is_last else onlooker.state.view(record.viewer)
        yield Moment(before, ply(seat, filled), onlooker.state.copy(), view, is_exact or view.is_over)


def _discards_after(plies: Sequence[int], number: int) -> dict[int, int | None]:
    """Return by seat how many cards are discarded right after a ply; None where that is unknown."""
    sizes: dict[int, int | None] = {}
    for entry in plies[number + 1 : number + 1 + SEATS]:
        action = ply_action(entry)
        if action_kind(action) != DISCARD:
            break
        hidden = hidden_number(action)
        known = sum(bundle_count(action, resource) for resource in range(RESOURCES))
        sizes[ply_seat(entry)] = known if hidden is None else hidden or None
    return sizes


def _last_view(record: Record, onlooker: Onlooker) -> View:
    """Return the view after the last ply, from the end of the record: the onlooker's hands of others are invented."""
    assert record.viewer is not None
    if record.ending is not None:
        seen = read_position(record.ending.position)
        return View(seen.s, seen.m)
    if onlooker.state.is_over:
        raise ValueError("the game is over, and the record has no end that shows what everybody holds")
    return onlooker.state.view(record.viewer)


def _play(onlooker: Onlooker, entry: int) -> str | None:
    """Play a ply, unless a rule visibly forbids it; return that rule."""
    reason = _refusal(onlooker, entry)
    if reason is None:
        onlooker.play(ply_seat(entry), ply_action(entry))
    return reason


def _refusal(onlooker: Onlooker, entry: int) -> str | None:
    """Return the rule that visibly forbids a ply."""
    reason = onlooker.why_not(ply_seat(entry), ply_action(entry))
    return None if reason is None else f"not legal: {reason.sentence} [{reason.rule}]"


def _open_discards(plies: Sequence[int]) -> int:
    """Return the number of the first of the discards at the end of a log, which may still be hidden."""
    number = len(plies)
    while number > 0 and action_kind(ply_action(plies[number - 1])) == DISCARD:
        number -= 1
    return number


def _beginning(record: Record) -> State:
    """Return the state that an onlooker knows at the beginning."""
    if record.begins_at is None:
        return begun(record.ruleset, record.island)
    seen = read_position(record.begins_at)
    state = State(seen.s, seen.m)
    state.s[VIEWER] = NOBODY
    return state


def _misfit(record: Record, entry: int, is_open: bool) -> str | None:
    """Return why a ply cannot be in an edition for this viewer, in any position; discards may be hidden while open."""
    assert record.viewer is not None
    seat, action, players = ply_seat(entry), ply_action(entry), record.ruleset.players
    if seat != CHANCE and seat >= players:
        return f"expected a seat from 0 to {players - 1}"
    if (seat == CHANCE) != (action_kind(action) >= START_ROLLED):
        return "chance takes its own actions and no others"
    if redact_ply(entry, record.viewer, False) != entry:
        return f"the {record.edition_name} edition cannot know this card"
    if is_hidden(action) and redact_ply(_with_some_card(entry), record.viewer, is_open) != entry:
        return f"the {record.edition_name} edition knows this card"
    return None


def _with_some_card(entry: int) -> int:
    """Return a ply whose card is hidden with some card."""
    if action_kind(ply_action(entry)) in (DISCARD, GIVE_CARDS):
        return add_count(entry, 0, 1)
    return with_number(entry, 0)
