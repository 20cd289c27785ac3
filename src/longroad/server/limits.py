"""Rate limits: token buckets, and limits on open connections, for each address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from time import monotonic

Now = Callable[[], float]


def limited_address(address: str) -> str:
    """Return an IPv4 address as it is, and the /64 network of an IPv6 address, as one client has all of it.

    >>> limited_address("192.0.2.7"), limited_address("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    >>> limited_address("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    return str(known.ipv4_mapped or ip_network((known.packed[:8] + bytes(8), 64)))


class Bucket:
    """A token bucket: `most` at once, and `per_second` on average.

    >>> bucket = Bucket(2, 1.0, now=lambda: 0.0)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, most: float, per_second: float, now: Now = monotonic) -> None:
        self._most, self._per_second, self._now = most, per_second, now
        self._left, self._then = most, now()

    def has_one(self) -> bool:
        """Whether there is a token."""
        moment = self._now()
        self._left = min(self._most, self._left + (moment - self._then) * self._per_second)
        self._then = moment
        return self._left >= 1

    def take(self) -> bool:
        """Take one token; return whether there was one."""
        if not self.has_one():
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

    def has_one(self, address: str) -> bool:
        """Whether there is a token in the bucket of an address."""
        return address not in self._buckets or self._buckets[address].has_one()

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
