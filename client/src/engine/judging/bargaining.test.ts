/** Trades in real positions, beside the library's judgement, which tests/scripts/test_client_trades.py writes. */

import { readFileSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';

import { beforeAll, describe, expect, it } from 'vitest';

import { analysedFully } from './analyse';
import { BUNDLES, Bargainer, type Traded, answersOf, openDeals, tradedDeal } from './bargaining';
import type { Ply } from '../knowledge/beliefs';
import { TradeLog } from '../knowledge/tradeLog';
import { statesOf } from '../chances';
import type { Engine, State } from '../engine';
import { BUDGETS, Judge } from './decisions';
import { bestGain, Weighing } from './gains';
import { ACCEPT, CHANCE, RESOURCES } from '../layout';
import { loadedEngine, stateIn } from '../testEngine';

interface Expected {
  action: number;
  mine: number;
  consent: number;
  promise: number;
}

interface Position {
  ply: number;
  seat: number;
  states: string[];
  seed: number;
  offers: Expected[];
  counter: Expected[];
  deals: Expected[];
}

interface Game {
  start: string;
  plies: Ply[];
  turns: number;
  positions: Position[];
  analysed: number[]; // the plies of some of them
}

const file = env['LONGROAD_TRADES'];

it('looks at all exchanges of up to three cards', () => {
  expect(BUNDLES).toHaveLength(120); // 20 of one for one, 50 of two for one, 50 of one for two
  expect(new Set(BUNDLES.map((given) => given.join())).size).toBe(BUNDLES.length);
  for (const given of BUNDLES) {
    expect(given).toHaveLength(RESOURCES);
    expect(Math.min(...given)).toBeLessThan(0);
    expect(Math.max(...given)).toBeGreaterThan(0);
  }
});

it('names the best deal by one half of the states, and values it by the other', () => {
  expect(bestGain([])).toBe(0);
  expect(bestGain([[-0.1, -0.2]])).toBe(0);
  expect(bestGain([[0.1, 0.3]])).toBeCloseTo(0.2);
  expect(
    bestGain([
      [0.1, 0.3],
      [0.4, 0],
    ]),
  ).toBeCloseTo((0 + 0.1) / 2);
});

describe.runIf(file)('in real positions', { timeout: 300_000 }, () => {
  let engine: Engine;
  let games: { game: Game; states: State[] }[];
  beforeAll(async () => {
    engine = await loadedEngine();
    const read = JSON.parse(readFileSync(file!, 'utf-8')) as Game[];
    games = read.map((game) => ({ game, states: statesOf(engine, stateIn(game.start), game.plies) }));
  });

  function last<T, R>(parts: Generator<T, R>): R {
    for (;;) {
      const part = parts.next();
      if (part.done) return part.value;
    }
  }

  /** Compare trades with what the library says: the same ones in the same order, with the same gains. */
  function expectSame(seat: number, found: readonly Traded[], expected: readonly Expected[], isOffer: boolean): void {
    expect(found.map(({ action }) => action)).toEqual(expected.map(({ action }) => action));
    found.forEach(({ gain, changes }, k) => {
      expect(gain.mine).toBeCloseTo(expected[k]!.mine, 9);
      expect(gain.consent).toBeCloseTo(expected[k]!.consent, 9);
      expect(changes[seat]).toBeCloseTo(isOffer ? expected[k]!.promise : expected[k]!.mine, 9);
    });
  }

  it('ranks offers, counter-offers and deals of the same states as the library does', () => {
    let [offers, counters, deals] = [0, 0, 0];
    for (const { game, states } of games) {
      for (const { ply, seat, seed, ...expected } of game.positions) {
        const [state, sampled] = [states[ply]!, { states: expected.states.map(stateIn), seed }];
        const log = new TradeLog(seat, states.slice(0, ply + 1), game.plies.slice(0, ply));
        const bargainer = new Bargainer(engine, state, seat, log, sampled, game.turns);
        expectSame(seat, last(bargainer.offers()), expected.offers, true);
        const counter = last(bargainer.counter());
        expectSame(seat, counter ? [counter] : [], expected.counter, true);
        const { actions } = engine.legal(state, seat);
        const open = [
          ...answersOf(state, seat, actions.includes(ACCEPT) ? [ACCEPT] : []).slice(0, 1),
          { maker: seat, deals: openDeals(state, actions) },
        ];
        const made = open.flatMap(({ maker, deals: asked }) => {
          const all = asked.map(({ deal }) => deal);
          const weighing = new Weighing(engine, maker, all, game.turns).addAll(sampled.states, seed);
          return asked.map(({ action }, k) => tradedDeal(weighing, k, action, seat));
        });
        expectSame(seat, made, expected.deals, false);
        [offers, counters, deals] = [
          offers + expected.offers.length,
          counters + Number(counter !== null),
          deals + made.length,
        ];
      }
    }
    expect(offers).toBeGreaterThan(20);
    expect(counters).toBeGreaterThan(0);
    expect(deals).toBeGreaterThan(12);
  });

  it('judges counter-offers that were made', () => {
    const losses = games.map(({ game, states }) =>
      game.positions.flatMap(({ ply, seat, counter: [counter] }) => {
        if (!counter) return [];
        const plies = [...game.plies.slice(0, ply), { seat, action: counter.action }];
        const judge = new Judge(engine, statesOf(engine, states[0]!, plies), plies);
        const made = judge.decisions.at(-1)!;
        expect(made).toEqual({ ply, ...plies[ply] });
        return [judge.judge(made, { ...BUDGETS.normal, tradeStates: 32 }, 0).loss];
      }),
    );
    writeFileSync(`${file}.counters`, JSON.stringify(losses.flat()));
  });

  it('analyses trades by what the seat could know', () => {
    const losses = games.map(({ game, states }) =>
      game.analysed.map((ply) => {
        const { seat } = game.plies[ply]!;
        expect(seat).not.toBe(CHANCE);
        const log = { start: states[0]!.toBytes(), plies: game.plies.slice(0, ply) };
        const { actions } = analysedFully(engine, states[ply]!, { seat, game: log, rollouts: 40 });
        return Object.fromEntries(actions.map(({ action, loss }) => [action, loss]));
      }),
    );
    writeFileSync(`${file}.losses`, JSON.stringify(losses));
  });
});
