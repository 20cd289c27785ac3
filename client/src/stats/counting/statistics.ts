/** All statistics of a game. */

import type { Replay } from '../../api/messages';
import { type Dice, diceOf } from './dice';
import { type CardFlow, cardsOf } from './luck';
import { playsOf, rollsOf } from './plies';
import { productionOf, type SeatYield } from './production';
import { type RobberCost, robberCosts } from './robber';
import { type Balance, balancesOf, tradesOf, valuesOf } from './trades';

export interface Statistics {
  dice: Dice;
  cards: readonly CardFlow[];
  production: readonly SeatYield[];
  robber: readonly RobberCost[];
  balances: readonly Balance[];
}

/** Count everything over a whole game. */
export function statisticsOf({ steps, geometry }: Pick<Replay, 'steps' | 'geometry'>): Statistics {
  const seats = (steps[0]?.snapshot.seats ?? []).map(({ seat }) => seat);
  const plays = playsOf(steps);
  const rolls = rollsOf(plays);
  return {
    dice: diceOf(rolls, seats),
    cards: cardsOf(plays, seats),
    production: productionOf(rolls, seats, geometry),
    robber: robberCosts(plays, geometry),
    balances: balancesOf(tradesOf(plays), valuesOf(geometry)),
  };
}
