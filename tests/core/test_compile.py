"""Registering, cloning and the three back ends, shown on small rules of their own."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from longroad.core.bits import lowest_bit, nth_bit, popcount
from longroad.core.compile import registry as compiler
from longroad.core.compile.cache import KEPT_FILES, KEPT_SECONDS, SUFFIX, CodeCache
from longroad.core.compile.launch import Kernel
from longroad.core.compile.registry import CompilerMissing, UnknownName, backend, entry, fingerprint, reachable, rule
from longroad.core.rules.awards import longest_trail

Block = Any  # a list of integers, or an array

SHIFTS = (3, 1, 2, 40)
MASKS = (1 << 62, 1 << 20, 5, 0)
HAND = 8
NAMES = ("not", "integers")


@rule
def gain(s: Block, player: int, count: int) -> None:
    """Add to a small counter."""
    s[HAND + player] += count


@rule(inline=False)
def measure(s: Block, m: Block, player: int) -> int:
    """Sum the indexes of a word's bits, and more."""
    word = m[player] | MASKS[player]
    total = 0
    while word:
        total += lowest_bit(word)
        word &= word - 1
    total += popcount(m[player])
    if m[player]:
        total += nth_bit(m[player], popcount(m[player]) >> 1)
    return total + (SHIFTS[player] << SHIFTS[player]) + int(s[HAND + player] << 40)


@entry("i8[:,::1], i8")
def play(s: Block, m: Block, i: int, out: Block, turns: int) -> None:
    """Take some turns."""
    for turn in range(turns):
        player = s[0]
        gain(s, player, turn & 3)
        gain(s, 3 - player, player == 2)  # all these widths of integers make one compiled function
        m[player] = (m[player] << 1 | turn & 1) & MASKS[0] - 1
        out[i][player] = measure(s, m, player)
        s[0] = (player + 1) & 3


@entry("i8")
def overrun(s: Block, m: Block, i: int, index: int) -> None:
    """Write where the caller says."""
    s[index] = 1


@entry("i8")
def dawdle(s: Block, m: Block, i: int, rounds: int) -> None:
    """Take long."""
    x = 1
    for turn in range(rounds):
        x ^= (x << 5 ^ turn) & 0xFFFFFF
        m[0] = x


@rule
def name_of(player: int) -> int:
    """Refer to what cannot be compiled."""
    return NAMES[player]  # type: ignore[return-value]


def games() -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
    return [[i & 3] + 15 * [i] for i in range(5)], [4 * [17 * i] for i in range(5)], [4 * [0] for _ in range(5)]


def arrays() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    small, words, out = games()
    return np.array(small, np.int8), np.array(words, np.int64), np.array(out, np.int64)


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    from longroad.core.compile.cpu import Compiled

    return Compiled(boundscheck=False, folder=tmp_path / "cache")


# --- registering and cloning ---


def test_a_registered_function_stays_itself() -> None:
    def plain(s: Block) -> int:
        return int(s[0])

    assert rule(plain) is plain
    assert rule(inline=False)(plain) is plain
    assert not compiler.is_inlined(plain)


def test_callees_come_before_callers() -> None:
    assert reachable(play) == (gain, measure, play)


def test_what_cannot_be_compiled_is_named() -> None:
    with pytest.raises(UnknownName, match="name_of uses 'NAMES' \\(tuple\\)"):
        reachable(name_of)


def test_every_other_argument_of_an_entry_needs_a_type() -> None:
    @entry("i8[:,::1]")
    def untyped(s: Block, m: Block, i: int, out: Block, turns: int) -> None:
        pass

    with pytest.raises(TypeError, match="untyped takes s, m, i, out, turns, of which 1 have a type"):
        backend("interpreted").entry(untyped)


def test_tables_take_the_smallest_integers_that_hold_them() -> None:
    dtypes = [compiler.constant_array(table).dtype for table in ((1, -128), (1, 128), (40000,), (1 << 62, -1))]
    assert dtypes == [np.int8, np.int16, np.int32, np.int64]
    with pytest.raises(OverflowError, match=str(1 << 64)):
        compiler.constant_array((1 << 64,))


def toy(constant: int = 1, table: str = "(1, 2)", text: str = "", shift: int = 2) -> Callable[..., Any]:
    source = (
        "from longroad.core.compile.registry import rule\n"
        f"CONSTANT, TABLE = {constant}, {table}\n"
        f"@rule\ndef callee(s):\n    '''{text}'''\n    return s[CONSTANT] << {shift}\n"
        "@rule\ndef caller(s):\n    return callee(s) + TABLE[s[0]]\n"
    )
    namespace: dict[str, Any] = {"__name__": "toy"}
    exec(source, namespace)
    function: Callable[..., Any] = namespace["caller"]
    return function


def test_the_fingerprint_covers_all_that_the_code_depends_on() -> None:
    same = fingerprint(toy())
    assert fingerprint(toy(text="A docstring.\n\n")) == same
    assert len({same, *(fingerprint(t) for t in (toy(constant=2), toy(table="(1, 3)"), toy(shift=3)))}) == 4


def test_what_a_gpu_runs_instead_of_a_rule_is_covered_by_its_fingerprint() -> None:
    twins = {function: twin for function in compiler.rules() if (twin := compiler.device_twin(function)) != function}
    assert longest_trail in twins
    for function, twin in twins.items():
        assert twin in reachable(function)
        assert compiler.parameters(twin) == compiler.parameters(function)


# --- the interpreted back end ---


def test_interpreted_entries_take_lists() -> None:
    small, words, out = games()
    backend("interpreted").entry(play)(small, words, 1, 3, out, 4)
    assert [any(row) for row in out] == [False, True, True, False, False]
    assert (small[0], small[1][HAND : HAND + 4]) == ([0] + 15 * [0], [4, 2, 2, 3])


def test_an_unknown_back_end_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown back end 'gpu'"):
        backend("gpu")


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert not compiler.compiled_available()
    with pytest.raises(CompilerMissing, match="pip install"):
        backend.__wrapped__("compiled")
    with pytest.raises(CompilerMissing, match="numba-cuda"):
        backend.__wrapped__("cuda")


# --- the compiled back end ---


@pytest.mark.compiled
def test_compiled_equals_interpreted(compiled: Any) -> None:
    lists, blocks = games(), arrays()
    backend("interpreted").entry(play)(*lists[:2], 0, 5, lists[2], 9)
    compiled.entry(play)(*blocks[:2], 0, 5, blocks[2], 9)
    assert [block.tolist() for block in blocks] == list(lists)


@pytest.mark.compiled
def test_a_function_alone_can_be_called(compiled: Any) -> None:
    small, words, _ = games()
    blocks = arrays()
    assert compiled.function(measure)(blocks[0][3], blocks[1][3], 2) == measure(small[3], words[3], 2)


@pytest.mark.compiled
def test_a_rule_is_compiled_once_for_all_widths_of_integers(compiled: Any) -> None:
    compiled.entry(play)
    assert [len(dispatcher.overloads) for dispatcher in compiled._dispatchers.values()] == [1, 1, 1]


@pytest.mark.compiled
def test_wrong_arrays_are_refused(compiled: Any) -> None:
    small, words, out = arrays()
    with pytest.raises(TypeError):
        compiled.entry(play)(small.astype(np.int16), words, 0, 5, out, 9)
    with pytest.raises(TypeError):
        compiled.entry(play)(small[:, ::2], words, 0, 5, out, 9)


@pytest.mark.compiled
@pytest.mark.parametrize("index", [16, 1000, -1])
def test_boundscheck_catches_indexes_out_of_range_and_negative_ones(tmp_path: Path, index: int) -> None:
    from longroad.core.compile.cpu import Compiled

    checked = Compiled(boundscheck=True, folder=tmp_path).entry(overrun)
    small, words, _ = arrays()
    checked(small, words, 0, 5, 15)
    with pytest.raises(IndexError):
        checked(small, words, 0, 5, index)


@pytest.mark.compiled
def test_entries_release_the_interpreter_lock(compiled: Any) -> None:
    run = compiled.entry(dawdle)
    small, words, _ = arrays()

    def naps() -> int:
        thread = threading.Thread(target=run, args=(small, words, 0, 5, 20_000_000))
        thread.start()
        count = 0
        while thread.is_alive():
            time.sleep(0.001)
            count += 1
        return count

    assert any(naps() > 5 for _ in range(10)), "on a busy machine each may take long, but not each time"


@pytest.mark.compiled
@pytest.mark.parametrize("fast_deposit", [False, True])
def test_both_ways_to_find_the_nth_bit_agree_with_counting(fast_deposit: bool) -> None:
    from numba import njit, types
    from numba.extending import intrinsic

    from longroad.core.compile.cpu import deposits_fast, primitives

    if fast_deposit and not deposits_fast():
        pytest.skip("this processor does not deposit bits")
    primitive = primitives(intrinsic, types.int64, fast_deposit)[nth_bit]
    find = njit(lambda word, n: primitive(word, n))
    for word in (1, 0b1011, 1 << 62, (1 << 63) - 1, 0x5A5A_0000_F00F_0001):
        assert [find(word, n) for n in range(popcount(word))] == [nth_bit(word, n) for n in range(popcount(word))]


# --- a Numba whose inner parts are not those that are known ---


@pytest.fixture
def no_memory_of_tools() -> Iterator[None]:
    """Choose again which way to compile, and forget the choice."""
    from longroad.core.compile import cpu

    for function in (cpu.fast_tools, cpu.plain_tools):
        function.cache_clear()
    yield
    for function in (cpu.fast_tools, cpu.plain_tools):
        function.cache_clear()


def plays_alike(compiled: Any) -> None:
    """Compare a game of a back end with an interpreted one."""
    lists, blocks = games(), arrays()
    compiled.entry(play)(*blocks[:2], 0, 5, blocks[2], 9)
    backend("interpreted").entry(play)(*lists[:2], 0, 5, lists[2], 9)
    assert [block.tolist() for block in blocks] == list(lists)


@contextmanager
def one_warning(text: str) -> Iterator[None]:
    """Expect one warning that an inner part is missing, and what it quotes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    (warning,) = [warning for warning in caught if issubclass(warning.category, RuntimeWarning)]
    assert "lacks an inner part" in str(warning.message)
    assert text in str(warning.message)


def compile_plainly(folder: Path) -> None:
    """Compile two entries without storing them."""
    from longroad.core.compile.cpu import Compiled

    stored = list(folder.glob("*" + SUFFIX))
    plays_alike(Compiled(boundscheck=False, folder=folder))
    blocks = arrays()
    Compiled(boundscheck=False, folder=folder).entry(overrun)(blocks[0], blocks[1], 0, 5, 15)
    assert list(folder.glob("*" + SUFFIX)) == stored


@pytest.mark.compiled
@pytest.mark.usefixtures("no_memory_of_tools")
def test_without_an_inner_part_numba_compiles_in_its_plain_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("numba.core.codegen.JITCodeLibrary")
    monkeypatch.delitem(sys.modules, "longroad.core.compile.inner", raising=False)
    with one_warning("JITCodeLibrary"):
        compile_plainly(tmp_path)


@pytest.mark.compiled
@pytest.mark.usefixtures("no_memory_of_tools")
def test_an_inner_part_that_has_changed_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("numba.core.compiler_machinery.PassManager.add_pass_after")
    with one_warning("add_pass_after"):
        compile_plainly(tmp_path)


@pytest.mark.compiled
@pytest.mark.usefixtures("no_memory_of_tools")
def test_plain_numba_does_not_read_stored_code(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from longroad.core.compile.cpu import fast_tools

    compiled.entry(play)
    fast_tools.cache_clear()
    monkeypatch.delattr("numba.core.codegen.JITCodeLibrary")
    monkeypatch.delitem(sys.modules, "longroad.core.compile.inner", raising=False)
    with one_warning("JITCodeLibrary"):
        compile_plainly(compiled.cache.folder)


@pytest.mark.compiled
@pytest.mark.usefixtures("no_memory_of_tools")
@pytest.mark.parametrize("is_there", [False, True], ids=["missing", "another one"])
def test_stored_code_that_numba_cannot_load_is_compiled_plainly(
    compiled: Any, is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from longroad.core.compile.cpu import Compiled

    compiled.entry(play)
    if is_there:
        monkeypatch.setattr("numba.core.compiler.CompileResult._rebuild", lambda: None)
    else:
        monkeypatch.delattr("numba.core.compiler.CompileResult._rebuild")
    with one_warning("TypeError" if is_there else "_rebuild"):
        plays_alike(Compiled(boundscheck=False, folder=compiled.cache.folder))


# --- keeping compiled code ---


@pytest.mark.compiled
def test_cached_code_is_loaded_silently_instead_of_compiled(
    compiled: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from longroad.core.compile.cpu import Compiled

    monkeypatch.setenv("LONGROAD_PROGRESS", "1")
    compiled.entry(play)
    assert "Compiling the rules for the first time (play)" in capfd.readouterr().err
    again = Compiled(boundscheck=False, folder=compiled.cache.folder)
    lists, blocks = games(), arrays()
    again.entry(play)(*blocks[:2], 0, 5, blocks[2], 9)
    backend("interpreted").entry(play)(*lists[:2], 0, 5, lists[2], 9)
    assert blocks[2].tolist() == lists[2]
    assert not again._dispatchers
    assert capfd.readouterr().err == ""


@pytest.mark.compiled
def test_code_with_and_without_boundscheck_is_kept_apart(tmp_path: Path) -> None:
    from longroad.core.compile.cpu import Compiled

    for boundscheck in (False, True):
        Compiled(boundscheck=boundscheck, folder=tmp_path).entry(overrun)
    assert len(list(tmp_path.glob("overrun-*" + SUFFIX))) == 2


@pytest.mark.compiled
def test_damaged_code_is_compiled_anew(compiled: Any) -> None:
    from longroad.core.compile.cpu import Compiled

    compiled.entry(overrun)
    (path,) = compiled.cache.folder.glob("overrun-*" + SUFFIX)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    again = Compiled(boundscheck=False, folder=compiled.cache.folder)
    small, words, _ = arrays()
    again.entry(overrun)(small, words, 0, 5, 7)
    assert small[:, 7].tolist() == 5 * [1]
    assert again._dispatchers
    assert compiled.cache.read(path.stem) is not None


def test_a_folder_that_cannot_be_written_is_mentioned_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = CodeCache(tmp_path / "file" / "cache")
    with pytest.warns(RuntimeWarning, match="LONGROAD_CACHE"):
        cache.write("one", b"code")
    with warnings.catch_warnings(action="error"), cache.alone():
        cache.write("two", b"code")
    assert cache.read("one") is None


def test_long_unused_code_is_removed(tmp_path: Path) -> None:
    cache = CodeCache(tmp_path)
    for number in range(KEPT_FILES + 3):
        cache.write(f"entry-{number}", b"code")
        os.utime(tmp_path / f"entry-{number}{SUFFIX}", (number + time.time() - 1000,) * 2)
    os.utime(tmp_path / f"entry-40{SUFFIX}", (time.time() - KEPT_SECONDS - 1,) * 2)
    (tmp_path / "notes.txt").write_text("somebody else's")
    cache.write("entry-new", b"code")
    left = {path.stem for path in tmp_path.glob("*" + SUFFIX)}
    assert len(left) == KEPT_FILES
    assert "entry-40" not in left
    assert {"entry-new", f"entry-{KEPT_FILES + 2}"} <= left
    assert (tmp_path / "notes.txt").exists()


def test_the_environment_chooses_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    monkeypatch.setenv("LONGROAD_CACHE", "/elsewhere")
    assert CodeCache().folder == Path("/elsewhere")
    monkeypatch.delenv("LONGROAD_CACHE")
    assert CodeCache().folder == Path("/caches/longroad")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert CodeCache().folder == Path.home() / ".cache" / "longroad"


TWO_AT_ONCE = """
import numpy as np
from toy_at_once import play
from longroad.core.compile.registry import backend
small, words = np.zeros((2, 4), np.int8), np.zeros((2, 4), np.int64)
backend("compiled").entry(play)(small, words, 0, 2, 3)
print(small[1, 0], len(backend("compiled")._dispatchers))
"""


@pytest.mark.compiled
def test_of_two_processes_at_once_one_compiles(tmp_path: Path) -> None:
    (tmp_path / "toy_at_once.py").write_text(
        "from longroad.core.compile.registry import entry\n\n"
        '@entry("i8")\ndef play(s, m, i, times):\n    for _ in range(times):\n        s[0] += i\n'
    )
    folders = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "LONGROAD_CACHE": str(tmp_path / "cache"), "PYTHONPATH": folders}
    runs = [
        subprocess.Popen([sys.executable, "-c", TWO_AT_ONCE], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert sorted(run.communicate(timeout=120)[0].split() for run in runs) == [["3", "0"], ["3", "1"]]
    assert len(list((tmp_path / "cache").glob("*" + SUFFIX))) == 1


# --- CUDA ---


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    pytest.importorskip("numba_cuda")
    from longroad.core.compile.gpu import Cuda, is_supported

    if not is_supported():
        pytest.skip("libNVVM is not installed")
    return Cuda(tmp_path_factory.mktemp("cache")).kernel(play, small=16, words=4, block=64, blocks=8)


@pytest.mark.compiled
def test_a_kernel_compiles_without_a_device(kernel: Kernel) -> None:
    assert ".target sm_90" in kernel.ptx
    assert f".visible .entry {kernel.name}(" in kernel.ptx
    assert kernel.ptx.count(".param .u64") == 9 + 9 + 1 + 1 + 9 + 1 + 7  # the last seven are the next game to take
    assert ".maxntid 64, 1, 1\n.minnctapersm 8\n" in kernel.ptx
    assert {"popc.b64", "ld.global.nc.u8"} <= set(kernel.ptx.split())


@pytest.mark.compiled
def test_a_kernel_keeps_its_loops_and_holds_a_table_once(kernel: Kernel) -> None:
    assert kernel.ptx.count("popc.b64") <= 16  # two, and six to find a bit, here and in the function that stays a call
    assert sum(".global" in line and "table_" in line for line in kernel.ptx.splitlines() if "[" in line[:90]) == 2


@pytest.mark.compiled
def test_a_kernel_survives_being_written_down(kernel: Kernel) -> None:
    assert Kernel.from_json(kernel.to_json()) == kernel


@pytest.mark.compiled
def test_a_kept_kernel_depends_on_the_texts_of_the_whole_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba_cuda")
    from longroad.core.compile import gpu as compile_gpu

    if not compile_gpu.is_supported():
        pytest.skip("libNVVM is not installed")
    made: list[str] = []

    def compiled(body: Callable[..., Any], *others: Any) -> Kernel:
        made.append(body.__name__)
        return Kernel("k", (), 16, 4, 128, "", "")

    monkeypatch.setattr(compile_gpu, "_compiled", compiled)
    for text in ("one", "one", "another"):
        monkeypatch.setattr(compile_gpu, "configuration", lambda text=text: text)
        compile_gpu.Cuda(tmp_path).kernel(play, 16, 4)
    assert len(made) == 2


class OnDevice:
    """What a GPU library's array tells about itself."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.shape = array.shape
        strides = None if array.flags.c_contiguous else array.strides
        self.__cuda_array_interface__ = {**array.__array_interface__, "strides": strides}


def test_arguments_become_kernel_parameters() -> None:
    kernel = Kernel("k", ("i1[:,:]", "i8[:,::1]", "i8", "i8", "i4[::1]"), 16, 4, 128, "", "")
    small, words, _ = arrays()
    numbers = np.zeros(7, np.int32)
    address = numbers.__array_interface__["data"][0]
    packed = kernel.pack((OnDevice(small), OnDevice(words), 0, 5, OnDevice(numbers)))
    assert [int(number) for number in packed[:4]] == [0, 0, 80, 1]
    assert [int(number) for number in packed[5:9]] == [5, 16, 16, 1]
    assert [int(number) for number in packed[14:20]] == [5, 4, 32, 8, 0, 5]
    assert [int(number) for number in packed[20:]] == [0, 0, 7, 4, address, 7, 4]
    by_columns = kernel.pack((OnDevice(np.asfortranarray(small)), OnDevice(words), 0, 5, OnDevice(numbers)))
    assert [int(number) for number in by_columns[5:9]] == [5, 16, 1, 5]
    for wrong in (small, np.asfortranarray(words)):
        with pytest.raises(ValueError, match="where i8\\[:,::1\\] is expected"):
            kernel.pack((OnDevice(small), OnDevice(wrong), 0, 5, OnDevice(numbers)))
    with pytest.raises(ValueError, match="rows of S are 16 long, but the kernel was made for 8"):
        Kernel("k", kernel.arguments, 8, 4, 128, "", "").pack(
            (OnDevice(small), OnDevice(words), 0, 5, OnDevice(numbers))
        )
    with pytest.raises(ValueError, match="4 arguments given, but the kernel takes 5"):
        kernel.pack((OnDevice(small), OnDevice(words), 0, 5))
