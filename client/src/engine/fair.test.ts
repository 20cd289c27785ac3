import { readFileSync } from 'node:fs';
import { env } from 'node:process';

import { expect, it } from 'vitest';

import { statesOf } from './chances';
import { Engine, State } from './engine';
import { checkedDice, FairDice } from './fair';

const PROMISED = {
  commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  secret: '00'.repeat(32),
  texts: ['for luck', '', 'Glück'],
  islandSeed: null,
  makesIsland: true,
};

it('draws numbers that are fair', () => {
  const dice = new FairDice(PROMISED);
  const drawn = Array.from({ length: 360 }, (_, k) => dice.numberBelow('outcome', k, 36));
  expect(new Set(drawn).size).toBe(36);
  expect(Math.min(...drawn)).toBe(0);
});

it('chooses an outcome by its weight', () => {
  const dice = new FairDice(PROMISED);
  expect(dice.outcome([{ action: 32, weight: 3 }], 0)).toBe(32);
});

interface Game {
  start: string;
  plies: { seat: number; action: number }[];
  promised: typeof PROMISED;
  rolls: number;
  cards: number;
  differing: number[];
  isSecretKept: boolean;
  isIslandSame: boolean | null;
}

// tests/scripts/test_client_fair.py names a file of games that the library has verified.
const games = env['LONGROAD_FAIR'];
it.runIf(games)('finds what `longroad verify` finds', async () => {
  const file = (name: string) => readFileSync(`src/engine/${name}`);
  const engine = await Engine.load(file('longroad.wasm'), new Uint8Array(file('weights.bin')).buffer);
  const expected = JSON.parse(readFileSync(games!, 'utf-8')) as Game[];
  expect(expected.length).toBeGreaterThan(3);
  for (const { start, plies, promised, ...found } of expected) {
    const states = statesOf(engine, State.fromBytes(Buffer.from(start, 'base64')), plies);
    expect(checkedDice(engine, states, plies, promised)).toEqual(found);
  }
});
