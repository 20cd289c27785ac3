"""Replays: a record as a snapshot for each ply, of a full one with all cards face up.

The edition of a seat or the public shows what its viewer could see. It does not say how many cards a monopoly took from
each hand, so after one the hands are not shown.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from longroad.core.actions import DICE_ROLLED, DISCARD, PLAY_MONOPOLY, action_kind, action_number, ply_action, ply_seat
from longroad.core.onlooker import is_hidden
from longroad.core.state import State
from longroad.core.state import View as CoreView
from longroad.core.view import PUBLIC
from longroad.core.words import RESOURCE_NAMES, SEAT_NAMES
from longroad.game.table import Table
from longroad.game.view import View
from longroad.narration import ENGLISH, Perspective, Phrase, Words, narrate
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.editions import first_view, moments
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.record import Record
from longroad.notation.records.text import write_tags
from longroad.notation.rulesets import write_ruleset
from longroad.server.boards import MOST_TREE, seats_of, state_text, tree_size, variation_views
from longroad.server.errors import RequestError
from longroad.server.room.record import colours_of
from longroad.server.wire.messages import Replay, Snapshot, Step
from longroad.server.wire.render import geometry, island_svg, seat_view, snapshot

MOST_PLIES: Final = 5000  # of a record that is uploaded: several times what a long game has

TWO_DICE: Final = [6 - abs(7 - total) for total in range(2, 13)]


def read_given(text: str) -> tuple[Record, str | None]:
    """Read a record that is uploaded; also return its error if only its beginning is valid.

    Raises `RequestError` for anything else, and for a record that is too long.
    """
    try:
        record, flaw = read_record(text), None
    except InvalidRecord as error:
        if error.beginning is None:
            raise RequestError("bad_record", f"This is not a record that can be shown: {error}") from error
        record, flaw = error.beginning, str(error)
    except InvalidNotation as error:
        raise RequestError("bad_record", f"This is not a record: {error}") from error
    for count, most, what in (
        (len(record.codes), MOST_PLIES, "plies"),
        (tree_size(record), MOST_TREE, "plies with all variations"),
    ):
        if count > most:
            raise RequestError("bad_record", f"This record has {count} {what}; at most {most} can be shown.")
    return record, flaw


def replay(record: Record, flaw: str | None = None, words: Words = ENGLISH) -> Replay:
    """Build the replay of a record."""
    names = _names(record, words)
    is_full = record.viewer is None
    steps, hands_until, gap = (
        EditionSteps(list(_steps(record, names, words))) if is_full else _edition_steps(record, names, words)
    )
    return Replay(
        ruleset=write_ruleset(record.ruleset),
        seats=seats_of(record, names),
        geometry=geometry(record.island),
        svg=island_svg(record.island, "light"),
        svg_dark=island_svg(record.island, "dark"),
        steps=steps,
        start=state_text(record.start) if is_full else "",
        head=write_tags(record.parts),
        result=record.result,
        tags=dict(record.tags),
        warning=flaw or gap,
        edition=record.edition_name,
        hands_until=hands_until,
        secret=None if record.ending is None else record.ending.secret,
        text=record.text,
        jsonl=record.jsonl,
    )


def _names(record: Record, words: Words) -> tuple[str, ...]:
    """Return the names of all six seats: the colour where there is no name, as for neutral players."""
    colours = [*colours_of(record), *(name.lower() for name in SEAT_NAMES[record.ruleset.players :])]
    own = [words.say(Phrase(f"seat.{colour}")) for colour in colours]
    return tuple(name or colour for name, colour in zip_longest(record.names, own))


def _steps(record: Record, names: tuple[str, ...], words: Words) -> Iterator[Step]:
    """Yield the beginning and every ply of a full record."""
    perspective = Perspective(names=names, is_open=True, words=words.without_numbers)
    states = record.states()
    before = next(states)
    yield _beginning(record, _open_snapshot(before))
    dice: tuple[int, ...] = ()
    for number, (ply, after) in enumerate(zip(record.codes, states, strict=True)):
        dice = _faces(ply) or (dice if after["rolled"] == before["rolled"] else ())
        sentences = narrate(before, ply, after, perspective)
        yield _step(record, number, sentences, _open_snapshot(after, dice), before)
        before = after


class EditionSteps(NamedTuple):
    """The steps of an edition, from which of them the sizes of hands are unknown, and why it stops before its end."""

    steps: list[Step]
    hands_until: int | None = None
    gap: str | None = None


def _edition_steps(record: Record, names: tuple[str, ...], words: Words) -> EditionSteps:
    """Build the beginning and every ply of an edition."""
    assert record.viewer is not None
    perspective = Perspective(record.viewer, names, words=words.without_numbers)
    steps = [_beginning(record, snapshot(View(first_view(record))))]
    hands_until: int | None = None
    dice: tuple[int, ...] = ()
    try:
        for number, (before, ply, after, view, is_exact) in enumerate(moments(record, goes_on=True)):
            dice = _faces(ply) or (dice if after["rolled"] == before["rolled"] else ())
            shown = snapshot(View(view), dice)
            if not is_exact:
                hands_until = number + 1 if hands_until is None else hands_until
                shown = dataclasses.replace(shown, seats=[dataclasses.replace(seat, hand=None) for seat in shown.seats])
            sentences = _edition_sentences(before, ply, after, perspective, record.codes[number])
            if view.is_over and not after.is_over:  # by points that nobody saw
                sentences.append(_winning(view, perspective))
            steps.append(_step(record, number, sentences, shown, before))
    except (ArithmeticError, LookupError, ValueError) as error:  # the rules assume that what they play is legal
        return EditionSteps(steps, hands_until, f"{error}.")
    return EditionSteps(steps, hands_until)


def _edition_sentences(before: State, ply: int, after: State, perspective: Perspective, recorded: int) -> list[str]:
    """Return what an edition says about a ply: not what a monopoly took, nor discards that are still face down."""
    if action_kind(ply_action(ply)) == PLAY_MONOPOLY:
        resource = Phrase(f"resource.{RESOURCE_NAMES[action_number(ply)]}")
        return [perspective.words.sentence(perspective.about("log.monopoly_hidden", ply_seat(ply), resource=resource))]
    return [] if _is_hidden_discard(recorded) else narrate(before, ply, after, perspective)


def _is_hidden_discard(ply: int) -> bool:
    """Whether a ply is a discard that is still face down."""
    action = ply_action(ply)
    return action_kind(action) == DISCARD and is_hidden(action)


def _winning(view: CoreView, perspective: Perspective) -> str:
    """Return the sentence about the winner of a game."""
    winner = view["winner"]
    return perspective.words.sentence(perspective.about("log.wins", winner, count=View(view).points(winner)))


def _beginning(record: Record, shown: Snapshot) -> Step:
    return Step(ply=None, seat=None, sentences=[], snapshot=shown, comment=record.foreword)


def _step(record: Record, number: int, sentences: list[str], shown: Snapshot, before: State) -> Step:
    """Return the step of a ply of a record."""
    ply = record.codes[number]
    return Step(
        ply=write_ply(ply),
        seat=ply_seat(ply),
        sentences=sentences,
        snapshot=shown,
        comment=record.comments.get(number),
        clock_ms=record.clocks.get(number),
        action=ply_action(ply),
        variations=variation_views(record.variations.get(number, ())),
        weights=_weights(before) if action_kind(ply_action(ply)) == DICE_ROLLED else None,
    )


def _weights(state: State) -> list[int] | None:
    """Return the weights of the sums 2 to 12 before a roll, unless they are those of two dice."""
    found = {action_number(action): weight for action, weight in state.outcomes()}
    weights = [found.get(total, 0) for total in range(2, 13)]
    return None if weights == TWO_DICE else weights


class OpenTable(Table):
    """A game at one moment, with nothing hidden."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def seen(self) -> State:
        """The core's state."""
        return self._state


def _open_snapshot(state: State, dice: Sequence[int] = ()) -> Snapshot:
    """Return a snapshot with all hands and cards face up."""
    public, opened = snapshot(View(state.view(PUBLIC)), dice), OpenTable(state)
    return dataclasses.replace(public, seats=[seat_view(opened, seat) for seat in range(opened.players)])


def _faces(ply: int) -> tuple[int, ...]:
    """Read the faces of the dice from a roll, if they are known."""
    text = write_ply(ply)
    if action_kind(ply_action(ply)) != DICE_ROLLED or "+" not in text:
        return ()
    return tuple(int(face) for face in text.rpartition(" ")[2].split("+"))
