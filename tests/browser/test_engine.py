"""The page's engine in a real browser: the states of games have the library's bytes at every ply."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from platform import machine
from typing import Final

import pytest
from playwright.sync_api import Browser

from longroad import server as served_from
from longroad.bench.chromium import FLAGS, find_chromium
from longroad.bench.serving import Served
from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import PLAYERS
from longroad.core.ruleset import Ruleset
from longroad.core.state import State
from scripts.client.engine import numbers
from tests.browser import positions
from tests.browser.conftest import USUAL, NewPerson
from tests.browser.person import Person
from tests.browser.test_analysis import chances

ASSETS: Final = Path(served_from.__file__).parent / "static"
# Plays a game with the module, one ply after the other, and hashes each state.
DIGESTS: Final = """async ({ url, start, plies, layout }) => {
  const { MEMORY_START, SMALL_ROW, SMALL_SIZE, WORDS_ROW, WORDS_SIZE } = layout;
  const memory = new WebAssembly.Memory({ initial: MEMORY_START / 65536 + 1 });
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, MEMORY_START);
  const env = { __linear_memory: memory, __stack_pointer: stack };
  const code = await (await fetch(url)).arrayBuffer();
  const { step_games } = (await WebAssembly.instantiate(code, { env })).instance.exports;
  const [small, words] = [MEMORY_START, MEMORY_START + SMALL_ROW];
  const asked = words + 8 * WORDS_ROW;
  const bytes = Uint8Array.from(atob(start), (one) => one.charCodeAt(0));
  new Uint8Array(memory.buffer, small).set(bytes.subarray(0, SMALL_SIZE));
  new Uint8Array(memory.buffer, words).set(bytes.subarray(SMALL_SIZE));
  const found = [];
  for (const [seat, action] of plies) {
    new BigInt64Array(memory.buffer, asked, 4).set([seat, action, 0, 0].map(BigInt));
    const blocks = [asked, 1, asked + 8, 1, asked + 16, 1, 0, asked + 24, 1];
    step_games(small, 1, SMALL_ROW, words, 1, WORDS_ROW, 0, 1, ...blocks);
    const state = new Uint8Array(SMALL_SIZE + 8 * WORDS_SIZE);
    state.set(new Uint8Array(memory.buffer, small, SMALL_SIZE));
    state.set(new Uint8Array(memory.buffer, words, 8 * WORDS_SIZE), SMALL_SIZE);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", state));
    found.push(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return found;
}"""


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_states_in_the_browser_have_the_bytes_of_the_library(new_person: NewPerson, preset: str) -> None:
    (module,) = ASSETS.rglob("longroad-*.wasm")
    history = History(State.new(Ruleset.preset(preset, limit=30), 11))
    start = history.state.to_bytes()
    bots = [make_bot("novice", seat) for seat in range(history.state.s[PLAYERS])]
    states = [before.to_bytes() for before, _ in play(history, bots, 11)] + [history.state.to_bytes()]
    assert len(states) > 50
    person = new_person()
    person.go("/")
    given = {
        "url": f"/{module.relative_to(ASSETS).as_posix()}",
        "start": b64encode(start).decode(),
        "plies": [[ply_seat(ply), ply_action(ply)] for ply in history.plies],
        "layout": numbers(),
    }
    assert person.page.evaluate(DIGESTS, given) == [sha256(state).hexdigest() for state in states[1:]]


@pytest.mark.skipif(machine() not in ("x86_64", "AMD64"), reason="Chromium can do without SIMD on x86 only")
def test_a_browser_without_simd_has_the_engine_too(browser: Browser, server: Served) -> None:
    flags = [*FLAGS, "--js-flags=--no-enable-sse4-1"]
    with browser.browser_type.launch(executable_path=find_chromium(), args=flags) as plain:
        person = Person(plain.new_context(**USUAL), server.address)
        with person.page.expect_response("**/plain-*.wasm"):
            person.go(f"/analysis?position={positions.main()}")
        assert sum(chances(person)) == pytest.approx(100, abs=0.3)
        assert not person.errors
