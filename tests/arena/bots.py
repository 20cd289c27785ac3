"""Bots that misbehave, for the tests of the arena: each plays like `random` but for one fault."""

from __future__ import annotations

import os
import signal
import sys
import time
from multiprocessing import parent_process
from typing import Any

from longroad.bots.random import RandomBot
from longroad.core.actions import END_TURN, ROLL
from longroad.game.view import View
from longroad.notation.actions import Action, action_of

NO_BOT = 7


class Raising(RandomBot):
    """Raises whenever it is asked."""

    def choose(self, view: View) -> Action:
        raise RuntimeError("I am out of my depth")

    def propose(self, view: View) -> Action | None:
        raise RuntimeError("here too")


class Uncallable(RandomBot):
    """Cannot be asked: its method takes no view."""

    def choose(self) -> Action:  # type: ignore[override]
        return action_of(ROLL)


class Illegal(RandomBot):
    """Ends its turn when it has to roll, and rolls instead of proposing something."""

    def choose(self, view: View) -> Action:
        return action_of(END_TURN) if view.phase == "before roll" else super().choose(view)

    def propose(self, view: View) -> Action | None:
        return action_of(ROLL)


class Speechless(RandomBot):
    """Answers what is not an action at all."""

    def choose(self, view: View) -> Any:
        return "roll" if view.phase == "before roll" else super().choose(view)


class Slow(RandomBot):
    """Thinks for a given time."""

    def __init__(self, seed: int | str = 0, ms: float = 1.0, naps: bool = True) -> None:
        super().__init__(seed)
        self._seconds = ms / 1000 if naps else 0.0

    def choose(self, view: View) -> Action:
        time.sleep(self._seconds)
        return super().choose(view)


class Deadly(RandomBot):
    """Takes the whole process along."""

    def choose(self, view: View) -> Action:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Unmakeable(RandomBot):
    """Can be made where it is asked for, but in no worker."""

    def __init__(self, seed: int | str = 0) -> None:
        if parent_process() is not None:
            raise RuntimeError("there is no such bot today")
        super().__init__(seed)


# --- functions --------------------------------------------------------------------------------------------------------


def sleepy(view: View, kinds: int = 1) -> Action:
    """Choose the first action or, with an option, the next one."""
    legal = view.legal_actions()
    return legal[min(kinds, len(legal)) - 1] if legal else next(iter(legal.forms[0].actions()))


def confused(view: View) -> Action:
    """Look for an action where there is none."""
    return view.legal_actions()[1000]


# --- not bots, for the tests of specifications ------------------------------------------------------------------------


class Broken:
    """Raises as it is made."""

    def __init__(self, seed: int | str = 0) -> None:
        raise RuntimeError("my model\nis not here")


class Quitting:
    """Ends everything as it is made."""

    def __init__(self, seed: int | str = 0) -> None:
        sys.exit("goodbye")


class Strict(RandomBot):
    """Has an option with bounds."""

    def __init__(self, seed: int | str = 0, depth: int = 1) -> None:
        if depth > 3:
            raise ValueError(f"depth={depth}: expected 1 to 3")
        super().__init__(seed)


class Mute:
    """Is asked for a choice, and for nothing else."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        raise AssertionError


class Seedless(RandomBot):
    """Takes no seed."""

    def __init__(self) -> None:
        super().__init__(1)


def gives_a_class(seed: int | str = 0) -> type[RandomBot]:
    """Return a class instead of a bot."""
    return RandomBot
