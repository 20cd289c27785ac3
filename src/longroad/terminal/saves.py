"""Saved games: each is saved as a record after every ply, so that nothing is lost when the program ends."""

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
from longroad.narration import ENGLISH, Phrase
from longroad.notation.errors import InvalidNotation
from longroad.notation.records.reader import InvalidRecord, read_record

if sys.platform != "win32":  # on Windows two windows may offer the same game
    import fcntl

SUFFIX: Final = ".longroad"
PERSON_TAG: Final = "Person"  # the seat of the person
LEVEL_TAG: Final = "Level"  # of the bots


class InvalidSave(ValueError):
    """A file without a usable game; `why` is a translatable message."""

    def __init__(self, key: str, **values: str | int) -> None:
        self.why = Phrase(f"file.{key}", values)
        super().__init__(ENGLISH.say(self.why))


def file_error(path: Path, error: OSError) -> InvalidSave:
    """Return the error for a file that the system cannot read or write."""
    return InvalidSave("error", path=str(path), why=error.strerror or str(error))


class LoadedGame(NamedTuple):
    """A game, the person's seat, whether it was begun before, and a warning about a damaged file."""

    game: Game
    seat: int
    is_begun: bool = True
    warning: Phrase | None = None


def data_folder() -> Path:
    """Return the folder of the user's games: LONGROAD_DATA, or where data is on this machine."""
    given = os.environ.get("LONGROAD_DATA")
    if given:
        return Path(given)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "longroad"


def record_text(game: Game) -> str:
    """Return the record of a game, closed by its position and a hash even while it goes on, so that damage shows."""
    record = game.record
    if record.ending is None:
        secret = game.chance.secret if isinstance(game.chance, FairDice) else None
        record = record.closed_at(game.seen, secret=secret)
    return record.text


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: readers find the old text or the new one, never a part. Raises `OSError`."""
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
    """Return the path that a person names: `~` is the home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # no such home folder
        return Path(text)


def save_copy(path: Path, game: Game) -> None:
    """Write a copy of a game; only another record is overwritten. Raises `OSError` or `InvalidSave`."""
    try:
        if path.exists() and not path.read_bytes().lstrip().startswith((b"[Longroad", b'{"longroad')):
            raise InvalidSave("exists", path=str(path))
        write_whole(path, record_text(game))
    except InvalidSave:
        raise
    except ValueError as error:
        raise InvalidSave("error", path=repr(str(path)), why=str(error)) from error


# --- reading ----------------------------------------------------------------------------------------------------------


def load(path: Path, seat: int | None = None) -> LoadedGame:
    """Load a game; of a damaged file the valid beginning, and the file is set aside. Raises `InvalidSave`."""
    content = _read(path)
    damage: InvalidRecord | None = None
    try:
        record = read_record(content)
    except InvalidRecord as error:
        if error.beginning is None or not error.beginning.codes:
            raise InvalidSave("not_playable", path=str(path), why=str(error)) from error
        record, damage = error.beginning, error
    except InvalidNotation as error:
        raise InvalidSave("not_record", path=str(path), why=str(error)) from error
    try:
        game = Game.from_record(record)
    except ValueError as error:
        raise InvalidSave("error", path=str(path), why=str(error)) from error
    if game.chance == "given":
        raise InvalidSave("no_secret", path=str(path))
    warning = None if damage is None else _damage_warning(path, content, damage, len(record.codes))
    return LoadedGame(game, _person(game, seat, path), True, warning)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise file_error(path, error) from error
    except ValueError as error:
        raise InvalidSave("error", path=repr(str(path)), why=str(error)) from error


def _damage_warning(path: Path, content: bytes, damage: InvalidRecord, plies: int) -> Phrase:
    """Write a copy of a damaged file beside it, and return the warning about it."""
    aside = free_name(path)
    with contextlib.suppress(OSError):
        aside.write_bytes(content)
    return Phrase("file.damaged", {"path": str(path), "why": str(damage), "count": plies, "aside": str(aside)})


def _person(game: Game, seat: int | None, path: Path) -> int:
    tag = game.tags.get(PERSON_TAG, "0")
    chosen = seat if seat is not None else int(tag) if re.fullmatch("[0-5]", tag) else 0
    if chosen >= game.players:
        raise InvalidSave("no_seat", path=str(path), seat=chosen, last=game.players - 1)
    return chosen


def free_name(path: Path) -> Path:
    """Return an unused name beside a damaged file."""
    names = (f"{path.name}.damaged{f'-{number}' if number else ''}" for number in itertools.count())
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())


def set_aside(path: Path) -> Path:
    """Rename a file so that it is not offered any more, and return its new name."""
    aside = free_name(path)
    try:
        os.replace(path, aside)
    except OSError:
        return path
    return aside


# --- unfinished games -------------------------------------------------------------------------------------------------


def new_path() -> Path:
    """Choose a file for a new game."""
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = data_folder() / "games"
    names = (f"{moment}{f'-{number}' if number else ''}{SUFFIX}" for number in itertools.count())
    paths = (folder / name for name in names)
    return next(path for path in paths if not path.exists() and not _lock_of(path).exists())


def unfinished() -> list[Path]:
    """List the unfinished games that no other window is playing, the newest first."""
    found = []
    for path in (data_folder() / "games").glob(f"*{SUFFIX}"):
        with contextlib.suppress(OSError):  # it was just finished in another window, or cannot be read
            if not Autosave.is_locked(path):
                found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


class Autosave:
    """Saves a game in its file after every change, and locks it so that no other window offers it."""

    def __init__(self, path: Path, plies: int = -1) -> None:
        self.path = path
        self.problem: Phrase | None = None  # why the game could not be saved last time
        self.plies = plies  # how many plies the file has; -1 if there is no file
        self._lock: TextIOWrapper | None = None
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = open(_lock_of(path), "w", encoding="utf-8")  # noqa: SIM115 (held as long as the game)
            _try_lock(self._lock)

    @staticmethod
    def is_locked(path: Path) -> bool:
        """Whether a game is being played in another window."""
        lock = _lock_of(path)
        if not lock.exists():
            return False
        with open(lock, encoding="utf-8") as file:
            return not _try_lock(file)

    def save(self, game: Game) -> None:
        """Write the record; a finished game moves to the folder of finished ones."""
        try:
            write_whole(self.path, record_text(game))
            self.plies = len(game.plies)
            if game.is_over and self.path.parent.name == "games":
                done = self.path.parent.parent / "finished" / self.path.name
                done.parent.mkdir(parents=True, exist_ok=True)
                os.replace(self.path, done)
                self.release()
                self.path = done
            self.problem = None
        except OSError as error:
            why = error.strerror or str(error)
            self.problem = Phrase("session.cannot_save", {"path": str(self.path), "why": why})

    def release(self) -> None:
        """Unlock the game, so that other windows can offer it."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.unlink(_lock_of(self.path))
            self._lock.close()
            self._lock = None


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _try_lock(file: TextIOWrapper) -> bool:
    """Lock a file; return whether it was free."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
