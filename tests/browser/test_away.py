"""Time runs out, and people leave and come back."""

from __future__ import annotations

from pathlib import Path

from longroad.bench.serving import Served, serving
from tests.browser import positions, pressing
from tests.browser.conftest import SERVER, NewPerson
from tests.browser.setting import set_up, sit, watch
from tests.browser.words import words

OVERDUE = "Your time is up."


def test_when_time_runs_out_the_default_is_played_and_the_log_says_so(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    clock = {"decision_s": 5, "reserve_s": 0}
    sit(person, set_up(server, positions.before_roll(), ["rolled 2+3"], people=4, clock=clock)[0])
    log = person.page.get_by_role("log", name=words("log.title"))
    log.get_by_text(OVERDUE).first.wait_for()
    logged = [entry["ply"] for message in person.messages for entry in message.get("log", ())]
    assert logged[:2] == ["0!: roll", "*: rolled 2+3"]  # what comes later is a default, too


def test_a_bot_takes_over_for_an_absent_player_who_can_return(new_person: NewPerson, tmp_path: Path) -> None:
    stays, goes = new_person(), new_person()
    with serving(tmp_path, (*SERVER, "--grace", "1")) as server:
        stays.address = goes.address = server.address
        places = set_up(server, positions.main(), people=2)
        sit(stays, places[0])
        sit(goes, places[1])
        goes.page.goto("about:blank")
        stays.page.get_by_text(words("players.taken_over")).first.wait_for()
        assert pressing.take(stays, "end")
        stays.wait_until(lambda: any(event["seat"] == 1 for event in stays.log()), "a bot's action")
        watch(goes, places[1].game)
        stays.wait_until(lambda: not stays.latest("room")["seats"][1]["is_taken_over"], "that the seat is taken back")
        assert goes.seat == 1


def test_a_player_who_left_can_return_from_the_start_page(new_person: NewPerson, server: Served) -> None:
    stays, goes = new_person(), new_person()
    places = set_up(server, positions.main(), people=2)
    sit(stays, places[0])
    sit(goes, places[1])
    goes.press(words("controls.settings"))
    goes.press(words("controls.leave"))
    goes.wait_for_text(words("controls.leave_text"))
    goes.press(words("controls.stay"))
    goes.press(words("controls.leave"))
    goes.press(words("controls.leave_now"))
    goes.page.wait_for_url(goes.address + "/")
    stays.page.get_by_text(words("players.taken_over")).first.wait_for()
    goes.page.get_by_role("link", name=pressing.starting(words("start.continue"))).first.click()
    stays.wait_until(lambda: not stays.latest("room")["seats"][1]["is_taken_over"], "that the seat is taken back")
    goes.page.locator(".dock").wait_for()
    assert goes.seat == 1


def test_a_game_against_bots_waits_while_its_player_is_away(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    sit(person, set_up(server, positions.main())[0])
    event = person.event
    person.press(words("controls.settings"))
    person.press(words("controls.leave"))
    person.wait_for_text(words("controls.leave_alone"))
    person.press(words("controls.leave_now"))
    person.page.wait_for_url(person.address + "/")
    person.page.get_by_role("link", name=pressing.starting(words("start.continue"))).first.click()
    person.wait_until(lambda: person.event > event and person.is_awaited(), "one's own turn, as it was left")
    assert not person.own_actions()
