"""Plays games on a Ray cluster: the one that `RAY_ADDRESS` names, the one that runs on this machine, or a new one.

If a worker or a machine dies, Ray plays its game again. Every machine needs the same version of Longroad.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from longroad.arena.game import BotFault, try_game
from longroad.arena.match_spec import MatchSpec, code_digest
from longroad.arena.result import Result
from longroad.arena.workers import MOST_DEATHS, GameFailed

AHEAD: Final = 2  # games submitted per core, so that no core is idle
REACH_S: Final = 5.0  # in which a cluster must accept a connection; Ray itself would try for minutes
POSSIBLE: Final = "expected host:port of a cluster's head, ray://host:port, auto, local, or no RAY_ADDRESS at all"


class RayMissing(RuntimeError):
    """Ray is not installed, or there is no cluster at `RAY_ADDRESS`."""


class OtherCode(RuntimeError):
    """The code here is not the code that the match began with."""


def play_there(spec: MatchSpec, number: int, is_strict: bool = False) -> Result | BotFault:
    """Play a game on a machine of the cluster. Raises `OtherCode` if its code is not that of the match."""
    if code_digest(spec.entrants) != spec.code:
        raise OtherCode("the code of the bots has changed, or differs between the machines")
    return try_game(spec, number, is_strict)


def play_on_ray(
    spec: MatchSpec, numbers: Iterable[int], workers: int | None = None, is_strict: bool = False
) -> Iterator[Result]:
    """Play games on a Ray cluster, and yield each as it ends. Raises what `play_locally` does, or `RayMissing`."""
    ray = find_ray()
    try:
        ray.init(log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray raises many kinds for an address that it cannot use
        address = os.environ.get("RAY_ADDRESS", "")
        named = f"RAY_ADDRESS={address}" if address else "without a RAY_ADDRESS"
        raise GameFailed(f"no Ray cluster, {named}: {' '.join(str(error).split())}; {POSSIBLE}") from error
    try:
        play = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(play_there)
        asked = ray.put(spec)
        most = workers or AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting, busy = deque(numbers), dict[Any, int]()
        while waiting or busy:
            while waiting and len(busy) < most:
                number = waiting.popleft()
                busy[play.remote(asked, number, is_strict)] = number
            (done, *_), _ = ray.wait(list(busy))
            number = busy.pop(done)
            try:
                result: Result | BotFault = ray.get(done)
            except ray.exceptions.RayError as error:
                raise GameFailed(f"game {number}: {error}") from error
            if isinstance(result, BotFault):
                raise result
            yield result
    finally:
        ray.shutdown()


def find_ray() -> Any:
    """Import Ray, with its usage reports turned off. Raises `RayMissing`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise RayMissing('Ray is not installed: pip install "longroad[ray]", in a checkout make setup-ray') from error
    _see_cluster(os.environ.get("RAY_ADDRESS", ""))
    return ray


def _see_cluster(address: str) -> None:
    """Check that something listens at an address, if it names a machine. Raises `RayMissing`.

    >>> _see_cluster("nonsense")
    Traceback (most recent call last):
    ...
    longroad.arena.cluster.RayMissing: RAY_ADDRESS=nonsense is not an address: expected host:port of a cluster's head, \
ray://host:port, auto, local, or no RAY_ADDRESS at all
    """
    if address in ("", "auto", "local"):
        return
    scheme, _, place = address.rpartition("://")
    try:
        parts = urlsplit(f"//{place}")
        host, port = parts.hostname, parts.port
    except ValueError:  # not a port
        host = port = None
    if not host or not port or scheme not in ("", "ray"):
        raise RayMissing(f"RAY_ADDRESS={address} is not an address: {POSSIBLE}")
    try:
        socket.create_connection((host, port), REACH_S).close()
    except OSError as error:
        raise RayMissing(f"RAY_ADDRESS={address}: nothing listens there ({error}): {POSSIBLE}") from error
