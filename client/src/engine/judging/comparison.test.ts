import { describe, expect, it } from 'vitest';

import { Comparison, chancesWithErrors, standardError } from './comparison';

/** Rollouts of actions with these chances for seat 0, which differ a little from state to state. */
function rollouts(chances: readonly number[], states: number): number[][][] {
  const wobble = (n: number) => ((n % 4) - 1.5) / 100;
  return Array.from({ length: states }, (_, n) =>
    chances.map((chance, k) => {
      const own = chance + wobble(n + k);
      return [own, 1 - own];
    }),
  );
}

describe('the comparison of actions', () => {
  it('drops what is clearly worse after enough rollouts, but never the best ones to keep', () => {
    const comparison = new Comparison([11, 12, 13, 14, 15], 0, 3);
    const chances = [0.2, 0.5, 0.3, 0.1, 0.4];
    comparison.add(rollouts(chances, 8));
    comparison.drop();
    expect(comparison.openActions).toEqual([11, 12, 13, 14, 15]); // too few rollouts
    comparison.add(rollouts(chances, 8));
    comparison.drop();
    expect(comparison.openActions).toEqual([12, 13, 15]);
    comparison.add(rollouts([0.5, 0.3, 0.4], 64));
    comparison.drop();
    expect(comparison.openActions).toEqual([12, 13, 15]);
    expect(comparison.actions[comparison.best]).toBe(12);
    expect(comparison.order.map((k) => comparison.actions[k])).toEqual([12, 15, 13, 11, 14]);
    expect(comparison.rollouts).toBe(5 * 16 + 3 * 64);
    expect([comparison.count(0), comparison.count(1)]).toEqual([16, 80]);
  });

  it('keeps the best one alone, unless it is told otherwise', () => {
    const comparison = new Comparison([11, 12, 13], 0);
    comparison.add(rollouts([0.2, 0.5, 0.3], 16));
    comparison.drop();
    expect(comparison.openActions).toEqual([12]);
  });

  it('keeps what is about as good', () => {
    const comparison = new Comparison([11, 12, 13, 14], 0);
    comparison.add(rollouts([0.3, 0.301, 0.3, 0.299], 32));
    comparison.drop();
    expect(comparison.openActions).toHaveLength(4);
  });

  it('says how much worse an action is than the best, in the same states', () => {
    const comparison = new Comparison([11, 12], 0);
    comparison.add(rollouts([0.5, 0.3], 40));
    expect(comparison.loss(1).loss).toBeCloseTo(0.2);
    expect(comparison.loss(0).loss).toBeCloseTo(0);
    expect(comparison.loss(1).lossError).toBeLessThan(0.01);
    expect(new Comparison([11], 0).actions).toEqual([11]);
  });

  it('knows nothing from one rollout', () => {
    const comparison = new Comparison([11, 12], 0);
    comparison.add(rollouts([0.5, 0.3], 1));
    expect(comparison.loss(1)).toEqual({ loss: 0, lossError: 1 });
    expect(comparison.chances(0).errors).toEqual([1, 1]);
  });

  it('computes means and standard errors', () => {
    expect(standardError([1, 3])).toBeCloseTo(1);
    const { chances, errors } = chancesWithErrors([
      [0.25, 0.75],
      [0.75, 0.25],
    ]);
    expect(chances).toEqual([0.5, 0.5]);
    expect(errors).toEqual([0.25, 0.25]);
  });
});
