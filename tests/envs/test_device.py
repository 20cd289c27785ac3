"""The vector environment on a GPU: its halves of a step, its kernels, and on a device the same games as on the CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.core.batch import Batch
from longroad.core.compile.launch import Kernel
from longroad.core.compile.registry import CompilerMissing, source_digest
from longroad.core.layout import SMALL_ROW, WORDS_ROW
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.envs.device import KERNELS, read_kernel
from longroad.envs.halves import advance_environments, show_environments
from longroad.envs.step import choose_at_random
from longroad.envs.threads import Threads
from longroad.envs.vector import OUTPUTS, VectorEnvironment
from tests.core.test_gpu import has_device

BOTH: dict[str, Any] = {"reward": "shaped", "most_steps": 250}
STEPS = 600


class Halved(Threads):
    """Takes steps in two halves, as a device does."""

    def step(self, *arguments: Any) -> None:
        """Take both halves."""
        extras, plan, options, seeds, actions, observations, masks, *others = arguments
        self.run(advance_environments, extras, plan, options, seeds, actions, *others)
        self.run(show_environments, extras, plan, actions, observations, masks)


@pytest.mark.parametrize("restarts", ["same_step", "next_step"])
@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_two_halves_are_a_step(preset: str, restarts: Any) -> None:
    ruleset = Ruleset.preset(preset, limit=20)
    whole = VectorEnvironment(ruleset, 2, backend="interpreted", restarts=restarts, **BOTH)
    halved = VectorEnvironment(ruleset, 2, backend="interpreted", restarts=restarts, **BOTH)
    halved._games = Halved(Batch(ruleset, 2, "interpreted"), 1)
    ended = 0
    for env in (whole, halved):
        env.reset([7, 8])
    for _ in range(400):
        actions = whole.random_actions()
        for env in (whole, halved):
            env.step(actions)
        ended += int((whole.dones != 0).sum())
        for name in OUTPUTS:
            assert (getattr(whole, name) == getattr(halved, name)).all(), name
    assert ended > 1


def written(folder: Path, source: str) -> Path:
    """Write a kernel that is none, made from rules of this digest."""
    kernel = Kernel("k", (), SMALL_ROW, WORDS_ROW, 128, "", source)
    (folder / "choose_at_random.json").write_text(kernel.to_json())
    return folder


def test_a_kernel_from_elsewhere_is_of_the_same_rules(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"choose_at_random\.json: no such kernel; .*write_kernels writes it"):
        read_kernel(tmp_path, choose_at_random)
    assert read_kernel(written(tmp_path, source_digest(choose_at_random)), choose_at_random).small == SMALL_ROW
    with pytest.raises(ValueError, match="made from other rules"):
        read_kernel(written(tmp_path, source_digest(show_environments)), choose_at_random)


@pytest.mark.skipif(has_device(), reason="there is a CUDA device here")
def test_without_a_gpu_the_error_says_what_is_missing() -> None:
    with pytest.raises(CompilerMissing, match="environments on a GPU need"):
        VectorEnvironment(Ruleset(), 2, backend="cuda")


@pytest.mark.slow
@pytest.mark.compiled
def test_kernels_compile_without_a_device() -> None:
    pytest.importorskip("numba.cuda.compiler", reason="kernels are compiled by numba-cuda: pip install 'longroad[gpu]'")
    gpu = pytest.importorskip("longroad.core.compile.gpu")
    if not gpu.is_supported():
        pytest.skip("no libNVVM: make setup-gpu installs it")
    for body in KERNELS:
        kernel = gpu.Cuda().kernel(body, SMALL_ROW, WORDS_ROW)
        assert f".visible .entry {kernel.name}(" in kernel.ptx
        assert kernel.source == source_digest(body)
        assert len(kernel.ptx) < 2_000_000  # more means that something was inlined or unrolled without end


@pytest.mark.gpu
@pytest.mark.skipif(not has_device(), reason="no CUDA device here")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_device_steps_as_the_cpu_does(preset: str) -> None:
    ruleset = Ruleset.preset(preset)
    n = 256
    there: Any = VectorEnvironment(ruleset, n, backend="cuda", **BOTH)
    here = VectorEnvironment(ruleset, n, **BOTH)
    for env in (there, here):
        env.reset(np.arange(n))
    for _ in range(STEPS):
        actions = here.random_actions()
        assert (there.random_actions().get() == actions).all()
        for env in (there, here):
            env.step(actions)
        for name in OUTPUTS:
            assert (getattr(there, name).get() == getattr(here, name)).all(), name
    assert (there.observe(here.seats).get() == here.observe(here.seats)).all()
    assert there.state(5).to_bytes() == here.state(5).to_bytes()


@pytest.mark.gpu
@pytest.mark.skipif(not has_device(), reason="no CUDA device here")
def test_a_device_refuses_what_is_not_allowed_and_changes_nothing() -> None:
    import cupy

    env = VectorEnvironment(Ruleset(), 4, backend="cuda")
    env.reset(np.arange(4))
    before = env.observations.copy()
    for wrong in (cupy.zeros(4, np.int64), cupy.zeros(4, np.float32), np.zeros(3, np.int64), [0, 0, 0, 999]):
        with pytest.raises(ValueError, match="action"):
            env.step(wrong)
    assert (env.observations == before).all()
