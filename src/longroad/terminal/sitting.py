"""A sitting: a game is begun or resumed, played, and left or ended; whatever happens, it is kept."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple

from rich.console import Console

from longroad.bots.levels import DEFAULT_LEVEL
from longroad.core.ruleset import Ruleset
from longroad.core.words import SEAT_NAMES
from longroad.draw.text import SEAT_LETTERS
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.narration import listed, number_of
from longroad.terminal.match import Match
from longroad.terminal.person import Leave, Person
from longroad.terminal.prompt import PlainPrompt, Prompt, RichPrompt, confirm
from longroad.terminal.saves import (
    LEVEL_TAG,
    PERSON_TAG,
    Keeper,
    Loaded,
    Unusable,
    data_folder,
    load,
    new_path,
    set_aside,
    unfinished,
    user_path,
)
from longroad.terminal.show import Show

INTERRUPTED: Final = 130
LAST_TOLD: Final = 4  # sentences that remind of a game that is resumed


class Wish(NamedTuple):
    """What the person has asked for."""

    ruleset: Ruleset
    seed: int
    seat: int = 0
    name: str = "Person"
    is_verifiable: bool = False
    is_new: bool = False  # do not offer to resume
    resume: Path | None = None
    level: str = DEFAULT_LEVEL  # of the computer players


class Ended(SystemExit):
    """A signal asks the program to end. Event loops let this kind of exception through, wherever it is raised."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def ending_on_signals() -> Iterator[None]:
    """Raise `Ended` where a signal would end the program at once."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Ended(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def without_echo(is_wanted: bool) -> Iterator[None]:
    """Show no keys outside of prompts, so that what is typed ahead does not get into the drawing."""
    if not is_wanted or sys.platform == "win32":
        yield
        return
    import termios

    before = termios.tcgetattr(0)
    without = list(before)
    without[3] = before[3] & ~termios.ECHO
    termios.tcsetattr(0, termios.TCSANOW, without)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(0, termios.TCSANOW, before)


class Sitting:
    """One run of the program: it holds the show and the prompt, and keeps the game that is played."""

    def __init__(self, speed: float, plain: bool) -> None:
        console = Console(highlight=False)
        self.show = Show(console, 0 if plain else speed, plain)
        self.prompt: Prompt = PlainPrompt() if plain else RichPrompt(self.show.has_color)
        self.is_tty = sys.stdin.isatty()
        self._keeper: Keeper | None = None

    def run(self, wish: Wish) -> int:
        """Play until the game is over or left, and give the exit code."""
        try:
            with ending_on_signals(), without_echo(self.is_tty and not self.show.plain):
                return self._play(self._choose(wish), wish)
        except Unusable:
            raise
        except (KeyboardInterrupt, EOFError) as error:
            self._part()
            return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 0
        except Ended as error:
            self._part()
            return 128 + error.number
        except OSError:
            if os.isatty(0) and os.isatty(1):
                self._part()
                raise
            return 128 + signal.SIGHUP  # the terminal has gone
        except Exception:
            self.show.say("Something went wrong in Longroad itself.")
            self._part()
            raise
        finally:
            if self._keeper is not None:
                self._keeper.release()

    def _part(self) -> None:
        """Say where the game is."""
        if self._keeper is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self.show.say()
            self.show.say(f"The game is kept in {self._keeper.path}")
            self.show.say("`longroad play --terminal` offers to resume it.")

    def _play(self, loaded: Loaded, wish: Wish) -> int:
        while True:
            person = self._seat(loaded)
            try:
                person.play()
            except Leave as leave:
                if leave.other is None:
                    self._part()
                    return 0
                loaded = self._other(leave.other, wish) or Loaded(person.match.game, person.seat)
                continue
            self._end(person)
            return 0

    def _seat(self, loaded: Loaded) -> Person:
        """Seat the person at a game, and say where it stands."""
        assert self._keeper is not None
        keeper = self._keeper
        match = Match(loaded.game, loaded.seat, lambda match: keeper.keep(match.game))
        keeper.keep(loaded.game)
        self.show.say(introduction(match))
        if self.show.plain:
            self.show.say("`board` reads the island to you, `places` the best sites.")
        if loaded.is_begun:
            for told in match.hear()[-LAST_TOLD:]:
                self.show.say(told)
        return Person(match, keeper, self.show, self.prompt)

    # --- beginning ----------------------------------------------------------------------------------------------------

    def _choose(self, wish: Wish) -> Loaded:
        """Resume a game, or begin one. Raises `Unusable`."""
        if wish.resume is not None:
            return self._resume(wish.resume)
        waiting = [] if wish.is_new else unfinished()
        if waiting and self.is_tty:
            found = self._offer(waiting)
            if found is not None:
                return found
        return self._begin(wish)

    def _offer(self, waiting: list[Path]) -> Loaded | None:
        """Offer to resume the newest unfinished game; one that cannot be is set aside."""
        for path in waiting:
            try:
                return self._offer_one(path, load(path))
            except Unusable as error:
                self.show.say(f"An unfinished game cannot be resumed. {error}")
                self.show.say(f"It is kept as {set_aside(path)}.")
        return None

    def _offer_one(self, path: Path, loaded: Loaded) -> Loaded | None:
        ago = time_since(path.stat().st_mtime)
        self.show.say(f"You have an unfinished game: {summary(loaded.game)}, kept {ago}.")
        if loaded.warning:
            self.show.say(loaded.warning)
        if not confirm(self.prompt, "Resume it?", self.show.say):
            self.show.say(f"It stays in {path}; `load` goes on with it.")
            return None
        self._keep_in(path)
        return loaded

    def _resume(self, path: Path) -> Loaded:
        """Go on with a game from a file; one from elsewhere is kept among the user's games from now on."""
        loaded = load(path)
        if loaded.warning:
            self.show.say(loaded.warning)
        is_own = path.resolve().parent == (data_folder() / "games").resolve()
        self._keep_in(path if is_own else new_path())
        return loaded

    def _keep_in(self, path: Path) -> None:
        if self._keeper is not None:
            self._keeper.release()
        self._keeper = Keeper(path)

    def _begin(self, wish: Wish) -> Loaded:
        """Begin a game."""
        if wish.is_verifiable:
            game = Game(wish.ruleset, chance=self._fair_dice(wish.seat))
        else:
            game = Game(wish.ruleset, seed=wish.seed)
        for seat in range(game.players):
            game.tags[f"Seat{seat}"] = wish.name if seat == wish.seat else "Computer"
        game.tags[PERSON_TAG] = str(wish.seat)
        game.tags[LEVEL_TAG] = wish.level
        game.tags["Date"] = date.today().isoformat()
        self._keep_in(new_path())
        return Loaded(game, wish.seat, False)

    def _fair_dice(self, seat: int) -> FairDice:
        """Promise a secret, and let the person add a text to it."""
        dice = FairDice.new()
        self.show.say("The dice of this game can be verified. The SHA-256 of their secret is")
        self.show.say(dice.commitment)
        while True:
            try:
                return dice.with_text(seat, self.prompt.ask_text("Your own text for the dice (any, or none): "))
            except ValueError as error:
                self.show.say(f"{error}.")

    def _other(self, name: str, wish: Wish) -> Loaded | None:
        """Take another game: from a file, or the newest unfinished one."""
        try:
            if name:
                return self._resume(user_path(name))
            waiting = unfinished()
            if not waiting:
                self.show.say("No other unfinished game waits.")
                return None
            return self._resume(waiting[0])
        except Unusable as error:
            self.show.say(str(error))
            return None

    # --- the end ------------------------------------------------------------------------------------------------------

    def _end(self, person: Person) -> None:
        self.show.say()
        if not self.show.plain:
            self.show.show_island(person.match.game.seen)
        self.show.show_result(person.match.game.seen, person.match.voice)
        assert self._keeper is not None
        path = self._keeper.path
        self.show.say(f"The record is kept in {path}")
        self.show.say(f"`longroad replay {path}` steps through it.")
        if isinstance(person.match.game.chance, FairDice):
            self.show.say(f"`longroad verify {path}` computes every roll again.")


def summary(game: Game) -> str:
    """Tell a game in a few words."""
    where = f"turn {game.turn_number}" if game.turn_number else "the founding"
    kind = "two-player game" if game.ruleset.duel else f"{game.players} players"
    return f"{kind}, {where}"


def introduction(match: Match) -> str:
    """Tell who plays, and for what."""
    game, seat = match.game, match.seat
    others = listed(SEAT_NAMES[other] for other in range(game.players) if other != seat)
    seed = "verifiable dice" if game.seed is None else f"seed {game.seed}"
    return (
        f"You are {SEAT_NAMES[seat]} ({SEAT_LETTERS[seat]}), against {others}. "
        f"{number_of(game.ruleset.victory_points, 'point')} win; {seed}. `help` tells what to type."
    )


def time_since(moment: float) -> str:
    """Tell how long ago something was."""
    minutes = max(0, int(time.time() - moment) // 60)
    if minutes < 1:
        return "just now"
    if minutes < 120:
        return f"{number_of(minutes, 'minute')} ago"
    return f"{number_of(minutes // 60, 'hour')} ago" if minutes < 2880 else f"{number_of(minutes // 1440, 'day')} ago"
