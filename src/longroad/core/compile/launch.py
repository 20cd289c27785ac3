"""A CUDA kernel as text that can be kept in a file, and launched with CuPy where there is a device but no compiler."""

import dataclasses
import functools
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

NEXT_GAME = "i8[::1]"  # the last parameter of each kernel, an array of one: the next game that no thread has taken


@dataclasses.dataclass(frozen=True)
class Kernel:
    """PTX of one entry point, which plays one game a thread: `(S, M, first, last, *others)`."""

    name: str
    """The symbol in the PTX."""
    arguments: tuple[str, ...]
    """The types of all arguments, such as "i8[:,:]", "i8[::1]" or "i8"; a launch adds `NEXT_GAME`."""
    small: int
    """The length of a game's block of small integers, a row of `S`."""
    words: int
    """The length of a game's block of words, a row of `M`."""
    block: int
    """Threads in a block."""
    ptx: str
    source: str
    """The digest of the rules that it was made from (`source_digest`)."""
    fixed: tuple[tuple[int, int], ...] = ()
    """Fields of `S` that it takes for granted, with their values: a launch with other rows is refused."""

    def to_json(self) -> str:
        """The kernel as text."""
        return json.dumps(dataclasses.asdict(self), indent=1)

    @classmethod
    def from_json(cls, text: str) -> "Kernel":
        """Read what `to_json` wrote."""
        fields = json.loads(text)
        fixed = tuple((field, value) for field, value in fields["fixed"])
        return cls(**{**fields, "arguments": tuple(fields["arguments"]), "fixed": fixed})

    def __call__(self, *arguments: Any, threads: int | None = None) -> None:
        """Launch on the current device and stream; arrays live on the device.

        Unless `threads` are given there are as many as there are games, but no more than the device can hold at once:
        each then plays several games, one after another. Where fields are fixed, looking at them waits for the device.
        Raises `ValueError` for arguments that do not fit.
        """
        import cupy

        packed = self.pack(arguments)
        self.check_rows(arguments[0][arguments[2] : arguments[3]])
        if threads is None:
            threads = min(max(arguments[3] - arguments[2], 1), _most_threads())
        next_game = cupy.full(1, arguments[2], np.int64)
        packed += tuple(_packed_array(next_game, NEXT_GAME))
        _function(self)((-(-threads // self.block),), (self.block,), packed)

    def pack(self, arguments: tuple[Any, ...]) -> tuple[np.generic, ...]:
        """The arguments as the kernel's parameters: an array becomes the seven or nine fields of its descriptor."""
        if len(arguments) != len(self.arguments):
            raise ValueError(f"{len(arguments)} arguments given, but the kernel takes {len(self.arguments)}")
        packed: list[np.generic] = []
        for value, kind in zip(arguments, self.arguments, strict=True):
            packed.extend(_packed_array(value, kind) if "[" in kind else _packed_number(value, kind))
        for name, row, length in (("S", arguments[0], self.small), ("M", arguments[1], self.words)):
            if row.shape[1] != length:
                raise ValueError(f"rows of {name} are {row.shape[1]} long, but the kernel was made for {length}")
        return tuple(packed)

    def check_rows(self, rows: Any) -> None:
        """Raise `ValueError` if games have another value in a field that is fixed."""
        for field, value in self.fixed:
            if not bool((rows[:, field] == value).all()):
                others = sorted({int(other) for other in rows[:, field].tolist()} - {value})
                raise ValueError(
                    f"the kernel was made for games with {value} in field {field} of S; some have {others}"
                )


def current_capability() -> tuple[int, int]:
    """The compute capability of the current device."""
    import cupy

    text = cupy.cuda.Device().compute_capability
    return int(text[:-1]), int(text[-1])


def _most_threads() -> int:
    import cupy

    limits = cupy.cuda.Device().attributes
    return int(limits["MultiProcessorCount"] * limits["MaxThreadsPerMultiProcessor"])


def _dtype_of(kind: str) -> np.dtype[Any]:
    """The element type that a type such as "i8[:,::1]" names."""
    return np.dtype(kind.partition("[")[0])


def _packed_number(value: Any, kind: str) -> list[np.generic]:
    return [_dtype_of(kind).type(value)]


def _packed_array(value: Any, kind: str) -> list[np.generic]:
    """Two unused pointers, the number of elements, their size, the address, the shape and the strides."""
    face = value.__cuda_array_interface__
    dimensions, dtype = kind.count(",") + 1, _dtype_of(kind)
    shape = tuple(face["shape"])
    in_order = tuple(dtype.itemsize * int(np.prod(shape[axis + 1 :], dtype=np.int64)) for axis in range(len(shape)))
    strides = face.get("strides") or in_order
    is_in_order = strides == in_order or "::1" not in kind
    if len(shape) != dimensions or np.dtype(face["typestr"]) != dtype or not is_in_order:
        raise ValueError(f"an array of {face['typestr']} and shape {shape} given where {kind} is expected")
    numbers = (0, 0, int(np.prod(shape, dtype=np.int64)), dtype.itemsize, face["data"][0], *shape, *strides)
    return [np.int64(number) for number in numbers]


def _function(kernel: Kernel) -> Any:
    import cupy

    return _loaded(kernel, cupy.cuda.Device().id)


@functools.cache
def _loaded(kernel: Kernel, device: int) -> Any:
    """The kernel on the current device, whose number is given; the driver assembles it now."""
    import cupy

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.ptx"
        path.write_text(kernel.ptx)
        function = cupy.RawModule(path=str(path)).get_function(kernel.name)
        assert function.num_regs  # CuPy reads the file when it is first asked something
    return function
