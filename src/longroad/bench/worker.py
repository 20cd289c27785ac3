"""A process that measures something from a path of its own, and answers line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Self


class WorkerEnded(RuntimeError):
    """A worker that cannot measure: the code that it runs may be too old, or broken."""


class Worker:
    """A Python process that reads a question a line and answers each with a line of JSON."""

    def __init__(self, program: str, path: str, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", program, *arguments],  # -P: not from the folder that it is called in
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, name: str, *numbers: int) -> Any:
        """Return the answer to a question. Raises `WorkerEnded` if there is none."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(f"{' '.join(map(str, (name, *numbers)))}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended, so that there is no answer either
        answer = self._process.stdout.readline()
        if not answer:
            raise WorkerEnded(f"a process that measures ended with status {self._process.wait()} (see above)")
        return json.loads(answer)
