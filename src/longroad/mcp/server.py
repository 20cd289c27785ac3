"""The server: the tools, the resources and the prompt by which a language model plays a seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from socket import socket
from threading import Lock
from typing import Annotated, Any, Final, ParamSpec

from longroad.bots.levels import LEVELS
from longroad.core.ruleset import PRESETS
from longroad.mcp.notation import notation_text
from longroad.mcp.rules import NoRule, find_rules, rules_of
from longroad.mcp.seat import BadCall, Choices, Seat
from longroad.narration import languages
from longroad.version import __version__

try:
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.mcpserver.tools import Tool
    from mcp_types import ToolAnnotations
    from pydantic import Field, ValidationError, create_model
except ImportError as error:
    raise ImportError('longroad mcp needs the Model Context Protocol SDK: pip install "longroad[mcp]"') from error

Arguments = ParamSpec("Arguments")

INSTRUCTIONS: Final = """\
You play one seat of The Settlers of Catan against bots. Call new_game, then act with one action after the other: after
each, the bots play until you decide again, and the answer tells what happened and what is legal now. An action is one
line of notation, such as `settle 17`, `road 33`, `roll`, `bank 4 wool for 1 ore`, `offer 1 wool for 1 ore` or `end`.
look shows everything that your seat may know; legal_actions lists what you can do, with descriptions; why_not names the
rule that forbids an action; rules explains the rules. An action that is refused changes nothing.\
"""
PROMPT: Final = """\
Play a game of The Settlers of Catan to its end, and try to win. Begin with new_game. Before you settle, compare the
sites by their numbers and resources. Say in a sentence or two why you choose what you choose. When the game is over,
tell who has won, and what you would do differently.\
"""
READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGES: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

ActionText = Annotated[str, Field(description="An action in the notation, such as 'settle 17' or 'end'.")]


def _as_tool_errors(tool: Callable[Arguments, str]) -> Callable[Arguments, str]:
    """Report what a call got wrong to the model, in its own words."""

    @wraps(tool)
    def reporting(*args: Arguments.args, **options: Arguments.kwargs) -> str:
        try:
            return tool(*args, **options)
        except (BadCall, NoRule) as error:
            raise ToolError(str(error)) from error

    return reporting


class SeatTools:
    """The tools; they hold one game at a time, and take one call after the other."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._seat: Seat | None = None
        self._lock = Lock()  # the SDK runs each call in a thread of its own

    def new_game(
        self,
        preset: Annotated[str | None, Field(description=f"The rules: {', '.join(PRESETS)}.")] = None,
        players: Annotated[int | None, Field(description="2 to 6, as the preset allows.")] = None,
        seat: Annotated[int | None, Field(description="Your seat, from 0.")] = None,
        bots: Annotated[
            str | list[str] | None,
            Field(description=f"Level of the bots: {', '.join(LEVELS)}; one for all, or one for each other seat."),
        ] = None,
        seed: Annotated[int | None, Field(description="Seed of the island and the dice; random by default.")] = None,
        language: Annotated[str | None, Field(description=f"Of the answers: {', '.join(languages())}.")] = None,
        all_trades: Annotated[
            bool | None,
            Field(
                description="Also ask for proposals in the turns of others, and for an answer to offers that you do "
                "not have the cards for."
            ),
        ] = None,
        options: Annotated[
            dict[str, Any] | None, Field(description='Options of the rules, such as {"victory_points": 12}.')
        ] = None,
    ) -> str:
        """Begin a game and show it; a game that is going on is given up. What is left out is chosen for you."""
        asked = {"preset": preset, "players": players, "seat": seat, "seed": seed, "all_trades": all_trades}
        levels = [bots] if isinstance(bots, str) else bots
        with self._lock:
            choices = self._choices.but(language, bots=levels, **asked)
            self._seat = Seat.begin(choices, options or {})
            return self._seat.look()

    def look(self) -> str:
        """Show everything that your seat may know: players, cards, bank, island, offers, and what happened last."""
        with self._lock:
            return self._playing().look()

    def legal_actions(self) -> str:
        """List every action that you can take now, with a description; bundles of cards as a form with an example."""
        with self._lock:
            return self._playing().legal_actions()

    def act(self, action: ActionText) -> str:
        """Take an action; the bots then play until you decide again. Tells what happened, and what is legal now."""
        with self._lock:
            return self._playing().act(action)

    def why_not(self, action: ActionText) -> str:
        """Check whether you can take an action; if not, name the rule that forbids it. Changes nothing."""
        with self._lock:
            return self._playing().why_not(action)

    def rules(
        self,
        query: Annotated[
            str, Field(description="A number such as PRO-4, a chapter such as TRA, or words; empty lists all titles.")
        ] = "",
    ) -> str:
        """Look rules up by number or by word."""
        return find_rules(query, self.language)

    def hint(self) -> str:
        """Show what a bot would do in your place, and why."""
        with self._lock:
            return self._playing().hint()

    def record(self) -> str:
        """Return the record of the game with every card and roll, once it is over."""
        with self._lock:
            return self._playing().record()

    @property
    def language(self) -> str:
        """The language of the game, or of the command line."""
        return (self._choices.words if self._seat is None else self._seat.words).language

    def _playing(self) -> Seat:
        if self._seat is None:
            raise BadCall("there is no game yet: call new_game")
        return self._seat


class StrictTool(Tool):
    """A tool that refuses arguments which it does not have, and says in one line what is wrong with the others."""

    @classmethod
    def of(cls, function: Callable[..., str], annotations: ToolAnnotations) -> Tool:
        """Make a tool of a function."""
        tool = cls.from_function(_as_tool_errors(function), annotations=annotations, structured_output=False)
        model = tool.fn_metadata.arg_model
        strict = create_model(model.__name__, __base__=model, __cls_kwargs__={"extra": "forbid"})
        tool.fn_metadata.arg_model = strict
        tool.parameters = strict.model_json_schema(by_alias=True)
        return tool

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Run the tool. Raises `ToolError`."""
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(self._wrong(error.__cause__)) from error.__cause__
            raise

    def _wrong(self, error: ValidationError) -> str:
        """Return what is wrong with the arguments."""
        parts = (f"{'.'.join(map(str, each['loc']))}={each['input']!r:.60}: {each['msg']}" for each in error.errors())
        known = ", ".join(self.parameters["properties"]) or "none"
        return f"Error executing tool {self.name}: {'; '.join(parts)}. Its arguments: {known}."


def make_server(choices: Choices, hints: bool = False) -> MCPServer[Any]:
    """Return a server that plays by these choices where a client makes none; `hints` adds the tool `hint`."""
    tools = SeatTools(choices)
    changing: list[Callable[..., str]] = [tools.new_game, tools.act]
    reading: list[Callable[..., str]] = [tools.look, tools.legal_actions, tools.why_not, tools.rules, tools.record]
    if hints:
        reading.append(tools.hint)
    server: MCPServer[Any] = MCPServer(
        "longroad",
        title="Longroad",
        description="A seat in The Settlers of Catan",
        instructions=INSTRUCTIONS,
        version=__version__,
        tools=[
            *(StrictTool.of(tool, CHANGES) for tool in changing),
            *(StrictTool.of(tool, READS) for tool in reading),
        ],
        log_level="WARNING",
    )
    _add_texts(server, choices)
    return server


def run_http(server: MCPServer[Any], listener: socket) -> None:
    """Serve over HTTP, until the process is told to end; requests for other hosts than this machine are refused."""
    import uvicorn

    app = server.streamable_http_app(host=listener.getsockname()[0])
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run([listener])


def _add_texts(server: MCPServer[Any], choices: Choices) -> None:
    """Add the resources, and the prompt."""

    @server.resource("longroad://rules", name="rules", title="The rules, by number", mime_type="text/plain")
    def rules() -> str:
        return "\n".join(map(str, rules_of(choices.words.language).values()))

    @server.resource("longroad://notation", name="notation", title="How actions are written", mime_type="text/plain")
    def notation() -> str:
        return notation_text(choices.words)

    @server.prompt(name="play", title="Play a game", description="Play a game of Catan to its end.")
    def play() -> str:
        return PROMPT
