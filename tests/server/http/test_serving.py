"""`longroad serve` and `longroad play`: a free port, an address that is printed, and a clean end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from longroad.cli import main
from longroad.cli.serve import also, database_address, has_display
from longroad.server.http import serving
from tests.server.unprepared import never_look
from tests.server.web import SOLO, STOP_S, Process
from tests.starter import run_loaded


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    """The usual port, which somebody else has."""
    taken = serving.listen("127.0.0.1", 0)
    monkeypatch.setattr(serving, "DEFAULT_PORT", taken.getsockname()[1])
    return taken


def test_the_next_free_port_is_taken_if_the_usual_one_is_not_free(crowded: socket.socket) -> None:
    with crowded, serving.listen("127.0.0.1", None) as listener:
        assert listener.getsockname()[1] > crowded.getsockname()[1]


def test_a_port_that_is_named_and_taken_is_refused(
    crowded: socket.socket, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    port = crowded.getsockname()[1]
    with crowded:
        assert main(["serve", "--port", str(port), "--data", str(tmp_path)]) == 2
    assert f"port {port} of 127.0.0.1 is taken" in capsys.readouterr().err


def test_an_answer_does_not_wait_for_the_receipt_of_the_last_one() -> None:
    accepted: list[int] = []

    async def meet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def work() -> None:
        listener = serving.listen("127.0.0.1", 0)
        async with await asyncio.start_server(meet, sock=listener):
            reader, writer = await asyncio.open_connection(*listener.getsockname()[:2])
            assert await reader.read() == b""
            writer.close()

    asyncio.run(work())
    assert accepted != []
    assert all(accepted)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "70000"], "--port 70000: expected a whole number from 0 to 65535"),
        (["--port", "x"], "expected a whole number"),
        (["--log-level", "loud"], "expected one of critical, error, warning, info, debug"),
        (["--host", "no such host"], "--host no such host"),
        (["--data", "/dev/null/games"], "--data /dev/null/games"),
    ],
)
def test_what_is_not_possible_is_told_in_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path))
    assert main(["serve", *arguments]) == 2
    written = capsys.readouterr().err
    assert message in written
    assert written.count("\n") == 1


def test_games_lie_in_the_users_folder_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path / "mine"))
    assert database_address(None) == str(tmp_path / "mine" / "games.db")
    assert database_address(str(tmp_path / "club")) == str(tmp_path / "club" / "games.db")
    assert (tmp_path / "club").is_dir()


def test_a_page_is_opened_only_where_there_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()


def test_others_are_told_an_address_only_if_they_can_come_in() -> None:
    assert also("127.0.0.1", 80) == []


def test_play_in_the_browser_tells_the_address_and_serves(tmp_path: Path) -> None:
    """A browser that writes down what it is asked to open stands for a real one."""
    asked = tmp_path / "asked"
    environment = {
        **os.environ,
        "LONGROAD_DATA": str(tmp_path),
        "DISPLAY": ":9",
        "BROWSER": f"sh -c 'echo %s >{asked}'",
    }
    command = [sys.executable, "-m", "longroad.cli", "play", "--preset", "duel", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found
        assert httpx.get(found[0] + "api/meta").status_code == 200
        assert (tmp_path / "games.db").is_file()
        end = time.monotonic() + 60
        while not (asked.is_file() and asked.read_text().endswith("\n")) and time.monotonic() < end:
            time.sleep(0.05)
        assert asked.read_text().strip() == f"{found[0]}new?game=duel"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "Stopped. Every game is saved.\n"
        assert process.wait(STOP_S) == 0
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_a_server_that_stops_ends_its_streams(server: Process) -> None:
    game = httpx.post(f"{server.address}/api/games", json=SOLO).json()["game"]
    begun = threading.Event()
    ended: list[bool] = []

    def follow() -> None:
        with httpx.stream("GET", f"{server.address}/api/games/{game}/events") as stream:
            for line in stream.iter_lines():
                if line:
                    begun.set()
        ended.append(True)

    follower = threading.Thread(target=follow, daemon=True)
    follower.start()
    assert begun.wait(60)
    server.stop()
    follower.join(60)
    assert ended == [True], "the stream ended as it should, not with a broken connection"


@pytest.mark.parametrize(("is_ignored", "codes"), [(False, {0}), (True, {-signal.SIGTERM})])
def test_a_terminal_that_is_closed_stops_the_server_except_after_nohup(
    is_ignored: bool, codes: set[int], tmp_path: Path
) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if is_ignored else signal.SIG_DFL)
    try:
        server = Process(tmp_path, can_search=not is_ignored)
        server.start()
    finally:
        signal.signal(signal.SIGHUP, before)
    assert server.process is not None
    server.process.send_signal(signal.SIGHUP)
    if is_ignored:
        time.sleep(0.3)
        assert httpx.get(f"{server.address}/health/live").status_code == 200
        server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(STOP_S) in codes
    assert server.process.stdout is not None
    server.process.stdout.close()


def test_help_comes_without_the_server() -> None:
    program = "import sys; from longroad.cli import main; main(['serve', '--help']); print('fastapi' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


# --- the database of a server -----------------------------------------------------------------------------------------


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    first = Process(tmp_path)
    first.start()
    ended = run_loaded(["serve", "--port", "0", "--data", str(tmp_path)])
    path = tmp_path.resolve() / "games.db"
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"longroad: {path} is already served by another process\n"
    assert httpx.get(f"{first.address}/api/meta").status_code == 200
    first.stop()


def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("no database")
    ended = run_loaded(["serve", "--port", "0", "--data", str(tmp_path)])
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"longroad: {tmp_path.resolve() / 'games.db'} is damaged, or no SQLite database")
    assert ended.stderr.count("\n") == 1
    assert (tmp_path / "games.db").read_text() == "no database"


def test_a_server_whose_file_is_deleted_stops_at_once_and_acknowledges_nothing(tmp_path: Path) -> None:
    server = Process(tmp_path, stderr=subprocess.PIPE, first=never_look)
    server.start()
    with httpx.Client(base_url=server.address) as client:
        game = client.post("/api/games", json={"settings": {"pace": "instant"}, "seats": [{"kind": "person"}] * 3})
        at = f"/api/games/{game.json()['game']}"
        assert client.post(f"{at}/say", json={"text": "one"}).status_code == 200
        (tmp_path / "games.db").unlink()
        answer = client.post(f"{at}/say", json={"text": "two"})
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert answer.headers["retry-after"] == "1"
    assert server.process is not None
    assert server.process.wait(STOP_S) == 1
    assert server.process.stderr is not None
    errors = server.process.stderr.read()
    path = tmp_path.resolve() / "games.db"
    said = [line for line in errors.splitlines() if "resource_tracker" not in line and "warnings.warn" not in line]
    assert said == [f"longroad: {path} was deleted while it was served; nothing more can be stored in it"]


def test_data_is_for_the_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir(0o755)
    (tmp_path / "shared").mkdir(0o755)
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path / "mine"))
    for data in (None, str(tmp_path / "club"), str(tmp_path / "shared")):
        database_address(data)
    modes = {folder.name: stat.S_IMODE(folder.stat().st_mode) for folder in tmp_path.iterdir()}
    assert modes == {"mine": 0o700, "club": 0o700, "shared": 0o755}, "a folder that somebody else chose stays as it is"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--data", "postgresql://club/games"], "--data postgresql://club/games: expected a folder (--database takes"),
        (["--data", "club", "--database", "postgresql://club/games"], "--data club: a server with --database has no"),
        (
            ["--internal-url", "10.0.0.7:8311"],
            "--internal-url 10.0.0.7:8311: expected one such as http://10.0.0.7:8311",
        ),
        (["--internal-url", "http://a/b"], "--internal-url http://a/b: expected one such as http://10.0.0.7:8311"),
        (["--port", "0", "--database", "mysql://club/games"], "mysql://club/games cannot hold games: expected"),
        (["--port", "0", "--database", "postgresql://a:b@127.0.0.1:1/x"], "postgresql://a:***@127.0.0.1:1/x cannot be"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_one_line(
    arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *arguments]) == 2
    written = capfd.readouterr().err
    assert message in written
    assert written.count("\n") == 1
