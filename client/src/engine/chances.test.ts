import { beforeAll, describe, expect, it } from 'vitest';

import { addingUp, chancesOf, startWeights } from './chances';
import { type Engine, State } from './engine';
import { CERTAIN } from './layout';
import { gamesFile, loadedEngine, playedGames } from './testEngine';

it('weighs who begins by the rolls for the start', () => {
  expect(startWeights([0, 0, 0], 0b111)).toEqual([933120, 933120, 933120]);
  expect(startWeights([12, 4, 0], 0b100)).toEqual([2130, 0, 30]);
});

it('gives to the largest share what rounding has lost', () => {
  const shares = addingUp([CERTAIN / 4, CERTAIN / 2 - 3, CERTAIN / 4]);
  expect(shares).toEqual([CERTAIN / 4, CERTAIN / 2, CERTAIN / 4]);
});

describe('the engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadedEngine();
  });

  it('refuses what is no state', () => {
    expect(() => State.fromBytes(new Uint8Array(5))).toThrow('a state of 5 bytes');
  });

  it.runIf(gamesFile)('finds the same chances as the library, to the last bit', { timeout: 120_000 }, () => {
    const games = playedGames(engine);
    expect(games.length).toBeGreaterThan(7);
    for (const { game, states } of games) {
      const parts: number[] = [];
      const valued = states.filter((_, n) => n % game.valued === 0);
      expect(chancesOf(engine, valued, (part) => parts.push(part))).toEqual(game.chances);
      expect(parts.at(-1)).toBe(1);
      expect(() => engine.after(states[0]!, 5, game.plies[0]!.action)).toThrow('is refused');
    }
  });
});
