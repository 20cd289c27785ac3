/** What a seat could build next and where roads lead, as the library's bots see it (src/longroad/bots/plans.py, sites.py). */

import type { Engine, Places, State } from '../engine';
import {
  BLOCKED,
  CITIES_LEFT,
  CITY_CODE,
  DECK_SIZE,
  GENERIC_HARBOR,
  HAND,
  HARBOR,
  ISLAND,
  LEAST_ROAD,
  LONGEST,
  NOBODY,
  NO_HARBOR,
  QUEUE_SIZE,
  RESOURCES,
  ROADS_LEFT,
  ROAD_LENGTH,
  ROBBER,
  SETTLEMENTS,
  SETTLEMENTS_LEFT,
  SITE,
  TAKEN,
  TERRAIN,
  TOKEN,
  TOUCHED,
  WORD_BITS,
} from '../layout';
import {
  ANY_HARBOR,
  FURTHEST,
  HEX_SITES,
  ISLAND_PATH_COUNT,
  ISLAND_SITE_COUNT,
  NEVER_ROLLED,
  NEW_RESOURCE,
  OWN_HARBOR,
  PATH_SITES,
  PIPS,
  PLANS,
  RACE_ROADS,
  SITE_HEXES,
  SITE_PATHS,
} from '../tables';

/** Whether a place is in a set of places, named by its first word. */
export function contains({ words }: State, word: number, place: number): boolean {
  return ((words[word + Math.floor(place / WORD_BITS)]! >> BigInt(place % WORD_BITS)) & 1n) === 1n;
}

/** Whose building stands at an intersection; null where there is none. */
function ownerAt({ small }: State, site: number): number | null {
  const code = small[SITE + site]!;
  return code > 0 ? (code - 1) % CITY_CODE : null;
}

/** The pips of a hex: in how many of 36 rolls it yields. */
export function pipsOf({ small }: State, hex: number): number {
  return PIPS[small[TOKEN + hex]!]!;
}

/** The pips of the tokens around an intersection. */
export function sitePips(state: State, site: number): number {
  return hexesAt(site).reduce((sum, hex) => sum + pipsOf(state, hex), 0);
}

function hexesAt(site: number): number[] {
  return SITE_HEXES.slice(3 * site, 3 * site + 3).filter((hex) => hex >= 0);
}

function yieldsAt(state: State, site: number): { resource: number; pips: number }[] {
  return hexesAt(site)
    .filter((hex) => state.small[TERRAIN + hex]! < RESOURCES)
    .map((hex) => ({ resource: state.small[TERRAIN + hex]!, pips: pipsOf(state, hex) }));
}

/** The pips of each resource that a seat's buildings yield, twice at a city. */
export function yieldsOf(state: State, seat: number): number[] {
  const pips = Array<number>(RESOURCES).fill(0);
  for (let site = 0; site < ISLAND_SITE_COUNT[state.small[ISLAND]!]!; site++) {
    if (ownerAt(state, site) !== seat) continue;
    const times = state.small[SITE + site]! > CITY_CODE ? 2 : 1;
    for (const found of yieldsAt(state, site)) pips[found.resource]! += times * found.pips;
  }
  return pips;
}

/** Who has built at a hex. */
export function ownersBeside(state: State, hex: number): Set<number> {
  const owners = HEX_SITES.slice(6 * hex, 6 * hex + 6).map((site) => ownerAt(state, site));
  return new Set(owners.filter((owner) => owner !== null));
}

/** Whether the robber stands beside a building of a seat. */
export function isRobbed(state: State, seat: number): boolean {
  return ownersBeside(state, state.small[ROBBER]!).has(seat);
}

// --- roads --------------------------------------------------------------------------------------------------------------

/** What an intersection is worth in pips for a seat with these yields: new resources and harbors count too. */
function siteWorth(state: State, own: readonly number[], site: number): number {
  const here = yieldsAt(state, site);
  const fresh = new Set(here.map(({ resource }) => resource).filter((resource) => own[resource] === 0));
  const pips = here.reduce((sum, found) => sum + found.pips, 0);
  return pips + NEW_RESOURCE * fresh.size + harborWorth(state.small[HARBOR + site]!, own, here);
}

function harborWorth(harbor: number, own: readonly number[], here: readonly { resource: number; pips: number }[]) {
  if (harbor === NO_HARBOR) return 0;
  if (harbor === GENERIC_HARBOR) return ANY_HARBOR;
  const same = here.filter(({ resource }) => resource === harbor - 1);
  return OWN_HARBOR * (own[harbor - 1]! + same.reduce((sum, { pips }) => sum + pips, 0));
}

/** The best free intersection that a road leads to, farther ones counting less; null if there is none. */
export function roadGoal(state: State, seat: number, own: readonly number[], path: number): number | null {
  let [best, goal]: [number, number | null] = [0, null];
  const seen = new Set<number>();
  let level = PATH_SITES.slice(2 * path, 2 * path + 2).filter((site) => !isHome(state, seat, site));
  for (let steps = 1; steps <= FURTHEST + 1; steps++) {
    for (const site of level) seen.add(site);
    for (const site of level.filter((one) => !contains(state, BLOCKED, one))) {
      const worth = siteWorth(state, own, site) / steps;
      if (worth > best || (worth === best && site > (goal ?? -1))) [best, goal] = [worth, site];
    }
    const open = level.filter((site) => [seat, null].includes(ownerAt(state, site)));
    level = open.flatMap((site) => waysOn(state, site)).filter((site) => !seen.has(site));
  }
  return goal;
}

function isHome(state: State, seat: number, site: number): boolean {
  return contains(state, TOUCHED + 2 * seat, site) || ownerAt(state, site) === seat;
}

/** The intersections next to one that a free path leads to. */
function waysOn(state: State, site: number): number[] {
  const count = ISLAND_PATH_COUNT[state.small[ISLAND]!]!;
  return SITE_PATHS.slice(3 * site, 3 * site + 3)
    .filter((path) => path >= 0 && path < count && !contains(state, TAKEN, path))
    .map((path) => PATH_SITES[2 * path]! + PATH_SITES[2 * path + 1]! - site);
}

/** Whether the longest road is a few roads away, and not the seat's own. */
export function isRacing({ small }: State, seat: number): boolean {
  const holder = small[LONGEST]!;
  if (holder === seat) return false;
  const needed = holder === NOBODY ? LEAST_ROAD : small[ROAD_LENGTH + holder]! + 1;
  return needed - small[ROAD_LENGTH + seat]! <= Math.min(RACE_ROADS, small[ROADS_LEFT + seat]!);
}

/** Whether a road makes the seat's longest road longer. */
export function lengthens({ small }: State, seat: number, { lengths }: Places, path: number): boolean {
  return lengths[path]! > small[ROAD_LENGTH + seat]!;
}

// --- plans --------------------------------------------------------------------------------------------------------------

/** Something to save for: a message, and its cost. */
export interface Plan {
  key: string;
  cost: readonly number[];
  merit: number; // missing cards by which it is preferred
}

/** A seat's hand and yields, and what it could build if it had the cards. */
export interface Outlook {
  hand: readonly number[];
  yields: readonly number[];
  plans: readonly Plan[];
}

export function outlookOf(engine: Engine, state: State, seat: number): Outlook {
  const yields = yieldsOf(state, seat);
  const possible = possiblePlans(engine.places(state, seat), state, seat, yields);
  const plans = Object.entries(PLANS).map(([key, plan]) => ({ ...plan, key }));
  return {
    hand: state.row(HAND + RESOURCES * seat, RESOURCES),
    yields,
    plans: plans.filter(({ key }) => possible[key]),
  };
}

function possiblePlans(
  places: Places,
  state: State,
  seat: number,
  yields: readonly number[],
): Readonly<Record<string, boolean>> {
  const { small, words } = state;
  const settlements = words[SETTLEMENTS + 2 * seat]! | words[SETTLEMENTS + 2 * seat + 1]!;
  return {
    plan_city: small[CITIES_LEFT + seat]! > 0 && settlements !== 0n,
    plan_settlement: places.canSettle,
    plan_road: !places.canSettle && places.canPave && leadsSomewhere(places, state, seat, yields),
    plan_card: small[DECK_SIZE]! + small[QUEUE_SIZE]! > 0,
  };
}

/** Whether a road leads to a site where the seat could settle, or helps to win the longest road. */
function leadsSomewhere(places: Places, state: State, seat: number, yields: readonly number[]): boolean {
  const paths = places.lengths.flatMap((length, path) => (length > 0 ? [path] : []));
  if (state.small[SETTLEMENTS_LEFT + seat]! > 0 && paths.some((path) => roadGoal(state, seat, yields, path) !== null)) {
    return true;
  }
  return isRacing(state, seat) && paths.some((path) => lengthens(state, seat, places, path));
}

/** The cards that a hand lacks for a plan. */
export function lackFor({ hand }: Outlook, { cost }: Plan): number[] {
  return cost.map((need, resource) => Math.max(need - hand[resource]!, 0));
}

/** How many cards a hand lacks for a plan. */
export function missing(outlook: Outlook, plan: Plan): number {
  return lackFor(outlook, plan).reduce((sum, count) => sum + count, 0);
}

/** The preferred one of some plans that lack few cards. */
export function nearest(outlook: Outlook, plans: readonly Plan[]): Plan {
  const worth = (plan: Plan) => missing(outlook, plan) - plan.merit;
  return plans.reduce((best, plan) => (worth(plan) < worth(best) ? plan : best));
}

/** The cards that the plan does not need which a seat is closest to; cards that it never yields count more. */
export function spareOf({ hand, yields, plans }: Outlook): number[] {
  const lacking = ({ cost }: Plan, k: number) => Math.max(cost[k]! - hand[k]!, 0) * (yields[k] ? 1 : NEVER_ROLLED);
  const distance = (plan: Plan) => hand.reduce((sum, _, k) => sum + lacking(plan, k), 0) - plan.merit;
  const next = plans.length > 0 ? plans.reduce((best, plan) => (distance(plan) < distance(best) ? plan : best)) : null;
  return hand.map((held, k) => Math.max(held - (next?.cost[k] ?? 0), 0));
}
