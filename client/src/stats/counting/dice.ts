/** The dice of a game against what is expected of them. */

import { oddsOfUnevenness } from './odds';
import { chanceOf, type Roll, SUMS, TWO_DICE } from './plies';

export interface Dice {
  rolls: number;
  sums: readonly { sum: number; count: number; expected: number }[];
  odds: number | null; // in which part of all games they are at least this uneven; null where rolls depend on others
  seats: readonly { seat: number; rolls: number; sevens: number; expected: number }[]; // expected sevens
}

function add(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Count the rolls of a game. */
export function diceOf(rolls: readonly Roll[], seats: readonly number[]): Dice {
  const sums = SUMS.map((sum) => ({
    sum,
    count: rolls.filter((roll) => roll.sum === sum).length,
    expected: add(rolls.map((roll) => chanceOf(roll, sum))),
  }));
  const isIndependent = rolls.every(({ weights }) => weights === TWO_DICE);
  return {
    rolls: rolls.length,
    sums,
    odds: isIndependent
      ? oddsOfUnevenness(
          sums.map(({ count }) => count),
          TWO_DICE,
        )
      : null,
    seats: seats.map((seat) => {
      const own = rolls.filter(({ by }) => by === seat);
      return {
        seat,
        rolls: own.length,
        sevens: own.filter(({ sum }) => sum === 7).length,
        expected: add(own.map((roll) => chanceOf(roll, 7))),
      };
    }),
  };
}
