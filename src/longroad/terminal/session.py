"""A session at the terminal: a game is begun or resumed, played, and left or finished; it is always saved."""

from __future__ import annotations

import contextlib
import errno
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
from longroad.draw.text import SEAT_LETTERS
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.narration import ENGLISH, Phrase, Words, say
from longroad.terminal.game_loop import GameLoop, LeaveGame, not_saved
from longroad.terminal.match import Match
from longroad.terminal.prompt import PlainPrompt, Prompt, RichPrompt, confirm
from longroad.terminal.saves import (
    LEVEL_TAG,
    PERSON_TAG,
    Autosave,
    InvalidSave,
    LoadedGame,
    data_folder,
    load,
    new_path,
    set_aside,
    unfinished,
    user_path,
)
from longroad.terminal.screen import Screen, seat_name

INTERRUPTED: Final = 130
LAST_LINES: Final = 4  # lines of the log that are shown when a game is resumed
TERMINAL_GONE: Final = (errno.EIO, errno.ENXIO, errno.ENODEV)


class GameOptions(NamedTuple):
    """What the person has asked for."""

    ruleset: Ruleset
    seed: int
    seat: int = 0
    name: str = "Person"
    is_verifiable: bool = False
    is_new: bool = False  # do not offer to resume a game
    resume: Path | None = None
    level: str = DEFAULT_LEVEL  # of the bots


class Terminated(SystemExit):
    """A signal asks the program to end. Event loops do not swallow this kind of exception."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def _terminated_by_signals() -> Iterator[None]:
    """Raise `Terminated` where a signal would end the program at once."""

    def terminate(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, terminate) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _without_echo(is_wanted: bool) -> Iterator[None]:
    """Echo no keys outside of prompts, so that typing ahead does not disturb the drawing."""
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


class Session:
    """One run of the program: it has the screen and the prompt, and saves the game that is played."""

    def __init__(self, speed: float, plain: bool, words: Words = ENGLISH) -> None:
        console = Console(highlight=False)
        self.words = words
        self.screen = Screen(console, 0 if plain else speed, plain, words)
        self.prompt: Prompt = PlainPrompt() if plain else RichPrompt(self.screen.has_color)
        self.is_tty = sys.stdin.isatty()
        self._autosave: Autosave | None = None

    def run(self, options: GameOptions) -> int:
        """Play until the game is over or left, and return the exit code. Raises `InvalidSave`."""
        try:
            with _terminated_by_signals(), _without_echo(self.is_tty and not self.screen.plain):
                return self._play(self._choose(options))
        except InvalidSave:
            raise
        except (KeyboardInterrupt, EOFError) as error:
            self._say_where_saved()
            return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 0
        except Terminated as error:
            self._say_where_saved()
            return 128 + error.number
        except OSError as error:
            if error.errno in TERMINAL_GONE:
                return 128 + signal.SIGHUP
            raise
        except Exception:
            self.screen.say("session.crash")
            self._say_where_saved()
            raise
        finally:
            if self._autosave is not None:
                self._autosave.release()

    def _say_where_saved(self) -> None:
        """Say where the game is saved, or that it is not."""
        if self._autosave is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self.screen.print()
            if self._autosave.problem is not None:
                self.screen.print(not_saved(self._autosave, self.screen))
                return
            self.screen.say("session.saved", path=str(self._autosave.path))
            self.screen.say("session.resume")

    def _play(self, loaded: LoadedGame) -> int:
        while True:
            loop = self._start(loaded)
            try:
                loop.play()
            except LeaveGame as leave:
                if leave.other is None:
                    self._say_where_saved()
                    return 0
                loaded = self._load_other(leave.other) or LoadedGame(loop.match.game, loop.seat)
                continue
            self._show_end(loop)
            return 0

    def _start(self, loaded: LoadedGame) -> GameLoop:
        """Begin the loop of a game, and say where the game stands; a resumed one shows its board at once."""
        assert self._autosave is not None
        match = Match(loaded.game, loaded.seat, self._autosave.save, self.words)
        self._autosave.save(loaded.game)
        self.screen.print(introduction(match))
        if self.screen.plain:
            self.screen.say("session.plain")
        loop = GameLoop(match, self._autosave, self.screen, self.prompt)
        if loaded.is_begun:
            for line in match.new_lines()[-LAST_LINES:]:
                self.screen.print(line.text)
            loop.show_board()
        return loop

    # --- beginning ----------------------------------------------------------------------------------------------------

    def _choose(self, options: GameOptions) -> LoadedGame:
        """Resume a game, or begin one. Raises `InvalidSave`."""
        if options.resume is not None:
            return self._resume(options.resume)
        waiting = [] if options.is_new else unfinished()
        if waiting and self.is_tty:
            found = self._offer(waiting)
            if found is not None:
                return found
        return self._begin(options)

    def _offer(self, waiting: list[Path]) -> LoadedGame | None:
        """Offer to resume the newest unfinished game; one that cannot be resumed is set aside."""
        for path in waiting:
            try:
                return self._offer_one(path, load(path))
            except InvalidSave as error:
                self.screen.say("session.not_resumable", why=self.words.say(error.why))
                self.screen.say("session.set_aside", path=str(set_aside(path)))
        return None

    def _offer_one(self, path: Path, loaded: LoadedGame) -> LoadedGame | None:
        when = self.words.say(time_since(path.stat().st_mtime))
        self.screen.say("session.unfinished", game=summary(loaded.game, self.words), when=when)
        self._warn(loaded)
        if not confirm(self.prompt, say(self.words, "session.resume_it"), self.words, self.screen.print):
            self.screen.say("session.stays", path=str(path))
            return None
        self._save_in(path, len(loaded.game.plies))
        return loaded

    def _resume(self, path: Path) -> LoadedGame:
        """Continue a game from a file; one from elsewhere is saved among the user's games from now on."""
        loaded = load(path)
        self._warn(loaded)
        if path.resolve().parent == (data_folder() / "games").resolve():
            self._save_in(path, len(loaded.game.plies))
        else:
            self._save_in(new_path())
        return loaded

    def _warn(self, loaded: LoadedGame) -> None:
        if loaded.warning is not None:
            self.screen.print(self.words.say(loaded.warning))

    def _save_in(self, path: Path, plies: int = -1) -> None:
        if self._autosave is not None:
            self._autosave.release()
        self._autosave = Autosave(path, plies)

    def _begin(self, options: GameOptions) -> LoadedGame:
        """Begin a game."""
        if options.is_verifiable:
            game = Game(options.ruleset, chance=self._fair_dice(options.seat))
        else:
            game = Game(options.ruleset, seed=options.seed)
        for seat in range(game.players):
            game.tags[f"Seat{seat}"] = options.name if seat == options.seat else "Computer"
        game.tags[PERSON_TAG] = str(options.seat)
        game.tags[LEVEL_TAG] = options.level
        game.tags["Date"] = date.today().isoformat()
        self._save_in(new_path())
        return LoadedGame(game, options.seat, False)

    def _fair_dice(self, seat: int) -> FairDice:
        """Show the hash of a secret, and ask the person for a text to add to it."""
        dice = FairDice.new()
        self.screen.say("session.fair_dice")
        self.screen.print(dice.commitment)
        while True:
            try:
                return dice.with_text(seat, self.prompt.ask_text(say(self.words, "session.fair_text")))
            except ValueError as error:
                self.screen.print(f"{error}.")

    def _load_other(self, name: str) -> LoadedGame | None:
        """Load another game: from a file, or the newest unfinished one."""
        try:
            if name:
                return self._resume(user_path(name))
            waiting = unfinished()
            if waiting:
                return self._resume(waiting[0])
            self.screen.say("session.no_other")
        except InvalidSave as error:
            self.screen.print(self.words.say(error.why))
        return None

    # --- the end ------------------------------------------------------------------------------------------------------

    def _show_end(self, loop: GameLoop) -> None:
        self.screen.print()
        if not self.screen.plain:
            self.screen.show_island(loop.match.game.seen)
        self.screen.show_result(loop.match.game.seen, loop.perspective)
        assert self._autosave is not None
        if self._autosave.problem is not None:
            self.screen.print(not_saved(self._autosave, self.screen))
            return
        path = str(self._autosave.path)
        self.screen.say("session.record", path=path)
        self.screen.say("session.replay", path=path)
        if isinstance(loop.match.game.chance, FairDice):
            self.screen.say("session.verify", path=path)


def summary(game: Game, words: Words = ENGLISH) -> str:
    """Describe a game in a few words."""
    number = game.turn_number
    where = Phrase("session.turn", {"number": number}) if number else Phrase("session.founding")
    if game.ruleset.duel:
        return say(words, "session.duel", where=where)
    return say(words, "session.players", count=game.players, where=where)


def introduction(match: Match) -> str:
    """Say who plays, and for how many points."""
    game, seat, words = match.game, match.seat, match.perspective.words
    return say(
        words,
        "session.introduction",
        who=seat_name(seat, words),
        letter=SEAT_LETTERS[seat],
        others=words.join([seat_name(other, words) for other in range(game.players) if other != seat]),
        points=Phrase("count.points", {"count": game.ruleset.victory_points}),
        dice=Phrase("session.verifiable") if game.seed is None else Phrase("session.seed", {"seed": game.seed}),
    )


def time_since(moment: float) -> Phrase:
    """Say how long ago something was."""
    minutes = max(0, int(time.time() - moment) // 60)
    if minutes < 1:
        return Phrase("session.just_now")
    unit, count = ("minutes", minutes) if minutes < 120 else ("hours", minutes // 60)
    if minutes >= 2880:
        unit, count = "days", minutes // 1440
    return Phrase(f"count.{unit}_ago", {"count": count})
