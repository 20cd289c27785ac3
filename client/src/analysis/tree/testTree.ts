/** Trees for tests. */

import { restored, type Ply, type Tree } from './tree';

/** A tree with one line. */
export function lineOf(plies: readonly Ply[]): Tree {
  return restored({ line: plies.map(({ seat, action }) => [seat, action]) });
}
