import { readFileSync } from 'node:fs';
import { env } from 'node:process';

import { beforeAll, describe, expect, it } from 'vitest';

import { addingUp, chancesOf, startWeights, statesOf } from './chances';
import { Engine, State } from './engine';
import { CERTAIN } from './layout';

it('weighs who begins by the rolls for the start', () => {
  expect(startWeights([0, 0, 0], 0b111)).toEqual([933120, 933120, 933120]);
  expect(startWeights([12, 4, 0], 0b100)).toEqual([2130, 0, 30]);
});

it('gives to the largest share what rounding has lost', () => {
  const shares = addingUp([CERTAIN / 4, CERTAIN / 2 - 3, CERTAIN / 4]);
  expect(shares).toEqual([CERTAIN / 4, CERTAIN / 2, CERTAIN / 4]);
});

describe('the engine', () => {
  const file = (name: string) => readFileSync(`src/engine/${name}`);
  let engine: Engine;
  beforeAll(async () => {
    const weights = file('weights.bin');
    engine = await Engine.load(file('longroad.wasm'), new Uint8Array(weights).buffer);
  });

  it('refuses what is no state', () => {
    expect(() => State.fromBytes(new Uint8Array(5))).toThrow('a state of 5 bytes');
  });

  interface Expected {
    start: string;
    plies: { seat: number; action: number }[];
    chances: number[][];
  }

  // tests/scripts/test_client_engine.py names a file of games whose chances the library has computed.
  const games = env['LONGROAD_GAMES'];
  it.runIf(games)('finds the same chances as the library, to the last bit', { timeout: 120_000 }, () => {
    const expected = JSON.parse(readFileSync(games!, 'utf-8')) as Expected[];
    expect(expected.length).toBeGreaterThan(7);
    for (const { start, plies, chances } of expected) {
      const parts: number[] = [];
      const states = statesOf(engine, State.fromBytes(Buffer.from(start, 'base64')), plies);
      expect(chancesOf(engine, states, (part) => parts.push(part))).toEqual(chances);
      expect(parts.at(-1)).toBe(1);
      expect(() => engine.after(states[0]!, 5, plies[0]!.action)).toThrow('is refused');
    }
  });
});
