"""Friends meet in a room: link, seats, colours, bots for open seats, and the start."""

from __future__ import annotations

from playwright.sync_api import Locator, Route

from longroad.bench.serving import Served
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.pressing import starting
from tests.browser.setting import HeldSeat, hold
from tests.browser.words import prefix, words

# A browser that blocks cookies neither sends nor stores them.
KEEPS_NO_COOKIES = (
    "const asks = fetch; window.fetch = (at, how) => asks(at, { ...how, credentials: 'omit' });"
    "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })"
)


def open_room(host: Person, name: str = "Ada") -> str:
    """Open a room to play with friends; return its link."""
    host.go("/")
    host.link(starting(words("start.friends"))).click()
    host.page.get_by_label(words("start.name"), exact=True).fill(name)
    host.press(words("start.create_room"))
    return host.page.get_by_role("textbox", name=words("lobby.link"), exact=True).input_value()


def enter_room(host: Person, server: Served, name: str = "Ada") -> str:
    """Enter a room that the server has opened for a host; return its link."""
    seats = [{"kind": "person", "name": name}, *[{"kind": "open"}] * 3]
    room = server.ask("/api/games", {"seats": seats, "wants_token": True})
    hold(host, HeldSeat(room["game"], room["seat"], room["token"]))
    host.go(f"/game/{room['game']}")
    return host.page.get_by_role("textbox", name=words("lobby.link"), exact=True).input_value()


def seat_button(person: Person, key: str, number: int) -> Locator:
    """Find the button that takes a seat, whatever its colour."""
    return person.button(starting(prefix(f"lobby.{key}", number=number).rstrip(", ")))


def take_seat(guest: Person, link: str, seat: int, name: str) -> None:
    """Follow the link, enter a name, and take a seat."""
    guest.page.goto(link)
    guest.page.get_by_label(words("lobby.name_needed")).fill(name)
    seat_button(guest, "sit_on", seat + 1).click()
    guest.wait_until(lambda: guest.latest("room")["you"] == seat, "the seat")


def fill_with_computers(host: Person, count: int) -> None:
    """Fill all open seats with bots."""
    host.press(words("lobby.fill", count=count))


def test_friends_join_change_seats_and_colours_and_start(new_person: NewPerson) -> None:
    host, two, three = new_person(), new_person(), new_person()
    link = open_room(host)
    take_seat(two, link, 1, "Bela")
    take_seat(three, link, 2, "Chris")
    seat_button(three, "move_to", 4).click()
    three.wait_until(lambda: three.latest("room")["you"] == 3, "the other seat")
    two.page.get_by_role("radio", name=words("names.purple"), exact=True).check(force=True)
    host.page.get_by_label(words("lobby.seat_kind", number=3)).select_option("novice")
    for guest in (two, three):
        guest.press(words("lobby.ready"))
    host.wait_for_text(words("lobby.all_ready"))
    host.press(words("lobby.start"))
    for person in (host, two, three):
        person.wait_for_table()
        seats = person.latest("room")["seats"]
        assert [seat["name"] for seat in seats[:2] + seats[3:]] == ["Ada", "Bela", "Chris"]
        assert (seats[1]["colour"].lower(), seats[2]["kind"]) == ("purple", "computer")
        assert person.snapshot["seats"][person.seat]["hand"] is not None


def test_a_visitor_of_a_full_room_watches(new_person: NewPerson, server: Served) -> None:
    host, late = new_person(), new_person()
    link = enter_room(host, server)
    fill_with_computers(host, 3)
    host.wait_until(lambda: all(seat["kind"] != "open" for seat in host.latest("room")["seats"]), "the bots")
    late.page.goto(link)
    late.wait_for_text(words("lobby.lead_full"))
    assert not late.button(starting(words("lobby.sit"))).count()
    host.press(words("lobby.start"))
    late.wait_for_text(words("prompt.watching"))
    assert late.decision is None


def test_the_watch_link_does_not_offer_seats(new_person: NewPerson, server: Served) -> None:
    host, watcher = new_person(), new_person()
    watcher.page.goto(enter_room(host, server) + "?watch")
    watcher.wait_for_text(words("lobby.lead_watching"))
    assert not watcher.button(starting(words("lobby.sit"))).count()
    fill_with_computers(host, 3)
    host.press(words("lobby.start"))
    watcher.wait_for_table()
    watcher.wait_for_text(words("prompt.watching"))
    assert not watcher.page.get_by_role("group", name=words("table.actions")).count()
    assert all(seat["hand"] is None for seat in watcher.snapshot["seats"])


def test_a_guest_who_leaves_the_room_frees_the_seat(new_person: NewPerson, server: Served) -> None:
    host, guest = new_person(), new_person()
    take_seat(guest, enter_room(host, server), 1, "Bela")
    guest.press(words("lobby.leave"))
    guest.page.wait_for_url(guest.address + "/")
    host.wait_until(lambda: host.latest("room")["seats"][1]["kind"] == "open", "the free seat")


def test_an_unknown_game_links_to_the_start_page(new_person: NewPerson) -> None:
    person = new_person()
    for path in ("/game/aaaaaaaaaaaa", "/game/aaaaaaaaaaaa/replay"):
        person.go(path)
        person.wait_for_text(words("pages.missing_title"))
    person.link(words("app.to_start")).click()
    person.page.wait_for_url(person.address + "/")


def test_a_link_that_works_only_on_this_computer_says_so(new_person: NewPerson) -> None:
    host = new_person()
    open_room(host)
    host.wait_for_text(words("lobby.link_here"))
    host.wait_for_text("longroad serve --host 0.0.0.0")


def test_a_name_is_limited_in_length(new_person: NewPerson, server: Served) -> None:
    host = new_person()
    enter_room(host, server)
    field = host.page.get_by_label(words("lobby.your_name"))
    field.fill("")
    field.press_sequentially("Wilhelmina von der Heide und zu Berg")
    host.wait_for_text(words("pages.name_most", count=24))
    written = field.input_value()
    field.blur()
    host.wait_until(lambda: host.latest("room")["seats"][0]["name"] == written, "the name")
    assert len(written) == 24


def test_read_chat_messages_stay_read(new_person: NewPerson, server: Served) -> None:
    host, guest = new_person(), new_person()
    take_seat(guest, enter_room(host, server), 1, "Bela")
    guest.page.get_by_label(words("lobby.say")).fill("Good evening")
    guest.press(words("lobby.send"))
    host.wait_for_text("Good evening")
    fill_with_computers(host, 2)
    guest.press(words("lobby.ready"))
    host.press(words("lobby.start"))
    host.wait_for_table()
    tab = host.page.get_by_role("tab", name=starting(words("table.chat")))
    tab.wait_for()
    assert tab.inner_text().strip() == words("table.chat")
    host.page.reload()
    tab.wait_for()
    assert tab.inner_text().strip() == words("table.chat")


def test_a_room_reconnects_after_losing_the_connection(new_person: NewPerson, server: Served) -> None:
    host, guest = new_person(), new_person()
    link = enter_room(host, server)
    host.disconnect()
    take_seat(guest, link, 1, "Bela")
    host.reconnect()
    host.wait_for_text("Bela")


def test_a_name_being_typed_is_not_replaced_by_the_stored_one(new_person: NewPerson, server: Served) -> None:
    host, guest = new_person(), new_person()
    link = enter_room(host, server)
    take_seat(guest, link, 1, "Bela")
    guest.press(words("lobby.leave"))
    guest.page.get_by_role("heading", name=words("start.title")).wait_for()
    held: list[Route] = []
    guest.page.route("**/api/meta", lambda route: held.append(route))
    guest.page.goto(link)
    field = guest.page.get_by_label(words("lobby.name_needed"))
    field.press_sequentially("Bel")
    guest.wait_until(lambda: len(held) > 0, "that the page asks")
    with guest.page.expect_response("**/api/meta"):
        held[0].continue_()
    guest.page.wait_for_timeout(300)  # its name is shown
    assert field.input_value() == "Bel"
    field.press_sequentially("inda")
    seat_button(guest, "sit_on", 2).click()
    host.wait_for_text("Belinda")


def test_without_cookies_the_page_explains_why_no_seat_can_be_taken(new_person: NewPerson, server: Served) -> None:
    host, guest = new_person(), new_person()
    link = enter_room(host, server)
    guest.run_at_load(KEEPS_NO_COOKIES)
    guest.page.goto(link)
    guest.page.get_by_label(words("lobby.name_needed")).fill("Bela")
    seat_button(guest, "sit_on", 2).click()
    guest.wait_for_text(words("pages.no_cookies"))
    assert host.latest("room")["seats"][1]["kind"] == "open", "no seat is taken that could not be held"
    seat_button(guest, "sit_on", 2).wait_for()
