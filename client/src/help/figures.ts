/** Pictures of a few hexes with pieces, and those of the help page. */

export type Resource = 'brick' | 'lumber' | 'wool' | 'grain' | 'ore';

/** A hex by its column and row; rows are shifted by half a hex. */
export interface Hex {
  at: [number, number];
  resource: Resource | 'desert';
  token: number; // 0: none
  isStill?: boolean; // produces nothing
}

/** A corner of a hex: 0 is at the top, then clockwise. */
export type Corner = [column: number, row: number, corner: number];

export interface Picture {
  hexes: Hex[];
  settlements?: { at: Corner; colour: string }[];
  cities?: { at: Corner; colour: string }[];
  roads?: { at: Corner; colour: string; number?: number }[]; // from that corner to the next one clockwise
  free?: Corner[]; // where building is allowed
  barred?: Corner[]; // where building is not allowed
  openPaths?: Corner[]; // where a road is allowed: from that corner to the next one clockwise
  closedPaths?: Corner[]; // where it is not
  harbors?: { at: Corner; resource?: Resource }[]; // at the path from that corner to the next one clockwise; 3:1 without a resource
  robber?: [number, number];
}

export const RADIUS = 40;
const HALF_WIDTH = RADIUS * Math.cos(Math.PI / 6);
const SIGN = 22; // half the width of a harbor's sign, with some space

export function centre([column, row]: readonly [number, number]): [number, number] {
  return [HALF_WIDTH * (2 * column + row), 1.5 * RADIUS * row];
}

export function corner([column, row, number]: Corner): [number, number] {
  const [x, y] = centre([column, row]);
  const angle = (Math.PI / 3) * number - Math.PI / 2;
  return [x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle)];
}

/** The middle of the path from a corner to the next one clockwise. */
export function middle([column, row, number]: Corner): [number, number] {
  const [[ax, ay], [bx, by]] = [corner([column, row, number]), corner([column, row, (number + 1) % 6])];
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** Where the sign of a harbor is: off the coast, beside its path. */
export function offshore(at: Corner): [number, number] {
  const [[x, y], [mx, my]] = [centre([at[0], at[1]]), middle(at)];
  return [mx + (mx - x) * 0.72, my + (my - y) * 0.72];
}

/** The outline of a hex. */
export function outline(at: readonly [number, number], scale = 1): string {
  const [x, y] = centre(at);
  const points = [0, 1, 2, 3, 4, 5].map((number) => corner([at[0], at[1], number]));
  return points.map(([px, py]) => `${x + (px - x) * scale},${y + (py - y) * scale}`).join(' ');
}

/** The view box that contains all hexes and harbors. */
export function viewBox({ hexes, harbors = [] }: Picture, margin = 22): string {
  const boxes = [
    ...hexes.map(({ at }) => [...centre(at), HALF_WIDTH + margin, RADIUS + margin] as const),
    ...harbors.map(({ at }) => [...offshore(at), SIGN, SIGN] as const),
  ];
  const left = Math.min(...boxes.map(([x, , width]) => x - width));
  const top = Math.min(...boxes.map(([, y, , height]) => y - height));
  const width = Math.max(...boxes.map(([x, , width]) => x + width)) - left;
  const height = Math.max(...boxes.map(([, y, , height]) => y + height)) - top;
  return [left, top, width, height].map((value) => value.toFixed(1)).join(' ');
}

/** How many of the 36 rolls of two dice give a number: the dots on its token. */
export function dots(token: number): number {
  return 6 - Math.abs(7 - token);
}

const around = (column: number, row: number, corners: number[]): Corner[] =>
  corners.map((number) => [column, row, number]);

export const PICTURES = {
  harvest: {
    hexes: [
      { at: [0, 0], resource: 'grain', token: 8 },
      { at: [1, 0], resource: 'lumber', token: 5 },
      { at: [0, 1], resource: 'wool', token: 10 },
    ],
    settlements: [{ at: [0, 0, 2], colour: 'blue' }],
    cities: [{ at: [0, 0, 5], colour: 'red' }],
    roads: [{ at: [0, 0, 2], colour: 'blue' }],
  },
  founding: {
    hexes: [
      { at: [0, 0], resource: 'ore', token: 9 },
      { at: [1, 0], resource: 'brick', token: 4 },
    ],
    settlements: [{ at: [0, 0, 1], colour: 'blue' }],
    roads: [{ at: [0, 0, 1], colour: 'blue' }],
    barred: [
      [0, 0, 0],
      [0, 0, 2],
      [1, 0, 0],
    ],
    free: [...around(0, 0, [3, 4, 5]), ...around(1, 0, [1, 2, 3])],
  },
  robber: {
    hexes: [
      { at: [0, 0], resource: 'brick', token: 6, isStill: true },
      { at: [1, 0], resource: 'grain', token: 3 },
    ],
    settlements: [
      { at: [0, 0, 5], colour: 'orange' },
      { at: [0, 0, 3], colour: 'red' },
    ],
    robber: [0, 0],
  },
  road: {
    hexes: [
      { at: [0, 0], resource: 'wool', token: 11 },
      { at: [1, 0], resource: 'ore', token: 5 },
    ],
    settlements: [{ at: [0, 0, 4], colour: 'blue' }],
    roads: [
      { at: [0, 0, 4], colour: 'blue', number: 1 },
      { at: [0, 0, 5], colour: 'blue', number: 2 },
      { at: [0, 0, 0], colour: 'blue', number: 3 },
      { at: [1, 0, 5], colour: 'blue', number: 4 },
      { at: [1, 0, 0], colour: 'blue', number: 5 },
    ],
  },
} satisfies Record<string, Picture>;
