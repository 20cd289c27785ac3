"""Rule functions inside CUDA kernels, one game a thread; imported only when a kernel is asked for."""

from collections.abc import Callable
from typing import Any

from longroad.core.compile import Kind


class Cuda:
    """The rules inside CUDA kernels."""

    kind: Kind = "cuda"

    def entry(self, body: Callable[..., Any]) -> Callable[..., None]:
        """The kernel made from this body."""
        raise NotImplementedError

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """One function alone."""
        raise NotImplementedError
