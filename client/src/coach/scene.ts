/** What a step of a lesson can look at, and the words in which steps say when they come up and when they are done. */

import type { Decision, Geometry, LogEntry, SeatView, Snapshot } from '../api/messages';
import type { ParsedAction } from '../table/actions';
import { total, type Counts } from '../table/bundles';
import { actionOf, CHANCE, wordOf } from '../table/events';

/** A moment of a game, as its player sees it. */
export interface Scene {
  snapshot: Snapshot;
  decision: Decision | null;
  kinds: ReadonlyMap<string, readonly ParsedAction[]>; // the legal actions by kind
  geometry: Geometry;
  you: number;
  own: SeatView;
  goal: number | null; // points that win
  log: readonly LogEntry[];
  since: readonly LogEntry[]; // the part of the log since the step was shown
}

export type Test = (scene: Scene) => boolean;

/** Whether a kind of action is possible now. */
export const can =
  (kind: string): Test =>
  ({ kinds }) =>
    kinds.has(kind);

/** Whether a form of a kind can be filled now. */
export const hasForm =
  (kind: string): Test =>
  ({ decision }) =>
    decision?.forms.some((form) => form.kind === kind) ?? false;

/** Whether the game is in a phase. */
export const inPhase =
  (phase: string): Test =>
  ({ snapshot }) =>
    snapshot.phase === phase;

/** Whether you have done something of a kind since the step was shown. */
export const did =
  (...kinds: readonly string[]): Test =>
  ({ since, you }) =>
    since.some((entry) => entry.seat === you && !entry.is_undone && kinds.includes(wordOf(entry)));

/** Whether you have ever done something of a kind in this game. */
export const everDid =
  (...kinds: readonly string[]): Test =>
  (scene) =>
    did(...kinds)({ ...scene, since: scene.log });

export const isYourTurn: Test = ({ snapshot, you }) => snapshot.turn === you && snapshot.phase !== 'over';

/** Whether the game waits for you. */
export const isAsked: Test = ({ decision }) => decision?.is_awaited ?? false;

/** Whether you have rolled, and may trade and build. */
export const isMain: Test = (scene) => isYourTurn(scene) && scene.snapshot.phase === 'main';

/** Whether you have this many settlements. */
export const settled =
  (count: number): Test =>
  ({ own }) =>
    own.settlements.length === count;

export const all =
  (...tests: readonly Test[]): Test =>
  (scene) =>
    tests.every((test) => test(scene));

export const any =
  (...tests: readonly Test[]): Test =>
  (scene) =>
    tests.some((test) => test(scene));

export const not =
  (test: Test): Test =>
  (scene) =>
    !test(scene);

// --- what has happened -------------------------------------------------------------------------------------------------

/** The latest roll of the dice: its sum, and what it brought you. */
export function lastRoll({ log, you, snapshot }: Scene): { roll: number; gained: Counts } {
  const entry = log.findLast((one) => one.seat === CHANCE && wordOf(one) === 'rolled');
  return { roll: snapshot.rolled.at(-1) ?? 0, gained: entry?.gains[you] ?? {} };
}

/** Your last action of a kind: where it was placed. */
export function lastPlace({ log, you }: Scene, kind: string): number | null {
  const entry = log.findLast((one) => one.seat === you && wordOf(one) === kind);
  const place = Number(entry ? actionOf(entry).split(' ')[1] : NaN);
  return Number.isNaN(place) ? null : place;
}

/** How many cards you hold. */
export function handSize({ own }: Scene): number {
  return total(own.hand ?? {});
}
