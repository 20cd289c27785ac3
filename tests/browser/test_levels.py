"""The level of a bot is chosen from a list, shown as it will be played, and stored."""

from __future__ import annotations

from playwright.sync_api import Locator

from longroad.bench.serving import Served
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.playing import play_now, player_for, step
from tests.browser.words import words

COMPILING_S = 300  # that compiling may take with an empty cache
LEVELS = ("random", "learner", "novice", "skilled", "expert")
SEARCHING = LEVELS[3:]
CHOSEN = ("casual", "strong")


def wait_until_ready(person: Person, server: Served) -> None:
    """Wait until every level is ready."""
    person.wait_until(
        lambda: all(bot["is_ready"] for bot in server.ask("/api/meta")["bots"]), "the compiler", COMPILING_S
    )


def picker(person: Person, seat: int) -> Locator:
    """Find the list of levels of a seat."""
    return person.page.get_by_label(words("start.seat_level", number=seat + 1), exact=True)


def levels_of(person: Person) -> list[str]:
    return [seat["bot"] for seat in person.latest("room")["seats"] if seat["kind"] == "computer"]


def play_a_little(person: Person, decisions: int) -> None:
    player = player_for(person)
    for _ in range(decisions):
        assert step(person, player)


def test_play_now_is_against_bots_of_the_chosen_strength(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    wait_until_ready(person, server)
    person.go("/")
    casual, strong = (person.page.get_by_role("radio", name=words(f"start.strength_{one}")) for one in CHOSEN)
    assert casual.is_checked(), "at first"
    strong.check()
    play_now(person)
    assert levels_of(person) == ["expert"] * 3, "the choice is stored"
    play_a_little(person, 7)
    person.go("/")
    casual.check()
    person.press(words("start.play_now"))
    person.page.wait_for_url("**/game/*")
    game = person.page.url.rpartition("/")[2]
    bots = [seat["bot"] for seat in server.ask(f"/api/games/{game}")["room"]["seats"][1:]]
    assert bots == ["novice"] * 3


def test_an_expert_can_be_chosen_and_the_choice_is_stored(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    wait_until_ready(person, server)
    person.go("/new")
    picker(person, 1).wait_for()
    for bot in server.ask("/api/meta")["bots"]:
        person.wait_for_text(bot["sentence"])
    assert [option.get_attribute("value") for option in picker(person, 1).locator("option").all()] == list(LEVELS)
    assert picker(person, 2).input_value() == "skilled"
    for seat in (1, 2, 3):
        picker(person, seat).select_option("expert")
    person.page.get_by_role("radio", name=words("start.pace_instant")).check(force=True)
    person.press(words("start.start_game"))
    person.wait_for_table()
    assert levels_of(person) == ["expert"] * 3
    play_a_little(person, 1)  # as above
    person.go("/new")
    picker(person, 1).wait_for()
    assert picker(person, 1).input_value() == "expert"
    play_now(person)
    assert levels_of(person) == ["expert"] * 3


def test_a_level_that_is_loading_says_so_and_becomes_ready(new_person: NewPerson, server: Served) -> None:
    choices = server.ask("/api/meta")
    is_ready = False

    def answer(route: object) -> None:
        bots = [bot | {"is_ready": is_ready or bot["name"] not in SEARCHING} for bot in choices["bots"]]
        usual = "skilled" if is_ready else "novice"
        route.fulfill(json=choices | {"bots": bots, "default_bot": usual})  # type: ignore[attr-defined]

    person = new_person()
    person.page.route("**/api/meta", answer)
    person.go("/new")
    person.page.get_by_text(words("start.level_preparing")).first.wait_for()
    assert person.page.get_by_text(words("start.level_preparing")).count() == 2
    assert picker(person, 1).input_value() == "novice"
    picker(person, 2).select_option("random")
    is_ready = True
    person.wait_until(lambda: picker(person, 1).input_value() == "skilled", "the default level")
    assert picker(person, 2).input_value() == "random"
    assert person.page.get_by_text(words("start.level_preparing")).count() == 0
    person.press(words("start.start_game"))
    person.wait_for_table()
    assert levels_of(person) == ["skilled", "random", "skilled"]


def test_without_a_compiler_slow_levels_are_marked(new_person: NewPerson, server: Served) -> None:
    choices = server.ask("/api/meta")
    bots = [bot | {"is_ready": True, "is_slow": bot["name"] in SEARCHING} for bot in choices["bots"]]
    person = new_person(locale="de-DE")
    person.page.route(
        "**/api/meta", lambda route: route.fulfill(json=choices | {"bots": bots, "default_bot": "novice"})
    )
    person.go("/new")
    person.page.get_by_text("Numba").first.wait_for()
    assert person.page.get_by_text("Numba").count() == 2
    person.page.get_by_text("Könner").first.wait_for(state="attached")


def test_open_seats_of_a_room_get_the_default_level(new_person: NewPerson, server: Served) -> None:
    person = new_person()
    wait_until_ready(person, server)
    person.go("/new?with=friends")
    person.press(words("start.create_room"))
    person.press(words("lobby.fill"))
    person.wait_until(lambda: levels_of(person) == ["skilled"] * 3, "bots")
    person.wait_for_text(server.ask("/api/meta")["bots"][3]["sentence"])
    person.page.get_by_label(words("lobby.seat_kind", number=2), exact=True).select_option("expert")
    person.wait_until(lambda: levels_of(person) == ["expert", "skilled", "skilled"], "an expert")
