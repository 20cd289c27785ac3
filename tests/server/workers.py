"""What workers do in tests instead of thinking; a module of its own, so that they need not import the tests."""

from __future__ import annotations

import os
import time
from pathlib import Path

from longroad.bots.levels import needs_compiler
from longroad.server.bot_workers import Question, Thought, think


def die(question: Question) -> Thought:
    os._exit(1)


def die_once(question: Question) -> Thought:
    """Die unless somebody has died before; the seed is the place where that is noted."""
    note = Path(question.seed)
    if not note.exists():
        note.write_text("dead")
        os._exit(1)
    return think(question)


def stumble(question: Question) -> Thought:
    raise ValueError("no idea")


def tell_niceness(question: Question) -> Thought:
    return Thought(None, str(os.nice(0)))


def tell_level(question: Question) -> Thought:
    return Thought(None, question.level)


def wait_for(note: Path) -> None:
    while not note.exists():
        time.sleep(0.01)


def fail_to_prepare() -> None:
    raise ValueError("no compiler to be found")


def prepare_for_ever() -> None:
    time.sleep(3600)


def dawdle(question: Question) -> Thought:
    """Answer with the level, after a while if it searches."""
    if needs_compiler(question.level):
        time.sleep(0.3)
    return Thought(None, question.level)


def search_in_turn(question: Question) -> Thought:
    """Note in a file that a search has begun, and end when a file allows it; the seed is a path, named as the asker.

    Levels that do not search answer at once.
    """
    if needs_compiler(question.level):
        asker = Path(question.seed)
        with (asker.parent / "begun").open("a") as begun:
            begun.write(f"{asker.name}\n")
        wait_for(asker.parent / f"end {len((asker.parent / 'begun').read_text().splitlines())}")
    return Thought(None, question.level)


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def begin_and_wait(asked: tuple[Path, Path] | None) -> bool:
    """Leave a note, and wait for another one; with nothing asked, answer at once."""
    if asked is not None:
        begun, end = asked
        begun.touch()
        wait_for(end)
    return True
