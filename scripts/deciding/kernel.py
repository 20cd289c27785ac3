"""Compiles the kernel that rolls candidates out, with a workspace that is no larger than these rollouts need."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from longroad.core.compile.launch import Kernel
from longroad.core.layout import SMALL_ROW, WORDS_ROW
from longroad.search import endings
from scripts.deciding.candidates import WORK_ROWS, roll_candidates_at_once

NODES: Final = 12  # of each search in a rollout
BLOCK: Final = 32  # threads: a block ends with its longest rollout, so it had better be small
BLOCKS: Final = 32  # on a multiprocessor
UNUSED_ROWS: Final = endings.NODES - NODES - 1
KERNEL_ROWS: Final = WORK_ROWS - UNUSED_ROWS  # of the workspace on a device


@contextlib.contextmanager
def small_workspace() -> Iterator[None]:
    """Move the rows for trials close to those of the nodes: a million workspaces then fit into a device's memory.

    Search with at most `NODES` nodes is the same as before; nothing else may be compiled meanwhile.
    """
    moved = {name: getattr(endings, name) - UNUSED_ROWS for name in ("NODES", "TRIAL", "OUTCOME", "ROWS")}
    changed = [
        (module, name, getattr(module, name))
        for path, module in list(sys.modules.items())
        if path.startswith(("longroad.search.", "scripts.deciding."))
        for name in moved
        if getattr(module, name, None) == getattr(endings, name) and path != __name__
    ]
    for module, name, _ in changed:
        setattr(module, name, moved[name])
    try:
        yield
    finally:
        for module, name, value in changed:
            setattr(module, name, value)


def write_kernel(path: Path) -> None:
    """Compile the kernel into a file; needs no device."""
    from longroad.core.compile.gpu import Cuda

    with small_workspace():
        kernel = Cuda().kernel(roll_candidates_at_once, SMALL_ROW, WORDS_ROW, block=BLOCK, blocks=BLOCKS)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(kernel.to_json())


def read_kernel(path: Path) -> Kernel:
    """Read what `write_kernel` wrote."""
    return Kernel.from_json(path.read_text())
