"""Starts worker processes, in which bots think."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from multiprocessing import resource_tracker


@contextlib.contextmanager
def sigint_blocked() -> Iterator[None]:
    """Hold SIGINT back while a process starts.

    Until the process ignores the signal itself, it would end with a traceback; so it does if its parent is interrupted
    before it has sent what the process needs.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which blocks SIGINT by itself, and then unblocks it
    with _sigint_deferred():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _sigint_deferred() -> Iterator[None]:
    """Handle SIGINT afterwards: if the main thread blocks it, another takes it, but its handler runs in the main."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    received: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if received:
            signal.raise_signal(signal.SIGINT)
