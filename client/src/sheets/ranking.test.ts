import { expect, test } from 'vitest';

import { snapshot, seatView } from '../api/fixtures';
import { has } from '../i18n';
import { countOf, ranked, SOURCES } from './ranking';

const order = (winner: number | null, ...points: number[]) => {
  const seats = points.map((count, seat) => seatView(seat, { points: count }));
  return ranked(snapshot({ winner, seats })).map((seat) => seat.seat);
};

test('the winner comes first, then points and seats decide', () => {
  expect(order(2, 4, 9, 10, 9)).toEqual([2, 1, 3, 0]);
  expect(order(0, 10, 11, 3)).toEqual([0, 1, 2]); // points of others may be more: whoever is on turn wins
  expect(order(null, 5, 5, 7)).toEqual([2, 0, 1]);
});

test('the order of the table is left as it is', () => {
  const given = snapshot({ winner: 1, seats: [seatView(0), seatView(1)] });
  ranked(given);
  expect(given.seats.map((seat) => seat.seat)).toEqual([0, 1]);
});

test('every source of points has a name', () => {
  for (const source of SOURCES) expect(has(`end.${source}`)).toBe(true);
});

test('points can be told apart by source', () => {
  const seat = seatView(0, { settlements: [1], cities: [4, 9], road_length: 7, knights: 3, cards: { point: 2 } });
  expect(SOURCES.map((source) => countOf(seat, source))).toEqual([1, 2, 7, 3, 2]);
});
