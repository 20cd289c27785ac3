/**
 * What the coach suggests: one of the legal actions, or a bundle within the limits of a form. A suggestion is what the text
 * explains, such as many dots and different resources; the hint (table/hint.svelte.ts) is what the computer finds best.
 */

import { neighbours } from '../board/naming';
import type { ParsedAction } from '../table/actions';
import { RESOURCES, writeBundle, writeCounts, type Counts } from '../table/bundles';
import type { Scene } from './scene';

export type Suggest = (scene: Scene) => string | null;

/** The first of these that is legal: whole actions, or kinds. */
export const firstOf =
  (...wanted: readonly string[]): Suggest =>
  ({ kinds }) => {
    const legal = [...kinds.values()].flat().map((action) => action.text);
    const found = wanted.map((text) => legal.find((one) => one === text || one.startsWith(`${text} `)));
    return found.find((text) => text !== undefined) ?? null;
  };

/** In how many of 36 rolls a site yields, counted by its hexes. */
function dots({ geometry }: Scene, site: number): number {
  return (geometry.site_hexes[site] ?? []).reduce((sum, hex) => sum + (geometry.pips[hex] ?? 0), 0);
}

/** The resources beside some sites. */
function resourcesAt({ geometry }: Scene, sites: readonly number[]): Set<string> {
  const hexes = sites.flatMap((site) => geometry.site_hexes[site] ?? []);
  return new Set(hexes.flatMap((hex) => geometry.resources[hex] ?? []));
}

const VARIETY = 2; // dots that a new resource is worth

/** The sites where you may place a settlement, the most promising first: many dots, and resources that you lack. */
export function bestSites(scene: Scene, kind = 'settle'): number[] {
  const { settlements, cities } = scene.own;
  const had = resourcesAt(scene, [...settlements, ...cities]);
  const worth = (site: number) => {
    const fresh = [...resourcesAt(scene, [site])].filter((name) => !had.has(name)).length;
    return dots(scene, site) + VARIETY * fresh;
  };
  const sites = (scene.kinds.get(kind) ?? []).flatMap(({ place }) => place ?? []);
  return sites.sort((one, other) => worth(other) - worth(one) || one - other);
}

export const bestSite: Suggest = (scene) => {
  const [site] = bestSites(scene);
  return site === undefined ? null : `settle ${site}`;
};

/** The road whose far end lies at the most dots. */
export const bestRoad: Suggest = (scene) => {
  const worth = ({ place }: ParsedAction) => {
    const ends = scene.geometry.paths[place ?? -1] ?? [0, 0];
    return Math.max(...ends.map((site) => (isOwn(scene, site) ? 0 : dots(scene, site))));
  };
  const roads = [...(scene.kinds.get('road') ?? [])].sort((one, other) => worth(other) - worth(one));
  return roads[0]?.text ?? null;
};

function isOwn({ own }: Scene, site: number): boolean {
  return own.settlements.includes(site) || own.cities.includes(site);
}

/** The hex with the most dots that others live at, and you do not. */
export const bestRobber: Suggest = (scene) => {
  const { geometry, snapshot, you } = scene;
  const worth = ({ place }: ParsedAction) => {
    const beside = neighbours(geometry, snapshot, place ?? -1);
    const others = beside.filter((seat) => seat !== you).length;
    return (geometry.pips[place ?? -1] ?? 0) * others * (beside.includes(you) ? 0 : 1);
  };
  const hexes = [...(scene.kinds.get('robber') ?? [])].sort((one, other) => worth(other) - worth(one));
  return hexes[0]?.text ?? null;
};

/** Of what you hold most, card by card. */
export const discardMost: Suggest = ({ decision }) => {
  const form = decision?.forms.find((one) => one.total !== null);
  if (!form) return null;
  const left: Counts = { ...form.give };
  const given: Counts = {};
  for (let count = 0; count < (form.total ?? 0); count += 1) {
    const name = RESOURCES.reduce((most, one) => ((left[one] ?? 0) > (left[most] ?? 0) ? one : most));
    left[name] = (left[name] ?? 0) - 1;
    given[name] = (given[name] ?? 0) + 1;
  }
  return `${form.kind} ${writeCounts(given)}`;
};

/** One card of what you hold most for one that you lack, offered to everybody. */
export const offerSpare: Suggest = ({ decision, own }) => {
  const form = decision?.forms.find((one) => one.kind === 'offer');
  const held = (name: string) => own.hand?.[name] ?? 0;
  const byCount = [...RESOURCES].sort((one, other) => held(other) - held(one));
  const spare = byCount.find((name) => form?.give[name]);
  const lacked = byCount.findLast((name) => form?.take[name]);
  if (!form || !spare || !lacked || spare === lacked) return null;
  return writeBundle(form, { give: { [spare]: 1 }, take: { [lacked]: 1 } }, form.to);
};

/** The deal with somebody who accepted, or a proposal that somebody made. */
export const closeDeal: Suggest = firstOf('deal', 'take');
