/** Which places are next to each other, and in which direction, from the geometry of the drawing. */

import type { Geometry } from '../api/messages';
import { step, type Heading } from '../board/arrows';
import { spotOf as placeSpot, type Spot } from '../board/places';

export type Kind = 'hex' | 'site' | 'path';

/** A place of the island: a hex, a site (an intersection) or a path, by its number. */
export interface Place {
  kind: Kind;
  number: number;
}

/** Points of the compass, clockwise from north. */
export const COMPASS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Direction = (typeof COMPASS)[number];

/** The direction from one point of the drawing to another; y grows downwards. */
export function direction(from: Spot, to: Spot): Direction {
  const angle = Math.atan2(to[0] - from[0], from[1] - to[1]);
  return COMPASS[(Math.round(angle / (Math.PI / 4)) + 8) % 8]!;
}

/** A place next to another, and its direction. */
export interface Neighbour {
  place: Place;
  direction: Direction;
}

/** The neighbours of all places. */
export interface Adjacency {
  geometry: Geometry;
  hexSites: number[][];
  sitePaths: number[][];
  pathHexes: number[][];
  harborAt: Map<number, string>; // by site
}

export function isSame(one: Place, other: Place): boolean {
  return one.kind === other.kind && one.number === other.number;
}

/** Compute the neighbours from a geometry. */
export function adjacencyOf(geometry: Geometry): Adjacency {
  const hexSites = geometry.hexes.map(() => [] as number[]);
  geometry.site_hexes.forEach((hexes, site) => hexes.forEach((hex) => hexSites[hex]?.push(site)));
  const sitePaths = geometry.sites.map(() => [] as number[]);
  geometry.paths.forEach((ends, path) => ends.forEach((site) => sitePaths[site]?.push(path)));
  const pathHexes = geometry.paths.map(([a, b]) =>
    (geometry.site_hexes[a] ?? []).filter((hex) => (geometry.site_hexes[b] ?? []).includes(hex)),
  );
  const harborAt = new Map<number, string>();
  for (const [path, kind] of geometry.harbors) {
    for (const site of geometry.paths[path] ?? []) harborAt.set(site, kind);
  }
  return { geometry, hexSites, sitePaths, pathHexes, harborAt };
}

/** Where a place is in the drawing. */
function spotOf({ geometry }: Adjacency, { kind, number }: Place): Spot {
  return placeSpot(geometry, kind, number);
}

/** The other end of a path. */
export function otherEnd(adjacency: Adjacency, path: number, site: number): number {
  const [a, b] = adjacency.geometry.paths[path]!;
  return a === site ? b : a;
}

function places(kind: Kind, numbers: readonly number[]): Place[] {
  return numbers.map((number) => ({ kind, number }));
}

/** The places next to a place: of a hex its corners and neighbouring hexes; of a site its paths, the sites at their
 * ends and its hexes; of a path its ends and the hexes on both sides. */
function beside(adjacency: Adjacency, { kind, number }: Place): Place[] {
  if (kind === 'path') {
    return [...places('site', adjacency.geometry.paths[number]!), ...places('hex', adjacency.pathHexes[number]!)];
  }
  if (kind === 'site') {
    const paths = adjacency.sitePaths[number]!;
    const ends = paths.map((path) => otherEnd(adjacency, path, number));
    return [
      ...places('site', ends),
      ...places('hex', adjacency.geometry.site_hexes[number]!),
      ...places('path', paths),
    ];
  }
  const around = new Map<number, number>();
  for (const site of adjacency.hexSites[number]!) {
    for (const hex of adjacency.geometry.site_hexes[site]!) around.set(hex, (around.get(hex) ?? 0) + 1);
  }
  const hexes = [...around.keys()].filter((hex) => hex !== number && around.get(hex)! >= 2);
  return [...places('hex', hexes), ...places('site', adjacency.hexSites[number]!)];
}

/** The neighbours of a place, grouped by kind, clockwise from north. */
export function neighbours(adjacency: Adjacency, place: Place): Neighbour[] {
  const from = spotOf(adjacency, place);
  const found = beside(adjacency, place).map((other) => ({
    place: other,
    direction: direction(from, spotOf(adjacency, other)),
  }));
  const kinds = [...new Set(found.map((one) => one.place.kind))];
  return found.sort(
    (one, other) =>
      kinds.indexOf(one.place.kind) - kinds.indexOf(other.place.kind) ||
      COMPASS.indexOf(one.direction) - COMPASS.indexOf(other.direction),
  );
}

/** The place of the same kind that an arrow key leads to, or null. */
export function next(adjacency: Adjacency, { kind, number }: Place, heading: Heading): Place | null {
  const { hexes, sites, paths } = adjacency.geometry;
  const count = { hex: hexes.length, site: sites.length, path: paths.length }[kind];
  const spots = Array.from({ length: count }, (_, other) => spotOf(adjacency, { kind, number: other }));
  const found = step(spots, number, heading);
  return found === null ? null : { kind, number: found };
}
