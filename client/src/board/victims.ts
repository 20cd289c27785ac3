/** Where actions take place on the board; for a victim, the buildings next to the robber. */

import type { Decision } from '../api/messages';
import { whereOf, type ParsedAction } from '../table/actions';
import type { Choice } from '../table/store.svelte';

export function victimChoices(decision: Decision | null, actions: readonly ParsedAction[]): Choice[] {
  return actions.flatMap((action) => {
    const sites = decision?.victims[action.seat ?? -1] ?? [];
    return sites.map((number): Choice => ({ where: 'site', number, action }));
  });
}

/** The places of one action: none if it is not about a place. */
export function placesOf(action: ParsedAction, decision: Decision | null): Choice[] {
  const where = whereOf(action.kind);
  if (where !== null && action.place !== null) return [{ where, number: action.place, action }];
  return action.kind === 'rob' ? victimChoices(decision, [action]) : [];
}
