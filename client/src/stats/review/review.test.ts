import { expect, it } from 'vitest';

import type { Step } from '../../api/messages';
import { CARD_DRAWN, CARD_STOLEN, CHANCE, DICE_ROLLED } from '../../engine/layout';
import { luckOf, reviewOf, turningPointsOf } from './review';

function step(seat: number | null, action = 0): Step {
  return { seat, action } as Step;
}

const BITS = 1000; // what an action has behind its kind

it('tells dice, thefts, cards, own and others’ moves apart, and adds up', () => {
  const steps = [
    step(null),
    step(CHANCE, DICE_ROLLED + 64 * BITS),
    step(0),
    step(1),
    step(CHANCE, CARD_STOLEN + 64 * BITS),
    step(CHANCE, CARD_DRAWN),
  ];
  const first = [50, 60, 62, 59, 49, 100];
  const reviews = reviewOf(
    steps,
    first.map((chance) => [chance, 100 - chance]),
  );
  expect(reviews[0]).toEqual({ seat: 0, start: 50, dice: 10, own: 2, others: -3, thefts: -10, draws: 51, end: 100 });
  expect(reviews[1]).toEqual({ seat: 1, start: 50, dice: -10, own: 3, others: -2, thefts: 10, draws: -51, end: 0 });
  for (const review of reviews) expect(review.start + luckOf(review) + review.own + review.others).toBe(review.end);
});

it('names the steps that changed the chances most as turning points, in the order of the game', () => {
  const first = [50, 52, 60, 59, 20, 24, 30, 35, 31, 80, 100];
  const chances = first.map((chance) => [chance, 100 - chance]);
  expect(turningPointsOf(chances, 100)).toEqual([
    { at: 2, seat: 0, before: 52, after: 60 },
    { at: 4, seat: 0, before: 59, after: 20 },
    { at: 6, seat: 0, before: 24, after: 30 },
    { at: 9, seat: 0, before: 31, after: 80 },
    { at: 10, seat: 0, before: 80, after: 100 },
  ]);
});

it('names no turning point where nothing happened', () => {
  expect(
    turningPointsOf(
      [
        [50, 50],
        [52, 48],
        [51, 49],
      ],
      100,
    ),
  ).toEqual([]);
  expect(turningPointsOf([[50, 50]], 100)).toEqual([]);
});

it('names the seat whose chances changed most', () => {
  const [point] = turningPointsOf(
    [
      [40, 30, 30],
      [45, 5, 50],
    ],
    100,
  );
  expect(point).toEqual({ at: 1, seat: 1, before: 30, after: 5 });
});
