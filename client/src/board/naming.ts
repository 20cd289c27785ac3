/** Places and actions in words, for buttons, lists and screen readers. */

import type { Geometry, Snapshot } from '../api/messages';
import { preferences } from '../app/preferences.svelte';
import { formatList, t } from '../i18n';
import { askedSeats, whereOf, type ParsedAction } from '../table/actions';
import { formatCounts } from '../table/bundles';
import type { Choice } from '../table/store.svelte';

/** 'hills 6', or 'desert'. */
export function landName(geometry: Geometry, hex: number): string {
  const token = geometry.tokens[hex] ?? 0;
  const terrain = t(`names.${geometry.terrain[hex] ?? 'sea'}`);
  return token ? t('board.land', { terrain, token }) : t('board.land_bare', { terrain });
}

/** The harbor of a site, in words. */
export function harborName(geometry: Geometry, site: number): string | null {
  const found = geometry.harbors.find(([path]) => geometry.paths[path]?.includes(site));
  if (!found) return null;
  const resource = found[1];
  return resource === 'generic'
    ? t('board.harbor_generic')
    : t('board.harbor_of', { resource: t(`names.${resource}`) });
}

/** The land around a site: 'hills 6, forest 4, fields 9'. */
export function landsAround(geometry: Geometry, site: number): string {
  return (geometry.site_hexes[site] ?? []).map((hex) => landName(geometry, hex)).join(', ') || t('board.coast');
}

/** A site by what one sees of it: 'hills 6, forest 4, fields 9; 3:1 harbor'. */
export function siteSight(geometry: Geometry, site: number): string {
  const lands = landsAround(geometry, site);
  const harbor = harborName(geometry, site);
  return harbor ? t('board.sight_harbor', { lands, harbor }) : lands;
}

/** 'site 17: hills 6, forest 4, fields 9; 3:1 harbor'. */
export function siteName(geometry: Geometry, site: number): string {
  return t('board.site', { site, lands: siteSight(geometry, site) });
}

/** What a site yields: '6 ore, 9 wool: 9 cards in 36 rolls; 3:1 harbor'. */
export function siteYield(geometry: Geometry, site: number): string {
  const { tokens, resources, pips } = geometry;
  const paying = (geometry.site_hexes[site] ?? []).filter((hex) => pips[hex]);
  const cards = paying.map((hex) => `${tokens[hex]} ${t(`names.${resources[hex]}`)}`);
  const count = paying.reduce((sum, hex) => sum + pips[hex]!, 0);
  const harbor = harborName(geometry, site);
  const summary = t('board.yield', { cards: cards.join(', '), count });
  return harbor ? t('board.yield_harbor', { yield: summary, harbor }) : summary;
}

/** The land on both sides of a path: 'hills 6 and forest 4'. */
export function pathSides(geometry: Geometry, path: number): string {
  const [a, b] = geometry.paths[path] ?? [0, 0];
  const both = (geometry.site_hexes[a] ?? []).filter((hex) => (geometry.site_hexes[b] ?? []).includes(hex));
  const sides = both.map((hex) => landName(geometry, hex));
  return formatList(sides.length < 2 ? [...sides, t('board.coast')] : sides);
}

/** The seats with a building at a hex. */
export function neighbours(geometry: Geometry, snapshot: Snapshot, hex: number): number[] {
  const isBeside = (site: number) => geometry.site_hexes[site]?.includes(hex) ?? false;
  return snapshot.seats.filter((one) => [...one.settlements, ...one.cities].some(isBeside)).map((one) => one.seat);
}

/** The name of a choice: 'Settlement on site 17: hills 6, forest 4, fields 9'; by what one sees, without the number. */
export function choiceName(
  geometry: Geometry,
  snapshot: Snapshot,
  choice: Choice,
  nameOf: (seat: number) => string,
  isNumbered = true,
): string {
  const { number, action } = choice;
  const owner = action.seat === null ? '' : nameOf(action.seat);
  const site = () => (isNumbered ? siteName : siteSight)(geometry, number);
  const path = () => {
    const sides = pathSides(geometry, number);
    return isNumbered ? t('board.path', { path: number, sides }) : t('board.path_seen', { sides });
  };
  switch (action.kind) {
    case 'settle':
      return t('board.settle', { place: site() });
    case 'city':
      return t('board.city', { place: site() });
    case 'neutral-settle':
      return t('board.neutral_settle', { owner, place: site() });
    case 'rob':
      return t('board.rob', { name: owner, place: site() });
    case 'road':
      return t('board.road', { place: path() });
    case 'neutral-road':
      return t('board.neutral_road', { owner, place: path() });
    case 'robber': {
      const names = neighbours(geometry, snapshot, number).map(nameOf);
      const land = landName(geometry, number);
      const place = isNumbered ? t('board.hex', { hex: number, land }) : t('board.hex_seen', { land });
      return names.length
        ? t('board.robber_beside', { place, names: formatList(names) })
        : t('board.robber', { place });
    }
    default:
      return action.text;
  }
}

const TITLED = ['rob', 'buy', 'plenty', 'monopoly']; // whose buttons say less, or more
const PLAYED = ['knight', 'roadbuilding'];

/** The title of a kind of action: in most cases that of its button. */
export function kindTitle(kind: string): string {
  if (PLAYED.includes(kind)) return t('decision.play', { card: t(`names.${kind}`) });
  return TITLED.includes(kind) ? t(`decision.${kind}_title`) : t(`decision.${kind}`);
}

/** What a kind of action needs besides its title, without a place: its player, its cards; empty if nothing. */
function detailOf(action: ParsedAction, nameOf: (seat: number) => string): string {
  const { kind, seat } = action;
  const [give, take] = [formatCounts(action.give), formatCounts(action.take)];
  if (seat !== null) return nameOf(seat);
  if (kind === 'monopoly') return t(`names.${Object.keys(action.take)[0]}`);
  if (!give || !take) return give || take;
  const terms = t('decision.give_take', { give, take });
  const asked = askedSeats(action).map(nameOf);
  return asked.length ? t('decision.give_take_to', { terms, names: formatList(asked) }) : terms;
}

/** An action below the title of its kind: its place, its player, its cards, or the title itself. */
export function shortName(
  geometry: Geometry,
  snapshot: Snapshot,
  action: ParsedAction,
  nameOf: (seat: number) => string,
  isNumbered = true,
): string {
  const where = whereOf(action.kind);
  if (where !== null && action.place !== null)
    return choiceName(geometry, snapshot, { where, number: action.place, action }, nameOf, isNumbered);
  return detailOf(action, nameOf) || (action.kind === 'rob' ? t('decision.rob_nobody') : kindTitle(action.kind));
}

/** An action without a place, in words: 'Trade with the bank: 4 ore for 1 grain', 'End turn'. */
export function placelessName(action: ParsedAction, nameOf: (seat: number) => string): string {
  const { kind, seat } = action;
  if (kind === 'rob') return seat === null ? t('decision.rob_nobody') : t('decision.rob', { name: nameOf(seat) });
  const [title, name] = [kindTitle(kind), detailOf(action, nameOf)];
  return name ? t('decision.titled', { title, name }) : title;
}

/** An action in words: 'Road between hills 6 and forest 4', 'End turn'; places have numbers with the text board. */
export function actionName(
  geometry: Geometry,
  snapshot: Snapshot,
  action: ParsedAction,
  nameOf: (seat: number) => string,
): string {
  if (action.place === null) return placelessName(action, nameOf);
  return shortName(geometry, snapshot, action, nameOf, preferences.hasTextBoard);
}
