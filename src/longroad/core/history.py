"""A game with its log: the log is the truth, and the state is its fold."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Final

from longroad.core.actions import PLY_BITS, ply, ply_action, ply_is_absent, ply_seat
from longroad.core.layout import CHANCE, PHASE
from longroad.core.rules.absent import default_action
from longroad.core.state import IllegalAction, State
from longroad.core.view import hide_discards, redact_ply

SNAPSHOT_EVERY: Final = 16


class History:
    """A beginning and the plies since: they can be added, taken back and replayed.

    >>> from longroad.core.ruleset import Ruleset
    >>> history = History(State.new(Ruleset(players=3, first_player="given")))
    >>> history.push(0, history.state.legal(0)[0])
    >>> len(history.plies), history.state.phase
    (1, 'found road')
    >>> history.pop()
    >>> history.state.phase
    'found settlement'
    """

    def __init__(self, beginning: State, plies: Iterable[int] = ()) -> None:
        self.plies: list[int] = []
        self.state = beginning.copy()
        self._snapshots = {0: beginning.to_bytes()}  # by the number of plies before
        self._redacted: dict[int, list[int]] = {}  # by viewer: the log so far, discards shown
        for number, entry in enumerate(plies):
            self._push_entry(number, entry)

    def _push_entry(self, number: int, entry: int) -> None:
        if not 0 <= entry < 1 << PLY_BITS:
            raise ValueError(f"ply {number}: {entry!r} is not a ply; expected a whole number below 2**{PLY_BITS}")
        try:
            self.push(ply_seat(entry), ply_action(entry), ply_is_absent(entry))
        except IllegalAction as error:
            raise IllegalAction(f"ply {number}: {error}", error.refusal) from error

    @property
    def beginning(self) -> State:
        """The state before the first ply."""
        return State.from_own_bytes(self._snapshots[0])

    def copy(self) -> History:
        """Return an independent copy."""
        twin = History.__new__(History)
        twin.plies = self.plies.copy()
        twin.state = self.state.copy()
        twin._snapshots = self._snapshots.copy()
        twin._redacted = {viewer: log.copy() for viewer, log in self._redacted.items()}
        return twin

    def push(self, seat: int, action: int, is_absent: bool = False) -> None:
        """Add a ply. Raises `IllegalAction`, and changes nothing, if a rule forbids it."""
        self.state.apply(seat, action)
        self.plies.append(ply(index(seat), index(action), is_absent))  # a NumPy number may be too small for a ply
        if len(self.plies) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.plies)] = self.state.to_bytes()

    def resume(self, plies: Iterable[int], state: State) -> None:
        """Go to a state that plies are known to lead to from the beginning; they are neither played nor checked."""
        self.plies = list(plies)
        self.state = state.copy()
        self._snapshots = {0: self._snapshots[0], len(self.plies): state.to_bytes()}
        self._redacted.clear()

    def push_default(self, seat: int) -> None:
        """Play the stated default for a seat that does not answer in time; the ply says so (END-2)."""
        self.push(seat, default_action(self.state.view(seat), seat), is_absent=True)

    def resolve_chance(self, seed: int) -> None:
        """Resolve chance from a seed until somebody decides."""
        while self.state.is_chance:
            self.push(CHANCE, self.state.sample(seed))

    def pop_ply(self) -> int:
        """Remove the last ply, and return it. Raises `IndexError` at the beginning."""
        if not self.plies:
            raise IndexError("there is no ply to undo")
        last = self.plies[-1]
        self.plies = self.plies[:-1]  # a new list, so that a log that was handed out does not change
        while (count := next(reversed(self._snapshots))) > len(self.plies):
            del self._snapshots[count]
        self._redacted.clear()
        self.state = State.from_own_bytes(self._snapshots[count])
        for entry in self.plies[count:]:
            self.state.apply(ply_seat(entry), ply_action(entry))
        return last

    def redacted(self, viewer: int) -> tuple[int, ...]:
        """Return the log as a viewer may know it; each ply is redacted once."""
        log = self._redacted.setdefault(viewer, [])
        log += [redact_ply(entry, viewer, False) for entry in self.plies[len(log) :]]
        return tuple(hide_discards(log.copy(), self.plies, viewer, self.state.s[PHASE]))

    def pop(self) -> None:
        """Go back to before the last decision, with the plies of chance after it."""
        while ply_seat(self.pop_ply()) == CHANCE and self.plies:
            pass
