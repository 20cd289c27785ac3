import { describe, expect, it } from 'vitest';

import type { Geometry } from '../api/messages';
import { direction, adjacencyOf, neighbours, next } from './adjacency';

/** Two hexes side by side: a west one (0) with sites 0-5 clockwise from its top, an east one (1) sharing two of them. */
const TWO: Geometry = {
  view_box: [-100, -100, 300, 200],
  hexes: [
    [0, 0],
    [96, 0],
  ],
  sites: [
    [0, -56],
    [48, -28],
    [48, 28],
    [0, 56],
    [-48, 28],
    [-48, -28],
    [96, -56],
    [144, -28],
    [144, 28],
    [96, 56],
  ],
  paths: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 0],
    [1, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [9, 2],
  ],
  terrain: ['fields', 'desert'],
  resources: ['grain', null],
  tokens: [8, 0],
  pips: [5, 0],
  harbors: [[4, 'wool']],
  site_hexes: [[0], [0, 1], [0, 1], [0], [0], [0], [1], [1], [1], [1]],
};
const adjacency = adjacencyOf(TWO);
const site = (number: number) => ({ kind: 'site' as const, number });

describe('adjacency', () => {
  it('names directions by the compass', () => {
    expect(direction([0, 0], [0, -9])).toBe('n');
    expect(direction([0, 0], [9, 0])).toBe('e');
    expect(direction([0, 0], [-9, 8])).toBe('sw');
  });

  it('knows the corners of a hex and the hexes of a path', () => {
    expect(adjacency.hexSites[1]).toEqual([1, 2, 6, 7, 8, 9]);
    expect(adjacency.pathHexes[1]).toEqual([0, 1]);
    expect(adjacency.pathHexes[4]).toEqual([0]);
  });

  it('opens a harbor to both ends of its path', () => {
    expect([...adjacency.harborAt]).toEqual([
      [4, 'wool'],
      [5, 'wool'],
    ]);
  });

  it('leads from a hex to the land beside it, then to its corners', () => {
    const found = neighbours(adjacency, { kind: 'hex', number: 0 });
    expect(found[0]).toEqual({ place: { kind: 'hex', number: 1 }, direction: 'e' });
    expect(found.slice(1).map((one) => one.place)).toContainEqual(site(3));
    expect(found).toHaveLength(7);
  });

  it('leads from a site to sites, hexes and paths', () => {
    const kinds = neighbours(adjacency, site(1)).map((one) => one.place.kind);
    expect(kinds).toEqual(['site', 'site', 'site', 'hex', 'hex', 'path', 'path', 'path']);
  });

  it('arrow keys lead to places of the same kind', () => {
    expect(next(adjacency, site(1), 'down')).toEqual(site(2));
    expect(next(adjacency, site(1), 'right')).toEqual(site(6));
    expect(next(adjacency, { kind: 'hex', number: 1 }, 'left')).toEqual({ kind: 'hex', number: 0 });
    expect(next(adjacency, { kind: 'hex', number: 1 }, 'right')).toBeNull();
  });
});
