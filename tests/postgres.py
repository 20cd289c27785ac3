"""A real PostgreSQL for tests: a cluster in a temporary folder, reached by a socket in it alone."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import asyncpg
import pytest

from scripts.postgres import NoPostgres, find_postgres

USER = "longroad"
PATIENCE_S = 60.0
SMALL = ("shared_buffers=16MB", "max_connections=200", "listen_addresses=")
QUICK = ("fsync=off", "full_page_writes=off")  # nothing has to survive the machine


class Postgres:
    """A running PostgreSQL, which can be stopped and started again."""

    def __init__(self, settings: Sequence[str] = QUICK) -> None:
        self._settings = settings
        self._programs = find_postgres()
        # Not below pytest's folders, whose names are too long for a socket.
        self.folder = Path(tempfile.mkdtemp(prefix="longroad-postgres-"))
        self._process: subprocess.Popen[Any] | None = None
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            user = next(each for each in ("postgres", "nobody") if _exists(each))
            shutil.chown(self.folder, user)
            self._as = {"user": user, "group": pwd.getpwnam(user).pw_gid}
        initdb = [self._programs / "initdb", "-D", self._data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        self.run(initdb)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """The file with everything that PostgreSQL prints."""
        return self.folder / "log"

    def run(self, command: Sequence[Any]) -> None:
        """Run a command as the user of the database."""
        ended = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=False, timeout=PATIENCE_S, **self._as
        )
        assert ended.returncode == 0, ended.stderr

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        for setting in (*SMALL, *self._settings, f"unix_socket_directories={self.folder}"):
            command += ["-c", setting]
        with self.log.open("ab") as log:
            process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self._as)
        self._process = process
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                self.execute("SELECT 1")
                return
            except (OSError, asyncpg.PostgresError):
                assert process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    @property
    def pid(self) -> int:
        """The id of its first process."""
        assert self._process is not None
        return self._process.pid

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop it, by default at once but cleanly."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(PATIENCE_S)

    def remove(self) -> None:
        """Remove its folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def execute(self, *statements: str, database: str = "postgres") -> list[Any]:
        """Run statements, each in its own transaction; return the rows of the last."""

        async def work() -> list[Any]:
            connection = await asyncpg.connect(host=str(self.folder), user=USER, database=database)
            try:
                rows: list[Any] = []
                for statement in statements:
                    rows = [tuple(row) for row in await connection.fetch(statement)]
                return rows
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:  # where no loop is running
            return thread.submit(asyncio.run, work()).result()

    def new_database(self, copied: str | None = None) -> str:
        """Create a database, empty or as a copy of another, and return its URL."""
        name = f"test_{token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}" if copied is None else f"CREATE DATABASE {name} TEMPLATE {copied}")
        return self.url(name)

    def url(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL; if there is none, tests fail instead of being skipped."""
    try:
        postgres = Postgres()
    except NoPostgres as absent:
        pytest.fail(str(absent), pytrace=False)
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.stop()
        postgres.remove()


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
