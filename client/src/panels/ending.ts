/** How a game ended: everybody by points, with where the points come from. */

import type { Look, SeatView } from '../messages';

/** The sources of points, in the order of the table. */
export const SOURCES = ['settlements', 'cities', 'longest_road', 'largest_army', 'point_cards'] as const;

/** Everybody, the winner first, then by points and seats. */
export function ranked(look: Look): SeatView[] {
  const isWinner = (seat: SeatView) => Number(seat.seat === look.winner);
  return [...look.seats].sort((a, b) => isWinner(b) - isWinner(a) || b.points - a.points || a.seat - b.seat);
}
