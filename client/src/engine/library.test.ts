/** The page's engine and the library find the same, at every step of games of all presets. */

import { readFileSync } from 'node:fs';
import { env } from 'node:process';

import { beforeAll, describe, expect, it } from 'vitest';

import type { Snapshot } from '../api/messages';
import { statesOf } from './chances';
import { type Choices, type WeighedOutcome, choicesOf, outcomesOf, played } from './choices';
import type { Engine } from './engine';
import { State } from './engine';
import { readAction, writeAction } from './notation';
import { type Reason, reasonFor } from './reasons';
import { snapshotOf } from './snapshot';
import { loadedEngine } from './testEngine';

interface Expected {
  start: string;
  end: string;
  plies: { seat: number; action: number; text: string }[];
  steps: {
    snapshot: Snapshot;
    choices: Choices[];
    outcomes: WeighedOutcome[];
    reasons: Record<string, Record<string, Reason>>;
  }[];
  searched: {
    state: string;
    seat: number;
    actions: number[];
    worths: number[][];
    rolled: number[][][];
    deals: number[][][];
  }[];
}

const file = env['LONGROAD_GAMES']; // written by tests/scripts/test_client_engine.py

describe.runIf(file)('the engine and the library', { timeout: 120_000 }, () => {
  let engine: Engine;
  let games: { expected: Expected; states: State[] }[];
  beforeAll(async () => {
    engine = await loadedEngine();
    games = (JSON.parse(readFileSync(file!, 'utf-8')) as Expected[]).map((expected) => ({
      expected,
      states: statesOf(engine, State.fromBytes(Buffer.from(expected.start, 'base64')), expected.plies),
    }));
  });

  /** Call a function for every step of every game. */
  function everyStep(check: (state: State, step: Expected['steps'][number], n: number, game: Expected) => void) {
    for (const { expected, states } of games) {
      expect(states.length).toBe(expected.steps.length);
      states.forEach((state, n) => check(state, expected.steps[n]!, n, expected));
    }
  }

  it('ends in the same bytes', () => {
    expect(games.length).toBeGreaterThan(7);
    for (const { expected, states } of games) {
      expect(Buffer.from(states.at(-1)!.toBytes()).toString('base64')).toBe(expected.end);
    }
  });

  it('shows the same snapshots', () => {
    everyStep((state, { snapshot }) => expect(snapshotOf(engine, state)).toEqual(snapshot));
  });

  it('lists the same actions and forms, and the same outcomes of chance', () => {
    everyStep((state, { choices, outcomes }) => {
      expect(choicesOf(engine, state)).toEqual(choices);
      expect(outcomesOf(engine, state)).toEqual(outcomes);
    });
  });

  it('reads and writes every ply and every action that is legal', () => {
    everyStep((state, { choices }, n, { plies }) => {
      for (const { seat, actions } of choices) {
        const codes = engine.legal(state, seat).actions;
        expect(actions.map((text) => readAction(text))).toEqual(codes);
      }
      const ply = plies[n];
      if (ply === undefined) return;
      expect(writeAction(ply.action)).toBe(ply.text);
      expect(readAction(ply.text)).toBe(ply.action);
      expect(played(engine, state, ply.seat, ply.text)).toHaveProperty('action', ply.action);
    });
  });

  it('gives the same reasons', () => {
    everyStep((state, { reasons }) => {
      for (const [seat, byAction] of Object.entries(reasons)) {
        for (const [text, reason] of Object.entries(byAction)) {
          expect([text, reasonFor(engine, state, Number(seat), readAction(text))]).toEqual([text, reason]);
        }
      }
    });
  });

  it('weighs and rolls out actions, and judges deals, to the last bit', () => {
    for (const { seat, state, actions, worths, rolled, deals } of games.flatMap(({ expected }) => expected.searched)) {
      const states = Array.from({ length: 3 }, () => State.fromBytes(Buffer.from(state, 'base64')));
      expect(engine.weigh(states, seat, 32)).toEqual({ actions, worths });
      expect(engine.roll(states, seat, actions.slice(0, 4), 3, 16, 77)).toEqual(rolled);
      const asked = [
        { partner: -1, given: [0, 0, 0, 0, 0] },
        { partner: 1 - Math.min(seat, 1), given: [1, 0, -1, 0, 0] },
      ];
      expect(engine.weighDeals(states, seat, asked, 2, 16, 77)).toEqual(deals);
    }
  });
});
