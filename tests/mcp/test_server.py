"""The server as a client of the protocol sees it, in this process and over pipes."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from longroad.core.ruleset import PRESETS
from longroad.mcp.seat import Choices
from longroad.mcp.server import make_server
from longroad.narration import words_of

COMMAND = [sys.executable, "-m", "longroad", "mcp"]
SECONDS = 60  # after which something hangs
TOOLS = ["act", "legal_actions", "look", "new_game", "record", "rules", "why_not"]


class Model:
    """A client that calls tools, and fails where it is not answered as it expects."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> str:
        """Call a tool that answers."""
        text, is_error = await self._called(tool, arguments)
        assert not is_error, text
        return text

    async def refused(self, tool: str, **arguments: Any) -> str:
        """Call a tool that refuses, and return why."""
        text, is_error = await self._called(tool, arguments)
        assert is_error, text
        return text

    async def _called(self, tool: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        result = await self.client.call_tool(tool, arguments)
        (content,) = result.content
        assert isinstance(content, TextContent)
        assert result.structured_content is None
        return content.text, bool(result.is_error)


def connected(server: Any) -> Callable[[Callable[[Model], Awaitable[None]]], None]:
    """Return a decorator that runs a function with a server: in this process, or as `started` says."""

    def run(work: Callable[[Model], Awaitable[None]]) -> None:
        async def main() -> None:
            with anyio.fail_after(SECONDS):
                async with Client(server) as client:
                    await work(Model(client))

        anyio.run(main)

    return run


def started(*options: str) -> StdioServerParameters:
    """Return how a client starts the server, to talk with it over pipes."""
    return StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], *options])


def choose(told: str, rng: random.Random) -> str:
    """Choose one of the actions that an answer lists, as a model would from the text alone."""
    listed = told.partition("Legal actions, with | between those of a kind:\n")[2].splitlines()
    choices = [line for line in listed if "CARDS" not in line]
    if choices:
        kind, _, rest = rng.choice(choices).partition(" ")
        return f"{kind} {rng.choice(rest.split(' | '))}".strip()
    only = re.search(r"Possible: ([^(,]+)\.|as in ((?:discard|give) .*)\.", told)
    assert only is not None, told
    return only[1] or only[2]


# --- the protocol -----------------------------------------------------------------------------------------------------


def test_a_client_finds_the_tools_the_resources_and_the_prompt() -> None:
    @connected(make_server(Choices()))
    async def _(model: Model) -> None:
        client = model.client
        assert client.server_info is not None
        assert client.server_info.name == "longroad"
        assert "new_game" in (client.instructions or "")
        tools = (await client.list_tools()).tools
        assert sorted(tool.name for tool in tools) == TOOLS
        assert all(tool.description for tool in tools)
        schema = next(tool.input_schema for tool in tools if tool.name == "new_game")
        assert not schema["additionalProperties"]
        assert all(preset in schema["properties"]["preset"]["description"] for preset in PRESETS)
        texts = {
            str(each.uri): await client.read_resource(each.uri) for each in (await client.list_resources()).resources
        }
        assert set(texts) == {"longroad://rules", "longroad://notation"}
        assert "PRO-4" in texts["longroad://rules"].contents[0].text  # type: ignore[union-attr]
        assert "settle SITE, as in: settle 17" in texts["longroad://notation"].contents[0].text  # type: ignore[union-attr]
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["play"]
        assert "new_game" in str((await client.get_prompt("play")).messages[0].content)


@pytest.mark.parametrize(
    ("server", "arguments"),
    [
        (started("--bots", "random", "--seed", "4"), {"players": 3, "options": {"victory_points": 5}}),
        (make_server(Choices("duel", bots=("random",), seed=2)), {"options": {"victory_points": 6}}),
        (
            make_server(Choices(bots=("random",))),
            {"preset": "extension", "players": 6, "seed": 5, "options": {"victory_points": 5}},
        ),
    ],
    ids=["over pipes", "duel", "extension"],
)
def test_a_whole_game_is_played_from_the_answers_alone(server: Any, arguments: dict[str, Any]) -> None:
    @connected(server)
    async def _(model: Model) -> None:
        rng, told, actions = random.Random(1), await model.call("new_game", **arguments), 0
        while "The game is over" not in told:
            told = await model.call("act", action=choose(told, rng))
            actions += 1
        assert actions > 20
        assert "points" in await model.call("look")
        assert (await model.call("record")).startswith("[")
        assert "The game is over" in await model.refused("act", action="roll")
        assert "You are" in await model.call("new_game", **arguments)


def test_nonsense_is_refused_with_what_was_possible_and_changes_nothing() -> None:
    @connected(make_server(Choices(bots=("random",), seed=7)))
    async def _(model: Model) -> None:
        for tool in ("look", "legal_actions", "record"):
            assert "there is no game yet: call new_game" in await model.refused(tool)
        assert "call new_game" in await model.refused("act", action="roll")
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"playrs": 3}, r"playrs=3: .* Its arguments: preset, players, seat"),
            ({"players": "many"}, r"players='many': .*integer"),
            ({"players": 99}, r"players=99"),
            ({"seat": 4}, r"seat 4: expected 0 to 3"),
            ({"preset": "chess"}, r"preset 'chess': expected one of base, beginner"),
            ({"bots": "program:true"}, r"bots 'program:true': expected one of random"),
            ({"bots": ["random", "random"]}, r"expected one level for all, or one for each of the 3 other seats"),
            ({"seed": -1}, r"-1"),
            ({"language": "tlh"}, r"language='tlh': expected one of en"),
            ({"options": {"wings": True}}, r"option 'wings': expected one of"),
        ]
        for arguments, message in wrong:
            assert re.search(message, await model.refused("new_game", **arguments))
        before = await model.call("new_game")
        assert before == await model.call("look")
        for action in ("", "end", "settle 99", "x" * 10_000, "settle \u0000 17", "offer"):
            assert "settle (" in await model.refused("act", action=action)
        assert "action=17" in await model.refused("act", action=17)
        assert "Its arguments: action" in await model.refused("act")
        assert "SET-3" in await model.call("why_not", action="end")
        assert "no rule about" in await model.refused("rules", query="flying pigs")
        assert "Unknown tool" in await model.refused("hint")
        assert before == await model.call("look")


def test_hints_are_a_tool_where_they_are_wanted_in_the_language_of_the_game() -> None:
    @connected(make_server(Choices("beginner", words=words_of("de")), hints=True))
    async def _(model: Model) -> None:
        await model.call("new_game")
        assert "roll" in await model.call("hint")
        assert "Monopol" in await model.call("rules", query="DEV-5")


# --- the process ------------------------------------------------------------------------------------------------------


def message(method: str, number: int | None = None, **parameters: Any) -> str:
    body: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": parameters}
    return json.dumps(body if number is None else body | {"id": number}) + "\n"


def test_standard_output_carries_the_protocol_only_and_the_end_of_input_ends_the_server() -> None:
    options = ("--preset", "beginner", "--players", "3", "--seat", "2", "--seed", "3", "--language", "de")
    greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    lines = [
        message("initialize", 1, **greeting),
        message("notifications/initialized"),
        "this is not JSON\n",
        message("tools/call", 2, name="new_game", arguments={"bots": "random"}),
    ]
    with subprocess.Popen([*COMMAND, *options], stdin=-1, stdout=-1, stderr=-1, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("".join(lines))
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline())]
        while answers[-1].get("id") != 2:
            answers.append(json.loads(server.stdout.readline()))
        out, errors = server.communicate(timeout=SECONDS)
    assert server.returncode == 0
    told = answers[-1]["result"]["content"][0]["text"]
    assert told.startswith("Du bist Weiß, Platz 2.")
    assert len(re.findall(r"^Platz \d, ", told, re.MULTILINE)) == 3
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert out == ""
    assert "Traceback" not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_ctrl_c_ends_the_server_while_it_waits_for_input() -> None:
    with subprocess.Popen(COMMAND, stdin=-1, stdout=-1, stderr=-1, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(message("ping", 1))
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        server.send_signal(signal.SIGINT)
        assert server.wait(SECONDS) == 130
        assert server.stderr is not None
        assert server.stderr.read() == "longroad: interrupted\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--preset", "chess"], "preset 'chess': expected one of base"),
        (["--players", "7"], "players=7"),
        (["--bots", "grandmaster"], "--bots 'grandmaster': expected one of random"),
        (["--bots", "random,novice"], "--bots random, novice: expected one level for all"),
        (["--seat", "4"], "--seat 4: expected 0 to 3"),
        (["--seed", "-1"], "--seed -1: expected a whole number from 0"),
        (["--language", "tlh"], "--language 'tlh': expected one of en"),
        (["--port", "70000"], "--port 70000: "),
    ],
)
def test_wrong_options_get_one_line(options: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    from longroad.cli import main

    assert main(["mcp", *options]) == 2
    out, errors = capfd.readouterr()
    assert out == ""
    assert errors.startswith("longroad: ")
    assert message in errors
    assert len(errors.splitlines()) == 1


def test_without_the_sdk_the_command_says_how_to_install_it() -> None:
    hide = "import sys; sys.modules['mcp'] = None; from longroad.cli import main; sys.exit(main(['mcp']))"
    ended = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert 'pip install "longroad[mcp]"' in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_it_serves_over_http_on_this_machine() -> None:
    async def call(address: str) -> None:
        with anyio.fail_after(SECONDS):
            async with Client(address) as client:
                assert "You are Blue" in await Model(client).call("new_game", seed=1, bots="random")

    with subprocess.Popen([*COMMAND, "--port", "0"], stdout=-1, stderr=-1, text=True) as server:
        try:
            assert server.stderr is not None
            address = server.stderr.readline().strip()
            assert address.startswith("http://127.0.0.1:")
            anyio.run(call, address)
        finally:
            server.terminate()
            out, _ = server.communicate(timeout=SECONDS)
    assert out == ""
