/** What is known of the decisions of a game while they are judged. */

import type { Pass } from '../../engine/judging/reviewing';
import type { Reviewed } from '../../engine/judging/reviews';

/** By the number of the ply: how a decision was judged in each pass so far. */
export type Judgements = ReadonlyMap<number, Partial<Record<Pass, Reviewed>>>;

/** Points of winning chance lost per decision of a seat, as shares of a victory, with the standard error. */
export interface ErrorRate {
  seat: number;
  decisions: number;
  rate: number;
  error: number;
}

/** Add what was found. */
export function withFound(judgements: Judgements, found: readonly Reviewed[]): Judgements {
  const all = new Map(judgements);
  for (const one of found) all.set(one.ply, { ...all.get(one.ply), [one.pass]: one });
  return all;
}

/** Every decision as it was judged most carefully. */
export function latest(judgements: Judgements): Reviewed[] {
  return [...judgements.values()].map(({ quick, normal, deep }) => (deep ?? normal ?? quick)!);
}

/**
 * The error rate of a seat, null without decisions.
 *
 * All its decisions count as they were judged in the same pass: those that looked costly get better judgements, and
 * these alone would make the rate too low.
 */
export function errorRateOf(judgements: Judgements, seat: number): ErrorRate | null {
  const all = [...judgements.values()];
  const own = (pass: Pass) => all.flatMap((one) => (one[pass]?.seat === seat ? [one[pass]] : []));
  const [quick, normal] = [own('quick'), own('normal')];
  const judged = normal.length === quick.length ? normal : quick;
  if (judged.length === 0) return null;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    seat,
    decisions: judged.length,
    rate: sum(judged.map(({ loss }) => loss)) / judged.length,
    error: Math.sqrt(sum(judged.map(({ error }) => error ** 2))) / judged.length,
  };
}
