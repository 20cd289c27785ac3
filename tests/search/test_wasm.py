"""WebAssembly equals the other back ends: the page's module, run in Node, gives the same bytes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from platform import machine
from random import Random
from typing import Any

import numpy as np
import pytest

from longroad.core import batch as batch_module
from longroad.core.actions import ply_action, ply_seat
from longroad.core.batch import NO_ACTION, Batch
from longroad.core.check.legality import guess_action
from longroad.core.compile import node, wasm_format
from longroad.core.compile.registry import Backend, CompilerMissing, backend
from longroad.core.compile.wasm_format import (
    MAGIC,
    MEMORY_START,
    UnusableModule,
    data_size,
    sections,
    stack_bound,
    strip_custom_sections,
)
from longroad.core.layout import PLAYERS, SMALL_ROW, SMALL_SIZE, TURN, WORDS_ROW, WORDS_SIZE
from longroad.core.playout import step_games
from longroad.core.queries import (
    ANSWERS_ROW,
    COUNTS_ROW,
    OUTCOMES_ROW,
    PLACES_ROW,
    check_actions,
    count_cards,
    list_actions,
    list_outcomes,
    list_places,
)
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.search.evaluate import CERTAIN
from longroad.search.exports import EXPORTS
from longroad.search.searcher import Searcher
from tests.core.games import beginning, log_of, states_met
from tests.search.scenes import scenes
from tests.search.test_queries import NO_DEAL, filled

pytestmark = pytest.mark.compiled
GAMES = 20  # the presets, then random rulesets


@pytest.fixture(scope="module")
def wasm() -> Iterator[object]:
    from longroad.core.compile.wasm import Wasm

    with Wasm(EXPORTS) as made:
        yield made


@pytest.fixture(scope="module")
def module() -> bytes:
    from longroad.core.compile.wasm import build

    return build(EXPORTS)


def rows_of(states: list[State]) -> tuple[np.ndarray, np.ndarray]:
    """Return states as rows."""
    small, words = np.zeros((len(states), SMALL_ROW), np.int8), np.zeros((len(states), WORDS_ROW), np.int64)
    for row, state in enumerate(states):
        small[row, :SMALL_SIZE] = state.s[:SMALL_SIZE]
        words[row, :WORDS_SIZE] = state.m[:WORDS_SIZE]
    return small, words


def room() -> tuple[np.ndarray, np.ndarray]:
    """Return room for one state."""
    return np.zeros(SMALL_ROW, np.int8), np.zeros(WORDS_ROW, np.int64)


def test_the_same_logs_give_the_same_bytes_at_every_ply(wasm: Backend) -> None:
    """Of all presets and some random rulesets; the states beside them are interpreted."""
    states = [beginning(number) for number in range(GAMES)]
    small, words = rows_of(states)
    codes, seeds = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
    step = wasm.entry(step_games)
    for number, plies in enumerate(zip_longest(*(log_of(number) for number in range(GAMES)))):
        seats = np.array([NO_ACTION if ply is None else ply_seat(ply) for ply in plies])
        actions = np.array([0 if ply is None else ply_action(ply) for ply in plies])
        step(small, words, 0, GAMES, seats, actions, seeds, 0, codes)
        assert not codes.any()
        for state, ply in zip(states, plies, strict=True):
            if ply is not None:
                state.apply(ply_seat(ply), ply_action(ply))
        expected = rows_of(states)
        assert (small[:, :SMALL_SIZE] == expected[0][:, :SMALL_SIZE]).all(), number
        assert (words[:, :WORDS_SIZE] == expected[1][:, :WORDS_SIZE]).all(), number
    assert all(state.is_over for state in states)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_ends_in_the_same_states(preset: str, wasm: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    native, other = (Batch(Ruleset.preset(preset), 50) for _ in range(2))
    plies = native.play(range(50))
    monkeypatch.setattr(batch_module, "backend", lambda _: wasm)
    assert (other.play(range(50)) == plies).all()
    assert (other.s == native.s).all()
    assert (other.m == native.m).all()


def test_questions_get_the_same_answers(wasm: Backend) -> None:
    states = [State.from_own_bytes(code) for code in states_met(GAMES, 40)]
    n = len(states)
    seats = np.array([state.s[TURN] % state.s[PLAYERS] for state in states])
    rng = Random(1)
    actions = np.array(
        [
            max(guess_action(state.s, state.m, int(seat), rng.randrange(1 << 30), 0), 0)
            for state, seat in zip(states, seats, strict=True)
        ]
    )
    asked: list[tuple[Callable[..., Any], Callable[[], tuple[Any, ...]]]] = [
        (list_actions, lambda: (seats, np.zeros((n, ANSWERS_ROW), np.int64))),
        (list_outcomes, lambda: (np.zeros((n, OUTCOMES_ROW), np.int64),)),
        (check_actions, lambda: (seats, actions, np.zeros(n, np.int64))),
        (count_cards, lambda: (np.zeros((n, COUNTS_ROW), np.int64),)),
        (list_places, lambda: (np.int64(1), *room(), np.zeros((n, PLACES_ROW), np.int64))),
    ]
    for body, arguments in asked:
        given = arguments()
        wasm.entry(body)(*rows_of(states), 0, n, *given)
        lists = [argument.tolist() for argument in arguments()]
        backend("interpreted").entry(body)(*(rows.tolist() for rows in rows_of(states)), 0, n, *lists)
        assert given[-1].tolist() == lists[-1], body
        assert given[-1].any()


def searched(searcher: Searcher, state: State, seat: int) -> list[list[int]]:
    """Ask everything that can be asked about a state."""
    filled(searcher, state, state)
    actions, worths = searcher.weigh_actions(2, seat, 48)
    rolled = searcher.roll_actions(2, seat, actions[:3], 3, 12, seed=5, strata=2, noise=CERTAIN // 9)
    deal = ((seat + 1) % state.s[PLAYERS], 1, -1, 0, 0, 0)
    near, far = searcher.weigh_deals(2, seat, [NO_DEAL, deal], 2, 12, seed=6)
    valued = searcher.value_states(searcher.small[:2].copy(), searcher.words[:2].copy(), 24)
    return [actions, *(numbers.ravel().tolist() for numbers in (worths, rolled, near, far, valued))]


def test_the_search_finds_the_same(wasm: Backend) -> None:
    native, other = Searcher(), Searcher(backend=wasm)
    compared = 0
    for state in scenes(60):
        seat = state.s[TURN]
        if not state.is_chance and not state.is_over and seat in state.to_act and state.legal(seat):
            assert searched(other, state, seat) == searched(native, state, seat)
            compared += 1
    assert compared > 40


def test_without_simd_the_module_finds_the_same() -> None:
    from longroad.core.compile.wasm import Wasm

    with Wasm(EXPORTS, has_simd=False) as plain:
        native, other = Searcher(), Searcher(backend=plain)
        deciding = [state for state in scenes(24) if not state.is_chance and state.s[TURN] in state.to_act]
        assert len(deciding) > 10
        for state in deciding:
            assert searched(other, state, state.s[TURN]) == searched(native, state, state.s[TURN])


@pytest.mark.skipif(machine() not in ("x86_64", "AMD64"), reason="Node.js can do without SIMD on x86 only")
def test_without_simd_only_the_other_module_can_be_loaded(module: bytes) -> None:
    from longroad.core.compile.wasm import build

    def is_valid(code: bytes) -> bool:
        asked = "console.log(WebAssembly.validate(require('fs').readFileSync(0)))"
        command = [node.find_node(), "--no-enable-sse4-1", "-e", asked]
        return subprocess.run(command, input=code, capture_output=True, check=True).stdout == b"true\n"

    assert not is_valid(module)
    assert is_valid(build(EXPORTS, has_simd=False))


# --- the module -------------------------------------------------------------------------------------------------------


def test_the_module_imports_memory_and_stack_and_exports_the_entries(module: bytes) -> None:
    code = "const m = new WebAssembly.Module(require('fs').readFileSync(0));"
    code += "console.log(JSON.stringify([WebAssembly.Module.imports(m), WebAssembly.Module.exports(m)]));"
    ran = subprocess.run([node.find_node(), "-e", code], input=module, capture_output=True, check=True)
    imports, exports = json.loads(ran.stdout)
    assert [(one["name"], one["kind"]) for one in imports] == [
        ("__linear_memory", "memory"),
        ("__stack_pointer", "global"),
    ]
    assert [one["name"] for one in exports] == [body.__name__ for body in EXPORTS]


def test_data_and_stack_have_room(module: bytes) -> None:
    assert 10_000 < data_size(module) < 100_000
    assert 0 < stack_bound(module) < MEMORY_START // 4


def test_a_module_that_needs_more_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from longroad.core.compile.wasm import _built

    monkeypatch.setattr(wasm_format, "MEMORY_START", 0)
    with pytest.raises(UnusableModule, match="do not fit below 0"):
        _built([list_outcomes])


def test_the_parts_of_a_module_are_read() -> None:
    frame = bytes([0x23, 0x80, 0x80, 0x80, 0x80, 0, 0x41, 0xD0, 1, 0x6B])
    data = bytes([2, 0, 0x41, 0, 0x0B, 3, 1, 2, 3, 0, 0x41, 0x90, 1, 0x0B, 2, 7, 7])
    made = MAGIC + bytes([0, 2, 1, 65, 10, len(frame)]) + frame + bytes([11, len(data)]) + data
    assert [number for number, _ in sections(made)] == [0, 10, 11]
    assert [number for number, _ in sections(strip_custom_sections(made))] == [10, 11]
    assert (stack_bound(made), data_size(made)) == (208, 146)
    for wrong in (b"", b"\0asm", MAGIC + b"\1\5\0", MAGIC + b"\1"):
        with pytest.raises(UnusableModule):
            list(sections(wrong))


def test_a_call_that_fails_says_so(module: bytes) -> None:
    with node.NodeProcess(module) as host:
        for _ in range(2):
            with pytest.raises(RuntimeError, match=r"Node\.js has failed, with status"):
                host.call("nothing", ["i8[::1]"], np.zeros(3, np.int64))


def test_arguments_that_do_not_fit_are_refused(wasm: Backend) -> None:
    rows, words = rows_of([beginning(0)])
    call = wasm.entry(list_outcomes)
    outcomes = np.zeros((1, OUTCOMES_ROW), np.int64)
    for wrong in (
        (rows, words, 0, 1),
        (rows, words, 0, 1, outcomes[0]),
        (rows, words, 0, 1, outcomes.astype(np.int32)),
    ):
        with pytest.raises(TypeError, match=r"list_outcomes: .* expected"):
            call(*wrong)
    with pytest.raises(TypeError, match=r"5 given where i8\[:,::1\] is expected"):
        call(rows, words, 0, 1, 5)
    call(rows, words, 0, 1, outcomes)
    assert outcomes[0, 0] > 0


@pytest.mark.parametrize("version", ["v14.2.0", "nonsense", None])
def test_without_a_recent_node_the_error_says_what_is_missing(
    version: str | None, module: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old = tmp_path / "node"
    old.write_text(f"#!/bin/sh\necho {version}\n")
    old.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda _: str(old) if version else None)
    monkeypatch.setattr("sysconfig.get_path", lambda _: "/nowhere")
    with pytest.raises(CompilerMissing, match=r"Node\.js 18 or later here, and there is none"):
        node.NodeProcess(module)
