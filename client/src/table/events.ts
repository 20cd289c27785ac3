/** Reading one event of the log: the action of its ply, and what it placed on the board. */

import type { Happening } from '../api/messages';
import { readAction, whereOf, type Where } from './actions';

export const CHANCE = 6;

/** The action of a happening without the seat in front of it. */
export function actionOf(happening: Happening): string {
  return (happening.ply ?? '').replace(/^[*\d]+!?: */, '');
}

export function wordOf(happening: Happening): string {
  const action = actionOf(happening);
  const [first = '', second = ''] = action.split(' ');
  return /^\d+$/.test(first) ? second : first;
}

/** Something that stands on the island since a moment ago. */
export interface Placed {
  where: Where;
  number: number;
  event: number;
}

/** What a happening placed, if it placed something. */
export function placedBy(happening: Happening): Placed | null {
  if (happening.is_undone || happening.ply === null) return null;
  const wish = readAction(actionOf(happening));
  const where = whereOf(wish.kind);
  return where === null || wish.place === null ? null : { where, number: wish.place, event: happening.event };
}

/** What was placed last, as long as it was not long ago. */
export function lastPlaced(log: readonly Happening[]): Placed | null {
  for (const happening of log.slice(-12).reverse()) {
    if (happening.is_undone) return null;
    const placed = placedBy(happening);
    if (placed) return placed;
  }
  return null;
}
