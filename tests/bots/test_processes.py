"""An interrupt while a worker process starts is handled when it has started."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from longroad.bots.processes import sigint_blocked


@pytest.fixture
def idle_thread() -> Iterator[None]:
    """A thread that takes signals which the main one blocks."""
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    yield
    ended.set()
    thread.join()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked on this system")
@pytest.mark.usefixtures("idle_thread")
def test_an_interrupt_waits_until_the_process_has_started() -> None:
    before, steps = signal.getsignal(signal.SIGINT), []

    def start() -> None:
        with sigint_blocked():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)  # Python handles signals between two instructions of this thread
            steps.append("started")
        steps.append("went on")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert steps == ["started"]
    assert signal.getsignal(signal.SIGINT) is before
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_other_threads_may_start_processes_too() -> None:
    before, done = signal.getsignal(signal.SIGINT), []

    def start() -> None:
        with sigint_blocked():
            done.append(True)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert done == [True]
    assert signal.getsignal(signal.SIGINT) is before
