"""Registers rule functions and hands them out interpreted, compiled for this processor, as CUDA kernels or WebAssembly.

The modules of this folder are the only ones that know the compiler. Registering costs nothing and imports nothing: a
registered function stays a plain function. A back end compiles *clones*, whose globals it rebinds, so that all back
ends live side by side in one process.

A rule function may refer to other rule functions, integers, tuples of integers (which become constant arrays), the
functions of `bits`, and a few built-in functions.
"""

import hashlib
import importlib.util
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, overload

from longroad.core import bits

if TYPE_CHECKING:
    import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
Kind = Literal["interpreted", "compiled", "cuda", "wasm"]

PRIMITIVES: tuple[Callable[..., int], ...] = (bits.popcount, bits.lowest_bit, bits.nth_bit)
BUILTINS = frozenset({"abs", "bool", "int", "max", "min", "range"})

_inlined: dict[Callable[..., Any], bool] = {}
_on_device: dict[Callable[..., Any], Callable[..., Any]] = {}
_entries: dict[Callable[..., Any], str] = {}
_repeating: set[Callable[..., Any]] = set()
_rare: set[Callable[..., Any]] = set()


class CompilerMissing(RuntimeError):
    """What was asked for needs a package that is not installed."""


class UnknownName(NameError):
    """A rule function refers to something that cannot be compiled."""


class Backend(Protocol):
    """One way to run the rules."""

    kind: Kind

    def entry(self, body: Callable[..., Any]) -> Callable[..., None]:
        """The entry point over many games made from this body: `(S, M, first, last, *others)`."""

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """One registered function alone, for tests."""


# --- registering ------------------------------------------------------------------------------------------------------


@overload
def rule(function: Function, /) -> Function: ...
@overload
def rule(*, inline: bool, on_device: Callable[..., Any] | None = None) -> Callable[[Function], Function]: ...


def rule(
    function: Function | None = None, /, *, inline: bool = True, on_device: Callable[..., Any] | None = None
) -> Function | Callable[[Function], Function]:
    """Register a rule function; with `inline=False` it stays a call in compiled code (large or rare functions).

    `on_device` is another rule function with the same results, which a GPU runs instead because it is faster there; the
    function calls it too, so that hashes of the one cover the other.
    """

    def register(function: Function) -> Function:
        _inlined[function] = inline
        if on_device is not None:
            _on_device[function] = on_device
        return function

    return register if function is None else register(function)


def device_twin(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that a GPU runs instead of this one, most often itself."""
    return _on_device.get(function, function)


def entry(others: str = "", *, repeats: bool = False, rare: bool = False) -> Callable[[Function], Function]:
    """Register the body `(s, m, i, *others)` of an entry point, which plays game `i`, whose rows are `s` and `m`.

    A body that `repeats` plays a part of the game; it returns 1 to be called again: on a device, a thread whose game is
    over then goes on to its next one, while its neighbours still play theirs. A `rare` one is called too seldom to be
    worth fast code where code is downloaded: WebAssembly has it, and what only such ones reach, as small as possible.

    `others` names the types of the remaining arguments, which reach every game as they are:
    "i8[:,::1], i1[::1], i8" is a matrix of words, a block of small integers, and a number.
    """

    def register(function: Function) -> Function:
        _entries[function] = others
        if repeats:
            _repeating.add(function)
        if rare:
            _rare.add(function)
        return rule(function)

    return register


def is_rule(function: object) -> bool:
    """Whether this is a registered rule function."""
    return isinstance(function, FunctionType) and function in _inlined


def is_rare(body: Callable[..., Any]) -> bool:
    """Whether code for this entry point should be small rather than fast."""
    return body in _rare


def is_repeating(body: Callable[..., Any]) -> bool:
    """Whether an entry point plays a game in parts."""
    return body in _repeating


def is_inlined(function: Callable[..., Any]) -> bool:
    """Whether compiled code repeats the function's body instead of calling it."""
    return _inlined[function]


def rules() -> tuple[Callable[..., Any], ...]:
    """All functions registered so far."""
    return tuple(_inlined)


def entries() -> tuple[Callable[..., Any], ...]:
    """All bodies of entry points registered so far."""
    return tuple(_entries)


# --- cloning ----------------------------------------------------------------------------------------------------------


def references(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """The module-level names that a rule function uses, with their values.

    Raises `UnknownName` for what cannot be compiled.
    """
    assert isinstance(function, FunctionType)
    for name in function.__code__.co_names:
        if name in function.__globals__:
            value = function.__globals__[name]
            if not _is_usable(value):
                raise UnknownName(
                    f"{function.__module__}.{function.__qualname__} uses {name!r} ({type(value).__name__}), "
                    "which is neither a rule function, an integer nor a tuple of integers"
                )
            yield name, value
        elif name not in BUILTINS:
            raise UnknownName(f"{function.__module__}.{function.__qualname__} uses {name!r}, which does not exist here")


def _is_usable(value: object) -> bool:
    return is_rule(value) or isinstance(value, int) or value in PRIMITIVES or is_table(value)


def is_table(value: object) -> bool:
    """Whether this is a table of integers, which compiled code reads as a constant array."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(item, int) for item in value)


def reachable(function: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """The function and all rule functions it can call, callees first."""
    found: dict[Callable[..., Any], None] = {}

    def visit(function: Callable[..., Any]) -> None:
        if function not in found:
            for _, value in references(function):
                if is_rule(value):
                    visit(value)
            found[function] = None

    visit(function)
    return tuple(found)


def clone(function: Callable[..., Any], replace: Callable[[Any], Any]) -> FunctionType:
    """The same code with other globals: every value it refers to is replaced."""
    assert isinstance(function, FunctionType)
    rebound = {name: replace(value) for name, value in references(function)}
    rebound["__name__"] = function.__module__
    twin = FunctionType(function.__code__, rebound, function.__name__)
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    return twin


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of everything that the compiled function depends on: code, constants and tables, of callees too.

    Comments, docstrings and line numbers do not count, so editing those compiles nothing again.
    """
    digest = hashlib.sha256(repr(function in _repeating).encode())
    for callee in reachable(function):
        assert isinstance(callee, FunctionType)
        code = callee.__code__
        numbers = [constant for constant in code.co_consts if not isinstance(constant, str)]
        named = [(name, _identity(value)) for name, value in references(callee)]
        parts = (_identity(callee), is_inlined(callee), code.co_code.hex(), numbers, code.co_varnames, named)
        digest.update(repr(parts).encode())
    return digest.hexdigest()


def source_digest(function: Callable[..., Any]) -> str:
    """A hash of what the function depends on as it is written, the same in every version of Python."""
    digest = hashlib.sha256(repr(function in _repeating).encode())
    for callee in reachable(function):
        named = [(name, _identity(value)) for name, value in references(callee)]
        digest.update(repr((inspect.getsource(callee), named)).encode())
    return digest.hexdigest()


def _identity(value: Any) -> object:
    if isinstance(value, FunctionType):
        return value.__module__, value.__qualname__
    return int(value) if isinstance(value, int) else value


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters."""
    assert isinstance(function, FunctionType)
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def argument_types(body: Callable[..., Any]) -> tuple[str, ...]:
    """The types of an entry point's arguments `(S, M, first, last, *others)`."""
    others = [part.strip() for part in re.split(r",(?![^\[]*\])", _entries[body]) if part.strip()]
    if len(others) + 3 != len(parameters(body)):
        raise TypeError(f"{body.__qualname__} takes {', '.join(parameters(body))}, of which {len(others)} have a type")
    return ("i1[:,::1]", "i8[:,::1]", "i8", "i8", *others)


LOOP = """
def {name}(S, M, first, last{others}):
    for i in range(first, last):
        body(S[i], M[i], i{others})
"""
REPEATING_LOOP = """
def {name}(S, M, first, last{others}):
    for i in range(first, last):
        while body(S[i], M[i], i{others}) != 0:
            pass
"""


def make_loop(
    body: Callable[..., Any], names: Mapping[str, Any], once: str = LOOP, repeating: str = REPEATING_LOOP
) -> FunctionType:
    """The loop that calls the body for each game, `(S, M, first, last, *others)`, with these global names."""
    template = repeating if body in _repeating else once
    others = "".join(f", {name}" for name in parameters(body)[3:])
    namespace = {**names, "__name__": body.__module__}
    exec(template.format(name=body.__name__, others=others), namespace)
    loop = namespace[body.__name__]
    assert isinstance(loop, FunctionType)
    return loop


def constant_array(table: tuple[int, ...]) -> "np.ndarray[Any, Any]":
    """The table in the smallest signed integers that hold it; arithmetic widens them to 64 bits."""
    import numpy as np

    low, high = min(table), max(table)
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        if np.iinfo(dtype).min <= low and high <= np.iinfo(dtype).max:
            return np.array(table, dtype)
    raise OverflowError(f"a table holds {low if -low > high else high}, which needs more than 64 bits")


# --- back ends --------------------------------------------------------------------------------------------------------


class Interpreted:
    """The functions as they are: for lists, and for debugging."""

    kind: Kind = "interpreted"

    def entry(self, body: Callable[..., Any]) -> Callable[..., None]:
        """The entry point over many games, each a list."""
        argument_types(body)  # complains about what would not compile
        return make_loop(body, {"body": body})

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return function


def compiled_available() -> bool:
    """Whether rules can be compiled for this processor."""
    return importlib.util.find_spec("numba") is not None


def _cuda_available() -> bool:
    """Whether CUDA code can be made here, with or without a device to run it on."""
    return compiled_available() and importlib.util.find_spec("numba_cuda") is not None


@cache
def backend(kind: Kind) -> Backend:
    """The back end of this kind.

    Raises `CompilerMissing` when the packages it needs are not installed, and `ValueError` for an unknown kind.
    """
    if kind == "interpreted":
        return Interpreted()
    if kind == "compiled":
        if not compiled_available():
            raise CompilerMissing('compiled rules need Numba: pip install "longroad[fast]"')
        from longroad.core.compile.cpu import Compiled

        return Compiled()
    if kind == "cuda":
        if not _cuda_available():
            raise CompilerMissing('rules on a GPU need numba-cuda: pip install "longroad[gpu]"')
        from longroad.core.compile.gpu import Cuda

        return Cuda()
    raise ValueError(f"unknown back end {kind!r}: expected 'interpreted', 'compiled' or 'cuda'")
