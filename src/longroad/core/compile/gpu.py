"""Rule functions inside CUDA kernels, one game a thread; imported only when a kernel is asked for."""

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, MappingProxyType
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 uses it, but NumPy 2.5 has dropped it
    np.row_stack = np.vstack  # type: ignore[attr-defined, unused-ignore]

from llvmlite import ir as llvm
from numba import cuda
from numba.cuda import types
from numba.cuda.codegen import CUDACodeLibrary
from numba.cuda.compiler import compile_cuda, compile_ptx
from numba.cuda.core import sigutils
from numba.cuda.core.compiler_lock import global_compiler_lock
from numba.cuda.cudadrv.nvvm import NVVM, NvvmSupportError
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.extending import intrinsic
from numba.cuda.np import arrayobj
from numba.cuda.target import CUDATargetContext

from longroad.core.compile.cache import CodeCache
from longroad.core.compile.cpu import configuration, primitives, progress
from longroad.core.compile.fixed import with_fixed
from longroad.core.compile.launch import NEXT_GAME, Kernel, current_capability
from longroad.core.compile.registry import (
    CompilerMissing,
    Kind,
    argument_types,
    clone,
    constant_array,
    device_twin,
    fingerprint,
    is_inlined,
    is_repeating,
    is_rule,
    is_table,
    make_loop,
    reachable,
    source_digest,
)

# A body that is called once works on its rows where they lie.
LOOP = """
def {name}(S, M, first, last{others}, next_game):
    i = first + cuda.grid(1)
    while i < last:
        body(S[i], M[i], i{others})
        i += cuda.gridsize(1)
"""
# A thread that plays a game for long keeps it in its own memory, which the hardware interleaves, so that neighbouring
# threads that read the same field read neighbouring addresses.
#
# A thread whose game is over takes the next game that no thread has taken: if games were assigned beforehand, threads
# that are done would wait for those with long games. The threads of a warp wait for each other after each part: if that
# is left to the assembler, a thread that once runs apart may never join the others again.
REPEATING_LOOP = """
def {name}(S, M, first, last{others}, next_game):
    s = cuda.local.array(SMALL, int8)
    m = cuda.local.array(WORDS, int64)
    i = first
    is_here = 0
    while i < last:
        if is_here == 0:
            i = cuda.atomic.add(next_game, 0, 1)
            if i < last:
                for k in range(SMALL):
                    s[k] = S[i, k]
                for k in range(WORDS):
                    m[k] = M[i, k]
                is_here = 1
        if is_here == 1 and body(s, m, i{others}) == 0:
            for k in range(SMALL):
                S[i, k] = s[k]
            for k in range(WORDS):
                M[i, k] = m[k]
            is_here = 0
        cuda.syncwarp()
"""
ANY_ORDER = "[:,:]"  # of a matrix: by rows, or by columns, so that neighbouring threads read neighbouring addresses
BLOCKS, REPEATING_BLOCKS = 8, 12  # on a multiprocessor: measured on an H200
TABLE_ADDRESS_SPACE = 1  # global memory; 4 is constant memory
NAMES = {"cuda": cuda, "int8": types.int8, "int64": types.int64}
PRIMITIVES = primitives(intrinsic, types.int64)


class RuleDispatcher(CUDADispatcher):  # type: ignore[misc]
    """Compiles a rule function once for a given device, whatever the integers it is called with; needs no device."""

    def __init__(self, function: FunctionType, inline: bool, capability: tuple[int, int]) -> None:
        super().__init__(function, {"device": True, "debug": False, "opt": True, "forceinline": inline})
        self._capability = capability

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Widen all integers to 64 bits; the callers cast."""
        widened = (types.int64 if isinstance(arg, types.Integer | types.Boolean) else arg for arg in args)
        return super().get_call_template(tuple(widened), kws)

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        """Compile for the chosen capability instead of the current device's."""
        if args not in self.overloads:
            options = {"opt": 3, "fastmath": False}
            inline = self.targetoptions["forceinline"]
            result = compile_cuda(
                self.py_func, return_type, args, forceinline=inline, nvvm_options=options, cc=self._capability
            )
            if not inline:  # or else NVIDIA's compiler decides, and it inlines nearly everything, for minutes
                result.library.get_function(result.fndesc.llvm_func_name).attributes.add("noinline")
            _keep_loops(result.library._module)
            self.overloads[args] = result
            result.target_context.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return self.overloads[args]


def _keep_loops(module: Any) -> None:
    """Ask that no loop be unrolled.

    NVIDIA's compiler knows that a small integer is below 128, and unrolls a loop over as many seats 127 times.
    """
    disable = module.add_metadata(["llvm.loop.unroll.disable"])
    for function in module.functions:
        places = {block: place for place, block in enumerate(function.blocks)}
        for block, place in places.items():
            targets = [operand for operand in getattr(block.terminator, "operands", ()) if operand in places]
            if any(places[target] <= place for target in targets):
                loop = llvm.values.MDValue(module, (), name=str(len(module.metadata)))
                loop.operands = (loop, disable)  # a loop's first operand is itself, which makes it distinct
                block.terminator.set_metadata("llvm.loop", loop)


def _keep_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Take the index as it is; Numba's own version makes negative ones count from the end."""
    return context.cast(builder, index, kind, types.intp)


def _make_table(context: Any, builder: Any, kind: Any, table: Any) -> Any:
    """A constant array in global memory, once in a kernel.

    Numba's own version puts a copy for every function into constant memory, of which there are 64 KiB, and which is
    slow where neighbouring threads read different elements, as they do here.
    """
    content = llvm.Constant(llvm.ArrayType(llvm.IntType(8), table.nbytes), bytearray(table.tobytes()))
    name = f"table_{hashlib.sha256(table.tobytes()).hexdigest()[:16]}_{table.dtype}"
    variable = builder.module.globals.get(name)
    if variable is None:
        variable = llvm.GlobalVariable(builder.module, content.type, name, addrspace=TABLE_ADDRESS_SPACE)
        variable.linkage = "linkonce_odr"
        variable.global_constant = True
        variable.initializer = content
        variable.align = table.itemsize
    array = context.make_array(kind)(context, builder)
    context.populate_array(
        array,
        data=builder.bitcast(
            builder.addrspacecast(variable, llvm.PointerType(llvm.IntType(8)), "generic"), array.data.type
        ),
        shape=[context.get_constant(types.intp, length) for length in table.shape],
        strides=[context.get_constant(types.intp, stride) for stride in table.strides],
        itemsize=context.get_constant(types.intp, table.itemsize),
        parent=None,
        meminfo=None,
    )
    return array._getvalue()


def _modules_once(library: Any) -> list[Any]:
    """The code of a library and of all that it reaches, each once.

    Numba's own version names a callee once for every way to reach it, and the rules have more than memory has room for.
    """
    libraries = [library]
    for reached in libraries:
        callees = sorted(reached._linking_libraries, key=lambda callee: str(callee.name))
        libraries.extend(callee for callee in callees if callee not in libraries)
    return [reached._module for reached in libraries]


def is_supported() -> bool:
    """Whether NVIDIA's part of the compiler is there too, which numba-cuda alone does not bring along."""
    try:
        NVVM()
    except NvvmSupportError:
        return False
    return True


@contextlib.contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Replace an attribute for a while."""
    original = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, original)


class Cuda:
    """The rules inside CUDA kernels."""

    kind: Kind = "cuda"

    def __init__(self, folder: Path | None = None) -> None:
        self.cache = CodeCache(folder)

    def entry(self, body: Callable[..., Any]) -> Callable[..., None]:
        """The kernel made from this body, compiled for the current device when it is first called."""

        def launch(S: Any, M: Any, first: int, last: int, *others: Any) -> None:  # noqa: N803
            kernel = self.kernel(body, S.shape[1], M.shape[1], current_capability())
            kernel(S, M, first, last, *others)

        return launch

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Raise an error: a device runs entry points only."""
        raise NotImplementedError("a rule function alone cannot run on a device")

    def kernel(
        self,
        body: Callable[..., Any],
        small: int,
        words: int,
        capability: tuple[int, int] = (9, 0),
        block: int = 128,
        blocks: int | None = None,
        fixed: Mapping[int, int] = MappingProxyType({}),
    ) -> Kernel:
        """The kernel for rows of these lengths and a device of this compute capability; needs no device.

        A multiprocessor is to hold `blocks` blocks of `block` threads at once: more leave fewer registers to each. By
        default there are 8, or 12 of a body that repeats. A kernel for games in which some fields of `S` are `fixed`,
        such as those of one ruleset (`ruleset_fields`), is smaller, and faster for it.
        """
        blocks = blocks or (REPEATING_BLOCKS if is_repeating(body) else BLOCKS)
        if not is_supported():
            raise CompilerMissing('kernels need NVIDIA\'s libNVVM: pip install "longroad[gpu]"')
        compilers = (configuration(), version("numba-cuda"), NVVM().get_version(), TABLE_ADDRESS_SPACE)
        twins = [device_twin(function).__name__ for function in reachable(body)]
        sizes = (small, words, capability, (block, blocks), tuple(sorted(fixed.items())))
        key = repr((fingerprint(body), twins, argument_types(body), sizes, compilers))
        name = f"{body.__name__}-cuda-{hashlib.sha256(key.encode()).hexdigest()[:32]}"
        text = self.cache.read(name)
        if text is not None:
            return Kernel.from_json(text.decode())
        with progress(f"compiling the kernel {body.__name__}"):
            kernel = _compiled(body, *sizes)
        self.cache.write(name, kernel.to_json().encode())
        return kernel


def _compiled(
    body: Callable[..., Any],
    small: int,
    words: int,
    capability: tuple[int, int],
    bounds: tuple[int, int],
    fixed: tuple[tuple[int, int], ...],
) -> Kernel:
    fields = dict(fixed)
    dispatchers: dict[Any, RuleDispatcher] = {}

    def replace(value: Any) -> Any:
        """What a function on the device sees in place of a value."""
        if is_table(value):
            return constant_array(value)
        if not is_rule(value):
            return PRIMITIVES[value] if callable(value) else int(value)
        value = device_twin(value)
        if value not in dispatchers:
            function = with_fixed(value, fields) if fields else value
            dispatchers[value] = RuleDispatcher(clone(function, replace), is_inlined(value), capability)
        return dispatchers[value]

    loop = make_loop(body, {**NAMES, "SMALL": small, "WORDS": words, "body": replace(body)}, LOOP, REPEATING_LOOP)
    arguments = tuple(kind.replace("[:,::1]", ANY_ORDER) for kind in argument_types(body))
    types_, _ = sigutils.normalize_signature(f"void({', '.join((*arguments, NEXT_GAME))})")
    with (
        global_compiler_lock,
        replaced(arrayobj, "fix_integer_index", _keep_integer_index),
        replaced(CUDATargetContext, "make_constant_array", _make_table),
        replaced(CUDACodeLibrary, "modules", property(_modules_once)),
    ):
        ptx, _ = compile_ptx(loop, types_, cc=capability, launch_bounds=bounds)
    (symbol,) = [line.split()[2].rstrip("(") for line in ptx.splitlines() if line.startswith(".visible .entry")]
    return Kernel(symbol, arguments, small, words, bounds[0], ptx, source_digest(body), fixed)
