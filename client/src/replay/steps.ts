/** Navigation in a replay: steps and turns. */

import type { Replay, Step } from '../api/messages';

/** A turn of the game: its first step, and whose turn it is. */
export interface Turn {
  at: number; // its first step
  number: number; // 0 is the founding
  seat: number | null;
}

/** List the turns; the part before the first is the founding. */
export function turnsOf(steps: readonly Step[]): Turn[] {
  const turns: Turn[] = [];
  steps.forEach(({ snapshot }, at) => {
    if (at === 0 || snapshot.turn_number !== steps[at - 1]!.snapshot.turn_number) {
      turns.push({ at, number: snapshot.turn_number, seat: snapshot.turn_number === 0 ? null : snapshot.turn });
    }
  });
  return turns;
}

/** The turn that a step belongs to. */
export function turnAt(turns: readonly Turn[], at: number): Turn {
  return turns.findLast((turn) => turn.at <= at) ?? turns[0]!;
}

export function clamped(replay: Replay, at: number): number {
  return Math.min(Math.max(at, 0), replay.steps.length - 1);
}

/** The step in an address such as /game/ID/replay?at=120; 0 if there is none. */
export function stepIn(search: string, replay: Replay): number {
  const named = Number(new URLSearchParams(search).get('at') ?? 0);
  return clamped(replay, Number.isInteger(named) ? named : 0);
}

/** The query of a step. */
export function searchOf(at: number): string {
  return at === 0 ? '' : `?at=${at}`;
}

/** The start of the previous turn, or of this one if it has already started. */
export function turnBefore(turns: readonly Turn[], at: number): number {
  return turns.findLast((turn) => turn.at < at)?.at ?? 0;
}

/** The start of the next turn, or the end. */
export function turnAfter(turns: readonly Turn[], at: number, last: number): number {
  return turns.find((turn) => turn.at > at)?.at ?? last;
}

/** A step with its sentences. */
export interface StepText {
  at: number;
  sentences: string[];
}

/** The steps of a turn up to the current one that have something to say. */
export function textsUntil(steps: readonly Step[], from: number, at: number): StepText[] {
  return steps
    .slice(from, at + 1)
    .map((step, index) => ({ at: from + index, sentences: step.sentences }))
    .filter((one) => one.sentences.length > 0);
}

/** How long a step is shown during playback, in milliseconds; steps without a sentence pass quickly. */
export function stepDuration(step: Step, speed: number): number {
  const words = step.sentences.join(' ').split(' ').filter(Boolean).length;
  return (words === 0 ? 150 : 700 + 45 * words) / speed;
}
