import { expect, it } from 'vitest';

import type { Step } from '../api/messages';
import { CARD_DRAWN, CARD_STOLEN, CHANCE, DICE_ROLLED } from '../engine/layout';
import { luckOf, reviewOf } from './review';

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
