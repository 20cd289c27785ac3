"""`longroad serve`: the server that people play on in their browsers."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import completed_from, whole
from longroad.cli.process import FAILED, OutputFailed

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

LOG_LEVELS = ("critical", "error", "warning", "info", "debug")
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
OWN_FOLDER = 0o700

Host = Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets other machines in.", metavar="ADDRESS")]
Port = Annotated[int | None, whole("Port; by default the usual one or the next free one; 0 for any.")]


@app.command()
def serve(
    host: Host = LOCAL,
    port: Port = None,
    data: Annotated[
        str | None,
        typer.Option(
            help="Folder of the games; your own data folder by default.", metavar="FOLDER", show_default=False
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="Database of the games instead of a folder: postgresql://USER@HOST/DATABASE.",
            metavar="URL",
            envvar="LONGROAD_DATABASE",
            show_default=False,
            show_envvar=False,
        ),
    ] = None,
    internal_url: Annotated[
        str | None,
        typer.Option(
            help="URL at which other servers of the same database reach this one; by default the one it listens at.",
            metavar="URL",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="Another host name that browsers may use for this server.", show_default=False),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of a reverse proxy whose X-Forwarded headers are believed; can be repeated.",
            metavar="ADDRESS",
            show_default=False,
        ),
    ] = None,
    log_level: Annotated[
        str,
        typer.Option(
            help=f"Minimum level of log messages: {', '.join(LOG_LEVELS)}.",
            metavar="LEVEL",
            autocompletion=completed_from(*LOG_LEVELS),
        ),
    ] = "warning",
) -> None:
    """Serve the page and the API until Ctrl-C; every game is saved."""
    if log_level not in LOG_LEVELS:
        raise BadInput(f"--log-level {log_level}: expected one of {', '.join(LOG_LEVELS)}")
    if internal_url is not None and not re.fullmatch(r"http://[^/?#@\s]+/?", internal_url):
        raise BadInput(f"--internal-url {internal_url}: expected one such as http://10.0.0.7:8311")
    if data is not None and database is not None:
        raise BadInput(f"--data {data}: a server with --database has no folder of games")
    run_server(
        host,
        port,
        data,
        log_level,
        opens=False,
        names=tuple(name or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        database=database,
        internal_url=internal_url,
    )


def run_server(
    host: str,
    port: int | None,
    data: str | None,
    log_level: str,
    opens: bool,
    page: str = "",
    names: tuple[str, ...] = (),
    trusted_proxies: tuple[str, ...] = (),
    database: str | None = None,
    internal_url: str | None = None,
) -> None:
    """Serve, print the address, and open a page if asked to and there is a display. Raises `BadInput`."""
    listener, application = prepared(host, port, data, names, database, internal_url)
    from longroad.server.http import serving
    from longroad.server.http.connections import network_of
    from longroad.server.store import UnusableDatabase

    try:
        proxies = [network_of(proxy) for proxy in trusted_proxies]
    except ValueError as error:
        listener.close()
        raise BadInput(f"--trusted-proxy {error}") from error

    address = serving.address_of(listener) + page
    failures: list[OutputFailed] = []

    def announce() -> None:
        try:
            print("\n".join((f"Longroad is at {address}", *also(host, listener.getsockname()[1]))), flush=True)
        except OutputFailed as failure:  # which would end the server without a clean shutdown
            failures.append(failure)
            sys.stdout = io.StringIO()  # whatever is flushed from now on would fail, too
            signal.raise_signal(signal.SIGINT)
        if opens and has_display():
            _open_page(address)

    try:
        serving.run(application, listener, log_level, announce, proxies)
    except KeyboardInterrupt:
        if failures:
            raise failures[0] from None
        print("Stopped. Every game is saved.")
    except UnusableDatabase as error:
        raise BadInput(str(error)) from error
    except serving.ServerStopped as stopped:
        print(f"longroad: {stopped}", file=sys.stderr)
        raise typer.Exit(FAILED) from stopped


def prepared(
    host: str,
    port: int | None,
    data: str | None,
    names: tuple[str, ...] = (),
    database: str | None = None,
    internal_url: str | None = None,
) -> tuple[socket.socket, FastAPI]:
    """Open a port and create the application. Raises `BadInput`."""
    if port is not None and not 0 <= port < 65_536:
        raise BadInput(f"--port {port}: expected a whole number from 0 to 65535")
    try:
        from longroad.server.http import serving
        from longroad.server.http.app import Hosting, create_app
    except ModuleNotFoundError as error:
        raise BadInput(f'the server needs {error.name}: pip install "longroad[web]"') from error
    address = database or database_address(data)
    try:
        listener = serving.listen(host, port)
    except serving.NoPort as error:
        raise BadInput(f"--host {host}: {error}" if port is None else f"--port {port}: {error}") from error
    internal = internal_url or internal_url_of(listener)
    return listener, create_app(Hosting(address, names=(*names, *own_names(host)), address=internal))


def internal_url_of(listener: socket.socket) -> str:
    """Return the URL at which other servers reach this one: on this network if it listens at all addresses."""
    from longroad.server.http import serving

    host, port = listener.getsockname()[:2]
    here = network_address() if host == EVERYWHERE else None
    return serving.address_of(listener).rstrip("/") if here is None else f"http://{here}:{port}"


def own_names(host: str) -> tuple[str, ...]:
    """Return the host names of a server that listens at an address other than localhost."""
    import socket

    return () if host == LOCAL else (host, socket.gethostname(), f"{socket.gethostname()}.local")


def database_address(data: str | None) -> str:
    """Return the path of the database in a folder, which is created for its user alone. Raises `BadInput`."""
    from longroad.terminal.saves import data_folder, user_path

    if data is not None and "://" in data:
        raise BadInput(f"--data {data}: expected a folder (--database takes the URL of a database)")
    folder = data_folder() if data is None else user_path(data)
    try:
        folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
        if data is None:
            folder.chmod(OWN_FOLDER)
    except OSError as error:
        raise BadInput(f"--data {folder}: {error.strerror or error}") from error
    return str(Path(folder).resolve() / "games.db")


def also(host: str, port: int) -> list[str]:
    """Return a line with the address for others if the server listens at all addresses."""
    here = network_address() if host == EVERYWHERE else None
    return [] if here is None else [f"Others on this network find it at http://{here}:{port}/"]


def network_address() -> str | None:
    """Return the address of this machine on its network; None if it has none."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; it shows which address would be used
        except OSError:
            return None
        return str(probe.getsockname()[0])


def has_display() -> bool:
    """Whether a page can be opened here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_page(address: str) -> None:
    """Open a page without waiting for the browser."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
