import { expect, it } from 'vitest';

import type { Step } from '../../api/messages';
import { apart, linesOf, pointsOf, scaleOf, stepAt } from './chart';

function step(...points: number[]): Step {
  return { snapshot: { seats: points.map((one, seat) => ({ seat, points: one })) } } as unknown as Step;
}

const POINTS = pointsOf([step(2, 2), step(2, 3), step(2, 3), step(2, 3), step(4, 3)]);

it('draws points in steps, from edge to edge', () => {
  const scale = scaleOf(POINTS, 100, 40);
  expect(scale).toMatchObject({ last: 4, most: 4 });
  expect(linesOf(POINTS, scale, 0).map((line) => line.path)).toEqual(['M0 20H100V0H100', 'M0 20H25V10H100']);
});

it('keeps lines of equal points apart', () => {
  const [one, other] = linesOf(POINTS, scaleOf(POINTS, 100, 40), 2);
  expect(one!.path.startsWith('M0 19')).toBe(true);
  expect(other!.path.startsWith('M0 21')).toBe(true);
});

it('finds the step at a position', () => {
  const scale = scaleOf(POINTS, 100, 40);
  expect([-5, 0, 26, 99, 400].map((x) => stepAt(scale, x))).toEqual([0, 0, 1, 4, 4]);
});

it('draws a game with a single step', () => {
  const points = pointsOf([step(0, 0)]);
  expect(linesOf(points, scaleOf(points, 100, 40), 0)[0]!.path).toBe('M0 40H100');
});

it('marks that are close are moved apart, within the chart', () => {
  expect(apart([0, 50, 55, 100], 10, 100)).toEqual([0, 50, 60, 100]);
  expect(apart([90, 99, 100], 10, 100)).toEqual([80, 90, 100]);
  expect(apart([], 10, 100)).toEqual([]);
});
