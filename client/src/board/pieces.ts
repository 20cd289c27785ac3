/** What stands on the island, in the order in which it is drawn. */

import type { Geometry, Look, Seat } from '../api/messages';
import { liveryOf, type Livery } from '../art/seatStyle';
import { spotOf, type Spot } from './places';

export interface Road {
  path: number;
  seat: number;
  livery: Livery;
}

export interface Building {
  site: number;
  seat: number;
  livery: Livery;
  isCity: boolean;
  spot: Spot;
}

/** The liveries of all that have pieces, neutral players included. */
export function liveries(look: Look, seats: readonly Seat[]): Map<number, Livery> {
  const found = new Map<number, Livery>();
  for (const { seat } of look.seats) {
    found.set(seat, liveryOf(seats.find((one) => one.seat === seat)?.colour ?? '', seat));
  }
  for (const { seat } of look.neutral) found.set(seat, liveryOf('', seat, true));
  return found;
}

export function roadsOf(look: Look, colours: Map<number, Livery>): Road[] {
  return [...look.seats, ...look.neutral].flatMap(({ seat, roads }) =>
    roads.map((path) => ({ path, seat, livery: colours.get(seat)! })),
  );
}

/** Settlements and cities, those in the front last. */
export function buildingsOf(geometry: Geometry, look: Look, colours: Map<number, Livery>): Building[] {
  const built = [...look.seats, ...look.neutral].flatMap(({ seat, settlements, cities }) => {
    const livery = colours.get(seat)!;
    const stand = (isCity: boolean) => (site: number) => ({
      site,
      seat,
      livery,
      isCity,
      spot: spotOf(geometry, 'site', site),
    });
    return [...settlements.map(stand(false)), ...cities.map(stand(true))];
  });
  return built.sort((a, b) => a.spot[1] - b.spot[1] || a.spot[0] - b.spot[0]);
}
