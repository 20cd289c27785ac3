"""The rules run interpreted without Numba, and importing them never loads it."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import longroad.core

BACK_ENDS = {f"longroad.core.compile.{name}" for name in ("cpu", "gpu", "inner", "plain", "wasm")}
MODULES = sorted(
    name
    for _, name, _ in pkgutil.walk_packages(list(longroad.core.__path__), "longroad.core.")
    if name not in BACK_ENDS
)
BLOCK = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
IMPORT_ALL = "import importlib, longroad\n" + "".join(f"importlib.import_module({name!r})\n" for name in MODULES)


def run(program: str) -> str:
    """Run a program in a fresh Python process and return what it prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_every_module_of_the_rules_imports_without_numba() -> None:
    run(BLOCK + IMPORT_ALL)


def test_importing_the_rules_does_not_load_the_compiler() -> None:
    loaded = "import sys; print(*sorted({'numba', 'llvmlite'} & set(sys.modules)))"
    assert run(IMPORT_ALL + loaded) == ""


def test_the_plugin_blocks_numba(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import importlib.util\nimport pytest\n\n"
        "def test_absent():\n"
        "    assert importlib.util.find_spec('numba') is None\n"
        "    with pytest.raises(ImportError):\n        import numba\n\n"
        "@pytest.mark.compiled\ndef test_left_out():\n    raise AssertionError\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    compiled: needs Numba\n    gpu: needs a device\n")
    plugin = ["-p", "tests.without_numba", "-p", "no:cacheprovider"]
    code = f"import pytest, sys; sys.exit(pytest.main({[*plugin, '--rootdir', str(tmp_path), str(tmp_path)]!r}))"
    assert "1 passed, 1 deselected" in run(code)
