"""Responses that a worker has compressed, so that the event loop need not."""

from __future__ import annotations

import gzip

from fastapi import Request, Response


def compressed(request: Request, body: bytes) -> Response:
    """Respond with compressed JSON, or with the JSON itself to a client that cannot decompress it."""
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, media_type="application/json", headers=headers)
