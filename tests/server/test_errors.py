"""Each kind of bad request has a code and a status of its own."""

from __future__ import annotations

import pytest

from longroad.server.errors import STATUS, RequestError


@pytest.mark.parametrize("code", STATUS)
def test_a_wrong_carries_its_status(code: str) -> None:
    wrong = RequestError(code, "No.", "TRN-1")
    assert (wrong.code, wrong.status, wrong.message, wrong.rule) == (code, STATUS[code], "No.", "TRN-1")
    assert 400 <= wrong.status < 600


def test_a_code_that_does_not_exist_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        RequestError("no_such_code", "No.")
