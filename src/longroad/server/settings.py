"""The settings of a server: from the command line, the environment, a file or by default, in this order.

All of them are checked before the server starts: an unknown name or a bad value is refused with a sentence that quotes
it, says where it came from, and what was expected. This module needs no web packages.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, NamedTuple

from longroad.game.analysis import BUDGETS
from longroad.server.networks import EXPECTED, Network, network_of

LOG_LEVELS: Final = ("critical", "error", "warning", "info", "debug")
LOG_FORMATS: Final = ("text", "json")
ANALYSIS: Final = ("off", *BUDGETS)
PREFIX: Final = "LONGROAD_"
CONFIG: Final = PREFIX + "CONFIG"  # the file, which is no setting itself
DEFAULT: Final = "default"
OTHERS: Final = frozenset(  # variables that are no settings of a server
    {CONFIG, *(PREFIX + name for name in ("CACHE", "BOUNDSCHECK", "PROGRESS", "SERVER"))}
)
SINGULAR: Final[Mapping[str, str]] = {"names": "--name", "trusted_proxies": "--trusted-proxy"}  # of lists
MOST_WORKERS: Final = 64

Given = str | Sequence[str]  # one text, or those of a list


class BadSetting(ValueError):
    """A setting that is unknown or has a bad value; the message says which, where it is, and what was expected."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server."""

    host: str = "127.0.0.1"  # the address to listen at
    port: int | None = None  # None: the usual one, or the next free one
    data: str | None = None  # the folder of the games; None: the user's own
    database: str | None = None  # the URL of a database instead of a folder
    internal_url: str | None = None  # where other servers of the database reach this one; None: where it listens
    names: tuple[str, ...] = ()  # host names, besides the addresses
    base_path: str = ""  # the path below which everything lies, such as /catan
    trusted_proxies: tuple[Network, ...] = ()  # whose X-Forwarded headers are believed
    metrics_from: tuple[Network, ...] = ()  # networks that may read the metrics
    analysis: str = "normal"  # how deeply people may have positions analysed
    workers: int = 1  # processes for bots, and as many for those that search
    log_level: str = "warning"
    log_format: str = "text"


class Settings(NamedTuple):
    """The effective settings, and for each where it came from: an option, a variable, a file, or `default`."""

    values: ServerSettings
    sources: Mapping[str, str]


# --- values -----------------------------------------------------------------------------------------------------------


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text[:20]) <= most):
            raise ValueError(f"expected a whole number from {least} to {most}")
        return int(text)

    return read


def _one_of(*values: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(f"expected one of {', '.join(values)}")
        return text

    return read


def _matching(pattern: str, expected: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if re.fullmatch(pattern, text) is None:
            raise ValueError(f"expected {expected}")
        return text

    return read


def _network(text: str) -> Network:
    try:
        return network_of(text)
    except ValueError:
        raise ValueError(EXPECTED) from None


def _base_path(text: str) -> str:
    """Read a path, without the slash at its end.

    >>> _base_path("/catan/"), _base_path("/")
    ('/catan', '')
    """
    expected = "a path such as /catan, of letters, digits and -._~"
    return _matching(r"(/[A-Za-z0-9._~-]+)*/?", expected)(text).rstrip("/")


def _folder(text: str) -> str:
    if not text or "://" in text:
        raise ValueError("expected a folder (--database takes the URL of a database)")
    return text


READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "host": _matching(r".+", "an address, such as 127.0.0.1"),
    "port": _whole(0, 65_535),
    "data": _folder,
    "database": _matching(r".+", "the URL of a database, such as postgresql://USER@HOST/DATABASE"),
    "internal_url": _matching(r"http://[^/?#@\s]+/?", "one such as http://10.0.0.7:8311"),
    "names": _matching(r"[A-Za-z0-9_.:\[\]-]+", "a host name, such as games.example.org"),
    "base_path": _base_path,
    "trusted_proxies": _network,
    "metrics_from": _network,
    "analysis": _one_of(*ANALYSIS),
    "workers": _whole(1, MOST_WORKERS),
    "log_level": _one_of(*LOG_LEVELS),
    "log_format": _one_of(*LOG_FORMATS),
}
LISTS: Final = frozenset({"names", "trusted_proxies", "metrics_from"})
SECRETS: Final = frozenset({"database"})  # which may contain a password


def hide_password(text: str) -> str:
    """Return the URL of a database without its password.

    >>> hide_password("postgresql://ada:secret@db/games?password=secret&sslmode=require")
    'postgresql://ada:***@db/games?password=***&sslmode=require'
    """
    return re.sub(r"(password=)[^&]*", r"\1***", re.sub(r"(://[^:/@\s]*:)\S*@", r"\1***@", text))


# --- sources ----------------------------------------------------------------------------------------------------------


class Source(NamedTuple):
    """A place with settings: for each one its text, and what it is called there."""

    given: Mapping[str, Given]
    called: Mapping[str, str]  # as in an error, before the value
    label: Callable[[str], str]  # as it is shown beside an effective setting


def option_of(name: str) -> str:
    """Return the option of a setting.

    >>> option_of("log_level"), option_of("names")
    ('--log-level', '--name')
    """
    return SINGULAR.get(name, "--" + name.replace("_", "-"))


def _command_line(options: Mapping[str, Given | None]) -> Source:
    given = {name: value for name, value in options.items() if value is not None and value != []}
    return Source(given, {name: option_of(name) + " " for name in given}, option_of)


def _environment(variables: Mapping[str, str]) -> Source:
    """Read the variables that begin with LONGROAD_. Raises `BadSetting` for one that does not exist."""
    known = {PREFIX + name.upper(): name for name in READERS}
    given: dict[str, Given] = {}
    for variable, text in variables.items():
        if not variable.startswith(PREFIX) or variable in OTHERS or text == "":
            continue
        if variable not in known:
            raise BadSetting(f"{variable}: no such setting; expected one of {', '.join(sorted({*known, *OTHERS}))}")
        name = known[variable]
        given[name] = [part.strip() for part in text.split(",")] if name in LISTS else text
    if "database" in given:
        given.pop("data", None)  # the user's own folder, also for games in the terminal
    return Source(given, {name: f"{PREFIX}{name.upper()}=" for name in given}, lambda name: PREFIX + name.upper())


def _file(path: str) -> Source:
    """Read a TOML file. Raises `BadSetting`."""
    try:
        content = tomllib.loads(Path(path).expanduser().read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"{path}: {error.strerror or error}; expected a file with settings") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path}: {error}; expected TOML, such as port = 8311") from error
    given: dict[str, Given] = {}
    for name, value in content.items():
        if name not in READERS:
            raise BadSetting(f"{path}: {name!r}: no such setting; expected one of {', '.join(READERS)}")
        given[name] = _text_of(path, name, value)
    return Source(given, {name: f"{path}: {name} = " for name in given}, lambda _: path)


def _text_of(path: str, name: str, value: object) -> Given:
    """Return a value of a file as text. Raises `BadSetting` for one of another kind."""
    if name in LISTS and isinstance(value, list) and all(isinstance(part, str) for part in value):
        return value
    if name not in LISTS and isinstance(value, (str, int)) and not isinstance(value, bool):
        return str(value)
    expected = 'a list of texts, such as ["a", "b"]' if name in LISTS else "a text or a whole number"
    shown = "***" if name in SECRETS else f"{value!r:.80}"
    raise BadSetting(f"{path}: {name} = {shown}: expected {expected}")


# --- reading ----------------------------------------------------------------------------------------------------------


def read_settings(
    options: Mapping[str, Given | None], variables: Mapping[str, str] | None = None, config: str | None = None
) -> Settings:
    """Read the settings from options, else variables, else a file, else by default. Raises `BadSetting`.

    >>> settings = read_settings({"port": "8080"}, {"LONGROAD_PORT": "80", "LONGROAD_LOG_LEVEL": "info"})
    >>> settings.values.port, settings.values.log_level, settings.sources["log_level"]
    (8080, 'info', 'LONGROAD_LOG_LEVEL')
    >>> read_settings({}, {"LONGROAD_PORT": "http"})
    Traceback (most recent call last):
    ...
    longroad.server.settings.BadSetting: LONGROAD_PORT=http: expected a whole number from 0 to 65535
    """
    variables = variables or {}
    config = config or variables.get(CONFIG) or None
    places = [_command_line(options), _environment(variables), *([_file(config)] if config else [])]
    found: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for place in places:
        values = {name: _read(name, given, place.called[name]) for name, given in place.given.items()}
        _check_place(place)
        for name, value in values.items():
            if name not in found and not _is_replaced(name, found):
                found[name], sources[name] = value, place.label(name)
    return Settings(ServerSettings(**found), {name: sources.get(name, DEFAULT) for name in READERS})


def _read(name: str, given: Given, called: str) -> Any:
    """Read the value of a setting. Raises `BadSetting`."""
    if not isinstance(given, str):
        return tuple(_read(name, part, called) for part in given)
    try:
        return READERS[name](given)
    except ValueError as error:
        shown = hide_password(given) if name in SECRETS else given
        raise BadSetting(f"{called}{shown}: {error}") from None


def _check_place(place: Source) -> None:
    """Check that one place does not name both a folder and a database. Raises `BadSetting`."""
    if "data" in place.given and "database" in place.given:
        database = place.called["database"].rstrip(" =")
        raise BadSetting(
            f"{place.called['data']}{place.given['data']}: a server with {database} has no folder of games"
        )


def _is_replaced(name: str, found: Mapping[str, Any]) -> bool:
    """Whether a folder gives way to a database from a stronger place, or the reverse."""
    return {"data": "database", "database": "data"}.get(name) in found


def shown(settings: Settings) -> Iterator[str]:
    """Yield the effective settings as lines of a TOML file, with their sources; passwords are hidden.

    >>> next(shown(read_settings({"host": "0.0.0.0"})))
    'host = "0.0.0.0"  # --host'
    """
    for field in fields(ServerSettings):
        value, source = getattr(settings.values, field.name), settings.sources[field.name]
        if value is None:
            yield f"# {field.name} is not set"
        else:
            yield f"{field.name} = {_toml(field.name, value)}  # {source}"


def _toml(name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return json.dumps([str(part) for part in value])
    return json.dumps(hide_password(value) if name in SECRETS else value)
