import { expect, it } from 'vitest';

import type { Pass } from '../../engine/judging/reviewing';
import type { Reviewed } from '../../engine/judging/reviews';
import { errorRateOf, latest, withFound } from './judged';

function found(ply: number, seat: number, pass: Pass, loss: number, error = 0): Reviewed {
  const reason = { key: 'best', values: {} };
  return { ply, seat, pass, loss, error, action: 1, best: 2, better: 'end', reason };
}

it('keeps the most careful judgement of each decision', () => {
  const quick = withFound(new Map(), [found(1, 0, 'quick', 0.4), found(5, 1, 'quick', 0.1)]);
  const all = withFound(quick, [found(1, 0, 'normal', 0.2), found(1, 0, 'deep', 0.3)]);
  expect(latest(all).map(({ ply, loss }) => [ply, loss])).toEqual([
    [1, 0.3],
    [5, 0.1],
  ]);
  expect(latest(quick)).toHaveLength(2);
  expect(quick.get(1)).not.toHaveProperty('deep');
});

it('counts all decisions of a seat as they were judged in the same pass', () => {
  const some = withFound(new Map(), [
    found(1, 0, 'quick', 0.4, 0.03),
    found(2, 0, 'quick', 0, 0.04),
    found(1, 0, 'normal', 0.1, 0.01),
    found(3, 1, 'quick', 0.5),
  ]);
  expect(errorRateOf(some, 0)).toEqual({ seat: 0, decisions: 2, rate: 0.2, error: 0.025 });
  const all = withFound(some, [found(2, 0, 'normal', 0.1), found(1, 0, 'deep', 0.7)]);
  expect(errorRateOf(all, 0)).toMatchObject({ decisions: 2, rate: 0.1 });
  expect(errorRateOf(all, 2)).toBeNull();
});
