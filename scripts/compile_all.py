"""Compile the entry points and the page's WebAssembly into the cache, so that nothing waits for the compiler later.

Random play with checks is left out: `scripts/fuzz.py` compiles it, and its test compiles it with every index checked.
"""

from __future__ import annotations

from longroad.bots import search_bot
from longroad.core import playout
from longroad.core.check import perft
from longroad.core.compile.registry import backend, compiled_available, entries
from longroad.envs import evaluation, step, transcribe

USED = (search_bot, playout, perft, step, evaluation, transcribe)  # importing them registers their entry points


def main() -> None:
    """Compile what is not in the cache yet; without Numba there is nothing to do."""
    if not compiled_available():
        print("Numba is not installed: everything runs interpreted.")
        return
    for body in entries():
        backend("compiled").entry(body)
    count = len(entries())
    from longroad.core.compile.wasm import build
    from longroad.search.exports import EXPORTS  # registers entry points that only the page needs

    build(EXPORTS)
    print(f"{count} entry points are compiled, and the {len(EXPORTS)} of the page's WebAssembly.")


if __name__ == "__main__":
    main()
