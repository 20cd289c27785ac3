"""Addresses and networks: who counts as a proxy, and who may read the metrics."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

EXPECTED: Final = "expected an address or a network, such as 127.0.0.1 or 10.1.0.0/16"


def network_of(text: str) -> Network:
    """Read an address or a network. Raises `ValueError`.

    >>> network_of("127.0.0.1"), network_of("10.1.0.0/16")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.1.0.0/16'))
    """
    try:
        return ip_network(text)
    except ValueError as error:
        raise ValueError(f"{text}: {EXPECTED}") from error


def is_in(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of some networks.

    >>> local = [network_of("127.0.0.0/8")]
    >>> is_in("127.0.0.1", local), is_in("::ffff:127.0.0.1", local), is_in("192.0.2.7", local)
    (True, True, False)
    """
    try:
        known = ip_address(address)
    except ValueError:
        return False
    if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
        known = known.ipv4_mapped
    return any(known in network for network in networks)
