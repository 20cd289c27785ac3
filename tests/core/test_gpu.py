"""The rule functions inside a CUDA kernel: it compiles without a device, and plays as the CPU does where one is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.core.batch import Batch
from longroad.core.compile.cache import SUFFIX
from longroad.core.compile.registry import entry
from longroad.core.layout import SMALL_ROW, SMALL_SIZE, WORDS_ROW, WORDS_SIZE, Block
from longroad.core.playout import play_games
from longroad.core.ruleset import PRESETS, Ruleset

pytestmark = pytest.mark.compiled

GAMES = 256
FIELD = 5


@entry()
def copy_field(s: Block, m: Block, i: int) -> None:
    """Copy a field that can be fixed."""
    m[0] = s[FIELD]


@pytest.fixture
def compile_gpu() -> Any:
    """The module that compiles kernels; importing it takes a second."""
    reason = "kernels are compiled by numba-cuda: pip install 'longroad[gpu]'"
    pytest.importorskip("numba", reason=reason)
    pytest.importorskip("numba.cuda.compiler", reason=reason)
    module = pytest.importorskip("longroad.core.compile.gpu")
    if not module.is_supported():
        pytest.skip("no libNVVM: make setup-gpu installs it")
    return module


def has_device() -> bool:
    """Return whether CuPy finds a device."""
    try:
        import cupy  # type: ignore[import-not-found, import-untyped, unused-ignore]

        return bool(cupy.cuda.runtime.getDeviceCount())
    except Exception:  # whatever a missing library, driver or device makes of it
        return False


@pytest.mark.slow  # tests/core/test_compile.py compiles a small kernel, and the lint allows only what kernels can do
def test_random_play_compiles_to_ptx_without_a_device(compile_gpu: Any) -> None:
    kernel = compile_gpu.Cuda().kernel(play_games, SMALL_ROW, WORDS_ROW)
    assert f".visible .entry {kernel.name}(" in kernel.ptx
    assert len(kernel.ptx) < 1_500_000  # more means that something was inlined or unrolled without end
    assert kernel.ptx.count("atom.global.add.u64") == 1  # a thread takes the next game
    assert kernel.ptx.count("bar.warp.sync") == 1  # the threads of a warp wait for each other


def test_kernels_for_different_fixed_fields_are_kept_apart(compile_gpu: Any, tmp_path: Path) -> None:
    compiler = compile_gpu.Cuda(tmp_path)
    plain, *fixed = (compiler.kernel(copy_field, 16, 4, fixed=fields) for fields in ({}, {FIELD: 77}, {FIELD: 78}))
    assert [kernel.fixed for kernel in (plain, *fixed)] == [(), ((FIELD, 77),), ((FIELD, 78),)]
    assert [" 77;" in kernel.ptx for kernel in (plain, *fixed)] == [False, True, False]
    assert compiler.kernel(copy_field, 16, 4, fixed={FIELD: 78}) == fixed[1]
    assert len(list(tmp_path.glob("*" + SUFFIX))) == 3


@pytest.mark.gpu
@pytest.mark.skipif(not has_device(), reason="no CUDA device here")
@pytest.mark.parametrize("preset", PRESETS)
def test_games_end_on_a_device_as_on_the_cpu(preset: str, compile_gpu: Any) -> None:
    import cupy

    ruleset = Ruleset.preset(preset)
    batch = Batch(ruleset, GAMES)
    s, m = cupy.asarray(batch.s), cupy.asarray(batch.m)
    seeds, plies = cupy.arange(GAMES, dtype=np.int64), cupy.zeros(GAMES, np.int64)
    compile_gpu.Cuda().entry(play_games)(s, m, 0, GAMES, seeds, 1, 100_000, plies)
    expected: Any = batch.play(range(GAMES), most=100_000)
    assert (plies.get() == expected).all()
    assert (s.get()[:, :SMALL_SIZE] == batch.s[:, :SMALL_SIZE]).all()
    assert (m.get()[:, :WORDS_SIZE] == batch.m[:, :WORDS_SIZE]).all()
