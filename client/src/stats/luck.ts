/** The part of chance in a game: how often each number was rolled, and which cards came and went without a trade. */

import type { Step } from '../api/messages';

export interface Luck {
  rolls: readonly { sum: number; count: number; expected: number }[]; // expected: on average, with as many rolls
  seats: readonly { seat: number; won: number; taken: number; lost: number }[]; // cards
}

const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const TAKING = ['stole', 'took', 'monopoly'];

/** Count over the steps of a game. */
export function luckOf(steps: readonly Step[]): Luck {
  const sums: number[] = [];
  const seats = (steps[0]?.snapshot.seats ?? []).map(({ seat }) => ({ seat, won: 0, taken: 0, lost: 0 }));
  for (const [at, { ply, snapshot }] of steps.entries()) {
    const words = (ply ?? '').split(/:? /);
    const isRoll = words[1] === 'rolled';
    if (isRoll) sums.push(words[2]!.split('+').reduce((sum, face) => sum + Number(face), 0));
    const isTaking = words.some((word) => TAKING.includes(word));
    if (!isRoll && !isTaking && words[1] !== 'discard') continue;
    for (const one of seats) {
      const held = (step: Step | undefined) =>
        step?.snapshot.seats.find(({ seat }) => seat === one.seat)?.hand_size ?? 0;
      const change = held({ snapshot } as Step) - held(steps[at - 1]);
      if (change < 0) one.lost -= change;
      else one[isRoll ? 'won' : 'taken'] += change;
    }
  }
  const count = (sum: number) => sums.filter((one) => one === sum).length;
  const expected = (sum: number) => (sums.length * (6 - Math.abs(7 - sum))) / 36;
  return { rolls: SUMS.map((sum) => ({ sum, count: count(sum), expected: expected(sum) })), seats };
}
