"""Compiles the kernel that rolls candidates out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from longroad.core.compile.launch import Kernel
from longroad.core.layout import SMALL_ROW, WORDS_ROW
from scripts.deciding.candidates import roll_candidates_at_once

NODES: Final = 48  # after which each search in a rollout stops; with few, plans of several actions are overlooked
BLOCK: Final = 32  # threads: a block ends with its longest rollout, so it had better be small
BLOCKS: Final = 32  # on a multiprocessor


def write_kernel(path: Path) -> None:
    """Compile the kernel into a file; needs no device."""
    from longroad.core.compile.gpu import Cuda

    kernel = Cuda().kernel(roll_candidates_at_once, SMALL_ROW, WORDS_ROW, block=BLOCK, blocks=BLOCKS)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(kernel.to_json())


def read_kernel(path: Path) -> Kernel:
    """Read what `write_kernel` wrote."""
    return Kernel.from_json(path.read_text())
