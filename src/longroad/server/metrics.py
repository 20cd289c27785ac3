"""What a server counts and measures, for Prometheus.

Labels have few values: statuses, codes, levels, kinds; never a game, a name or an address. What can be read off at the
moment of asking, such as open rooms, is a gauge that `http.routes.metrics` sets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from longroad.version import __version__

QUICK: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)  # seconds
SLOW: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 180)
LAG_S: Final = 0.5  # between two measurements of the loop

registry: Final = CollectorRegistry()
ProcessCollector(registry=registry)  # memory, processor time and open files of this process

_info = Gauge("longroad_info", "The version, as a label.", ["version"], registry=registry)
_info.labels(__version__).set(1)

games = Counter("longroad_games", "Games by what happened: opened, started, over.", ["event"], registry=registry)
plies = Counter("longroad_plies", "Plies that were stored.", registry=registry)
act_seconds = Histogram(
    "longroad_act_seconds", "From an action of a person to its storing.", buckets=QUICK, registry=registry
)
messages = Counter("longroad_messages_sent", "Messages to subscribers, by type.", ["type"], registry=registry)
refusals = Counter("longroad_refusals", "Requests that were refused, by code.", ["code"], registry=registry)
failures = Counter("longroad_failures", "Errors of the server that were logged.", ["level"], registry=registry)

rooms = Gauge("longroad_rooms", "Rooms in memory, by status.", ["status"], registry=registry)
subscribers = Gauge(
    "longroad_subscribers", "Open streams of rooms: of seats, and of watchers.", ["kind"], registry=registry
)
connections = Gauge("longroad_connections", "Open connections of any kind.", registry=registry)
connections_refused = Counter(
    "longroad_connections_refused", "Connections closed at once, because there were too many.", registry=registry
)
accept_errors = Counter("longroad_accept_errors", "Connections that could not be accepted.", registry=registry)

waiting = Gauge("longroad_waiting", "Requests that wait for a worker, by queue.", ["queue"], registry=registry)
wait_seconds = Histogram(
    "longroad_wait_seconds", "The wait for a worker, by queue.", ["queue"], buckets=SLOW, registry=registry
)
work_seconds = Histogram(
    "longroad_work_seconds", "The work of a worker, by queue.", ["queue"], buckets=SLOW, registry=registry
)
workers_replaced = Counter("longroad_workers_replaced", "Workers that died or hung.", ["queue"], registry=registry)
bot_seconds = Histogram(
    "longroad_bot_seconds", "A bot's answer, by level, with its wait.", ["level"], buckets=SLOW, registry=registry
)

write_seconds = Histogram(
    "longroad_database_write_seconds", "A transaction of the database.", buckets=QUICK, registry=registry
)
changes = Counter("longroad_database_changes", "Changes written; several share a transaction.", registry=registry)
write_failures = Counter("longroad_database_failures", "Transactions that failed.", registry=registry)
loop_lag = Histogram(
    "longroad_loop_lag_seconds", "How late the event loop is, twice a second.", buckets=QUICK, registry=registry
)


def exposition() -> bytes:
    """Return everything in the text format of Prometheus."""
    return generate_latest(registry)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Measure how long something takes, unless it fails."""
    began = perf_counter()
    yield
    histogram.observe(perf_counter() - began)


async def watch_loop() -> None:
    """Measure until cancelled how late the event loop is."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_S
        await asyncio.sleep(LAG_S)
        loop_lag.observe(max(0.0, loop.time() - due))
