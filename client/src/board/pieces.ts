/** The pieces on the island, in drawing order. */

import type { Geometry, Snapshot, Seat } from '../api/messages';
import { seatStyleOf, type SeatStyle } from '../art/seatStyle';
import { spotOf, type Spot } from './places';

export interface Road {
  path: number;
  seat: number;
  seatStyle: SeatStyle;
}

export interface Building {
  site: number;
  seat: number;
  seatStyle: SeatStyle;
  isCity: boolean;
  spot: Spot;
}

/** The styles of all seats with pieces, neutral players included. */
export function seatStyles(snapshot: Snapshot, seats: readonly Seat[]): Map<number, SeatStyle> {
  const found = new Map<number, SeatStyle>();
  for (const { seat } of snapshot.seats) {
    found.set(seat, seatStyleOf(seats.find((one) => one.seat === seat)?.colour ?? '', seat));
  }
  for (const { seat } of snapshot.neutral) found.set(seat, seatStyleOf('', seat, true));
  return found;
}

export function roadsOf(snapshot: Snapshot, colours: Map<number, SeatStyle>): Road[] {
  return [...snapshot.seats, ...snapshot.neutral].flatMap(({ seat, roads }) =>
    roads.map((path) => ({ path, seat, seatStyle: colours.get(seat)! })),
  );
}

/** Settlements and cities, front ones last. */
export function buildingsOf(geometry: Geometry, snapshot: Snapshot, colours: Map<number, SeatStyle>): Building[] {
  const built = [...snapshot.seats, ...snapshot.neutral].flatMap(({ seat, settlements, cities }) => {
    const seatStyle = colours.get(seat)!;
    const stand = (isCity: boolean) => (site: number) => ({
      site,
      seat,
      seatStyle,
      isCity,
      spot: spotOf(geometry, 'site', site),
    });
    return [...settlements.map(stand(false)), ...cities.map(stand(true))];
  });
  return built.sort((a, b) => a.spot[1] - b.spot[1] || a.spot[0] - b.spot[0]);
}
