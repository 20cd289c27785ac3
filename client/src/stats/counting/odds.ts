/** How likely it is what happened: exact where that is simple, otherwise counted in simulated games. */

import { Random } from '../../engine/random';

const GAMES = 20_000; // that are simulated: the odds are then right to a percent or so
const SEED = 20_260_401; // the same game has the same odds each time

/** Pearson's chi-square: how far counts are from what is expected. */
export function unevenness(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, index) => sum + (count - expected[index]!) ** 2 / expected[index]!, 0);
}

/** In which part of all games with as many independent rolls the counts are at least this uneven. */
export function oddsOfUnevenness(counts: readonly number[], weights: readonly number[], games = GAMES): number {
  const rolls = counts.reduce((sum, count) => sum + count, 0);
  if (rolls === 0) return 1;
  const faces = weights.flatMap((weight, index) => Array<number>(weight).fill(index));
  const expected = weights.map((weight) => (rolls * weight) / faces.length);
  const found = unevenness(counts, expected) - 1e-9;
  const random = new Random(SEED);
  let atLeast = 0;
  for (let game = 0; game < games; game++) {
    const dealt = weights.map(() => 0);
    for (let roll = 0; roll < rolls; roll++) dealt[faces[random.below(faces.length)]!]! += 1;
    if (unevenness(dealt, expected) >= found) atLeast += 1;
  }
  return (1 + atLeast) / (1 + games);
}

/** A number that chance adds to a total, and how likely it does. */
export interface Gain {
  amount: number;
  chance: number;
}

/** The chance of each total of independent gains, exactly: by the total. */
export function totalsOf(gains: readonly (readonly Gain[])[]): number[] {
  let totals = [1];
  for (const possible of gains) {
    const next = Array<number>(totals.length + Math.max(0, ...possible.map(({ amount }) => amount))).fill(0);
    totals.forEach((chance, total) => {
      for (const gain of possible) next[total + gain.amount]! += chance * gain.chance;
    });
    totals = next;
  }
  return totals;
}

/** In which part of all games the total is smaller; an equal one counts half. */
export function rankOf(totals: readonly number[], total: number): number {
  const fewer = totals.slice(0, total).reduce((sum, chance) => sum + chance, 0);
  return fewer + (totals[total] ?? 0) / 2;
}

/** Odds as people say them: 1 of 8 games, 6 of 10; `isLess` where it is rarer than 1 of 1000. */
export function spokenOdds(part: number): { some: number; all: number; isLess: boolean } {
  if (part >= 0.3) return { some: Math.round(10 * part), all: 10, isLess: false };
  return part < 0.001 ? { some: 1, all: 1000, isLess: true } : { some: 1, all: Math.round(1 / part), isLess: false };
}
