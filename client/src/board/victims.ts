/** Choosing a victim on the board: the buildings of each victim next to the robber. */

import type { Geometry, Look } from '../api/messages';
import type { ParsedAction } from '../table/actions';
import type { Choice } from '../table/store.svelte';

export function victimChoices(
  geometry: Geometry | null,
  look: Look | null,
  actions: readonly ParsedAction[],
): Choice[] {
  if (!geometry || !look) return [];
  const isBeside = (site: number) => geometry.site_hexes[site]?.includes(look.robber) ?? false;
  return actions.flatMap((action) => {
    const victim = look.seats.find((one) => one.seat === action.seat);
    const sites = victim ? [...victim.settlements, ...victim.cities].filter(isBeside) : [];
    return sites.map((number): Choice => ({ where: 'site', number, action }));
  });
}
