/** Where one is in a game that is shown again, and where one can go from there. */

import type { Replay, Step } from '../api/messages';

/** A turn of the game: where it begins, and whose it is. */
export interface Turn {
  at: number; // the step that shows its beginning
  number: number; // 0 is the founding
  seat: number | null;
}

/** Find where the turns begin; what comes before the first is the founding. */
export function turnsOf(steps: readonly Step[]): Turn[] {
  const turns: Turn[] = [];
  steps.forEach(({ look }, at) => {
    if (at === 0 || look.turn_number !== steps[at - 1]!.look.turn_number) {
      turns.push({ at, number: look.turn_number, seat: look.turn_number === 0 ? null : look.turn });
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

/** The step that an address names, such as /game/ID/replay?at=120; the beginning if it names none. */
export function stepIn(search: string, replay: Replay): number {
  const named = Number(new URLSearchParams(search).get('at') ?? 0);
  return clamped(replay, Number.isInteger(named) ? named : 0);
}

/** What an address says of a step. */
export function searchOf(at: number): string {
  return at === 0 ? '' : `?at=${at}`;
}

/** The beginning of the turn before, or of this one if one is in its middle. */
export function turnBefore(turns: readonly Turn[], at: number): number {
  return turns.findLast((turn) => turn.at < at)?.at ?? 0;
}

/** The beginning of the next turn, or the end. */
export function turnAfter(turns: readonly Turn[], at: number, last: number): number {
  return turns.find((turn) => turn.at > at)?.at ?? last;
}

/** What is told of a step. */
export interface Told {
  at: number;
  said: string[];
}

/** The steps from which a story of what happened is told: those of the turn that have something to say, up to here. */
export function toldUntil(steps: readonly Step[], from: number, at: number): Told[] {
  return steps
    .slice(from, at + 1)
    .map((step, index) => ({ at: from + index, said: step.said }))
    .filter((told) => told.said.length > 0);
}

/** Milliseconds that a step stays when the game plays by itself; steps that say nothing pass quickly. */
export function stayOf(step: Step, speed: number): number {
  const words = step.said.join(' ').split(' ').filter(Boolean).length;
  return (words === 0 ? 150 : 700 + 45 * words) / speed;
}
