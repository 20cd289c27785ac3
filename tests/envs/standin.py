"""A stand-in for CuPy made from NumPy, where there is no GPU: it is as strict about arrays, and interprets kernels."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from longroad.core.compile.launch import Kernel
from longroad.core.compile.registry import argument_types, backend
from longroad.core.layout import SMALL_ROW, WORDS_ROW

NUMBERS = "biu"  # the kinds of elements that are here


class Array(np.ndarray[Any, Any]):
    """An array of the stand-in: NumPy's arrays neither index it nor mix with it."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        strides = None if self.flags.c_contiguous else self.strides
        return {**self.__array_interface__, "strides": strides}

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Calculate with arrays of the stand-in and numbers only."""
        for each in inputs:
            refuse_foreign(each)
        plain = [np.array(each) if isinstance(each, Array) else each for each in inputs]
        return np.asarray(getattr(ufunc, method)(*plain, **options)).view(Array)

    def __getitem__(self, index: Any) -> Any:
        for part in index if isinstance(index, tuple) else (index,):
            refuse_foreign(part)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        for part in (*(index if isinstance(index, tuple) else (index,)), value):
            refuse_foreign(part)
        super().__setitem__(index, value)

    def get(self) -> Any:
        """Return a copy as an array of NumPy."""
        return np.array(self)


def refuse_foreign(value: Any) -> None:
    """Raise `TypeError` for an array of NumPy."""
    if isinstance(value, np.ndarray) and not isinstance(value, Array):
        raise TypeError("Unsupported type numpy.ndarray")


def asarray(values: Any, dtype: Any = None) -> Any:
    """Take an array from anywhere, which is copied unless it is here; raises `ValueError` for what is no number."""
    if isinstance(values, Array) and dtype in (None, values.dtype):
        return values
    array = np.array(values, dtype)
    if array.dtype.kind not in NUMBERS:
        raise ValueError(f"Unsupported dtype {array.dtype}")
    return array.view(Array)


def of_own(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function of NumPy take arrays of the stand-in only: no lists, and none of NumPy's."""

    def checked(*values: Any) -> Any:
        for value in values:
            refuse_foreign(value)
            if isinstance(value, list):
                raise TypeError("Unsupported type list")
        return np.asarray(function(*values)).view(Array)

    return checked


def stand_in() -> Any:
    """Return a module with what environments use of CuPy."""
    module: Any = ModuleType("cupy")
    module.ndarray, module.asarray = Array, asarray
    module.array = lambda values, dtype=None: np.array(values, dtype).view(Array)
    for name in ("any", "arange", "ascontiguousarray", "flatnonzero", "full", "where", "zeros"):
        setattr(module, name, of_own(getattr(np, name)))
    runtime = SimpleNamespace(getDeviceCount=lambda: 1, CUDARuntimeError=RuntimeError)
    module.cuda = SimpleNamespace(runtime=runtime)
    return module


class Interpreted(Kernel):
    """A kernel that checks its arguments as one does, and then plays the games interpreted."""

    def __call__(self, *arguments: Any, threads: int | None = None) -> None:
        """Play all games on lists, and copy what they have become."""
        self.pack(arguments)
        lists = [each.tolist() if isinstance(each, Array) else each for each in arguments]
        backend("interpreted").entry(BODIES[self.name])(*lists)
        for array, written in zip(arguments, lists, strict=True):
            if isinstance(array, Array):
                array[...] = asarray(written, array.dtype)


BODIES: dict[str, Callable[..., Any]] = {}


def interpreted(body: Callable[..., Any]) -> Interpreted:
    """Make such a kernel of an entry point."""
    BODIES[body.__name__] = body
    arguments = tuple(kind.replace("[:,::1]", "[:,:]") for kind in argument_types(body))
    return Interpreted(body.__name__, arguments, SMALL_ROW, WORDS_ROW, 128, "", "")
