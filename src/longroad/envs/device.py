"""The games of a vector environment in the memory of a GPU: calls kernels for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from longroad.core.compile.launch import Kernel, current_capability
from longroad.core.compile.registry import CompilerMissing, backend, source_digest
from longroad.core.layout import NOBODY, PHASE, SMALL_ROW, SMALL_SIZE, WINNER, WORDS_ALL, WORDS_ROW
from longroad.core.phases import OVER
from longroad.core.ruleset import Ruleset
from longroad.core.state import State, template
from longroad.envs.halves import advance_environments, show_environments
from longroad.envs.step import check_steps, choose_at_random, observe_environments

KERNELS = (advance_environments, show_environments, check_steps, choose_at_random, observe_environments)


def write_kernels(folder: Path, capability: tuple[int, int] = (9, 0)) -> None:
    """Compile the kernels of environments into a folder, for a machine that has a device but no compiler.

    The device is of this compute capability or a higher one.
    """
    from longroad.core.compile.gpu import Cuda

    folder.mkdir(parents=True, exist_ok=True)
    for body in KERNELS:
        (folder / f"{body.__name__}.json").write_text(Cuda().kernel(body, SMALL_ROW, WORDS_ROW, capability).to_json())


class Device:
    """Games of one ruleset on the current GPU.

    Their blocks are stored field by field, so that neighbouring threads read neighbouring addresses: a matrix (game,
    field) has its columns in one piece. Kernels are compiled when they are first called, or all read from a folder.
    """

    def __init__(self, ruleset: Ruleset, n: int, kernels: Path | None) -> None:
        self.xp = _cupy()
        self.n = n
        self._kernels = {} if kernels is None else {body: read_kernel(kernels, body) for body in KERNELS}
        s, m = template(ruleset)
        s[PHASE], s[WINNER] = OVER, NOBODY
        self.s, self.m = self._rows(s, SMALL_ROW, np.int8), self._rows(m, WORDS_ROW, np.int64)

    def _rows(self, block: list[int], width: int, dtype: DTypeLike) -> Any:
        """Repeat a block for each game."""
        rows = self.zeros((self.n, width), dtype)
        rows[:, : len(block)] = self.xp.asarray(block, dtype)
        return rows

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """Return an array of zeros on the device, whose columns are in one piece."""
        return self.xp.zeros(shape[::-1], dtype).T

    def held(self, array: Any) -> Any:
        """Return an array on the device."""
        return self.xp.asarray(array)

    def copy_back(self, held: Any, array: Any) -> None:
        """Do nothing: kernels write into the arrays themselves."""

    def clear(self, held: Any, games: Any) -> None:
        """Set the rows of some games to zero."""
        held[games] = 0

    def is_usable(self, array: Any) -> bool:
        """Whether kernels can write into an array; the order of a matrix is free."""
        return array.ndim > 1 or bool(array.flags.c_contiguous)

    def taken(self, values: Any) -> Any:
        """Return values that a caller gave, on the device or elsewhere, as an array."""
        is_here = hasattr(values, "__cuda_array_interface__")
        return self.xp.asarray(values) if is_here else np.asarray(values)

    def step(self, *arguments: Any) -> None:
        """Take a step in all games; the arguments are those of `step_environments`."""
        extras, plan, options, seeds, actions, observations, masks, *others = arguments
        self.run(advance_environments, extras, plan, options, seeds, actions, *others)
        self.run(show_environments, extras, plan, actions, observations, masks)

    def run(self, body: Callable[..., Any], *others: Any) -> None:
        """Launch a kernel with a thread for each game."""
        if body not in self._kernels:
            self._kernels[body] = _compiled(body)
        self._kernels[body](self.s, self.m, 0, self.n, *others, threads=self.n)

    def run_alone(self, body: Callable[..., Any], *others: Any) -> None:
        """Refuse: games on a device have no blocks to share."""
        raise NotImplementedError("the evaluation's features are measured on the CPU only: backend='compiled'")

    def state(self, i: int) -> State:
        """Return a copy of game i."""
        if not 0 <= i < self.n:
            raise IndexError(f"game {i!r}: expected 0 to {self.n - 1}")
        return State(self.s[i, :SMALL_SIZE].get().tolist(), self.m[i, :WORDS_ALL].get().tolist())

    @property
    def nbytes(self) -> int:
        """The memory of the games' blocks."""
        return int(self.s.nbytes + self.m.nbytes)


def read_kernel(folder: Path, body: Callable[..., Any]) -> Kernel:
    """Read a kernel that `write_kernels` has written; raises `ValueError` if there is none for these rules."""
    path = folder / f"{body.__name__}.json"
    if not path.exists():
        raise ValueError(f"{path}: no such kernel; longroad.envs.device.write_kernels writes it")
    try:
        kernel = Kernel.from_json(path.read_text())
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: not a kernel of this version; write it again") from error
    if kernel.source != source_digest(body):
        raise ValueError(f"{path}: made from other rules than these; write it again")
    return kernel


def _cupy() -> Any:
    """Return CuPy; raises `CompilerMissing` if it is not installed or finds no device."""
    try:
        import cupy
    except ImportError as error:
        raise CompilerMissing('environments on a GPU need CuPy: pip install "longroad[gpu]"') from error
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise CompilerMissing(f"environments on a GPU need one, but CUDA finds none: {error}") from error
    return cupy


def _compiled(body: Callable[..., Any]) -> Kernel:
    """Return a kernel for the current device; raises `CompilerMissing` where there is no compiler."""
    backend("cuda")
    from longroad.core.compile.gpu import Cuda

    return Cuda().kernel(body, SMALL_ROW, WORDS_ROW, current_capability())
