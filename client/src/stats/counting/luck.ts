/** Which cards came and went without a trade. */

import type { Snapshot } from '../../api/messages';
import { type Play, sumOf } from './plies';

/** A seat's cards by how they came and went. */
export interface CardFlow {
  seat: number;
  won: number; // by the dice
  taken: number; // by thefts and monopolies
  lost: number; // by them, and by discards
}

const TAKING = ['stole', 'took', 'monopoly'];

/** Whether the sizes of hands say what a ply moved: not at a monopoly in an edition, nor at a 7, which moves nothing. */
function isCounted(play: Play): boolean {
  if (play.kind === 'monopoly') return play.before.seats.every(({ hand }) => hand !== null);
  return play.kind !== 'rolled' || sumOf(play) !== 7;
}

/** Count a game's cards that came or went without a trade. */
export function cardsOf(plays: readonly Play[], seats: readonly number[]): CardFlow[] {
  const flows = seats.map((seat) => ({ seat, won: 0, taken: 0, lost: 0 }));
  const held = ({ seats: all }: Snapshot, seat: number) => all.find((one) => one.seat === seat)?.hand_size ?? 0;
  for (const play of plays.filter(isCounted)) {
    const { kind, before, after } = play;
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
