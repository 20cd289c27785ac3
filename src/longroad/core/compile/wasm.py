"""Rule functions as a WebAssembly module, for the page and for Node; imported only when one is built.

A module is made by the compiler's usual way up to LLVM code, with the bit primitives in their portable form, and then
optimised and written for WebAssembly. LLVM's object loads as it is, so there is no linker: it imports the memory and
the stack pointer, and nothing else. Its data begins at address 0, and the stack grows down towards it unguarded, so
both sizes are checked here.

An exported entry takes an array as its address and its lengths, and a number as a double.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self

from llvmlite import binding
from llvmlite import ir as llvm
from numba import types
from numba.core import sigutils
from numba.core.codegen import JITCodeLibrary
from numba.extending import intrinsic

from longroad.core.compile import inner
from longroad.core.compile.cache import CodeCache
from longroad.core.compile.cpu import configuration, primitives, progress
from longroad.core.compile.node import NodeProcess
from longroad.core.compile.registry import (
    Kind,
    argument_types,
    clone,
    constant_array,
    fingerprint,
    is_inlined,
    is_rare,
    is_rule,
    is_table,
    make_loop,
    reachable,
)
from longroad.core.compile.wasm_format import check_memory, strip_custom_sections

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+multivalue"
SIMD = "+simd128"  # makes the search faster; not every browser has it on every processor
INLINING = 50  # LLVM's threshold: a compromise of size and speed
PRIMITIVES = primitives(intrinsic, types.int64)
OPTIONS = {**inner.OPTIONS, "boundscheck": False}
ADDRESS, LENGTH, NUMBER = llvm.IntType(32), llvm.IntType(64), llvm.DoubleType()


class Wasm:
    """The entry points made from some bodies as one module, run in Node.js; a context manager that ends the process."""

    kind: Kind = "wasm"

    def __init__(self, bodies: Sequence[Callable[..., Any]], has_simd: bool = True) -> None:
        """Build the module, or take it from the cache, and load it. Raises `CompilerMissing` without Node.js."""
        self.process = NodeProcess(build(bodies, has_simd))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.close()

    def entry(self, body: Callable[..., Any]) -> Callable[..., None]:
        """The entry point over many games, with arrays as compiled code takes them."""
        return partial(self.process.call, body.__name__, argument_types(body))

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Raise an error: a module exports entry points only."""
        raise NotImplementedError("a rule function alone cannot run as WebAssembly")


class WasmLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, left as it is: Numba's own optimisations would be for this processor."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Do nothing."""

    def finalize(self) -> None:
        """Do nothing yet."""
        self._finalized = True


class WasmCompiler(inner.RuleCompiler):
    """Compiles a rule function, or the loop of an entry, as far as LLVM code."""

    library = WasmLibrary


def build(bodies: Sequence[Callable[..., Any]], has_simd: bool = True) -> bytes:
    """Return the module with the entry points made from these bodies, from the cache if it was built before.

    Both modules, with and without SIMD, are built at once: most of the work is the same. Raises `UnusableModule` if one
    needs more memory than hosts leave for it.
    """
    cache = CodeCache()
    parts = [(body.__name__, fingerprint(body), argument_types(body), is_rare(body)) for body in bodies]
    key = hashlib.sha256(repr((parts, configuration())).encode()).hexdigest()[:32]
    names = {True: f"wasm-{key}", False: f"wasm-plain-{key}"}
    module = cache.read(names[has_simd])
    if module is not None:
        return module
    with progress("Compiling the rules to WebAssembly"), cache.alone():
        module = cache.read(names[has_simd])  # stored by another process, while this one waited
        if module is None:
            built = _built(bodies)
            for each, name in names.items():
                cache.write(name, built[each])
            module = built[has_simd]
    return module


def _built(bodies: Sequence[Callable[..., Any]]) -> dict[bool, bytes]:
    """Compile, link, optimise, write and check; once with SIMD, and once without."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    compiler = Compiler()
    results = [compiler.compile(body) for body in bodies]
    texts = [str(library._final_module) for library in _reached(result.library for result in results)]
    texts += [_wrapper(body.__name__, result) for body, result in zip(bodies, results, strict=True)]
    loops = dict(zip(bodies, (result.fndesc.mangled_name for result in results), strict=True))
    rare = {name for body in bodies if is_rare(body) for name in (body.__name__, loops[body])}
    rare |= compiler.rare_functions(bodies)
    exported = {body.__name__ for body in bodies}
    return {has_simd: _emitted(texts, exported, rare, has_simd) for has_simd in (True, False)}


def _emitted(texts: Sequence[str], exported: set[str], rare: set[str], has_simd: bool) -> bytes:
    """Link, optimise, write and check LLVM code."""
    target = binding.Target.from_triple(TRIPLE)
    features = f"{SIMD},{FEATURES}" if has_simd else FEATURES
    machine = target.create_target_machine(cpu="generic", features=features, opt=3, reloc="static", codemodel="default")
    linked = _linked(texts, machine, exported)
    _shrink(linked, rare)
    module = strip_custom_sections(machine.emit_object(_optimised(linked, machine)))
    check_memory(module)
    return module


class Compiler:
    """Compiles entry points; what several of them use is compiled once."""

    def __init__(self) -> None:
        self._dispatchers: dict[Any, Any] = {}
        self._tables: dict[int, tuple[Any, Any]] = {}

    def compile(self, body: Callable[..., Any]) -> Any:
        """Compile the loop of an entry point, and return Numba's result."""
        dispatcher = self._dispatcher(make_loop(body, {"body": self._replace(body)}), False)
        arguments, _ = sigutils.normalize_signature(f"void({', '.join(argument_types(body))})")
        dispatcher.compile(arguments)
        (result,) = dispatcher.overloads.values()
        return result

    def rare_functions(self, bodies: Sequence[Callable[..., Any]]) -> set[str]:
        """Return the names of the compiled functions that only rare entry points reach."""
        often = {function for body in bodies if not is_rare(body) for function in reachable(body)}
        rare = [dispatcher for function, dispatcher in self._dispatchers.items() if function not in often]
        return {result.fndesc.mangled_name for dispatcher in rare for result in dispatcher.overloads.values()}

    def _dispatcher(self, function: Any, is_inlined: bool) -> Any:
        options = {**OPTIONS, "forceinline": is_inlined}
        return inner.RuleDispatcher(function, locals={}, targetoptions=options, pipeline_class=WasmCompiler)

    def _replace(self, value: Any) -> Any:
        """What a compiled function sees in place of a value."""
        if is_table(value):
            return self._tables.setdefault(id(value), (value, constant_array(value)))[1]
        if not is_rule(value):
            return PRIMITIVES[value] if callable(value) else int(value)
        if value not in self._dispatchers:
            self._dispatchers[value] = self._dispatcher(clone(value, self._replace), is_inlined(value))
        return self._dispatchers[value]


def _reached(libraries: Iterable[Any]) -> Iterator[Any]:
    """Yield libraries and all that they reach, each once."""
    found = list(dict.fromkeys(libraries))
    for library in found:
        yield library
        found.extend(callee for callee in library._linking_libraries if callee not in found)


def _wrapper(name: str, result: Any) -> str:
    """Return the LLVM code of an exported function that calls an entry point."""
    context, kinds = result.target_context, result.fndesc.argtypes
    lengths = [1 + kind.ndim if isinstance(kind, types.Array) else 0 for kind in kinds]
    taken = [kind for length in lengths for kind in ([ADDRESS] * length or [NUMBER])]
    module = llvm.Module(name)
    function = llvm.Function(module, llvm.FunctionType(llvm.VoidType(), taken), name)
    builder = llvm.IRBuilder(function.append_basic_block())
    given = iter(function.args)
    values = [
        _array(context, builder, kind, [next(given) for _ in range(length)])
        if length
        else builder.fptosi(next(given), LENGTH)
        for kind, length in zip(kinds, lengths, strict=True)
    ]
    callee = context.declare_function(module, result.fndesc)
    context.call_conv.call_function(builder, callee, types.none, kinds, values)
    builder.ret_void()
    head = rf'(define void @"{name}"\([^)]*\))'
    return re.sub(head, rf'\1 "wasm-export-name"="{name}"', str(module))  # llvmlite does not know this attribute


def _array(context: Any, builder: Any, kind: Any, given: Sequence[Any]) -> Any:
    """Return Numba's structure for an array at an address, with lengths."""
    address, *lengths = given
    shape = [builder.zext(length, LENGTH) for length in lengths]
    size = LENGTH(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size] if len(shape) == 1 else [builder.mul(shape[1], size), size]
    array = context.make_array(kind)(context, builder)
    data = builder.inttoptr(address, array.data.type)
    context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None, parent=None)
    return array._getvalue()


def _linked(texts: Sequence[str], machine: Any, exported: set[str]) -> Any:
    """Link LLVM code for another machine than it was made for; only the exported functions stay visible."""
    linked = None
    for text in texts:
        part = binding.parse_assembly(text)
        part.triple, part.data_layout = TRIPLE, str(machine.target_data)
        if linked is None:
            linked = part
        else:
            linked.link_in(part)
    assert linked is not None
    for value in (*linked.functions, *linked.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"
    return linked


def _shrink(module: Any, names: set[str]) -> None:
    """Mark functions to be optimised for size instead of speed."""
    for function in module.functions:
        if function.name in names:
            function.add_function_attribute("optsize")
            function.add_function_attribute("minsize")


def _optimised(module: Any, machine: Any) -> Any:
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.inlining_threshold = INLINING
    options.loop_vectorization = options.slp_vectorization = True
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return module
