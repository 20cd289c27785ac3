"""Rule functions compiled for this processor by Numba; imported only when compiled code is asked for."""

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir as llvm
from numba import types
from numba.core import config, ir, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.serialize import dumps
from numba.core.typed_passes import AnnotateTypes, NativeLowering
from numba.core.typing import signature
from numba.extending import intrinsic

from longroad.core import bits
from longroad.core.compile.cache import CodeCache
from longroad.core.compile.registry import (
    Kind,
    argument_types,
    clone,
    constant_array,
    entries,
    fingerprint,
    is_inlined,
    is_rule,
    is_table,
    make_loop,
    parameters,
)

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


def nth_bit_deposited(builder: Any, word: Any, n: Any) -> Any:
    """The same by the instruction that deposits bits where a mask has ones."""
    deposit = llvm.FunctionType(WORD, [WORD, WORD])
    name = "llvm.x86.bmi.pdep.64"
    function = builder.module.globals.get(name) or llvm.Function(builder.module, deposit, name)
    return lowest_bit(builder, builder.call(function, [builder.shl(WORD(1), n), word]))


def deposits_fast() -> bool:
    """Whether this processor has the instruction, in hardware: AMD's did it in microcode before Zen 3."""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in ("znver1", "znver2")


GENERATORS: dict[Any, Callable[..., Any]] = {
    bits.popcount: popcount,
    bits.lowest_bit: lowest_bit,
    bits.nth_bit: nth_bit,
}


def primitives(intrinsic: Any, word: Any, fast_deposit: bool = False) -> dict[Any, Any]:
    """The functions of `bits` -> what a compiler calls instead, made with its own `intrinsic` and type of words."""
    generators = {**GENERATORS, bits.nth_bit: nth_bit_deposited} if fast_deposit else GENERATORS
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


@register_pass(mutates_CFG=False, analysis_only=True)
class UnsignedIndexes(AnalysisPass):  # type: ignore[misc]
    """Declares all indexes non-negative, which spares the code that makes negative ones count from the end."""

    _name = "longroad_unsigned_indexes"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Give every indexing operation on an array an unsigned signature, to which the lowering casts the index."""
        for call, sig in list(state.calltypes.items()):
            is_getitem = isinstance(call, ir.Expr) and call.op == "getitem"
            if (is_getitem or isinstance(call, ir.SetItem)) and isinstance(sig.args[0], types.Array):
                array, index, *value = sig.args
                if isinstance(index, types.Integer):
                    del state.calltypes[call]  # each key is set once only
                    state.calltypes[call] = signature(sig.return_type, array, types.uintp, *value)
        return False


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one rule function, kept as it is: only entry points are optimised and become machine code."""

    def finalize(self) -> None:
        """Do nothing yet."""
        self._finalized = True


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point with all rule functions it reaches."""

    def finalize(self) -> None:
        """Link all that is reached, not only the callees, then optimise everything at once."""
        for library in self._linking_libraries:
            for callee in getattr(library, "_linking_libraries", ()):
                if callee not in self._linking_libraries:
                    self._linking_libraries.append(callee)
        super().finalize()


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):  # type: ignore[misc]
    """Lowers a rule function to LLVM code without making it executable."""

    _name = "longroad_rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower, then make the function known to its callers under a key that nobody calls."""
        super().run_pass(state)
        lowered, key = state["cr"], object()
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=key, env=lowered.env)
        return True


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's pipeline with unsigned indexes."""

    library = EntryLibrary

    def define_pipelines(self) -> list[Any]:
        """The one pipeline."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(UnsignedIndexes, AnnotateTypes)
        self.adapt(manager)
        manager.finalize()
        return [manager]

    def adapt(self, manager: Any) -> None:
        """Choose the library the code goes to."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()


class RuleCompiler(EntryCompiler):
    """The same for functions that only other compiled functions call."""

    library = RuleLibrary

    def adapt(self, manager: Any) -> None:
        """Replace the lowering as well."""
        super().adapt(manager)
        self.state.flags.no_compile = True
        self.state.flags.no_cpython_wrapper = True
        self.state.flags.no_cfunc_wrapper = True
        manager.passes = [
            (RuleLowering, text) if step is NativeLowering else (step, text) for step, text in manager.passes
        ]


class RuleDispatcher(CPUDispatcher):  # type: ignore[misc]
    """Compiles a rule function once, whatever the widths of the integers it is called with."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Widen all integers to 64 bits; the callers cast."""
        return super().get_call_template(tuple(_widened(arg) for arg in args), kws)

    def add_overload(self, cres: Any) -> None:
        """Remember the code; there is nothing that Python could call."""
        self.overloads[tuple(cres.signature.args)] = cres


def _widened(type_: Any) -> Any:
    return types.int64 if isinstance(type_, types.Integer | types.Boolean) else type_


@contextlib.contextmanager
def progress(text: str) -> Iterator[None]:
    """Tell how long the compiler has been at it, on a terminal every second, elsewhere only when asked to."""
    terminal = sys.stderr is not None and sys.stderr.isatty()
    asked = os.environ.get("LONGROAD_PROGRESS", "") not in ("", "0")
    if not (terminal or asked):
        yield
        return
    done, start = threading.Event(), time.monotonic()

    def tell(end: str) -> None:
        print(f"{text} ... {time.monotonic() - start:.0f} s", end=end, file=sys.stderr, flush=True)

    def tick() -> None:
        while not done.wait(1.0):
            tell("\r")

    tell("\r" if terminal else "\n")
    if terminal:
        threading.Thread(target=tick, daemon=True).start()
    try:
        yield
    finally:
        done.set()
        tell("\n")


@functools.cache
def configuration() -> str:
    """What compiled code depends on beside the rules: versions, the processor, and this compiler's own text."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    texts = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sources]
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    settings = (str(config.OPT), config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.BOUNDSCHECK)
    return repr((versions, cpu_target.target_context.codegen().magic_tuple(), settings, texts))


class Compiled:
    """The rules as machine code."""

    kind: Kind = "compiled"

    def __init__(self, boundscheck: bool = BOUNDSCHECK, folder: Path | None = None) -> None:
        self.cache = CodeCache(folder)
        self._lock = threading.RLock()
        self._options = {"nopython": True, "_nrt": False, "error_model": "numpy", "boundscheck": boundscheck}
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
        key = hashlib.sha256(repr((fingerprint(body), types_, self._options, configuration())).encode()).hexdigest()
        name = f"{body.__name__}-{key[:32]}"
        code = self.cache.read(name)
        if code is not None:
            return self._loaded(body, code)
        number, total = len(self._entries) + 1, len(entries())
        with progress(f"compiling the rules, entry {number} of {total}"), self.cache.alone():
            code = self.cache.read(name)  # by another process, while this one waited
            return self._compiled(body, types_, name) if code is None else self._loaded(body, code)

    def _loaded(self, body: Callable[..., Any], code: bytes) -> Any:
        dispatcher = self._dispatcher(make_loop(body, {}))
        dispatcher.add_overload(CompileResult._rebuild(cpu_target.target_context, *pickle.loads(code)))
        dispatcher.disable_compile()
        return dispatcher

    def _compiled(self, body: Callable[..., Any], types_: str, name: str) -> Any:
        dispatcher = self._dispatcher(make_loop(body, {"body": self._replace(body)}))
        args, _ = sigutils.normalize_signature(f"void({types_})")
        dispatcher.compile(args)
        dispatcher.disable_compile()
        result = dispatcher.overloads[args]
        if not result.library.has_dynamic_globals:  # which would be addresses in this process
            self.cache.write(name, dumps(result._reduce()))
        return dispatcher

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """One function alone, compiled when it is called; arguments are arrays and integers."""
        arguments = ", ".join(parameters(function))
        namespace: dict[str, Any] = {"body": self._replace(function), "__name__": function.__module__}
        exec(f"def call({arguments}):\n    return body({arguments})\n", namespace)
        result: Callable[..., Any] = self._dispatcher(namespace["call"])
        return result

    def _dispatcher(self, function: FunctionType) -> Any:
        options = {**self._options, "nogil": True}
        return CPUDispatcher(function, locals={}, targetoptions=options, pipeline_class=EntryCompiler)

    def _replace(self, value: Any) -> Any:
        """What a compiled function sees in place of a value."""
        if is_table(value):
            return self._tables.setdefault(id(value), (value, constant_array(value)))[1]
        if not is_rule(value):
            return PRIMITIVES[value] if callable(value) else int(value)
        if value not in self._dispatchers:
            options = {**self._options, "forceinline": is_inlined(value)}
            twin = clone(value, self._replace)
            self._dispatchers[value] = RuleDispatcher(
                twin, locals={}, targetoptions=options, pipeline_class=RuleCompiler
            )
        return self._dispatchers[value]
