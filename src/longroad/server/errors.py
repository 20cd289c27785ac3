"""Errors of requests: each kind has a code, and a message that says what to do instead."""

from __future__ import annotations

from typing import Final

from longroad.narration import ENGLISH, Phrase, Words

# The HTTP status of each code.
STATUS: Final = {
    "malformed": 422,  # no such message, or one with unknown fields
    "too_large": 413,
    "not_json": 415,
    "not_found": 404,  # no such address
    "wrong_method": 405,
    "wrong_origin": 403,  # a page of another site
    "wrong_address": 403,  # that may not read the metrics
    "wrong_host": 421,  # not a name of the server
    "unknown_token": 401,
    "bad_settings": 422,  # invalid options
    "bad_name": 422,  # a name that looks empty, or like another one at the table
    "bad_record": 422,  # not a record, or one that hides cards
    "bad_position": 422,  # not a position that can be analysed
    "unknown_game": 404,
    "unknown_seat": 404,
    "unknown_bot": 404,
    "unknown_puzzle": 404,
    "not_seated": 403,  # a viewer without a seat cannot act
    "wrong_seat": 403,  # a seat that somebody else holds
    "not_host": 403,
    "no_analysis": 403,  # the server does not analyse, or not so deeply
    "no_hints": 403,  # the room forbids analyses of its running game
    "record_hidden": 403,  # the full record of a game that is going on
    "room_full": 409,
    "seat_taken": 409,
    "colour_taken": 409,  # or no such colour
    "seats_open": 409,  # a game cannot start before all seats are taken
    "already_started": 409,
    "not_started": 409,
    "game_over": 409,
    "not_over": 409,
    "not_verifiable": 409,  # a text for dice that are not verifiable
    "not_your_turn": 409,
    "stale_decision": 409,
    "illegal_action": 409,
    "cannot_undo": 409,
    "nothing_to_say": 409,  # a bot that has answered no offer
    "too_many": 429,
    "broken_game": 500,  # damaged stored events
    "busy": 503,  # too many wait for what is asked
    "unavailable": 503,  # nothing can be stored here any more
}


class RequestError(Exception):
    """A request that is refused; nothing has changed.

    >>> error = RequestError("unknown_game", "There is no such game.")
    >>> error.status, error.rule
    (404, None)
    """

    def __init__(self, code: str, message: str | Phrase, rule: str | None = None) -> None:
        super().__init__(ENGLISH.say(message))
        self.code = code
        self.status = STATUS[code]
        self.rule = rule
        self._message = message

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text(ENGLISH)

    def text(self, words: Words) -> str:
        """Return the message in a language, where it is translated."""
        return words.say(self._message)
