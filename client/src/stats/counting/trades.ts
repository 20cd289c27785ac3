/** The trades of a game and their balance, in cards and by how rare each resource is on the island. */

import type { Geometry } from '../../api/messages';
import { type Counts, readCounts, RESOURCES, total } from '../../table/bundles';
import type { Play } from './plies';

/** A trade as one of its two sides sees it. */
export interface Trade {
  at: number;
  seat: number;
  partner: number | null; // null for the bank
  give: Counts;
  take: Counts;
}

/** All trades of a seat with another one, or with the bank at one rate. */
export interface Balance {
  seat: number;
  partner: number | null;
  rate: number | null; // cards for one of the bank's
  trades: number;
  given: Counts;
  got: Counts;
  cards: number; // got - given
  value: number; // the same, each card by how rare its resource is
}

/** What a card of each resource is worth: 1 on average, more where fewer rolls bring it. */
export function valuesOf({ resources, pips }: Geometry): Counts {
  const sums = RESOURCES.map((name) => pips.reduce((sum, one, hex) => (resources[hex] === name ? sum + one : sum), 0));
  const mean = sums.reduce((all, one) => all + one, 0) / RESOURCES.length;
  return Object.fromEntries(RESOURCES.map((name, index) => [name, sums[index] ? mean / sums[index]! : 1]));
}

/** What a ply exchanges, as its actor sees it; null where it is no trade. */
function tradeIn({ at, seat, kind, words, before }: Play): Trade | null {
  if (seat === null) return null;
  if (kind === 'bank') {
    const [give = '', take = ''] = words.join(' ').split(' for ');
    return { at, seat, partner: null, give: readCounts(give), take: readCounts(take) };
  }
  const partner = Number(words[0]);
  if (kind === 'deal' && before.offer) return { at, seat, partner, give: before.offer.give, take: before.offer.take };
  const proposal = kind === 'take' ? before.proposals.find((one) => one.seat === partner) : undefined;
  return proposal ? { at, seat, partner, give: proposal.take, take: proposal.give } : null;
}

/** List the trades; one between players is there for both. */
export function tradesOf(plays: readonly Play[]): Trade[] {
  return plays.flatMap((play) => {
    const trade = tradeIn(play);
    if (!trade) return [];
    const { at, seat, partner, give, take } = trade;
    return partner === null ? [trade] : [trade, { at, seat: partner, partner: seat, give: take, take: give }];
  });
}

function added(some: Counts, more: Counts): Counts {
  return Object.fromEntries(RESOURCES.map((name) => [name, (some[name] ?? 0) + (more[name] ?? 0)]));
}

/** Sum up trades by seat and partner, those with the bank by their rate. */
export function balancesOf(trades: readonly Trade[], values: Counts): Balance[] {
  const found = new Map<string, Balance>();
  const worth = (counts: Counts) => RESOURCES.reduce((sum, name) => sum + (counts[name] ?? 0) * values[name]!, 0);
  for (const { seat, partner, give, take } of trades) {
    const rate = partner === null ? total(give) / total(take) : null;
    const key = `${seat} ${partner} ${rate}`;
    const one = found.get(key) ?? { seat, partner, rate, trades: 0, given: {}, got: {}, cards: 0, value: 0 };
    found.set(key, {
      ...one,
      trades: one.trades + 1,
      given: added(one.given, give),
      got: added(one.got, take),
      cards: one.cards + total(take) - total(give),
      value: one.value + worth(take) - worth(give),
    });
  }
  return [...found.values()].sort((a, b) => a.seat - b.seat || order(a) - order(b));
}

/** Players first, then the bank, the best rate first. */
function order({ partner, rate }: Balance): number {
  return partner ?? 10 + (rate ?? 0);
}
