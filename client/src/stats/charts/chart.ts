/** Numbers of all seats over a game, as SVG lines. */

import type { Step } from '../../api/messages';

/** A seat's number at each step. */
export interface Series {
  seat: number;
  values: readonly number[];
}

export interface Line {
  seat: number;
  path: string; // an SVG path that goes up and down in steps
}

export interface Scale {
  width: number;
  height: number;
  last: number; // the last step
  most: number; // the number at the top edge
}

/** Everyone's points at each step. */
export function pointsOf(steps: readonly Step[]): Series[] {
  const seats = steps[0]?.snapshot.seats ?? [];
  return seats.map(({ seat }, index) => ({
    seat,
    values: steps.map(({ snapshot }) => snapshot.seats[index]?.points ?? 0),
  }));
}

/** The scale of a chart that holds all numbers. */
export function scaleOf(series: readonly Series[], width: number, height: number): Scale {
  const most = series.reduce((found, { values }) => Math.max(found, ...values), 1);
  return { width, height, last: Math.max(1, (series[0]?.values.length ?? 0) - 1), most };
}

export function xOf({ width, last }: Scale, at: number): number {
  return Math.round((10 * (at * width)) / last) / 10;
}

export function yOf({ height, most }: Scale, value: number): number {
  return Math.round(10 * (height - (value * height) / most)) / 10;
}

/** The step at an x position. */
export function stepAt({ width, last }: Scale, x: number): number {
  return Math.min(last, Math.max(0, Math.round((x * last) / width)));
}

/** A line for each seat; equal numbers are drawn next to each other. */
export function linesOf(series: readonly Series[], scale: Scale, apart = 1.6): Line[] {
  return series.map(({ seat, values }, index) => {
    const shift = (index - (series.length - 1) / 2) * apart;
    const height = (value: number) => Math.round(10 * (yOf(scale, value) + shift)) / 10;
    let path = `M0 ${height(values[0] ?? 0)}`;
    values.forEach((value, at) => {
      if (at > 0 && value !== values[at - 1]) path += `H${xOf(scale, at)}V${height(value)}`;
    });
    return { seat, path: `${path}H${scale.width}` };
  });
}

/** Ascending x positions moved so that they are `least` apart, as far as there is room. */
export function apart(xs: readonly number[], least: number, width: number): number[] {
  const placed: number[] = [];
  for (const x of xs) placed.push(Math.max(x, (placed.at(-1) ?? -Infinity) + least));
  for (let number = placed.length - 1; number >= 0; number--) {
    const most = number === placed.length - 1 ? width : placed[number + 1]! - least;
    placed[number] = Math.min(placed[number]!, most);
  }
  return placed;
}
