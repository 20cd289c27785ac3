"""Four people at one table, each in their own browser."""

from __future__ import annotations

from longroad.bench.serving import Served
from tests.browser import positions, pressing
from tests.browser.conftest import NewPerson
from tests.browser.setting import set_up, sit


def test_four_people_trade_counter_discard_and_reconnect(new_person: NewPerson, server: Served) -> None:
    people = [new_person() for _ in range(4)]
    for person, place in zip(people, set_up(server, positions.main(), ["rolled 3+4"], people=4), strict=True):
        sit(person, place)
    one, two, three, four = people
    assert pressing.take(one, "offer 1 wool for 1 brick to 1 2")
    two.wait_until(lambda: "accept" in two.decision_actions(), "the offer")
    assert pressing.take(two, "counter 1 brick for 2 wool")
    assert pressing.take(three, "refuse")
    one.wait_until(lambda: "take 1" in one.decision_actions(), "the counter-offer")
    three.disconnect()
    assert pressing.take(one, "take 1")
    three.reconnect()
    three.wait_until(lambda: three.event == one.event, "what happened meanwhile")
    assert pressing.take(one, "end")
    two.wait_until(two.is_awaited, "the second turn")
    assert pressing.take(two, "roll")
    one.wait_until(lambda: all(person.snapshot["phase"] == "discarding" for person in people), "the discards")
    due = [person for person in people if person.is_awaited()]
    assert one in due
    for person in due:
        form = person.decision["forms"][0] if person.decision else {}
        left, cards = form["total"], []
        for resource, count in form["give"].items():
            cards += [f"{min(left, count)} {resource}"] if min(left, count) else []
            left -= min(left, count)
        assert pressing.take(person, f"discard {' '.join(cards)}")
    two.wait_until(lambda: two.snapshot["phase"] == "robber moves", "the robber")
    four.wait_until(lambda: four.snapshot["phase"] == "robber moves", "the other player's robber")
