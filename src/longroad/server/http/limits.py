"""Rate limits: token buckets, and limits on open connections."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic

Now = Callable[[], float]


class Bucket:
    """A token bucket: `most` at once, and `per_second` on average.

    >>> bucket = Bucket(2, 1.0, now=lambda: 0.0)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, most: float, per_second: float, now: Now = monotonic) -> None:
        self._most, self._per_second, self._now = most, per_second, now
        self._left, self._then = most, now()

    def take(self) -> bool:
        """Take one token; return whether there was one."""
        moment = self._now()
        self._left = min(self._most, self._left + (moment - self._then) * self._per_second)
        self._then = moment
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; the least recently used ones are dropped.

    >>> buckets = Buckets(1, 1.0, now=lambda: 0.0)
    >>> buckets.take("a"), buckets.take("a"), buckets.take("b")
    (True, False, True)
    """

    def __init__(self, most: float, per_second: float, addresses: int = 10_000, now: Now = monotonic) -> None:
        self._most, self._per_second, self._addresses, self._now = most, per_second, addresses, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one token from the bucket of an address; return whether there was one."""
        bucket = self._buckets.pop(address, None) or Bucket(self._most, self._per_second, self._now)
        self._buckets[address] = bucket
        if len(self._buckets) > self._addresses:
            self._buckets.popitem(last=False)
        return bucket.take()


class ConnectionLimit:
    """A limit on the open connections of each address.

    >>> lines = ConnectionLimit(1)
    >>> lines.take("a"), lines.take("a"), lines.take("b")
    (True, False, True)
    >>> lines.give_back("a")
    >>> lines.take("a")
    True
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Count one more; return whether the address is within its limit."""
        if self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """Count one connection less."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
