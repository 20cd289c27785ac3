/** Reads actions: the integers of the engine. */

import { KIND_MASK, NUMBER_MASK } from './layout';

export function kindOf(action: number): number {
  return action & KIND_MASK;
}

/** The number of an action that is not a bundle: a place, a seat, a resource, a pair. */
export function numberOf(action: number): number {
  return (action & NUMBER_MASK) / (KIND_MASK + 1);
}
