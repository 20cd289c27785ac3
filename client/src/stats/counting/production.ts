/**
 * What the dice brought, by resource and by intersection, against what was to be expected.
 *
 * Expected is the average over all sums of each roll, with the buildings that stood and the robber where it stood, as if
 * the bank could always pay. What the robber kept back in a roll, and what the bank could not pay, are counted apart.
 */

import type { Geometry, Snapshot } from '../../api/messages';
import { RESOURCES } from '../../table/bundles';
import { type Gain, rankOf, totalsOf } from './odds';
import { chanceOf, type Roll, SUMS } from './plies';

export interface Yield {
  count: number; // cards that came
  expected: number;
  blocked: number; // cards that did not, because the robber stood there
  unpaid: number; // cards that did not, because the bank had too few
}

export interface SiteYield extends Yield {
  site: number;
}

export interface SeatYield extends Yield {
  seat: number;
  resources: Record<string, Yield>;
  sites: SiteYield[];
  rank: number | null; // in which part of all games the dice bring fewer cards; null where rolls depend on others
}

/** A building beside a hex that yields something. */
interface Claim {
  seat: number;
  site: number;
  hex: number;
  resource: string;
  cards: number;
}

const CITY_CARDS = 2;

/** Everything that buildings can bring. */
export function claimsOf({ seats }: Snapshot, { site_hexes, resources, pips }: Geometry): Claim[] {
  return seats.flatMap(({ seat, settlements, cities }) =>
    [...settlements.map((site) => [site, 1] as const), ...cities.map((site) => [site, CITY_CARDS] as const)].flatMap(
      ([site, cards]) =>
        (site_hexes[site] ?? []).flatMap((hex) =>
          resources[hex] && pips[hex] ? { seat, site, hex, resource: resources[hex], cards } : [],
        ),
    ),
  );
}

function nothing(): Yield {
  return { count: 0, expected: 0, blocked: 0, unpaid: 0 };
}

function cardsOf(claims: readonly Claim[]): number {
  return claims.reduce((sum, { cards }) => sum + cards, 0);
}

/** How many cards of a resource a seat got; `claims` are those that a roll pays to everybody. */
function paidOf({ before, after }: Roll, seat: number, resource: string, claims: readonly Claim[]): number {
  const [had, has] = [before, after].map(({ seats }) => seats.find((one) => one.seat === seat)!);
  const own = claims.filter((claim) => claim.seat === seat);
  const due = own.filter((claim) => claim.resource === resource);
  if (had!.hand && has!.hand) return Math.min(cardsOf(due), (has!.hand[resource] ?? 0) - (had!.hand[resource] ?? 0));
  // In an edition the kinds are hidden: what is missing is of a resource that the bank has run short of.
  const isShort = cardsOf(claims.filter((claim) => claim.resource === resource)) > (before.bank[resource] ?? 0);
  const missing = cardsOf(own) - (has!.hand_size - had!.hand_size);
  return cardsOf(due) - (isShort ? Math.min(missing, cardsOf(due)) : 0);
}

class Ledger {
  private readonly seats: readonly number[];
  private readonly geometry: Geometry;
  private readonly found: SeatYield[];
  private readonly gains: Gain[][][]; // by seat and roll

  constructor(seats: readonly number[], geometry: Geometry) {
    this.seats = seats;
    this.geometry = geometry;
    this.found = seats.map((seat) => ({
      seat,
      ...nothing(),
      resources: Object.fromEntries(RESOURCES.map((name) => [name, nothing()])),
      sites: [],
      rank: null,
    }));
    this.gains = seats.map(() => []);
  }

  add(roll: Roll): void {
    const claims = claimsOf(roll.before, this.geometry);
    const { tokens } = this.geometry;
    const isFree = ({ hex }: Claim) => hex !== roll.before.robber;
    for (const claim of claims) {
      this.count(claim, isFree(claim) ? { expected: claim.cards * chanceOf(roll, tokens[claim.hex]!) } : {});
    }
    const hit = claims.filter(({ hex }) => tokens[hex] === roll.sum);
    for (const claim of hit) if (!isFree(claim)) this.count(claim, { blocked: claim.cards });
    this.pay(roll, hit.filter(isFree));
    this.weigh(roll, claims.filter(isFree));
  }

  /** Count the cards that a roll brought; what the bank does not pay is missing at the last of a seat's claims. */
  private pay(roll: Roll, claims: readonly Claim[]): void {
    for (const seat of this.seats) {
      for (const resource of RESOURCES) {
        const due = claims.filter((claim) => claim.seat === seat && claim.resource === resource);
        let left = due.length ? paidOf(roll, seat, resource, claims) : 0;
        for (const claim of due) {
          const count = Math.min(left, claim.cards);
          left -= count;
          this.count(claim, { count, unpaid: claim.cards - count });
        }
      }
    }
  }

  /** What each seat could have got in a roll. */
  private weigh(roll: Roll, claims: readonly Claim[]): void {
    const { tokens } = this.geometry;
    this.seats.forEach((seat, index) => {
      const own = claims.filter((claim) => claim.seat === seat);
      const amount = (sum: number) => cardsOf(own.filter(({ hex }) => tokens[hex] === sum));
      this.gains[index]!.push(SUMS.map((sum) => ({ amount: amount(sum), chance: chanceOf(roll, sum) })));
    });
  }

  private count({ seat, site, resource }: Claim, more: Partial<Yield>): void {
    const one = this.found.find((found) => found.seat === seat)!;
    let at = one.sites.find((found) => found.site === site);
    if (!at) one.sites.push((at = { site, ...nothing() }));
    for (const ledger of [one, at, one.resources[resource]!]) {
      for (const [name, number] of Object.entries(more)) ledger[name as keyof Yield] += number;
    }
  }

  result(isIndependent: boolean): SeatYield[] {
    return this.found.map((one, index) => ({
      ...one,
      rank: isIndependent ? rankOf(totalsOf(this.gains[index]!), one.count + one.unpaid) : null,
    }));
  }
}

/** Count what the rolls of a game brought everybody. */
export function productionOf(rolls: readonly Roll[], seats: readonly number[], geometry: Geometry): SeatYield[] {
  const ledger = new Ledger(seats, geometry);
  for (const roll of rolls) ledger.add(roll);
  return ledger.result(rolls.every(({ step }) => !step.weights));
}
