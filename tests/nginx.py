"""A real nginx in front of several servers: each request goes to the next one, whoever sent it."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from longroad.bench.serving import reserve_port
from scripts.nginx import find_nginx

PATIENCE_S = 60.0
CONFIGURATION = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes 1;
events {{}}
http {{
    log_format ours '$upstream_addr $request_uri $status';
    access_log {folder}/access.log ours;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream longroad {{
{servers}
    }}
    server {{
        listen 127.0.0.1:{port};
{location}
    }}
}}
"""


class Nginx:
    """A running nginx."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.address = folder, f"http://127.0.0.1:{port}"

    def upstreams(self, ending: str) -> set[str]:
        """Return the servers that got requests for a path with an ending, before a query."""
        rows = [line.split() for line in (self.folder / "access.log").read_text().splitlines()]
        return {row[0] for row in rows if len(row) == 3 and row[1].partition("?")[0].endswith(ending)}


def documented() -> str:
    """Return the location that the page about hosting tells people to use, for several servers."""
    page = (Path(__file__).parents[1] / "docs" / "howto" / "host.md").read_text(encoding="utf-8")
    block = page.partition("```nginx\n")[2].partition("```")[0]
    location = block[block.index("location") :]
    return location.replace("http://127.0.0.1:8311", "http://longroad")


@contextmanager
def nginx_before(folder: Path, ports: Sequence[int]) -> Iterator[Nginx]:
    """Run an nginx in front of the servers at some ports."""
    port, held = reserve_port()
    servers = "\n".join(f"        server 127.0.0.1:{each} max_fails=1 fail_timeout=1s;" for each in ports)
    text = CONFIGURATION.format(folder=folder, port=port, servers=servers, location=documented())
    configuration = folder / "nginx.conf"
    configuration.write_text(text)
    process = subprocess.Popen([find_nginx(), "-p", str(folder), "-c", str(configuration)])
    try:
        _wait_for(port, process)
        yield Nginx(folder, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
        held.close()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        assert process.poll() is None, "nginx has ended"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nginx does not answer")
