/** Where things are in the drawing of the island. */

import type { Geometry } from '../api/messages';
import type { Where } from '../table/actions';

export type Spot = readonly [number, number];

/** The robber's offset from the token of its hex. */
export const ROBBER_SPOT: Spot = [31, 2];

/** The point at a fraction of the way between two points. */
export function along(from: Spot, to: Spot, part: number): Spot {
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
}

/** Both ends of a path, the left one first; of a vertical path, the upper one. */
export function pathEnds(geometry: Geometry, path: number): [Spot, Spot] {
  const [a, b] = geometry.paths[path]!;
  const [one, other] = [geometry.sites[a]!, geometry.sites[b]!];
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]) ? [one, other] : [other, one];
}

/** The centre of a place. */
export function spotOf(geometry: Geometry, where: Where, number: number): Spot {
  if (where === 'path') return along(...pathEnds(geometry, number), 0.5);
  return (where === 'hex' ? geometry.hexes : geometry.sites)[number]!;
}

/** Where a piece stands at a place: the robber beside the token of its hex. */
export function pieceSpot(geometry: Geometry, where: Where, number: number): Spot {
  const [x, y] = spotOf(geometry, where, number);
  return where === 'hex' ? [x + ROBBER_SPOT[0], y + ROBBER_SPOT[1]] : [x, y];
}

const SHORE: Spot = [72, 78]; // from the centre of a hex to the end of its shallows
const BUOY: Spot = [28, 28]; // from the centre of a harbor to its edge
const HARBOR_DISTANCE = 45; // from the coast to the centre of a harbor

/** The position of a harbor's buoy: off its coast path, away from the land. */
export function harborSpot(geometry: Geometry, path: number): Spot {
  const middle = spotOf(geometry, 'path', path);
  const far = (hex: Spot) => Math.hypot(hex[0] - middle[0], hex[1] - middle[1]);
  const land = geometry.hexes.reduce((best, hex) => (far(hex) < far(best) ? hex : best));
  return along(land, middle, 1 + HARBOR_DISTANCE / far(land));
}

/**
 * The part of the drawing that must be visible: the island with its shores and harbors, without the open sea around it.
 * If a frame of some aspect (width by height) has spare room, the land is as near to the centre as possible.
 */
export function islandBox(geometry: Geometry, aspect: number): [number, number, number, number] {
  const land = geometry.hexes.filter((_, hex) => geometry.terrain[hex] !== 'sea');
  if (land.length === 0) return geometry.view_box;
  const reach = [
    ...land.map((spot) => [spot, SHORE] as const),
    ...geometry.harbors.map(([path]) => [harborSpot(geometry, path), BUOY] as const),
  ];
  const edge = (axis: 0 | 1, side: 1 | -1) =>
    side * Math.max(...reach.map(([spot, extent]) => side * spot[axis] + extent[axis]));
  const middle = (axis: 0 | 1) => {
    const along = land.map((spot) => spot[axis]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  };
  const [wide, high] = [edge(0, 1) - edge(0, -1), edge(1, 1) - edge(1, -1)];
  const [left, width] = centred(edge(0, -1), wide, Math.max(wide, high * aspect), middle(0));
  const [top, height] = centred(edge(1, -1), high, Math.max(high, wide / aspect), middle(1));
  return [left, top, width, height];
}

/** Widen an interval so that a point is as near to its centre as possible. */
function centred(start: number, length: number, wanted: number, middle: number): [number, number] {
  return [Math.min(start, Math.max(start + length - wanted, middle - wanted / 2)), wanted];
}

/** A line along the middle part of a path, as an SVG path. */
export function lineOf(geometry: Geometry, path: number, from = 0.2, to = 0.8): string {
  const ends = pathEnds(geometry, path);
  const [start, end] = [along(...ends, from), along(...ends, to)];
  return `M${round(start)}L${round(end)}`;
}

function round(spot: Spot): string {
  return spot.map((part) => Math.round(part * 100) / 100).join(' ');
}

/** The outline of a hex around its centre, with rounded corners, scaled by a factor. */
export function hexOutline(scale = 1): string {
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2;
    return [55.5 * scale * Math.cos(angle), 55.5 * scale * Math.sin(angle)] as Spot;
  });
  const parts = corners.map((corner, i) => {
    const before = along(corner, corners[(i + 5) % 6]!, 0.126);
    const after = along(corner, corners[(i + 1) % 6]!, 0.126);
    return `${round(before)}Q${round(corner)} ${round(after)}`;
  });
  return `M${parts.join('L')}Z`;
}
