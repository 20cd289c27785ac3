/** Choosing a victim on the board: the buildings of each victim next to the robber. */

import type { Decision } from '../api/messages';
import type { ParsedAction } from '../table/actions';
import type { Choice } from '../table/store.svelte';

export function victimChoices(decision: Decision | null, actions: readonly ParsedAction[]): Choice[] {
  return actions.flatMap((action) => {
    const sites = decision?.victims[action.seat ?? -1] ?? [];
    return sites.map((number): Choice => ({ where: 'site', number, action }));
  });
}
