import { expect, it } from 'vitest';

import { corner, dots, PICTURES, viewBox, type Corner, type Picture } from './figures';

const rounded = (at: Corner) =>
  corner(at)
    .map((value) => Math.round(value))
    .join(' ');

it('knows the corners that hexes share', () => {
  expect(rounded([0, 0, 2])).toBe(rounded([1, 0, 4]));
  expect(rounded([0, 0, 2])).toBe(rounded([0, 1, 0]));
});

it('counts how often a number is rolled', () => {
  expect([2, 3, 6, 8, 11, 12].map(dots)).toEqual([1, 2, 5, 5, 2, 1]);
});

it('draws five roads in a row', () => {
  const { roads } = PICTURES.road;
  for (let at = 1; at < roads.length; at += 1) {
    const [column, row, number] = roads[at - 1]!.at;
    expect(rounded([column!, row!, (number! + 1) % 6])).toBe(rounded(roads[at]!.at as Corner));
  }
});

it('marks the corners next to a settlement as not allowed, and no others', () => {
  const { settlements, barred, free } = PICTURES.founding as Required<Pick<Picture, 'settlements' | 'barred' | 'free'>>;
  const [x, y] = corner(settlements[0]!.at);
  const away = (at: Corner) => Math.round(Math.hypot(corner(at)[0] - x, corner(at)[1] - y));
  expect(barred.map(away)).toEqual([40, 40, 40]);
  expect(free.every((at) => away(at) > 60)).toBe(true);
  expect(viewBox(PICTURES.founding as Picture).split(' ')).toHaveLength(4);
});
