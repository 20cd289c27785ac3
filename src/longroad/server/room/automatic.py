"""Which questions are answered for people, and which answers wait so that their delay tells nothing.

Not where several people share a screen: that nobody takes it over would show what a hand lacks.
"""

from __future__ import annotations

from longroad.server.room.pending import is_special_build
from longroad.server.room.state import RoomState
from longroad.server.wire.messages import Act


def is_auto_refused(state: RoomState, seat: int) -> bool:
    """Whether an offer is refused for a person who cannot pay it, so that nobody waits for the only answer."""
    choice = state.choices.get(seat)
    return choice is not None and choice.is_only_no and not _is_shared(state)


def is_automatic(state: RoomState, seat: int) -> bool:
    """Whether a question is answered for a person because only one answer is possible."""
    choice = state.choices.get(seat)
    return choice is not None and choice.only is not None and not _is_shared(state)


def has_observers(state: RoomState) -> bool:
    """Whether people see, on screens of their own, how long others take."""
    return len(state.people) > 1 and not state.settings.is_hotseat


def is_pass(state: RoomState, seat: int, request: Act) -> bool:
    """Whether a person passes between two turns, and others see how long it takes (EXT-1)."""
    if state.status != "playing" or state.game is None or not has_observers(state):
        return False
    is_current = request.decision == state.decisions.get(seat) and seat in state.game.to_act
    return is_current and is_special_build(state.game.seen) and request.action.strip() == "end"


def _is_shared(state: RoomState) -> bool:
    return state.settings.is_hotseat and len(state.people) > 1
