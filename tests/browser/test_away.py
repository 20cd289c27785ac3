"""Time that runs out, and people who go away and come back."""

from __future__ import annotations

from pathlib import Path

from longroad.bench.serving import Served, serving
from tests.browser import positions, pressing
from tests.browser.conftest import SERVER, Comes
from tests.browser.setting import set_up, sit, watch
from tests.browser.words import words

OVERDUE = "Your time is up."


def test_when_time_runs_out_the_default_is_played_and_the_log_says_so(comes: Comes, server: Served) -> None:
    person = comes()
    clock = {"decision_s": 5, "reserve_s": 0}
    sit(person, set_up(server, positions.before_roll(), ["rolled 2+3"], people=4, clock=clock)[0])
    log = person.page.get_by_role("log", name=words("log.title"))
    log.get_by_text(OVERDUE).first.wait_for()
    person.until(lambda: person.snapshot["phase"] == "main", "that the dice were rolled")
    assert person.snapshot["rolled"] == [5]


def test_whoever_goes_away_is_kept_warm_and_takes_the_seat_back(comes: Comes, tmp_path: Path) -> None:
    stays, goes = comes(), comes()
    with serving(tmp_path, (*SERVER, "--grace", "1")) as server:
        stays.address = goes.address = server.address
        places = set_up(server, positions.main(), people=2)
        sit(stays, places[0])
        sit(goes, places[1])
        goes.page.goto("about:blank")
        stays.page.get_by_text(words("players.taken_over")).first.wait_for()
        assert pressing.take(stays, "end")
        stays.until(lambda: any(event["seat"] == 1 for event in stays.log()), "that a computer player acts")
        watch(goes, places[1].game)
        stays.until(lambda: not stays.latest("room")["seats"][1]["is_taken_over"], "that the seat is taken back")
        assert goes.seat == 1


def test_whoever_leaves_the_table_finds_the_seat_again_on_the_first_page(comes: Comes, server: Served) -> None:
    stays, goes = comes(), comes()
    places = set_up(server, positions.main(), people=2)
    sit(stays, places[0])
    sit(goes, places[1])
    goes.press(words("controls.settings"))
    goes.press(words("controls.leave"))
    goes.sees(words("controls.leave_text"))
    goes.press(words("controls.stay"))
    goes.press(words("controls.leave"))
    goes.press(words("controls.leave_now"))
    goes.page.wait_for_url(goes.address + "/")
    stays.page.get_by_text(words("players.taken_over")).first.wait_for()
    goes.page.get_by_role("link", name=pressing.starting(words("start.continue"))).first.click()
    stays.until(lambda: not stays.latest("room")["seats"][1]["is_taken_over"], "that the seat is taken back")
    goes.page.locator(".dock").wait_for()
    assert goes.seat == 1


def test_whoever_plays_alone_leaves_a_game_that_waits(comes: Comes, server: Served) -> None:
    person = comes()
    sit(person, set_up(server, positions.main())[0])
    event = person.event
    person.press(words("controls.settings"))
    person.press(words("controls.leave"))
    person.sees(words("controls.leave_alone"))
    person.press(words("controls.leave_now"))
    person.page.wait_for_url(person.address + "/")
    person.page.get_by_role("link", name=pressing.starting(words("start.continue"))).first.click()
    person.until(lambda: person.event > event and person.is_awaited(), "one's own turn, as it was left")
    assert not person.own_actions()
