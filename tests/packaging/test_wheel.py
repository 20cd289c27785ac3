"""The wheel works where there is no checkout: it plays, serves the page, and names the extra that something needs."""

from __future__ import annotations

import re
import urllib.request
import zipfile
from pathlib import Path

import pytest

from longroad.narration import languages
from longroad.server.http.pages import below
from scripts.build_hook import RAW
from tests.packaging.installed import PAGE, ROOT, Environment, build

WHERE = "import longroad; print(longroad.__file__)"
GAME = """
import longroad as lr
game = lr.Game("beginner", players=3, seed=7)
game.push("roll")
assert lr.Game.from_record(game.record.text).position == game.position
assert game.svg().startswith("<svg")
print(game.plies[-1])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, as built from this checkout."""
    return build(tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def plain(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment after `pip install longroad`."""
    return Environment(tmp_path_factory.mktemp("plain"), wheel)


@pytest.fixture(scope="module")
def served(plain: Environment, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment after `pip install "longroad[web]"`."""
    return plain.with_extras(tmp_path_factory.mktemp("web"), "web")


def test_the_wheel_holds_the_package_and_the_page_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"longroad"}
    assert {"longroad/py.typed", "longroad/server/static/index.html", "longroad/search/weights.json"} <= set(names)
    assert {f"longroad/mcp/catalogue/{language}.json" for language in languages()} <= set(names)
    assert not [name for name in names if "bridges" in name or "node_modules" in name or name.endswith(".pyc")]


def test_the_description_links_to_files_that_exist_and_shows_its_pictures_anywhere(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    text = archive.read(name).decode()
    source = next(line.partition(", ")[2] for line in text.splitlines() if line.startswith("Project-URL: Source"))
    places = {"](": f"{source}/blob/main/", 'src="': RAW + source.removeprefix("https://github.com/") + "/main/"}
    links = re.findall(r'(\]\(|src=")([^)"\s#]+)', text)
    ours = [address.removeprefix(places[kind]) for kind, address in links if address.startswith(places[kind])]
    assert {address for _, address in links if not address.startswith("https://")} == set()
    assert len(ours) > 20
    assert [file for file in ours if not (ROOT / file).exists()] == []


def test_the_library_comes_from_the_wheel(plain: Environment) -> None:
    code, out, errors = plain.run("python", "-c", WHERE)
    assert (code, errors) == (0, "")
    assert Path(out.strip()) == plain.site / "longroad/__init__.py"
    assert plain.run("python", "-c", GAME) == (0, "*: rolled 3+3\n", "")


def test_computer_players_play_a_whole_game_in_the_terminal(plain: Environment) -> None:
    code, out, errors = plain.run("longroad", "play", "--watch", "--plain", "--level", "novice", "--seed", "1")
    assert (code, errors) == (0, "")
    assert out.rstrip().endswith("has won.")


def test_the_rules_are_in_the_wheel(plain: Environment) -> None:
    find = "from longroad.mcp.rules import find_rules; print(find_rules('PRO-4', 'de')[:5])"
    assert plain.run("python", "-c", find) == (0, "PRO-4\n", "")


def test_a_picture_is_drawn_without_any_extra(plain: Environment) -> None:
    png = "import longroad; print(longroad.Game(seed=1).png(size=32)[1:4])"
    assert plain.run("python", "-c", png) == (0, "b'PNG'\n", "")


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (["longroad", "serve", "--port", "0"], "web"),
        (["longroad", "admin", "games"], "web"),
        (["longroad", "mcp"], "mcp"),
        (["longroad", "arena", "random", "random", "--players", "2", "--games", "2"], "ratings"),
        (["python", "-c", "from longroad.core.batch import Batch, Ruleset; Batch(Ruleset(), 1).play([1])"], "fast"),
        (["longroad", "arena", "random", "random", "--players", "2", "--on", "ray"], "ray"),
    ],
)
def test_what_needs_an_extra_names_it(plain: Environment, command: list[str], extra: str) -> None:
    code, out, errors = plain.run(*command)
    assert code != 0
    assert out == ""
    assert f'pip install "longroad[{extra}]"' in " ".join(errors.split())


def test_a_slow_search_names_the_extra_that_makes_it_fast(plain: Environment) -> None:
    code, _, errors = plain.run("python", "-c", "from longroad.bots.levels import make_bot; make_bot('skilled')")
    assert code == 0
    assert errors.count('pip install "longroad[fast]"') == 1


def test_the_server_shows_the_page(served: Environment) -> None:
    with served.start("longroad", "serve", "--port", "0") as process:
        try:
            assert process.stdout is not None
            address = next(found[0] for line in process.stdout if (found := re.search(r"http://[\w.:]+", line)))
            page = urllib.request.urlopen(address, timeout=60).read()
            assert page.decode() == below(PAGE.read_text(encoding="utf-8"), "")
            for name in re.findall(r'(?:src|href)="\.?/?(assets/[^"]+)"', page.decode()):
                assert urllib.request.urlopen(f"{address}/{name}", timeout=60).status == 200
        finally:
            process.terminate()
