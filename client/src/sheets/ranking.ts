/** The final ranking, with the sources of points. */

import type { Snapshot, SeatView } from '../api/messages';

/** The sources of points, in the order of the table's columns. */
export const SOURCES = ['settlements', 'cities', 'longest_road', 'largest_army', 'point_cards'] as const;

/** All seats: the winner first, then by points and seat. */
export function ranked(snapshot: Snapshot): SeatView[] {
  const isWinner = (seat: SeatView) => Number(seat.seat === snapshot.winner);
  return [...snapshot.seats].sort((a, b) => isWinner(b) - isWinner(a) || b.points - a.points || a.seat - b.seat);
}

/** How many things a source counts: pieces, roads in a row, knights, cards. */
export function countOf(seat: SeatView, source: (typeof SOURCES)[number]): number {
  return {
    settlements: seat.settlements.length,
    cities: seat.cities.length,
    longest_road: seat.road_length,
    largest_army: seat.knights,
    point_cards: seat.cards?.['point'] ?? 0,
  }[source];
}
