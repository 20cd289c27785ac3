import { expect, it } from 'vitest';

import { oddsOfUnevenness, rankOf, spokenOdds, totalsOf, unevenness } from './odds';

it('measures how far counts are from what is expected', () => {
  expect(unevenness([3, 1], [2, 2])).toBe(1);
});

it('finds how many games are at least as uneven', () => {
  expect(oddsOfUnevenness([5, 5], [1, 1])).toBe(1);
  // Ten tosses of a coin: 8 or more of one side, 112 of 1024 times.
  expect(oddsOfUnevenness([8, 2], [1, 1])).toBeCloseTo(112 / 1024, 2);
});

it('adds up what chance can bring, exactly', () => {
  const coin = [
    { amount: 0, chance: 0.5 },
    { amount: 1, chance: 0.5 },
  ];
  const totals = totalsOf([coin, coin]);
  expect(totals).toEqual([0.25, 0.5, 0.25]);
  expect([0, 1, 2].map((total) => rankOf(totals, total))).toEqual([0.125, 0.5, 0.875]);
});

it('says odds as people do', () => {
  expect([0.95, 0.34, 0.2, 0.03].map((part) => Object.values(spokenOdds(part)))).toEqual([
    [10, 10, false],
    [3, 10, false],
    [1, 5, false],
    [1, 33, false],
  ]);
  expect(spokenOdds(0.0001)).toEqual({ some: 1, all: 1000, isLess: true });
});
