/** Lucky or good? What changed everyone's chances over a game: start + luck + moves = end, exactly. */

import type { Step } from '../../api/messages';
import { CARD_DRAWN, CARD_STOLEN, CARD_TAKEN, CHANCE, KIND_MASK } from '../../engine/layout';

/** A seat's game, in the unit of the chances. */
export interface SeatReview {
  seat: number;
  start: number;
  dice: number;
  thefts: number;
  draws: number;
  own: number; // by its own moves
  others: number; // by those of the others
  end: number;
}

type Cause = 'dice' | 'thefts' | 'draws' | 'own' | 'others';

/** What a step's change of a seat's chances counts as. */
function causeOf({ seat: actor, action }: Step, seat: number): Cause {
  if (actor !== CHANCE) return actor === seat ? 'own' : 'others';
  const kind = (action ?? 0) & KIND_MASK;
  if (kind === CARD_STOLEN || kind === CARD_TAKEN) return 'thefts';
  return kind === CARD_DRAWN ? 'draws' : 'dice';
}

/** Review every seat's game, from its chances at each step. */
export function reviewOf(steps: readonly Step[], chances: readonly (readonly number[])[]): SeatReview[] {
  return chances[0]!.map((start, seat) => {
    const review = { seat, start, dice: 0, thefts: 0, draws: 0, own: 0, others: 0, end: chances.at(-1)![seat]! };
    steps.forEach((step, at) => {
      if (at > 0) review[causeOf(step, seat)] += chances[at]![seat]! - chances[at - 1]![seat]!;
    });
    return review;
  });
}

export function luckOf({ dice, thefts, draws }: SeatReview): number {
  return dice + thefts + draws;
}

/** A step that changed the chances of some seat much. */
export interface TurningPoint {
  at: number; // the step
  seat: number; // whose chances changed most
  before: number;
  after: number;
}

const TURNING_POINTS = 5; // steps that are named as such
const LEAST_TURN = 0.03; // change of a chance that makes one

/** The steps that changed the chances most, in the order of the game. */
export function turningPointsOf(chances: readonly (readonly number[])[], certain: number): TurningPoint[] {
  const swing = ({ before, after }: TurningPoint) => Math.abs(after - before);
  return chances
    .slice(1)
    .map((after, number) => mostChanged(number + 1, chances[number]!, after))
    .filter((point) => swing(point) >= LEAST_TURN * certain)
    .sort((one, other) => swing(other) - swing(one))
    .slice(0, TURNING_POINTS)
    .sort((one, other) => one.at - other.at);
}

function mostChanged(at: number, before: readonly number[], after: readonly number[]): TurningPoint {
  const swings = after.map((chance, seat) => Math.abs(chance - before[seat]!));
  const seat = swings.indexOf(Math.max(...swings));
  return { at, seat, before: before[seat]!, after: after[seat]! };
}
