import { readFileSync } from 'node:fs';
import { env } from 'node:process';

import { describe, expect, it, test } from 'vitest';

import type { Geometry, Replay, Snapshot, Step } from '../../api/messages';
import { diceOf } from './dice';
import { cardsOf } from './luck';
import { playsOf, rollsOf } from './plies';
import { productionOf } from './production';
import { robberCosts } from './robber';
import { statisticsOf } from './statistics';
import { balancesOf, tradesOf, valuesOf } from './trades';

function step(ply: string | null, ...hands: number[]): Step {
  const seats = hands.map((hand_size, seat) => ({ seat, hand_size }));
  return { ply, snapshot: { seats, turn: 0 } } as unknown as Step;
}

test('plies are taken apart', () => {
  const plays = playsOf([step(null), step('2!: end'), step('*: 2 stole ? from 1'), step('0: bank 4 ore for 1 wool')]);
  expect(plays.map(({ seat, subject, kind, words }) => [seat, subject, kind, words])).toEqual([
    [2, null, 'end', []],
    [null, 2, 'stole', ['?', 'from', '1']],
    [0, null, 'bank', ['4', 'ore', 'for', '1', 'wool']],
  ]);
});

test('rolls are counted, and cards by how they came and went', () => {
  const plays = playsOf([
    step(null, 0, 0),
    step('0: roll', 0, 0),
    step('*: rolled 2+3', 3, 1),
    step('0: bank 3 ore for 1 wool', 1, 1),
    step('*: rolled 7', 1, 1),
    step('*: 0 stole wool from 1', 2, 0),
    step('0: discard 1 wool', 1, 0),
    step('1: monopoly ore', 0, 1),
  ]);
  const dice = diceOf(rollsOf(plays), [0, 1]);
  expect(dice.sums.filter(({ count }) => count > 0).map(({ sum }) => sum)).toEqual([5, 7]);
  expect(dice.sums.find(({ sum }) => sum === 7)?.expected).toBeCloseTo(1 / 3);
  expect(dice.seats[0]).toEqual({ seat: 0, rolls: 2, sevens: 1, expected: 1 / 3 });
  expect(cardsOf(plays, [0, 1])).toEqual([
    { seat: 0, won: 3, taken: 1, lost: 2 },
    { seat: 1, won: 1, taken: 1, lost: 1 },
  ]);
});

test('a game that has not begun has nothing to count', () => {
  const dice = diceOf(rollsOf(playsOf([step(null, 0, 0)])), [0, 1]);
  expect(dice.sums.every(({ count, expected }) => count === 0 && expected === 0)).toBe(true);
  expect(dice.odds).toBe(1);
});

// One hex of ore with a 6, one of wool with an 8; seat 0 has a city at the first and a settlement between both.
const GEOMETRY = {
  resources: ['ore', 'wool', null],
  tokens: [6, 8, 0],
  pips: [5, 5, 0],
  site_hexes: [[0, 2], [0, 1], [1]],
} as unknown as Geometry;

function table(ore: number, robber = 2, turn = 0): Snapshot {
  const hand = { ore };
  const seats = [
    { seat: 0, hand, hand_size: ore, cities: [0], settlements: [1] },
    { seat: 1, hand: null, hand_size: 0, cities: [], settlements: [2] },
  ];
  return { seats, robber, turn, bank: { ore: 2, wool: 19 }, offer: null, proposals: [] } as unknown as Snapshot;
}

describe('production', () => {
  it('is counted by resource and intersection, with what the bank could not pay', () => {
    const steps = [table(0), table(2)].map((snapshot, at) => ({ ply: at ? '*: rolled 3+3' : null, snapshot }) as Step);
    const [own] = productionOf(rollsOf(playsOf(steps)), [0, 1], GEOMETRY);
    expect(own!.resources['ore']).toEqual({ count: 2, expected: 15 / 36, blocked: 0, unpaid: 1 });
    expect(own!.resources['wool']).toEqual({ count: 0, expected: 5 / 36, blocked: 0, unpaid: 0 });
    expect(own!.sites.map(({ site, count, unpaid }) => [site, count, unpaid])).toEqual([
      [1, 1, 0],
      [0, 1, 1],
    ]);
    expect(own!.rank).toBeCloseTo(1 - 5 / 72); // 3 cards in 5 rolls of 36, else 0 or 1
  });

  it('does not expect anything from the hex of the robber, which costs who is there', () => {
    const plies = [null, '1: robber 0', '*: rolled 6'];
    const steps = [table(0, 2, 1), table(0, 0, 1), table(0, 0)].map(
      (snapshot, at) => ({ ply: plies[at]!, snapshot }) as Step,
    );
    const plays = playsOf(steps);
    const [own] = productionOf(rollsOf(plays), [0, 1], GEOMETRY);
    expect(own).toMatchObject({ count: 0, expected: 5 / 36, blocked: 3, unpaid: 0 });
    expect(robberCosts(plays, GEOMETRY)).toEqual([{ seat: 0, by: 1, blocked: 3, stolen: 0 }]);
  });
});

test('trades have a balance for both sides, and the bank one by rate', () => {
  const offer = { seat: 0, give: { ore: 2 }, take: { wool: 1 }, to: [1], accepted: [1], waiting: [] };
  const proposal = { seat: 1, give: { wool: 1 }, take: { ore: 1 }, to: [0], accepted: [], waiting: [] };
  const before = { ...table(0), offer, proposals: [proposal] };
  const plies = [null, '0: deal 1', '0: take 1', '0: bank 4 ore for 1 wool', '0: bank 4 ore for 1 wool'];
  const plays = playsOf(plies.map((ply) => ({ ply, snapshot: before }) as unknown as Step));
  const values = valuesOf({ ...GEOMETRY, pips: [5, 10, 0] });
  expect(values['ore']! / values['wool']!).toBe(2);
  const balances = balancesOf(tradesOf(plays), values);
  expect(balances.map(({ seat, partner, rate, trades, cards }) => [seat, partner, rate, trades, cards])).toEqual([
    [0, 1, null, 2, -1],
    [0, null, 4, 2, -6],
    [1, 0, null, 2, 1],
  ]);
  expect(balances[0]!.value).toBeCloseTo(-balances[2]!.value);
});

// --- the same as the library counts ---

interface Expected {
  replay: Replay;
  production: { seat: number; resource: string; count: number; expected: number; blocked: number; unpaid: number }[];
  stolen: number[][]; // by seat, and by who stole
  blocked: number[][]; // by seat, and by who had put the robber there
  given: Record<string, number>[]; // in trades, by seat
  got: Record<string, number>[];
  rank: (number | null)[];
  odds: number | null;
}

describe('a whole game', () => {
  // tests/scripts/test_client_stats.py names a file of games that the library has counted.
  const games = env['LONGROAD_STATISTICS'];
  it.runIf(games)('has the numbers that the library counts', () => {
    const expected = JSON.parse(readFileSync(games!, 'utf-8')) as Expected[];
    expect(expected.length).toBeGreaterThan(3);
    for (const one of expected) {
      const found = statisticsOf(one.replay);
      for (const { seat, resource, ...counts } of one.production) {
        const ours = found.production.find((each) => each.seat === seat)!.resources[resource]!;
        expect(ours).toMatchObject({ count: counts.count, blocked: counts.blocked, unpaid: counts.unpaid });
        expect(ours.expected).toBeCloseTo(counts.expected, 9);
      }
      for (const [seat, costs] of one.stolen.entries()) {
        for (const [by, stolen] of costs.entries()) {
          const ours = found.robber.find((each) => each.seat === seat && each.by === by);
          expect([ours?.stolen ?? 0, ours?.blocked ?? 0]).toEqual([stolen, one.blocked[seat]![by]]);
        }
      }
      one.given.forEach((given, seat) => {
        const own = found.balances.filter((each) => each.seat === seat);
        for (const [name, count] of Object.entries(given)) {
          expect(own.reduce((sum, { given: all }) => sum + all[name]!, 0)).toBe(count);
          expect(own.reduce((sum, { got: all }) => sum + all[name]!, 0)).toBe(one.got[seat]![name]);
        }
      });
      found.production.forEach(({ rank, sites, count, expected: mean }, seat) => {
        if (one.rank[seat] === null) expect(rank).toBeNull();
        else expect(rank).toBeCloseTo(one.rank[seat]!, 1);
        expect(sites.reduce((sum, site) => sum + site.count, 0)).toBe(count);
        expect(sites.reduce((sum, site) => sum + site.expected, 0)).toBeCloseTo(mean, 9);
      });
      if (one.odds === null) expect(found.dice.odds).toBeNull();
      else expect(found.dice.odds).toBeCloseTo(one.odds, 1);
    }
  });
});
