"""Puzzles as messages: the table of the seat that decides, and what its actions are worth."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from longroad.bots.reasons import reason_for
from longroad.core.words import SEAT_NAMES
from longroad.game.view import View
from longroad.narration import Phrase, Words
from longroad.notation.actions import Action
from longroad.notation.rulesets import split_ruleset, write_ruleset
from longroad.puzzles import THEMES, Choice, Puzzle, all_puzzles, puzzle_of
from longroad.server.errors import RequestError
from longroad.server.wire import render
from longroad.server.wire.messages import Room, Seat, Settings, Table
from longroad.server.wire.responses import PuzzleChoice, PuzzleList, PuzzleView

MOST_REASONS: Final = 8  # of the best actions: nobody reads more


def puzzle_list(day: date) -> PuzzleList:
    """List all puzzles, with that of a day."""
    puzzles = all_puzzles().values()
    themes = {theme: [one.id for one in puzzles if one.theme == theme] for theme in THEMES}
    return PuzzleList(day=day.isoformat(), today=puzzle_of(day).id, themes=themes)


def find_puzzle(id: str) -> Puzzle:  # noqa: A002
    """Return a puzzle by its id. Raises `RequestError`."""
    found = all_puzzles().get(id)
    if found is None:
        raise RequestError("unknown_puzzle", Phrase("error.no_puzzle", {"id": id}))
    return found


def puzzle_view(puzzle: Puzzle, words: Words) -> PuzzleView:
    """Return a puzzle with reasons in a language; everything comes from the seat's view."""
    view = puzzle.view
    return PuzzleView(
        id=puzzle.id,
        theme=puzzle.theme,
        table=_table(view),
        svg=render.island_svg(view.island, "light"),
        svg_dark=render.island_svg(view.island, "dark"),
        choices=_choices(view, puzzle.choices, words),
        novice=puzzle.novice,
        position=puzzle.full_position,
    )


def _table(view: View) -> Table:
    """Return the table of a view, at which nothing has happened before."""
    seat = view.viewer
    assert seat is not None
    expected = render.asked(view, seat, 0, view.legal_actions(seat))
    return Table(
        event=0,
        room=_room(view, seat),
        geometry=render.geometry(view.island),
        snapshot=render.snapshot(view),
        decision=None if expected is None else render.decision(expected),
        log=[],
        chat=[],
    )


def _room(view: View, you: int) -> Room:
    text = write_ruleset(view.ruleset)
    preset, options = split_ruleset(text)
    seats = [
        Seat(seat=seat, kind="person" if seat == you else "computer", name="", colour=SEAT_NAMES[seat].lower())
        for seat in range(view.players)
    ]
    settings = Settings(preset=preset, options=options | {"players": view.players}, hints="none")
    return Room(game="", status="playing", settings=settings, ruleset=text, seats=seats, you=you)


def _choices(view: View, choices: Sequence[Choice], words: Words) -> list[PuzzleChoice]:
    return [
        PuzzleChoice(
            action=one.action,
            chance=one.chance,
            loss=one.loss,
            error=one.error,
            reason=_reason(view, one.action, words) if number < MOST_REASONS else "",
        )
        for number, one in enumerate(choices)
    ]


def _reason(view: View, action: str, words: Words) -> str:
    return words.without_numbers.sentence(reason_for(view, Action.parse(action, view.viewer, view.players).code))
