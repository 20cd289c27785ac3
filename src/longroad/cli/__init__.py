"""The command line, one module a command.

This package itself imports almost nothing: what a command needs is imported when it runs, so that help is fast and
Ctrl-C ends the program properly from the first import on.
"""

from __future__ import annotations


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code; without arguments, the command line of this process."""
    if arguments is None:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the command runs there is nothing to lose
        from longroad.cli.process import run_process

        return run_process()
    from longroad.cli.commands import run

    return run(arguments)
