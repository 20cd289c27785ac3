/** Why an action is good: what is true of the position, as the library's bots say it (src/longroad/bots/reasons.py). */

import type { Engine, State } from './engine';

/** A message of the area `reasons`, with its values; a value may be a message itself. */
export interface Reason {
  key: string;
  values: Record<string, number | string>;
}

export function reasonFor(_engine: Engine, _state: State, _seat: number, _action: number): Reason {
  return { key: 'best', values: {} };
}
