import { describe, expect, test } from 'vitest';

import { headingOf, rows, step, type Heading } from './arrows';
import type { Spot } from './places';

const HEADINGS: Heading[] = ['left', 'right', 'up', 'down'];

/** The places of an island of the base game: hexes, sites and the middles of paths. */
function island(): Record<'hexes' | 'sites' | 'paths', Spot[]> {
  const hexes: Spot[] = [3, 4, 5, 4, 3].flatMap((count, row) =>
    Array.from({ length: count }, (_, at): Spot => [104 * (at - (count - 1) / 2), 90 * (row - 2)]),
  );
  const sites = new Map<string, Spot>();
  const paths = new Map<string, Spot>();
  for (const [x, y] of hexes) {
    for (const [dx, dy] of [
      [0, -60],
      [52, -30],
      [52, 30],
      [0, 60],
      [-52, 30],
      [-52, -30],
    ] as const) {
      sites.set(`${x + dx} ${y + dy}`, [x + dx, y + dy]);
    }
    for (const [dx, dy] of [
      [26, -45],
      [52, 0],
      [26, 45],
      [-26, 45],
      [-52, 0],
      [-26, -45],
    ] as const) {
      paths.set(`${x + dx} ${y + dy}`, [x + dx, y + dy]);
    }
  }
  return { hexes, sites: [...sites.values()], paths: [...paths.values()] };
}

/** Whether the arrow keys lead from each place to all the others. */
function areAllReached(spots: readonly Spot[]): boolean {
  const leads = spots.map((_, place) => HEADINGS.map((heading) => step(spots, place, heading)));
  return spots.every((_, start) => {
    const seen = new Set([start]);
    for (const place of seen) leads[place]!.forEach((next) => next !== null && seen.add(next));
    return seen.size === spots.length;
  });
}

/** A repeatable choice of some of the places. */
function some(spots: readonly Spot[], seed: number): Spot[] {
  let state = seed;
  const share = (seed % 9) + 1;
  return spots.filter(() => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648 < share / 10;
  });
}

describe('arrow keys', () => {
  const { hexes, sites, paths } = island();

  test('an island of the base game has its numbers of places', () => {
    expect([hexes.length, sites.length, paths.length]).toEqual([19, 54, 72]);
    expect([hexes, sites, paths].map((spots) => rows(spots).length)).toEqual([5, 6, 11]);
  });

  test('reach every place from every other one, whichever can be chosen', () => {
    for (const spots of [hexes, sites, paths]) {
      for (let seed = 1; seed <= 90; seed += 1) expect(areAllReached(some(spots, seed))).toBe(true);
    }
  });

  test('reach both of two choices at one place', () => {
    const both: Spot[] = [
      [0, 0],
      [0, 0],
      [0, 84],
    ];
    expect(areAllReached(both)).toBe(true);
  });

  test('lead along a row, and up and down to the next one', () => {
    const row = [
      [0, 0],
      [96, 0],
      [48, 84],
      [192, 168],
    ] as const;
    expect(HEADINGS.map((heading) => step(row, 0, heading))).toEqual([null, 1, null, 2]);
    expect(HEADINGS.map((heading) => step(row, 1, heading))).toEqual([0, 3, null, 2]);
    expect(HEADINGS.map((heading) => step(row, 3, heading))).toEqual([2, null, 2, null]);
  });

  test('are the four arrow keys', () => {
    expect(headingOf('ArrowUp')).toBe('up');
    expect(headingOf('Enter')).toBe(null);
  });
});
