"""Games on disk: each is kept as a record after every ply, so that nothing can end a game but its end."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sys
import tempfile
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Final, NamedTuple

from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.reader import InvalidRecord, read_record

if sys.platform != "win32":  # there two windows may offer the same game
    import fcntl

SUFFIX: Final = ".longroad"
PERSON_TAG: Final = "Person"  # the seat of the person
LEVEL_TAG: Final = "Level"  # of the computer players


class Unusable(ValueError):
    """A file from which no game can be taken."""


class Loaded(NamedTuple):
    """A game, the person's seat, whether it was begun before, and what had to be left out of a damaged file."""

    game: Game
    seat: int
    is_begun: bool = True
    warning: str | None = None


def data_folder() -> Path:
    """Give the folder of the user's games: LONGROAD_DATA, or where data lies on this machine."""
    given = os.environ.get("LONGROAD_DATA")
    if given:
        return Path(given)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "longroad"


def record_text(game: Game) -> str:
    """Write a game down, closed by its position and a hash also while it goes on, so that damage shows."""
    record = game.record
    if record.ending is None:
        secret = game.chance.secret if isinstance(game.chance, FairDice) else None
        record = record.closed_at(game.seen, secret=secret)
    return record.text


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it finds the old text or the new one, never a part. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def user_path(text: str) -> Path:
    """Take a file as a person names it: `~` is the home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # there is no such home
        return Path(text)


def save_copy(path: Path, game: Game) -> None:
    """Write a copy of a game, over nothing but another record. Raises `OSError` or `Unusable`."""
    try:
        if path.exists() and not path.read_bytes().lstrip().startswith((b"[Longroad", b'{"longroad')):
            raise Unusable(f"{path} is there already and is no record: choose another name")
        write_whole(path, record_text(game))
    except ValueError as error:
        raise Unusable(f"{str(path)!r}: {error}") from error


# --- reading ----------------------------------------------------------------------------------------------------------


def load(path: Path, seat: int | None = None) -> Loaded:
    """Take a game from a file; of a damaged one the valid beginning, and the file is kept aside. Raises `Unusable`."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise Unusable(f"{str(path)!r}: {error}") from error
    try:
        record, warning = read_record(content), None
    except InvalidRecord as error:
        if error.beginning is None or not error.beginning.codes:
            raise Unusable(f"{path}: this is no record that can be played on ({error})") from error
        record = error.beginning
        count = len(record.codes)
        warning = f"{path} is damaged ({error}). Its first {count} plies are sound, and the game goes on from there"
    except InvalidNotation as error:
        raise Unusable(f"{path}: this is no record ({error})") from error
    try:
        game = Game.from_record(record)
    except ValueError as error:
        raise Unusable(f"{path}: {error}") from error
    if game.chance == "given":
        raise Unusable(f"{path}: the secret of its dice is not told, so nobody can roll them on")
    if warning is not None:
        aside = free_name(path)
        with contextlib.suppress(OSError):
            aside.write_bytes(content)
        warning += f"; the damaged file is kept as {aside}."
    return Loaded(game, _person(game, seat, path), True, warning)


def _person(game: Game, seat: int | None, path: Path) -> int:
    told = game.tags.get(PERSON_TAG, "0")
    chosen = seat if seat is not None else int(told) if re.fullmatch("[0-5]", told) else 0
    if chosen >= game.players:
        raise Unusable(f"{path}: seat {chosen}: the game has seats 0 to {game.players - 1}")
    return chosen


def free_name(path: Path) -> Path:
    """Give a name beside a file under which a damaged one can be kept."""
    names = (f"{path.name}.damaged{f'-{number}' if number else ''}" for number in itertools.count())
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())


def set_aside(path: Path) -> Path:
    """Keep a file under another name, so that it is not offered any more, and give that name."""
    aside = free_name(path)
    try:
        os.replace(path, aside)
    except OSError:
        return path
    return aside


# --- games that go on -------------------------------------------------------------------------------------------------


def new_path() -> Path:
    """Choose a file for a new game."""
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = data_folder() / "games"
    names = (f"{moment}{f'-{number}' if number else ''}{SUFFIX}" for number in itertools.count())
    paths = (folder / name for name in names)
    return next(path for path in paths if not path.exists() and not _lock_of(path).exists())


def unfinished() -> list[Path]:
    """List the games that wait to be resumed and are not being played in another window, the newest first."""
    folder = data_folder() / "games"
    if not folder.is_dir():
        return []
    paths = [path for path in folder.glob(f"*{SUFFIX}") if not Keeper.is_held(path)]
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)


class Keeper:
    """Keeps a game in its file, and lets no other window offer it meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: str | None = None  # why the game cannot be kept, if it cannot
        self._lock: TextIOWrapper | None = None
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = open(_lock_of(path), "w", encoding="utf-8")  # noqa: SIM115 (held as long as the game)
            _hold(self._lock)

    @staticmethod
    def is_held(path: Path) -> bool:
        """Tell whether a game is being played in another window."""
        lock = _lock_of(path)
        if not lock.exists():
            return False
        with open(lock, encoding="utf-8") as file:
            return not _hold(file)

    def keep(self, game: Game) -> None:
        """Write the game down; one that is over moves to the finished ones."""
        try:
            write_whole(self.path, record_text(game))
            if game.is_over and self.path.parent.name == "games":
                done = self.path.parent.parent / "finished" / self.path.name
                done.parent.mkdir(parents=True, exist_ok=True)
                os.replace(self.path, done)
                self._forget_lock()
                self.path = done
            self.trouble = None
        except OSError as error:
            self.trouble = f"The game cannot be kept in {self.path}: {error.strerror or error}."

    def release(self) -> None:
        """Let other windows offer the game."""
        self._forget_lock()

    def _forget_lock(self) -> None:
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.unlink(_lock_of(self.path))
            self._lock.close()
            self._lock = None


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _hold(file: TextIOWrapper) -> bool:
    """Take a lock, and tell whether it was free."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
