"""Forms: there are too many bundles to list, so a form says which of a kind a seat may make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from longroad.core.actions import COUNTER_OFFER, DISCARD, GIVE_CARDS, OFFER_TRADE, PROPOSE_TRADE
from longroad.core.forms import PackedForm
from longroad.core.layout import SEATS
from longroad.notation.actions import Action
from longroad.notation.errors import InvalidNotation, listed, quoted
from longroad.notation.resources import Resources
from longroad.notation.spelling import SLOTS, SPELLINGS

FORM_KINDS: Final = {
    SPELLINGS[kind].word: kind for kind in (OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE, DISCARD, GIVE_CARDS)
}
NOTHING: Final = Resources()
_PATTERN: Final = re.compile(r"([a-z]+) (any|[0-9]{1,3}) of (.*?)(?: for any of (.*?))?(?: to (.*))?")


@dataclass(frozen=True, slots=True)
class Form:
    """The bundles of one kind that a seat may make.

    At most `give` of each resource and, in a trade, at most `take`; exactly `total` cards where it is set; to some
    or all of the seats `to` where the kind names seats.

    >>> form = Form.parse("discard 4 of 3 brick 5 wool")
    >>> form.total, form.give.wool, form.fits("discard 1 brick 3 wool"), form.fits("discard 4 brick")
    (4, 5, True, False)
    """

    kind: str
    give: Resources
    take: Resources = NOTHING
    total: int | None = None
    to: tuple[int, ...] = ()

    @classmethod
    def of(cls, form: PackedForm) -> Form:
        """Return the notation's form of a core form.

        >>> print(Form.of(PackedForm(DISCARD, (3, 0, 5, 0, 0), total=4)))
        discard 4 of 3 brick 5 wool
        """
        seats = tuple(seat for seat in range(SEATS) if form.to >> seat & 1)
        return cls(SPELLINGS[form.kind].word, Resources(*form.give), Resources(*form.take), form.total, seats)

    @property
    def core(self) -> PackedForm:
        """The form as the core knows it.

        >>> Form.parse("discard 4 of 3 brick 5 wool").core.give
        (3, 0, 5, 0, 0)
        """
        seats = sum(1 << seat for seat in self.to)
        return PackedForm(FORM_KINDS[self.kind], tuple(self.give), tuple(self.take), self.total, seats)

    def fits(self, action: Action | str) -> bool:
        """Return whether a bundle fits the form; an offer without seats goes to all.

        >>> Form.parse("offer any of 2 wool for any of 19 ore to 1 2").fits("offer wool for 3 ore")
        True
        """
        if isinstance(action, str):
            words = action.lower().split()
            if self.to and "to" not in words:
                words += ["to", *map(str, self.to)]
            action = Action.parse(" ".join(words))
        return self.core.fits(action.code)

    def action(self, give: Resources, take: Resources = NOTHING, to: Iterable[int] | None = None) -> Action:
        """Fill the form in; an offer goes to all who can be asked unless `to` names them. Raises `InvalidNotation`.

        >>> form = Form.parse("offer any of 2 wool for any of 19 ore to 1 2")
        >>> form.action(Resources(wool=1), Resources(ore=1))
        Action('offer 1 wool for 1 ore to 1 2')
        >>> form.action(Resources(wool=3), Resources(ore=1))
        Traceback (most recent call last):
        ...
        longroad.notation.errors.InvalidNotation: 'offer 3 wool for 1 ore to 1 2' does not fit 'offer any of 2 wool ...
        """
        seats = self.to if to is None else tuple(to)
        sides = f"{give} for {take}" if self.total is None else str(give)
        text = f"{self.kind} {sides}" + (f" to {SLOTS['to'].write(seats)}" if self.to else "")
        action = Action.parse(text)
        if not self.core.fits(action.code):
            raise InvalidNotation(f"{text!r} does not fit {str(self)!r}")
        return action

    def actions(self) -> Iterator[Action]:
        """Enumerate all bundles of a form with a total, such as a discard. Raises `ValueError` for any other.

        >>> [str(action) for action in Form.parse("discard 2 of 1 brick 2 wool").actions()]
        ['discard 1 brick 1 wool', 'discard 2 wool']
        """
        return (Action(code) for code in self.core.bundles())

    def to_json(self) -> dict[str, Any]:
        """Return the form as an object.

        >>> Form.parse("discard 4 of 3 brick 5 wool").to_json()
        {'kind': 'discard', 'give': {'brick': 3, 'wool': 5}, 'total': 4}
        """
        parts: dict[str, Any] = {"kind": self.kind, "give": self.give.to_json()}
        if self.total is None:
            parts["take"] = self.take.to_json()
        else:
            parts["total"] = self.total
        return parts | ({"to": list(self.to)} if self.to else {})

    @classmethod
    def parse(cls, text: str) -> Form:
        """Read a form. Raises `InvalidNotation`.

        >>> Form.parse("propose any of 2 wool for any of 19 ore").take
        Resources(ore=19)
        """
        match = _PATTERN.fullmatch(" ".join(text.lower().split()))
        if match is None or match[1] not in FORM_KINDS:
            raise InvalidNotation(
                f"{quoted(text)} is not a form: expected {listed(FORM_KINDS)}, then such as '4 of 3 brick 5 wool' "
                "or 'any of 2 wool for any of 19 ore to 1 2'"
            )
        total = None if match[2] == "any" else int(match[2])
        if (total is None) != (match[4] is not None) or (match[1] == "offer") != (match[5] is not None):
            raise InvalidNotation(f"{quoted(text)} is not a form of the kind {match[1]!r}")
        take, to = Resources.parse(match[4] or ""), SLOTS["to"].read(match[5]) if match[5] else ()
        return cls(match[1], Resources.parse(match[3]), take, total, tuple(to))

    def __str__(self) -> str:
        text = f"{self.kind} {'any' if self.total is None else self.total} of {self.give}"
        if self.total is None:
            text += f" for any of {self.take}"
        return text + (f" to {SLOTS['to'].write(self.to)}" if self.to else "")
