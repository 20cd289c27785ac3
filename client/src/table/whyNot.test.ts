import { expect, test } from 'vitest';

import { geometry, look, seatView } from '../api/fixtures';
import { actionToAsk } from './whyNot';

const asked = (kind: string, given = look()) => actionToAsk(kind, geometry, given, 0);

test('a city is asked about at one of your settlements', () => {
  expect(asked('city', look({ seats: [seatView(0, { settlements: [2] }), seatView(1)] }))).toBe('city 2');
  expect(asked('city', look({ seats: [seatView(0, { cities: [3] }), seatView(1)] }))).toBe('city 3');
  expect(asked('city')).toBe('city 0');
});

test('a settlement is asked about at the end of a road, else at a free site', () => {
  const seats = [seatView(0, { roads: [0], settlements: [0] }), seatView(1)];
  expect(asked('settle', look({ seats }))).toBe('settle 1');
  expect(asked('settle', look({ seats: [seatView(0), seatView(1, { settlements: [0], cities: [1] })] }))).toBe(
    'settle 2',
  );
  const neutral = [seatView(2, { settlements: [0] })];
  expect(asked('settle', look({ neutral }))).toBe('settle 1');
});

test('a road is asked about next to your own, else on a free path', () => {
  const seats = [seatView(0, { roads: [0] }), seatView(1, { roads: [1] })];
  expect(asked('road', look({ seats }))).toBe('road 2');
  expect(asked('road', look({ seats: [seatView(0), seatView(1, { roads: [0, 1] })] }))).toBe('road 2');
  expect(asked('road', look({ seats: [seatView(0, { roads: [0, 1, 2] }), seatView(1)] }))).toBe('road 0');
});

test('trades and cards are asked about by an example', () => {
  expect(asked('trade')).toBe('offer 1 ore for 1 wool to 1');
  expect(asked('bank')).toBe('bank 4 ore for 1 wool');
  expect(asked('plenty')).toBe('plenty 1 ore 1 wool');
  expect(asked('monopoly')).toBe('monopoly ore');
});

test('anything else is asked about as it is', () => {
  expect(asked('end')).toBe('end');
  expect(asked('bank 3 brick for 1 ore')).toBe('bank 3 brick for 1 ore');
});
