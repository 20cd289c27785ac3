"""The vector environment on a GPU: its halves of a step, its kernels, and on a device the same games as on the CPU."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.core.batch import Batch
from longroad.core.compile.launch import Kernel
from longroad.core.compile.registry import CompilerMissing, source_digest
from longroad.core.layout import SMALL_ROW, WORDS_ROW
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.envs import device
from longroad.envs.device import KERNELS, read_kernel
from longroad.envs.halves import advance_environments, show_environments
from longroad.envs.step import choose_at_random
from longroad.envs.threads import Threads
from longroad.envs.vector import OUTPUTS, VectorEnvironment
from tests.core.test_gpu import has_device
from tests.envs.standin import Array, asarray, interpreted, stand_in

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
    for text in ("", "{}", '{"arguments": []}', "[]"):
        (tmp_path / "choose_at_random.json").write_text(text)
        with pytest.raises(ValueError, match="not a kernel of this version"):
            read_kernel(tmp_path, choose_at_random)


@pytest.mark.skipif(has_device(), reason="there is a CUDA device here")
def test_without_a_gpu_the_error_says_what_is_missing() -> None:
    with pytest.raises(CompilerMissing, match="environments on a GPU need"):
        VectorEnvironment(Ruleset(), 2, backend="cuda")


@pytest.fixture
def without_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a stand-in made from NumPy take the place of CuPy, and interpreted rules that of kernels."""
    monkeypatch.setitem(sys.modules, "cupy", stand_in())
    monkeypatch.setattr(device, "_compiled", interpreted)


def pair(restarts: Any = "same_step", **options: Any) -> tuple[Any, Any]:
    """Make the same games on a stand-in for a device, and here."""
    rules = Ruleset(players=3, limit=20)
    there = VectorEnvironment(rules, 3, backend="cuda", restarts=restarts, **BOTH, **options)
    here = VectorEnvironment(rules, 3, backend="interpreted", restarts=restarts, **BOTH)
    for env in (there, here):
        env.reset([7, 8, 9])
    return there, here


def assert_alike(there: Any, here: Any) -> None:
    for name in OUTPUTS:
        assert isinstance(getattr(there, name), Array)
        assert (getattr(there, name).get() == getattr(here, name)).all(), name


@pytest.mark.usefixtures("without_gpu")
@pytest.mark.parametrize("restarts", ["same_step", "next_step"])
def test_calls_for_a_device_are_those_for_the_cpu(restarts: Any) -> None:
    there, here = pair(restarts)
    ended = 0
    for _ in range(260):
        actions = there.random_actions()
        assert (actions.get() == here.random_actions()).all()
        there.step(actions)
        here.step(actions.get())
        assert_alike(there, here)
        ended += int((here.dones != 0).sum())
    assert ended
    assert (there.observe([0, 1, 2]).get() == here.observe([0, 1, 2])).all()
    assert there.state(2).to_bytes() == here.state(2).to_bytes()
    assert there.composed(1) == here.composed(1)
    allowed = int(np.flatnonzero(here.masks[0])[0])
    assert there.action_of(0, allowed) == here.action_of(0, allowed)


@pytest.mark.usefixtures("without_gpu")
@pytest.mark.parametrize("only", [[2, 0], [True, False, True], [], None])
def test_some_games_of_a_device_begin_again(only: Any) -> None:
    there, here = pair()
    actions = here.random_actions()
    for env in (there, here):
        env.step(actions.astype(np.int16))
        env.reset([4, 5, 6], only)
    assert_alike(there, here)
    if only:
        there.reset(asarray([1, 2, 3]), asarray(only))
        here.reset([1, 2, 3], only)
        assert_alike(there, here)


WRONG_CALLS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "too few actions": ("step", ([0],)),
    "actions that are no numbers": ("step", (["a", "b", "c"],)),
    "half an action": ("step", ([0.5, 0, 0],)),
    "an action that there is not": ("step", ([0, 0, 9999],)),
    "an action beyond 63 bits": ("step", (np.full(3, 2**64 - 1, np.uint64),)),
    "a negative seed": ("reset", ([-1, 0, 0],)),
    "a seed beyond 63 bits": ("reset", (np.full(3, 2**63, np.uint64),)),
    "a game that there is not": ("reset", ([1, 2, 3], [3])),
    "games that are no numbers": ("reset", ([1, 2, 3], ["a"])),
    "a mask that is too short": ("reset", ([1, 2, 3], [True])),
    "a seat that there is not": ("observe", ([0, 1, 3],)),
}


@pytest.mark.usefixtures("without_gpu")
def test_a_device_refuses_wrong_calls_as_the_cpu_does() -> None:
    there, here = pair()
    for case, (method, arguments) in WRONG_CALLS.items():
        says = []
        for env in (there, here):
            with pytest.raises(ValueError, match=r"expected|allowed are") as refused:
                getattr(env, method)(*arguments)
            says.append(str(refused.value))
        assert says[0] == says[1], case
        assert_alike(there, here)
    with pytest.raises(NotImplementedError, match="measured on the CPU only"):
        there.measure([0, 1, 2])
    with pytest.raises(IndexError, match="game 3: expected 0 to 2"):
        there.state(3)


@pytest.mark.usefixtures("without_gpu")
def test_a_device_writes_into_given_arrays() -> None:
    shape = pair()[0].observations.shape
    for order in ("C", "F"):
        rows = np.zeros(shape, np.int8, order).view(Array)
        there, here = pair(out={"observations": rows})
        assert there.observations is rows
        assert_alike(there, here)
    for wrong in (np.zeros(3, np.int8), np.zeros(6, np.int8).view(Array)[::2], np.zeros(3).view(Array)):
        with pytest.raises(ValueError, match=r"out\['dones'\] is .*expected an array of int8 of shape \(3,\)"):
            pair(out={"dones": wrong})


@pytest.mark.usefixtures("without_gpu")
def test_kernels_from_elsewhere_are_read_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"advance_environments\.json: no such kernel"):
        pair(kernels=tmp_path)
    for body in KERNELS:
        kernel = Kernel("k", (), SMALL_ROW, WORDS_ROW, 128, "", source_digest(body))
        (tmp_path / f"{body.__name__}.json").write_text(kernel.to_json())
    assert VectorEnvironment(Ruleset(), 2, backend="cuda", kernels=str(tmp_path)).n == 2
    with pytest.raises(ValueError, match="kernels='here': backend='compiled' has none"):
        VectorEnvironment(Ruleset(), 2, kernels="here")


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
