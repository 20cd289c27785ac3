"""The fast way to compile: a pipeline of Numba's own inner parts, which may change from version to version.

Against plain `njit` it makes rule functions several times as fast (no reference counts, everything inlined and
optimised at once, unsigned indexes), compiles each function once, and can store machine code. Where an inner part is
missing, `cpu` falls back to `plain`; `wasm`, which builds on this module, needs them.
"""

import pickle
from types import FunctionType
from typing import Any

from numba import types
from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.serialize import dumps
from numba.core.typed_passes import AnnotateTypes, NativeLowering
from numba.core.typing import signature

OPTIONS = {"nopython": True, "_nrt": False, "error_model": "numpy"}
STORES_CODE = True


@register_pass(mutates_CFG=False, analysis_only=True)
class UnsignedIndexes(AnalysisPass):  # type: ignore[misc]
    """Declares all indexes non-negative, which spares the code that makes negative ones count from the end."""

    _name = "longroad_unsigned_indexes"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Set an unsigned signature for every indexing operation on an array; the lowering casts the index to it."""
        for call, sig in list(state.calltypes.items()):
            is_getitem = isinstance(call, ir.Expr) and call.op == "getitem"
            if (is_getitem or isinstance(call, ir.SetItem)) and isinstance(sig.args[0], types.Array):
                array, index, *value = sig.args
                if isinstance(index, types.Integer):
                    del state.calltypes[call]  # each key is set once only
                    state.calltypes[call] = signature(sig.return_type, array, types.uintp, *value)
        return False


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one rule function, left as it is: only entry points are optimised and become machine code."""

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

    def _optimize_final_module(self) -> None:
        """Make rule functions internal first, so that calls pass only what is used and check for no errors."""
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr" and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):  # type: ignore[misc]
    """Lowers a rule function to LLVM code without making it executable."""

    _name = "longroad_rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower, then register the function for its callers under a key that nobody calls."""
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
        """Store the code; there is nothing that Python could call."""
        self.overloads[tuple(cres.signature.args)] = cres


def _widened(type_: Any) -> Any:
    return types.int64 if isinstance(type_, types.Integer | types.Boolean) else type_


def compile_entry(function: FunctionType, boundscheck: bool) -> Any:
    """Return a dispatcher that Python calls."""
    options = {**OPTIONS, "boundscheck": boundscheck, "nogil": True}
    return CPUDispatcher(function, locals={}, targetoptions=options, pipeline_class=EntryCompiler)


def compile_rule(function: FunctionType, boundscheck: bool, is_inlined: bool) -> Any:
    """Return a dispatcher that only compiled code calls."""
    options = {**OPTIONS, "boundscheck": boundscheck, "forceinline": is_inlined}
    return RuleDispatcher(function, locals={}, targetoptions=options, pipeline_class=RuleCompiler)


def machine_code(dispatcher: Any) -> bytes | None:
    """Return the machine code of a compiled entry, or nothing if it holds addresses in this process."""
    (result,) = dispatcher.overloads.values()
    code: bytes | None = None if result.library.has_dynamic_globals else dumps(result._reduce())
    return code


def load(dispatcher: Any, code: bytes) -> None:
    """Add machine code that was stored to the dispatcher of its entry."""
    dispatcher.add_overload(CompileResult._rebuild(cpu_target.target_context, *pickle.loads(code)))
