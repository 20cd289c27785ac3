/** Which cards came and went without a trade. */

import type { Snapshot } from '../api/messages';
import type { Play } from './plies';

/** A seat's cards by how they came and went. */
export interface CardFlow {
  seat: number;
  won: number; // by the dice
  taken: number; // by thefts and monopolies
  lost: number; // by them, and by discards
}

const TAKING = ['stole', 'took', 'monopoly'];

/** Count a game's cards that came or went without a trade. */
export function cardsOf(plays: readonly Play[], seats: readonly number[]): CardFlow[] {
  const flows = seats.map((seat) => ({ seat, won: 0, taken: 0, lost: 0 }));
  const held = ({ seats: all }: Snapshot, seat: number) => all.find((one) => one.seat === seat)?.hand_size ?? 0;
  for (const { kind, before, after } of plays) {
    const isRoll = kind === 'rolled';
    if (!isRoll && !TAKING.includes(kind) && kind !== 'discard') continue;
    for (const flow of flows) {
      const change = held(after, flow.seat) - held(before, flow.seat);
      if (change < 0) flow.lost -= change;
      else flow[isRoll ? 'won' : 'taken'] += change;
    }
  }
  return flows;
}
