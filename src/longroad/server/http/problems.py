"""The error responses of routes: how they are built and counted, and how the API's description lists them."""

from __future__ import annotations

from collections.abc import Mapping
from logging import getLogger
from typing import Any, Final

from starlette.responses import JSONResponse

from longroad.server import metrics

CHANGES: Final = (401, 403, 404, 409, 413, 415, 422, 429)
ASKS: Final = (401, 403, 404, 409, 422)
# Refusals that may be somebody's attempt at what is not theirs.
SUSPICIOUS: Final = frozenset(
    {
        "unknown_token",
        "wrong_seat",
        "not_host",
        "wrong_origin",
        "wrong_host",
        "wrong_address",
        "record_hidden",
    }
)
logger = getLogger("longroad.server")
OPENS: Final = (403, 404, 409, 413, 415, 422, 429)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the error responses of a route."""
    meanings = {
        401: "The token does not hold a seat of this game.",
        403: "Not allowed for this seat, or from another site's page.",
        404: "There is no such game, seat or player.",
        409: "Not now, or against a rule.",
        413: "Too large.",
        415: "Not JSON.",
        422: "Malformed, or invalid options.",
        429: "Too often.",
        503: "Not at the moment: the server stops, or cannot reach its database.",
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"content": content, "description": meanings[status]} for status in statuses}


def problem(
    status: int, code: str, message: str, rule: str | None = None, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return the response to a request that is refused, and count it."""
    note_refusal(code)
    return JSONResponse({"code": code, "message": message, "rule": rule}, status, headers)


def note_refusal(code: str) -> None:
    """Count a request that is refused, and log it if it may be an attempt at what is somebody else's."""
    metrics.refusals.labels(code).inc()
    if code in SUSPICIOUS:
        logger.info("refused: %s", code)
