import { expect, test } from 'vitest';

import type { Step } from '../api/messages';
import { luckOf } from './luck';

function step(ply: string | null, ...hands: number[]): Step {
  const seats = hands.map((hand_size, seat) => ({ seat, hand_size }));
  return { ply, snapshot: { seats } } as unknown as Step;
}

test('rolls are counted, and cards by how they came and went', () => {
  const luck = luckOf([
    step(null, 0, 0),
    step('0: roll', 0, 0),
    step('*: rolled 2+3', 3, 1),
    step('0: bank 3 ore for 1 wool', 1, 1),
    step('*: rolled 7', 1, 1),
    step('*: 0 stole wool from 1', 2, 0),
    step('0: discard 1 wool', 1, 0),
    step('1: monopoly ore', 0, 1),
  ]);
  expect(luck.rolls.filter(({ count }) => count > 0).map(({ sum }) => sum)).toEqual([5, 7]);
  expect(luck.rolls.find(({ sum }) => sum === 7)?.expected).toBeCloseTo(1 / 3);
  expect(luck.seats).toEqual([
    { seat: 0, won: 3, taken: 1, lost: 2 },
    { seat: 1, won: 1, taken: 1, lost: 1 },
  ]);
});

test('a game that has not begun has nothing to count', () => {
  expect(luckOf([step(null, 0, 0)]).rolls.every(({ count, expected }) => count === 0 && expected === 0)).toBe(true);
});
