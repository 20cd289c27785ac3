/** The cards that an event moves, for the animation. Only what the viewer may know is shown. */

import type { Counts, Geometry, LogEntry, Snapshot, OfferView } from '../api/messages';
import { readCounts } from '../table/bundles';
import { actionOf } from '../table/events';

export type Place = { hex: number } | { seat: number } | 'bank' | 'deck';

/** One moving card; an unknown resource is null, as that of a development card. */
export interface Transfer {
  resource: string | null;
  card?: string; // the development card, '?' if it is not known
  from: Place;
  to: Place;
}

const MAX = 24; // cards moving at once

function cards(counts: Counts, from: Place, to: Place): Transfer[] {
  return Object.entries(counts).flatMap(([resource, count]) =>
    Array.from({ length: count }, () => ({ resource, from, to })),
  );
}

function hidden(count: number, from: Place, to: Place): Transfer[] {
  return Array.from({ length: Math.max(0, count) }, () => ({ resource: null, from, to }));
}

/** What production brought, from the hexes that the server names. */
function gained(geometry: Geometry, entry: LogEntry): Transfer[] {
  return Object.entries(entry.gains).flatMap(([name, counts]) => {
    const seat = Number(name);
    return Object.entries(counts).flatMap(([resource, count]) => {
      const hexes = (entry.gain_hexes[seat] ?? []).filter((hex) => geometry.resources[hex] === resource);
      return Array.from({ length: count }, (_, i): Transfer => {
        const hex = hexes[i % Math.max(1, hexes.length)];
        return { resource, from: hex === undefined ? 'bank' : { hex }, to: { seat } };
      });
    });
  });
}

function traded(one: number, other: number, offer: OfferView | null | undefined): Transfer[] {
  if (!offer) return [];
  return [...cards(offer.give, { seat: one }, { seat: other }), ...cards(offer.take, { seat: other }, { seat: one })];
}

/** What the bank gained was paid; free pieces change nothing. */
function paid(before: Snapshot, after: Snapshot, from: Place): Transfer[] {
  const more = Object.entries(after.bank).map(([name, count]) => [name, count - (before.bank[name] ?? 0)] as const);
  return cards(Object.fromEntries(more.filter(([, count]) => count > 0)), from, 'bank');
}

function handSize(snapshot: Snapshot, seat: number): number {
  return snapshot.seats.find((one) => one.seat === seat)?.hand_size ?? 0;
}

/** The cards that one event moves. */
export function transfers(geometry: Geometry, entry: LogEntry, before: Snapshot, after: Snapshot): Transfer[] {
  const seat = entry.seat ?? 0;
  const [word = '', ...rest] = actionOf(entry).split(' ');
  if (entry.is_undone) return [];
  return moved(geometry, entry, before, after, seat, word, rest).slice(0, MAX);
}

function moved(
  geometry: Geometry,
  entry: LogEntry,
  before: Snapshot,
  after: Snapshot,
  seat: number,
  word: string,
  rest: string[],
): Transfer[] {
  const own = { seat };
  switch (word) {
    case 'rolled':
      return gained(geometry, entry);
    case 'settle':
      return [...paid(before, after, own), ...gained(geometry, entry)];
    case 'road':
    case 'city':
    case 'buy':
      return paid(before, after, own);
    case 'bank': {
      const [give = '', take = ''] = rest.join(' ').split(' for ');
      return [...cards(readCounts(give), own, 'bank'), ...cards(readCounts(take), 'bank', own)];
    }
    case 'plenty':
      return cards(readCounts(rest.join(' ')), 'bank', own);
    case 'monopoly':
      return before.seats
        .filter((one) => one.seat !== seat)
        .flatMap((one) => {
          const count = Math.max(0, one.hand_size - handSize(after, one.seat));
          return cards({ [rest[0] ?? '']: count }, { seat: one.seat }, own);
        });
    case 'deal':
      return traded(seat, Number(rest[0]), before.offer);
    case 'take': {
      const proposal = before.proposals.find((one) => one.seat === Number(rest[0]));
      return traded(Number(rest[0]), seat, proposal);
    }
    case 'give': {
      const other = before.seats.find((one) => one.seat !== seat && handSize(after, one.seat) > one.hand_size);
      if (!other) return [];
      const to = { seat: other.seat };
      if (rest[0] === '?') return hidden(handSize(after, other.seat) - other.hand_size, own, to);
      return cards(readCounts(rest.join(' ')), own, to);
    }
    case 'discard':
      if (rest[0] === '?') return hidden(handSize(before, seat) - handSize(after, seat), own, 'bank');
      return cards(readCounts(rest.join(' ')), own, 'bank');
    default:
      return ofChance(word, rest);
  }
}

/** '0 stole wool from 2', '0 drew knight'. */
function ofChance(word: string, [what = '', card = '', , victim = '']: string[]): Transfer[] {
  const seat = { seat: Number(word) };
  if (what === 'stole' || what === 'took') {
    return [{ resource: card === '?' ? null : card, from: { seat: Number(victim) }, to: seat }];
  }
  return what === 'drew' ? [{ resource: null, card, from: 'deck', to: seat }] : [];
}
