"""For servers in processes of their own that need no levels that search: each would load the compiler in a process."""

from __future__ import annotations

from longroad.server.bot_workers import BotWorkers


def prepare_nothing() -> None:
    """Leave the levels that search unprepared in this process from now on."""
    BotWorkers.begin = lambda self: None  # type: ignore[method-assign]
