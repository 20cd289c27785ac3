/** The points of all seats over a game, as SVG lines. */

import type { Step } from '../api/messages';

export interface Line {
  seat: number;
  path: string; // an SVG path that goes up and down in steps
}

export interface Scale {
  width: number;
  height: number;
  last: number; // the last step
  most: number; // points at the top edge
}

/** The scale of a chart that holds all points. */
export function scaleOf(steps: readonly Step[], width: number, height: number): Scale {
  const points = steps.flatMap(({ snapshot }) => snapshot.seats.map((seat) => seat.points));
  return { width, height, last: Math.max(1, steps.length - 1), most: Math.max(1, ...points) };
}

export function xOf({ width, last }: Scale, at: number): number {
  return Math.round((10 * (at * width)) / last) / 10;
}

export function yOf({ height, most }: Scale, points: number): number {
  return Math.round(10 * (height - (points * height) / most)) / 10;
}

/** The step at an x position. */
export function stepAt({ width, last }: Scale, x: number): number {
  return Math.min(last, Math.max(0, Math.round((x * last) / width)));
}

/** A line for each seat; equal points are drawn next to each other. */
export function linesOf(steps: readonly Step[], scale: Scale, apart = 1.6): Line[] {
  const seats = steps[0]?.snapshot.seats ?? [];
  return seats.map(({ seat }, index) => {
    const shift = (index - (seats.length - 1) / 2) * apart;
    const points = steps.map(({ snapshot }) => snapshot.seats[index]?.points ?? 0);
    const height = (value: number) => yOf(scale, value) + shift;
    let path = `M0 ${height(points[0] ?? 0)}`;
    points.forEach((value, at) => {
      if (at > 0 && value !== points[at - 1]) path += `H${xOf(scale, at)}V${height(value)}`;
    });
    return { seat, path: `${path}H${scale.width}` };
  });
}
