"""The OpenAPI description: what FastAPI generates, and the messages of streams and sockets."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from pydantic import TypeAdapter

from longroad.server.wire.messages import ClientMessage, ServerMessage
from longroad.server.wire.responses import Problem

DESCRIPTION: Final = """Play The Settlers of Catan by HTTP: open a game, take a seat, follow it line by line, and act.

Actions are written in the notation. A client with the token of a seat sees what that seat may know and acts for it; all
others watch. What changes something is JSON. An error is an object with `code`, `message` and, where a rule forbids
something, its number in `rule`; then nothing has changed.

`/api/games/{game}/ws` is a WebSocket: it sends a `ServerMessage` and takes a `ClientMessage` at a time, both JSON."""

# Messages that no route returns.
BESIDE: Final[dict[str, Any]] = {"ServerMessage": ServerMessage, "ClientMessage": ClientMessage, "Problem": Problem}
REFERENCE: Final = "#/components/schemas/{model}"


class Application(FastAPI):
    """An application whose description includes its streams."""

    def openapi(self) -> dict[str, Any]:
        """Return the description of the API."""
        if self.openapi_schema is None:
            described = super().openapi()
            schemas = described["components"]["schemas"]
            for name, kind in BESIDE.items():
                schema = TypeAdapter(kind).json_schema(ref_template=REFERENCE)
                schemas |= schema.pop("$defs", {})
                schemas[name] = schema | {"title": name}
            events = described["paths"]["/api/games/{game}/events"]["get"]["responses"]["200"]
            events["content"] = {"application/x-ndjson": {"schema": {"$ref": REFERENCE.format(model="ServerMessage")}}}
            self.openapi_schema = described
        return self.openapi_schema
