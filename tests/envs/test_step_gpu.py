"""The steps of environments inside a CUDA kernel: they compile without a device."""

from __future__ import annotations

import pytest

from longroad.core.layout import SMALL_ROW, WORDS_ROW
from longroad.envs.step import step_environments


@pytest.mark.slow
@pytest.mark.compiled
def test_steps_compile_to_ptx_without_a_device() -> None:
    pytest.importorskip("numba.cuda.compiler", reason="kernels are compiled by numba-cuda: pip install 'longroad[gpu]'")
    gpu = pytest.importorskip("longroad.core.compile.gpu")
    if not gpu.is_supported():
        pytest.skip("no libNVVM: make setup-gpu installs it")
    kernel = gpu.Cuda().kernel(step_environments, SMALL_ROW, WORDS_ROW)
    assert f".visible .entry {kernel.name}(" in kernel.ptx
    assert len(kernel.ptx) < 2_000_000  # more means that something was inlined or unrolled without end
