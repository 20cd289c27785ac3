"""What a seat can do, as actions and forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from longroad.core.state import Form as CoreForm
from longroad.notation.actions import Action, action_of
from longroad.notation.forms import Form

MOST_SHOWN: Final = 10  # actions that `repr` lists


class LegalActions(Sequence[Action]):
    """What a seat can do: actions that are listed, and forms for bundles, which are too many to be listed.

    >>> from longroad import Game
    >>> legal = Game("beginner", seed=7).legal_actions()
    >>> list(legal), legal.forms
    ([Action('roll')], ())
    """

    __slots__ = ("_forms", "codes")

    def __init__(self, codes: Sequence[int], forms: Sequence[CoreForm] = ()) -> None:
        self.codes = codes
        self._forms = forms

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms of the bundles that can be made.

        >>> from longroad import Game
        >>> game = Game("beginner", seed=7)
        >>> game.push("roll")
        >>> [form.kind for form in game.legal_actions().forms]
        ['offer']
        """
        return tuple(Form.of(form) for form in self._forms)

    @property
    def by_kind(self) -> dict[str, tuple[Action, ...]]:
        """The listed actions by the word that names their kind.

        >>> from longroad import Game
        >>> {kind: len(actions) for kind, actions in Game(seed=7).legal_actions().by_kind.items()}
        {'settle': 54}
        """
        groups: dict[str, list[Action]] = {}
        for action in self:
            groups.setdefault(action.kind, []).append(action)
        return {kind: tuple(actions) for kind, actions in groups.items()}

    def to_json(self) -> dict[str, Any]:
        """Give actions and forms as objects.

        >>> from longroad import Game
        >>> Game("beginner").legal_actions().to_json()
        {'actions': [{'kind': 'roll'}], 'forms': []}
        """
        return {"actions": [action.to_json() for action in self], "forms": [form.to_json() for form in self.forms]}

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [action_of(code) for code in self.codes[index]]
        return action_of(self.codes[index])

    def __iter__(self) -> Iterator[Action]:
        return map(action_of, self.codes)

    def __contains__(self, action: object) -> bool:
        """Tell whether an action is listed or fits a form."""
        if not isinstance(action, Action):
            return False
        return action.code in self.codes or any(form.fits(action.code) for form in self._forms)

    def __repr__(self) -> str:
        shown = [*map(str, self[:MOST_SHOWN]), *([f"{len(self) - MOST_SHOWN} more"] if len(self) > MOST_SHOWN else [])]
        return f"<LegalActions: {', '.join([*shown, *map(str, self.forms)]) or 'none'}>"
