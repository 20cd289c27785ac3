/** Reads events of the log: the action of a ply, what it placed on the board; and joins logs. */

import type { LogEntry } from '../api/messages';
import { readAction, whereOf, type Where } from './actions';

export const CHANCE = 6;

/** The action of an event, without the seat in front of it. */
export function actionOf(entry: LogEntry): string {
  return (entry.ply ?? '').replace(/^[*\d]+!?: */, '');
}

export function wordOf(entry: LogEntry): string {
  const action = actionOf(entry);
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
export function placedBy(entry: LogEntry): Placed | null {
  if (entry.is_undone || entry.ply === null) return null;
  const action = readAction(actionOf(entry));
  const where = whereOf(action.kind);
  return where === null || action.place === null ? null : { where, number: action.place, event: entry.event };
}

/** The latest placement, if it was recent. */
export function lastPlaced(log: readonly LogEntry[]): Placed | null {
  for (const entry of log.slice(-12).reverse()) {
    if (entry.is_undone) return null;
    const placed = placedBy(entry);
    if (placed) return placed;
  }
  return null;
}

const MAX_LOG = 1000; // entries kept

export function appendToLog(log: readonly LogEntry[], happened: readonly LogEntry[]): readonly LogEntry[] {
  return [...log, ...happened].slice(-MAX_LOG);
}

/** The known log with the new end that a table brings; only the new part if events between are missing. */
export function joinLogs(before: readonly LogEntry[], latest: readonly LogEntry[], known: number): readonly LogEntry[] {
  const first = latest[0]?.event;
  if (first === undefined || first > known + 1) return latest;
  return appendToLog(
    before.filter((one) => one.event < first),
    latest,
  );
}
