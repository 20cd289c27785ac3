/** The plies of a replay, taken apart: who did what, between which snapshots. */

import type { Snapshot, Step } from '../../api/messages';

/** One ply with the snapshots around it. */
export interface Play {
  at: number; // its step
  seat: number | null; // null for chance
  kind: string; // 'settle', 'rolled', 'stole', ...
  words: readonly string[]; // what follows the kind
  subject: number | null; // the seat that a ply of chance is about: in '2 stole ore from 1' it is 2
  before: Snapshot;
  after: Snapshot;
  step: Step;
}

const PLY = /^(?:\*|(\d)!?): (?:(\d) )?(\S+) ?(.*)$/;

/** List the plies of a game. */
export function playsOf(steps: readonly Step[]): Play[] {
  return steps.flatMap((step, at) => {
    const found = PLY.exec(step.ply ?? '');
    if (at === 0 || !found) return [];
    const [, seat, subject, kind, rest] = found;
    return {
      at,
      seat: seat === undefined ? null : Number(seat),
      kind: kind!,
      words: rest!.split(' ').filter(Boolean),
      subject: subject === undefined ? null : Number(subject),
      before: steps[at - 1]!.snapshot,
      after: step.snapshot,
      step,
    };
  });
}

/** A roll of the dice for production, or for the robber. */
export interface Roll extends Play {
  sum: number;
  by: number; // whose turn it was
  weights: readonly number[]; // of the sums 2 to 12
}

export const SUMS: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
export const TWO_DICE: readonly number[] = SUMS.map((sum) => 6 - Math.abs(7 - sum)); // in 36 rolls

/** The sum of the dice: '3+4' and '7' are 7. */
export function sumOf({ words }: Play): number {
  return (words[0] ?? '').split('+').reduce((total, face) => total + Number(face), 0);
}

export function rollsOf(plays: readonly Play[]): Roll[] {
  return plays.flatMap((play) => {
    if (play.kind !== 'rolled') return [];
    const sum = sumOf(play);
    return { ...play, sum, by: play.before.turn, weights: play.step.weights ?? TWO_DICE };
  });
}

/** How likely a sum is in a roll. */
export function chanceOf({ weights }: Roll, sum: number): number {
  return (weights[sum - 2] ?? 0) / weights.reduce((all, weight) => all + weight, 0);
}
