"""`longroad serve`: the server that people play on in their browsers."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from longroad.cli.app import BadInput, app
from longroad.cli.options import completed_from
from longroad.cli.process import FAILED, OutputFailed

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

    from longroad.server.http.app import Hosting
    from longroad.server.settings import ServerSettings, Settings

# Written out here, so that help need not import the server.
LOG_LEVELS = ("critical", "error", "warning", "info", "debug")
LOG_FORMATS = ("text", "json")
ANALYSIS = ("off", "quick", "normal", "deep")
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
OWN_FOLDER = 0o700


def setting(help_text: str, metavar: str, default: str = "", values: tuple[str, ...] = ()) -> Any:
    """Describe an option that is also a setting of the environment and the file, so that it has no default here."""
    completion = completed_from(*values) if values else None
    return typer.Option(help=help_text, metavar=metavar, show_default=default or False, autocompletion=completion)


@app.command()
def serve(
    host: Annotated[str | None, setting("Address to listen at; 0.0.0.0 lets others in.", "ADDRESS", LOCAL)] = None,
    port: Annotated[
        str | None, setting("Port; by default the usual one or the next free one; 0 for any.", "NUMBER")
    ] = None,
    data: Annotated[str | None, setting("Folder of the games; your own data folder by default.", "FOLDER")] = None,
    database: Annotated[
        str | None, setting("Database of the games instead of a folder: postgresql://USER@HOST/DATABASE.", "URL")
    ] = None,
    internal_url: Annotated[
        str | None,
        setting("URL at which other servers of the same database reach this one.", "URL", "where it listens"),
    ] = None,
    name: Annotated[
        list[str] | None, setting("Another host name that browsers may use for this server.", "NAME")
    ] = None,
    base_path: Annotated[str | None, setting("Path below which the server is, behind a proxy.", "PATH")] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        setting(
            "Address or network of a reverse proxy whose X-Forwarded headers are believed; can be repeated.", "ADDRESS"
        ),
    ] = None,
    metrics_from: Annotated[
        list[str] | None,
        setting("Address or network that may read /metrics; can be repeated.", "ADDRESS", "none"),
    ] = None,
    analysis: Annotated[
        str | None,
        setting(f"How deeply people may analyse: {', '.join(ANALYSIS)}.", "LEVEL", "normal", ANALYSIS),
    ] = None,
    workers: Annotated[
        str | None, setting("Processes for bots, and as many for those that search.", "NUMBER", "1")
    ] = None,
    log_level: Annotated[
        str | None,
        setting(f"Minimum level of log messages: {', '.join(LOG_LEVELS)}.", "LEVEL", "warning", LOG_LEVELS),
    ] = None,
    log_format: Annotated[
        str | None, setting(f"Format of log messages: {', '.join(LOG_FORMATS)}.", "FORMAT", "text", LOG_FORMATS)
    ] = None,
    config: Annotated[str | None, setting("File with settings in TOML; options and LONGROAD_* win.", "FILE")] = None,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Print the settings and where each comes from, and exit.")
    ] = False,
) -> None:
    """Serve the page and the API until Ctrl-C; every game is saved.

    Each option can also be set by a variable, such as LONGROAD_PORT, or in a file.
    """
    from longroad.server.settings import shown

    options = {
        "host": host,
        "port": port,
        "data": data,
        "database": database,
        "internal_url": internal_url,
        "names": name,
        "base_path": base_path,
        "trusted_proxies": trusted_proxy,
        "metrics_from": metrics_from,
        "analysis": analysis,
        "workers": workers,
        "log_level": log_level,
        "log_format": log_format,
    }
    settings = chosen_settings(options, os.environ, config)
    if show_settings:
        print("\n".join(shown(settings)))
    else:
        run_server(settings)


def chosen_settings(
    options: Mapping[str, str | list[str] | None], variables: Mapping[str, str], config: str | None = None
) -> Settings:
    """Return the settings of a server. Raises `BadInput`."""
    from longroad.server.settings import BadSetting, read_settings

    try:
        return read_settings(options, variables, config)
    except BadSetting as error:
        raise BadInput(str(error)) from error


def run_server(settings: Settings, opens: bool = False, page: str = "") -> None:
    """Serve, print the address, and open a page if asked to and there is a display. Raises `BadInput`."""
    listener, application = prepared(settings)
    from longroad.server.http import serving
    from longroad.server.logs import configured
    from longroad.server.store import UnusableDatabase

    values = settings.values
    base = values.base_path.removeprefix("/") + "/" * bool(values.base_path)
    address = serving.address_of(listener) + base + page
    failures: list[OutputFailed] = []

    def announce() -> None:
        try:
            print("\n".join((f"Longroad is at {address}", *also(values.host, listener.getsockname()[1]))), flush=True)
        except OutputFailed as failure:  # which would end the server without a clean shutdown
            failures.append(failure)
            sys.stdout = io.StringIO()  # whatever is flushed from now on would fail, too
            signal.raise_signal(signal.SIGINT)
        if opens and has_display():
            _open_page(address)

    try:
        with configured(values.log_level, values.log_format):
            serving.run(application, listener, values.log_level, announce, values.trusted_proxies)
    except KeyboardInterrupt:
        if failures:
            raise failures[0] from None
        print("Stopped. Every game is saved.")
    except UnusableDatabase as error:
        raise BadInput(str(error)) from error
    except serving.ServerStopped as stopped:
        print(f"longroad: {stopped}", file=sys.stderr)
        raise typer.Exit(FAILED) from stopped


def prepared(settings: Settings) -> tuple[socket.socket, FastAPI]:
    """Open a port and create the application. Raises `BadInput`."""
    try:
        from longroad.server.http import serving
        from longroad.server.http.app import create_app
    except ModuleNotFoundError as error:
        raise BadInput(f'the server needs {error.name}: pip install "longroad[web]"') from error
    values = settings.values
    address = database_of(settings)
    try:
        listener = serving.listen(values.host, values.port)
    except serving.NoPort as error:
        where = f"--host {values.host}" if values.port is None else f"--port {values.port}"
        raise BadInput(f"{where}: {error}") from error
    internal = values.internal_url or internal_url_of(listener)
    return listener, create_app(hosting_of(values, address, internal))


def hosting_of(settings: ServerSettings, database: str, internal_url: str) -> Hosting:
    """Return what the application needs to know of the settings."""
    from longroad.server.http.app import Hosting

    names = (*settings.names, *own_names(settings.host))
    return Hosting(
        database,
        names=names,
        analysis=settings.analysis,
        workers=settings.workers,
        address=internal_url,
        metrics_from=settings.metrics_from,
        base_path=settings.base_path,
    )


def database_of(settings: Settings) -> str:
    """Return the path or URL of the database. Raises `BadInput`."""
    # LONGROAD_DATA names the user's own folder, also for games in the terminal.
    folder = None if settings.sources["data"] == "LONGROAD_DATA" else settings.values.data
    return settings.values.database or database_address(folder)


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
