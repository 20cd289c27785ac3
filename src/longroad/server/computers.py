"""Computer players: they think in worker processes at low priority, so that nobody waits for them."""

from __future__ import annotations


class Computers:
    """The worker processes in which computer players think."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    async def close(self) -> None:
        """End the worker processes."""
