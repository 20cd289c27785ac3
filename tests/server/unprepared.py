"""For servers in processes of their own that need no levels that search: each would load the compiler in a process.

Each function changes a server before it starts; other than on a busy machine, it could do without.
"""

from __future__ import annotations

from longroad.server.bot_workers import BotWorkers
from longroad.server.cluster.membership import Membership
from longroad.server.store import store
from tests.server.priority import kept_priority


def prepare_nothing() -> None:
    """Leave the levels that search unprepared in this process from now on, and all workers at its priority."""
    BotWorkers.begin = lambda self: None  # type: ignore[method-assign]
    kept_priority().__enter__()


def live_long() -> None:
    """Also let this process live without a heartbeat for as long as a test takes, so that nobody takes its games."""
    prepare_nothing()
    Membership.__init__.__defaults__ = (600.0,)


def never_look() -> None:
    """Also let this process notice only when it stores something that its database is gone."""
    prepare_nothing()
    store.WATCH_S = 3600.0  # type: ignore[misc]
