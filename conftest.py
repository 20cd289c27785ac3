"""Settings of pytest: modules without doctests where an optional package is missing, and interrupts."""

import signal
from importlib.util import find_spec

COMPILE = "src/longroad/core/compile"
NEEDS = {f"{COMPILE}/{name}.py": "numba" for name in ("cpu", "inner", "plain")} | {f"{COMPILE}/gpu.py": "numba_cuda"}

collect_ignore = [module for module, package in NEEDS.items() if find_spec(package) is None]

# A shell's background job ignores the interrupt, and so would every program that a test starts to interrupt it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
