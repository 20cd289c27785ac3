/** Whom to rob, chosen on the board: the buildings of each victim beside the robber. */

import type { Geometry, Look } from '../api/messages';
import type { Wish } from '../table/actions';
import type { Choice } from '../table/store.svelte';

export function victimChoices(geometry: Geometry | null, look: Look | null, wishes: readonly Wish[]): Choice[] {
  if (!geometry || !look) return [];
  const isBeside = (site: number) => geometry.site_hexes[site]?.includes(look.robber) ?? false;
  return wishes.flatMap((wish) => {
    const victim = look.seats.find((one) => one.seat === wish.seat);
    const sites = victim ? [...victim.settlements, ...victim.cities].filter(isBeside) : [];
    return sites.map((number): Choice => ({ where: 'site', number, wish }));
  });
}
