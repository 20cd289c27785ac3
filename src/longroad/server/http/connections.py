"""The limits of open connections: how many there may be, and how long a peer may take for what it has to do.

Every connection needs a file, and a process has only so many. The limits leave enough of them for the database and the
workers, so that accepting a connection never fails: one too many is accepted and closed at once.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from longroad.server.limits import ConnectionLimit, limited_address
from longroad.server.networks import Network, is_in

MOST_FILES: Final = 16_384  # that the limit of open files is raised to
RESERVED_FILES: Final = 128  # for the database, the page's files and everything else
WORKER_FILES: Final = 8  # for each worker process
MOST_BACKLOG: Final = 128  # connections that wait to be accepted, which are then accepted together
MOST_EACH: Final = 256  # open connections of an address


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How many seconds a peer may take; then its connection is closed."""

    headers: float = 10.0  # for the headers of a request, also of a WebSocket's handshake
    body: float = 30.0  # for the body of a request
    pong: float = 20.0  # for the answer to a ping, the first of which is sent when a WebSocket opens
    reading: float = 30.0  # without reading anything of what was sent


DEADLINES: Final = Deadlines()


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as it may, and return it."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = MOST_FILES if hard == unlimited else min(MOST_FILES, hard)
    if soft != unlimited and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # a system may allow less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == unlimited else soft


class Connections:
    """The open connections of a server: at most so many, and at most a part of them from one address.

    Connections of a trusted proxy, or of another process that shares the database, count only in total, as they belong
    to many clients.

    >>> connections = Connections(files=1000, workers=3)
    >>> connections.most, connections.most_each, connections.backlog
    (723, 180, 125)
    """

    def __init__(self, files: int, workers: int = 0, proxies: Iterable[Network] = ()) -> None:
        self.backlog = max(1, min(MOST_BACKLOG, files // 8))
        reserved = RESERVED_FILES + WORKER_FILES * workers + self.backlog
        self.most = max(4, min(MOST_FILES, files - reserved))
        self.most_each = min(MOST_EACH, self.most // 4)
        self.count = 0
        self._each = ConnectionLimit(self.most_each)
        self._proxies = tuple(proxies)
        self.peers: Callable[[], Collection[str]] = tuple  # the addresses of other processes; none is ever taken back

    def is_proxy(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy, or of another process of this server."""
        return address in self.peers() or is_in(address, self._proxies)

    def take(self, address: str) -> bool:
        """Count one more connection; return whether there is room for it."""
        if self.count >= self.most:
            return False
        if not self.is_proxy(address) and not self._each.take(limited_address(address)):
            return False
        self.count += 1
        return True

    def give_back(self, address: str) -> None:
        """Count one connection less."""
        self.count -= 1
        if not self.is_proxy(address):
            self._each.give_back(limited_address(address))
