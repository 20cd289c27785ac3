"""Rule functions compiled for this processor by Numba; imported only when compiled code is asked for.

`inner` uses inner parts of Numba, for fast code; `plain` is what is left where one is missing. Numba 0.61 to 0.68 is
tested, both ends by `make test-numba`.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from llvmlite import ir as llvm
from numba import config, types
from numba.extending import intrinsic

from longroad.core import bits
from longroad.core.compile.cache import CodeCache
from longroad.core.compile.registry import (
    Kind,
    argument_types,
    clone,
    constant_array,
    fingerprint,
    is_inlined,
    is_rule,
    is_table,
    make_loop,
    parameters,
)

CHANGED_PART = (ImportError, AttributeError, TypeError)  # raised where Numba lacks an inner part or has another one
ERASE = "\r\033[K"  # the line of a terminal, from its beginning
BOUNDSCHECK = os.environ.get("LONGROAD_BOUNDSCHECK", "") not in ("", "0")


# --- the functions of bits, as LLVM code ------------------------------------------------------------------------------

WORD = llvm.IntType(64)


def popcount(builder: Any, word: Any) -> Any:
    """The population count."""
    return builder.ctpop(word)


def lowest_bit(builder: Any, word: Any) -> Any:
    """The count of trailing zeros, undefined for 0."""
    return builder.cttz(word, llvm.IntType(1)(1))


def nth_bit(builder: Any, word: Any, n: Any) -> Any:
    """Six halvings without a branch: whether the bit lies in the upper half decides what to go on with."""
    index = WORD(0)
    for half in (32, 16, 8, 4, 2, 1):
        count = builder.ctpop(builder.and_(word, WORD((1 << half) - 1)))
        above = builder.icmp_signed(">=", n, count)
        n = builder.select(above, builder.sub(n, count), n)
        word = builder.select(above, builder.lshr(word, WORD(half)), word)
        index = builder.select(above, builder.add(index, WORD(half)), index)
    return index


def _nth_bit_deposited(builder: Any, word: Any, n: Any) -> Any:
    """The same by the instruction that deposits bits where a mask has ones."""
    deposit = llvm.FunctionType(WORD, [WORD, WORD])
    name = "llvm.x86.bmi.pdep.64"
    function = builder.module.globals.get(name) or llvm.Function(builder.module, deposit, name)
    return lowest_bit(builder, builder.call(function, [builder.shl(WORD(1), n), word]))


def target() -> tuple[str, str]:
    """The processor that Numba compiles for, and its features."""
    processor = config.CPU_NAME or binding.get_host_cpu_name()
    features = config.CPU_FEATURES
    return processor, binding.get_host_cpu_features().flatten() if features is None else features


def deposits_fast() -> bool:
    """Whether this processor has the instruction, in hardware: AMD's did it in microcode before Zen 3."""
    processor, features = target()
    return "+bmi2" in features.split(",") and processor not in ("znver1", "znver2")


GENERATORS: dict[Any, Callable[..., Any]] = {
    bits.popcount: popcount,
    bits.lowest_bit: lowest_bit,
    bits.nth_bit: nth_bit,
}


def primitives(intrinsic: Any, word: Any, fast_deposit: bool = False) -> dict[Any, Any]:
    """The functions of `bits` -> what a compiler calls instead, made with its own `intrinsic` and type of words."""
    generators = {**GENERATORS, bits.nth_bit: _nth_bit_deposited} if fast_deposit else GENERATORS
    return {function: _primitive(intrinsic, word, generate) for function, generate in generators.items()}


def _primitive(intrinsic: Any, word: Any, generate: Callable[..., Any]) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return generate(builder, *args)

    def one(typingctx: Any, w: Any) -> Any:
        return word(word), lower

    def two(typingctx: Any, w: Any, n: Any) -> Any:
        return word(word, word), lower

    return intrinsic(two if generate.__code__.co_argcount == 3 else one)


PRIMITIVES = primitives(intrinsic, types.int64, deposits_fast())


# --- the compiler -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def progress(text: str) -> Iterator[None]:
    """Show how long the compiler has been at work: a line that takes the place of another status line, then is erased.

    Without a terminal nothing is shown, unless `LONGROAD_PROGRESS` asks for it.
    """
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if not is_terminal and os.environ.get("LONGROAD_PROGRESS", "") in ("", "0"):
        yield
        return
    done, start = threading.Event(), time.monotonic()

    def show() -> None:
        line = f"{text} ... {time.monotonic() - start:.0f} s"
        print(f"{ERASE}{line}" if is_terminal else line, end="" if is_terminal else "\n", file=sys.stderr, flush=True)

    def tick() -> None:
        while not done.wait(1.0):
            show()

    show()
    ticker = threading.Thread(target=tick, daemon=True)
    if is_terminal:
        ticker.start()
    try:
        yield
    finally:
        done.set()
        if is_terminal:
            ticker.join()
            print(ERASE, end="", file=sys.stderr, flush=True)
        else:
            show()


@functools.cache
def configuration() -> str:
    """What compiled code depends on beside the rules: versions, the processor, and this compiler's own text."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    texts = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sources]
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    settings = (str(config.OPT), config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.BOUNDSCHECK, config.ENABLE_AVX)
    return repr((versions, binding.get_process_triple(), target(), settings, texts))


@functools.cache
def fast_tools() -> ModuleType:
    """The module `inner`, or `plain` with a warning where Numba lacks an inner part."""
    try:
        return importlib.import_module("longroad.core.compile.inner")
    except CHANGED_PART as error:
        return plain_tools(str(error))


@functools.cache
def plain_tools(why: str) -> ModuleType:
    """The module `plain`; warns once why."""
    warnings.warn(
        f"Numba {numba.__version__} lacks an inner part that compiles the rules to fast code ({why}). "
        "They are compiled to slower code, which is not stored. Numba 0.61 to 0.68 is tested.",
        RuntimeWarning,
        stacklevel=2,
    )
    return importlib.import_module("longroad.core.compile.plain")


class Compiled:
    """The rules as machine code."""

    kind: Kind = "compiled"

    def __init__(self, boundscheck: bool = BOUNDSCHECK, folder: Path | None = None) -> None:
        self.cache = CodeCache(folder)
        self._lock = threading.RLock()
        self._tools = fast_tools()
        self._boundscheck = boundscheck
        self._dispatchers: dict[Any, Any] = {}
        self._tables: dict[int, tuple[Any, np.ndarray[Any, Any]]] = {}
        self._entries: dict[Any, Any] = {}

    def entry(self, body: Callable[..., Any]) -> Callable[..., None]:
        """The compiled entry point: `S` int8 and `M` int64 matrices, and the others as registered."""
        with self._lock:
            if body not in self._entries:
                self._entries[body] = self._load_or_compile(body)
        result: Callable[..., None] = self._entries[body]
        return result

    def _load_or_compile(self, body: Callable[..., Any]) -> Any:
        types_ = ", ".join(argument_types(body))
        key = hashlib.sha256(repr((fingerprint(body), types_, self._boundscheck, configuration())).encode()).hexdigest()
        name = f"{body.__name__}-{key[:32]}"
        entry = self._loaded(body, name)
        if entry is not None:
            return entry
        with progress(f"Compiling the rules for the first time ({body.__name__})"), self.cache.alone():
            entry = self._loaded(body, name)  # stored by another process, while this one waited
            return self._compiled(body, types_, name) if entry is None else entry

    def _loaded(self, body: Callable[..., Any], name: str) -> Any:
        """The entry from the cache; None if it is not there, or if Numba lacks a part that loads it."""
        code = self.cache.read(name) if self._tools.STORES_CODE else None
        if code is None:
            return None
        try:
            dispatcher = self._tools.compile_entry(make_loop(body, {}), self._boundscheck)
            self._tools.load(dispatcher, code)
        except CHANGED_PART as error:
            self._fall_back(error)
            return None
        dispatcher.disable_compile()
        return dispatcher

    def _compiled(self, body: Callable[..., Any], types_: str, name: str) -> Any:
        try:
            dispatcher = self._compile(body, types_)
            code = self._tools.machine_code(dispatcher) if self._tools.STORES_CODE else None
        except CHANGED_PART as error:
            self._fall_back(error)
            return self._compile(body, types_)
        if code is not None:
            self.cache.write(name, code)
        return dispatcher

    def _fall_back(self, error: Exception) -> None:
        """Compile plainly from now on."""
        self._tools = plain_tools(f"{type(error).__name__}: {error}")
        self._dispatchers.clear()

    def _compile(self, body: Callable[..., Any], types_: str) -> Any:
        dispatcher = self._tools.compile_entry(make_loop(body, {"body": self._replace(body)}), self._boundscheck)
        dispatcher.compile(f"void({types_})")
        dispatcher.disable_compile()
        return dispatcher

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """One function alone, compiled when it is called; arguments are arrays and integers."""
        arguments = ", ".join(parameters(function))
        namespace: dict[str, Any] = {"body": self._replace(function), "__name__": function.__module__}
        exec(f"def call({arguments}):\n    return body({arguments})\n", namespace)
        result: Callable[..., Any] = self._tools.compile_entry(namespace["call"], self._boundscheck)
        return result

    def _replace(self, value: Any) -> Any:
        """What a compiled function sees in place of a value."""
        if is_table(value):
            return self._tables.setdefault(id(value), (value, constant_array(value)))[1]
        if not is_rule(value):
            return PRIMITIVES[value] if callable(value) else int(value)
        if value not in self._dispatchers:
            twin = clone(value, self._replace)
            self._dispatchers[value] = self._tools.compile_rule(twin, self._boundscheck, is_inlined(value))
        return self._dispatchers[value]
