"""The log: one line for each message, as text or JSON, without secrets.

Only the loggers of the server are set to the chosen level. At `debug`, others would write down headers with cookies,
or the parameters of SQL with seeds and cards.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO

from longroad.server import metrics
from longroad.server.repeats import RepeatFilter
from longroad.server.settings import hide_password

OURS: Final = ("longroad", "uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio")
LOGGED: Final = "_longroad_is_logged"  # set on an exception that has its line already

# What looks like a secret; a name in front stays.
SECRETS: Final = (
    re.compile(r"(longroad_[A-Za-z0-9]+=)[^;,()\s\"']+"),  # a cookie
    re.compile(r"(?i)(bearer\s+)[A-Za-z0-9._~+/=-]+"),
    re.compile(r"(?i)(x-longroad-forwarded['\",: ]+b?['\"]?)[0-9a-f]+"),
    re.compile(r"(?i)((?:token|secret|password|seed)['\"]?\s*[:=]\s*b?['\"]?)[^\s'\",;&}]+"),
)

request_id: ContextVar[str] = ContextVar("request_id", default="")


def redacted(text: str) -> str:
    """Return a text without what looks like a secret.

    >>> redacted("cookie: __Secure-longroad_abc7=Xy9_z-; lang=de, authorization: Bearer Xy9_z-")
    'cookie: __Secure-longroad_abc7=***; lang=de, authorization: Bearer ***'
    >>> redacted("cannot reach postgresql://ada:geheim@db/games")
    'cannot reach postgresql://ada:***@db/games'
    """
    for secret in SECRETS:
        text = secret.sub(r"\1***", text)
    return hide_password(text) if "://" in text else text


def where(error: BaseException) -> str:
    """Return the kind of an error and where it was raised, without its text, which may quote what is hidden.

    >>> try:
    ...     int("knight")
    ... except ValueError as error:
    ...     where(error).partition(" in ")[0]
    'ValueError'
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return type(error).__name__ + place


def _message(record: logging.LogRecord) -> str:
    return redacted(" ".join(record.getMessage().split()))


def _error(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class TextFormatter(logging.Formatter):
    """One line for people; with `has_tracebacks`, an exception's traceback follows."""

    def __init__(self, has_tracebacks: bool = False) -> None:
        super().__init__()
        self.has_tracebacks = has_tracebacks

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line = f"{_time(record)} {record.levelname} {record.name}: {_message(record)}"
        error, request = _error(record), request_id.get()
        if error is not None:
            line += f" ({redacted(' '.join(f'{type(error).__name__}: {error}'.split()))})"
        if request:
            line += f" [{request}]"
        if error is not None and self.has_tracebacks:
            line += "\n" + redacted("".join(traceback.format_exception(error)).rstrip())
        return line


class JsonFormatter(logging.Formatter):
    """One object a line, for programs; an exception's traceback is a text in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object of a record."""
        entry: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if request_id.get():
            entry["request"] = request_id.get()
        error = _error(record)
        if error is not None:
            entry["error"] = redacted(f"{type(error).__name__}: {error}")
            entry["traceback"] = redacted("".join(traceback.format_exception(error)))
        return json.dumps(entry, ensure_ascii=False)


class _OnceFilter(logging.Filter):
    """Drops what uvicorn says about an exception that has its line already."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record."""
        return not getattr(_error(record), LOGGED, False) or not record.name.startswith("uvicorn")


class _Handler(logging.StreamHandler[TextIO]):
    """Writes the log, and counts warnings and errors."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        if record.levelno >= logging.WARNING:
            metrics.failures.labels(record.levelname.lower()).inc()
        super().emit(record)


@contextmanager
def configured(level: str, log_format: str, stream: TextIO | None = None) -> Iterator[None]:
    """Write the log of this process to a stream, by default standard error, as long as this lasts."""
    handler = _Handler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter(level == "debug"))
    handler.addFilter(_OnceFilter())
    handler.addFilter(RepeatFilter())
    root = logging.getLogger()
    levels = {logger: logger.level for logger in (root, *map(logging.getLogger, OURS))}
    handlers, root.handlers = root.handlers, [handler]
    for logger in levels:
        logger.setLevel(logging.WARNING if logger is root else level.upper())
    try:
        yield
    finally:
        root.handlers = handlers
        for logger, before in levels.items():
            logger.setLevel(before)


def mark_logged(error: BaseException) -> None:
    """Note that an exception has its line."""
    setattr(error, LOGGED, True)
