"""Has `longroad` started by tests/starter.py with the streams, environment, folder and limits of this process.

It runs wherever a shell starts a program, and imports as little as possible.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import sys


def main(channel: int, arguments: list[str]) -> int:
    """Ask for the process, wait for its end, and end in the same way."""
    streams = [own for own in range(3) if _is_open(own)]
    report, reports = os.pipe()
    asked = {
        "arguments": arguments,
        "environment": dict(os.environ),
        "folder": os.getcwd(),
        "is_in_terminal": False,
        "open": streams,
        "limits": {"RLIMIT_FSIZE": resource.getrlimit(resource.RLIMIT_FSIZE)[0]},
        "ignored": [each for each in (signal.SIGHUP, signal.SIGINT) if signal.getsignal(each) is signal.SIG_IGN],
        "first": None,
        "is_thorough": True,  # as people's processes end
    }
    socket.send_fds(socket.socket(fileno=channel), [json.dumps(asked).encode()], [*streams, reports])
    for ours in (*streams, reports):  # whoever reads or writes at the other end meets the process alone
        os.close(ours)
    _process, ended = os.fdopen(report).read().split()
    if int(ended) < 0:
        signal.signal(-int(ended), signal.SIG_DFL)
        os.kill(os.getpid(), -int(ended))
    return int(ended)


def _is_open(file: int) -> bool:
    try:
        os.fstat(file)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    os._exit(main(int(sys.argv[1]), sys.argv[2:]))
