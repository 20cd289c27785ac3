"""Tells pytest which modules cannot be searched for doctests because an optional package is missing."""

from importlib.util import find_spec

NEEDS = {"src/longroad/core/compile_cpu.py": "numba", "src/longroad/core/compile_gpu.py": "numba_cuda"}

collect_ignore = [module for module, package in NEEDS.items() if find_spec(package) is None]
