"""The client of a request: its room, its token, and the seat that the token holds."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from fastapi import Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from longroad.narration import Phrase, Words, words_for
from longroad.server.errors import RequestError
from longroad.server.http.base_path import with_base
from longroad.server.http.guards import CHANGING, is_from_page
from longroad.server.limits import limited_address
from longroad.server.room.registry import RoomRegistry
from longroad.server.room.room import Room
from longroad.server.room.tokens import hash_of
from longroad.server.wire.messages import Seated

COOKIE: Final = "longroad_"  # and the game's id
# Browsers accept a cookie of such a name over HTTPS alone. `__Host-` would need the path `/`, so that the cookies of
# all games would be sent with every request.
SECURE_PREFIX: Final = "__Secure-"
COOKIE_LIFE_S: Final = 400 * 24 * 3600  # the most that browsers accept; the token may expire before
MOST_TOKEN: Final = 1000
MOST_LANGUAGES: Final = 200  # most letters of a list of languages

bearer = HTTPBearer(
    auto_error=False,
    scheme_name="seat token",
    description=(
        "The token of a seat, as `join` returns it to a program that sends `wants_token`. Browsers keep it in the "
        f"cookie `{COOKIE}` + game id, over HTTPS `{SECURE_PREFIX}{COOKIE}` + game id."
    ),
)

GameId = Annotated[str, Path(description="The id of a game.", min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


def registry_of(connection: HTTPConnection) -> RoomRegistry:
    """Return the registry of rooms."""
    registry = connection.app.state.registry
    assert isinstance(registry, RoomRegistry)
    return registry


def take_one(connection: HTTPConnection, what: str, who: str = "") -> None:
    """Count one more request of an address, or of `who`. Raises `RequestError` above the limit."""
    if not getattr(connection.app.state, what).take(who or address_of(connection)):
        raise RequestError("too_many", Phrase(f"error.many_{what}"))


def address_of(connection: HTTPConnection) -> str:
    """Return the address that limits count a client by."""
    return limited_address(connection.client.host) if connection.client else ""


async def _room_of(request: Request, game: GameId) -> Room:
    """Return the room of a request, and count the request if it changes something. Raises `RequestError`."""
    room = await registry_of(request).find(game, address_of(request))
    if request.method in CHANGING:
        token = token_of(request, game)
        is_seated = token is not None and room.viewer_of(token) is not None
        take_one(request, "changes", hash_of(token) if token and is_seated else "")
    return room


def _cookie_of(connection: HTTPConnection, game: str) -> str | None:
    """Return the token in the cookie of a game; one from before HTTPS is still good."""
    plain = connection.cookies.get(COOKIE + game)
    if connection.url.scheme in ("https", "wss"):
        return connection.cookies.get(SECURE_PREFIX + COOKIE + game, plain)
    return plain


def token_of(connection: HTTPConnection, game: str) -> str | None:
    """Return the bearer token, else the one in the cookie. Raises `RequestError` if it is too long."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    token = given.strip() if scheme.lower() == "bearer" else _cookie_of(connection, game)
    if token is not None and len(token) > MOST_TOKEN:
        raise RequestError("unknown_token", Phrase("error.unknown_token"))
    return token or None


class Credentials(NamedTuple):
    """What a client shows of itself: a token, and whether it names it as the bearer of one."""

    token: str | None
    is_bearer: bool

    @classmethod
    def of(cls, connection: HTTPConnection, game: str) -> Credentials:
        """Return those of a request for a game. Raises `RequestError` if the token is too long."""
        return cls(token_of(connection, game), "authorization" in connection.headers)

    def viewer(self, room: Room, seat: int | None) -> int | None:
        """Return the seat that the token holds, or None to watch. Raises `RequestError` if it doesn't hold `seat`."""
        viewer = room.viewer_of(self.token, seat)
        if viewer is None and self.is_bearer:
            raise RequestError("unknown_token", Phrase("error.unknown_token"))
        return viewer


SeatAsked = Annotated[
    int | None, Query(ge=0, le=5, description="Which of your seats, where you hold several on one screen.")
]


async def _viewer_here(
    request: Request, room: Annotated[Room, Depends(_room_of)], _bearer: Bearer, seat: SeatAsked = None
) -> int | None:
    """Return the seat of the client."""
    return Credentials.of(request, room.id).viewer(room, seat)


RoomHere = Annotated[Room, Depends(_room_of)]
Viewer = Annotated[int | None, Depends(_viewer_here)]


# --- language ---------------------------------------------------------------------------------------------------------

LanguageAsked = Annotated[
    str | None,
    Query(max_length=40, description="The language of sentences, such as `de`; else what `Accept-Language` prefers."),
]


def words_of(connection: HTTPConnection) -> Words:
    """Return the language that is asked for, else the one that the browser prefers."""
    asked = connection.query_params.get("lang")
    return words_for([asked] if asked else preferred(connection.headers.get("accept-language", "")))


def preferred(header: str) -> list[str]:
    """List the languages of an `Accept-Language`, the most preferred first.

    >>> preferred("en;q=0.5, de-CH, fr;q=0.9")
    ['de-CH', 'fr', 'en']
    """
    weighed = []
    for part in header[:MOST_LANGUAGES].split(","):
        tag, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), tag.strip()))
        except ValueError:
            continue  # skip what cannot be read
    return [tag for _, tag in sorted(weighed, key=lambda each: each[0])]


async def _words_here(request: Request, lang: LanguageAsked = None) -> Words:
    """Return the language of the client."""
    return words_of(request)


Language = Annotated[Words, Depends(_words_here)]


def hand_over(request: Request, response: Response, seated: Seated, wants_token: bool = False) -> Seated:
    """Set the cookie with the token of a seat and return the message without it; for a program the reverse.

    No script can read the cookie, and no other site can send it.
    """
    if wants_token:
        return seated
    is_secure = request.url.scheme == "https"
    response.set_cookie(
        (SECURE_PREFIX if is_secure else "") + COOKIE + seated.game,
        seated.token,
        max_age=COOKIE_LIFE_S,
        path=with_base(request, f"/api/games/{seated.game}"),
        secure=is_secure,
        httponly=True,
        samesite="lax",
    )
    return seated.model_copy(update={"token": ""})


def check_wants_token(request: Request, wants_token: bool) -> None:
    """Check that a request for a token in the answer comes from a program. Raises `RequestError`."""
    if wants_token and is_from_page(request.headers):
        raise RequestError("wrong_origin", Phrase("error.token_for_programs"))
