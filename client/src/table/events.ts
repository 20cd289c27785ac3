/** Reads events of the log: the action of a ply, what it placed on the board; and joins logs. */

import type { Happening } from '../api/messages';
import { readAction, whereOf, type Where } from './actions';

export const CHANCE = 6;

/** The action of an event, without the seat in front of it. */
export function actionOf(happening: Happening): string {
  return (happening.ply ?? '').replace(/^[*\d]+!?: */, '');
}

export function wordOf(happening: Happening): string {
  const action = actionOf(happening);
  const [first = '', second = ''] = action.split(' ');
  return /^\d+$/.test(first) ? second : first;
}

/** A placement on the island. */
export interface Placed {
  where: Where;
  number: number;
  event: number;
}

/** What an event placed, if anything. */
export function placedBy(happening: Happening): Placed | null {
  if (happening.is_undone || happening.ply === null) return null;
  const wish = readAction(actionOf(happening));
  const where = whereOf(wish.kind);
  return where === null || wish.place === null ? null : { where, number: wish.place, event: happening.event };
}

/** The latest placement, if it was recent. */
export function lastPlaced(log: readonly Happening[]): Placed | null {
  for (const happening of log.slice(-12).reverse()) {
    if (happening.is_undone) return null;
    const placed = placedBy(happening);
    if (placed) return placed;
  }
  return null;
}

const MAX_LOG = 1000; // happenings kept

export function appendToLog(log: readonly Happening[], happened: readonly Happening[]): readonly Happening[] {
  return [...log, ...happened].slice(-MAX_LOG);
}

/** The known log with the new end that a table brings; only the new part if events between are missing. */
export function joinLogs(
  before: readonly Happening[],
  latest: readonly Happening[],
  known: number,
): readonly Happening[] {
  const first = latest[0]?.event;
  if (first === undefined || first > known + 1) return latest;
  return appendToLog(
    before.filter((one) => one.event < first),
    latest,
  );
}
