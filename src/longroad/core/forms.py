"""Forms in the core's numbers: which bundles a seat may make, since there are too many to list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from longroad.core.actions import KIND_NAMES, action_kind, bundle, bundle_count, bundle_to
from longroad.core.layout import RESOURCES


@dataclass(frozen=True, slots=True)
class PackedForm:
    """The bundles of one kind that a seat may make: the most of each resource, a total, and the seats asked.

    The kind is the core's number, and `to` has a bit for each seat. `notation.forms.Form` is the same in words.
    """

    kind: int
    give: tuple[int, ...]
    take: tuple[int, ...] = (0,) * RESOURCES
    total: int | None = None
    to: int = 0

    def fits(self, action: int) -> bool:
        """Whether a bundle fits the form."""
        counts = [bundle_count(action, resource) for resource in range(RESOURCES)]
        given = sum(count for count in counts if count > 0)
        return (
            action_kind(action) == self.kind
            and all(-take <= count <= give for count, give, take in zip(counts, self.give, self.take, strict=True))
            and (self.total is None or given == self.total)
            and (self.total is not None or (given > 0 and min(counts) < 0))
            and bundle_to(action) & ~self.to == 0
            and (self.to == 0) == (bundle_to(action) == 0)
            and action == bundle(self.kind, counts, bundle_to(action))
        )

    def bundles(self) -> Iterator[int]:
        """Enumerate all bundles of a form with a total, such as a discard."""
        if self.total is None:
            raise ValueError(f"the bundles of kind {KIND_NAMES[self.kind]!r} are too many to enumerate")
        yield from (bundle(self.kind, counts) for counts in _splits(self.give, self.total))


def _splits(most: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to choose `total` cards."""
    if not most:
        if total == 0:
            yield ()
        return
    for count in range(min(most[0], total), -1, -1):
        for rest in _splits(most[1:], total - count):
            yield (count, *rest)
