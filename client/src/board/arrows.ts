/** Where the arrow keys lead, so that every place can be reached from every other one. */

import type { Spot } from './places';

export type Heading = 'left' | 'right' | 'up' | 'down';

const HEADINGS: Record<string, Heading> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** The direction of an arrow key, or null if it is another key. */
export function headingOf(key: string): Heading | null {
  return HEADINGS[key] ?? null;
}

/** Places in reading order, row by row. Sites of a row are 30 apart in height, rows of paths 45: 36 tells them apart. */
export function rows(spots: readonly Spot[], tall = 36): number[][] {
  const order = spots.map((_, number) => number).sort((a, b) => spots[a]![1] - spots[b]![1]);
  const found: number[][] = [];
  let last = -Infinity;
  for (const number of order) {
    const y = spots[number]![1];
    if (y - last > tall) found.push([]);
    found[found.length - 1]!.push(number);
    last = y;
  }
  return found.map((row) => row.sort((a, b) => spots[a]![0] - spots[b]![0]));
}

/**
 * The place that an arrow key leads to, or null: left and right go along the row, and at its end to the nearest place
 * further that way; up and down go to the next row, to the place most nearly above or below.
 */
export function step(spots: readonly Spot[], from: number, heading: Heading): number | null {
  const lines = rows(spots);
  const at = lines.findIndex((row) => row.includes(from));
  const by = heading === 'left' || heading === 'up' ? -1 : 1;
  const [x, y] = spots[from]!;
  if (heading === 'up' || heading === 'down') {
    return least(lines[at + by] ?? [], (other) => Math.abs(spots[other]![0] - x));
  }
  const row = lines[at]!;
  const further = spots.map((_, number) => number).filter((other) => by * (spots[other]![0] - x) >= 1);
  return (
    row[row.indexOf(from) + by] ?? least(further, (other) => Math.hypot(spots[other]![0] - x, spots[other]![1] - y))
  );
}

/** The number with the least measure, or null without numbers. */
function least(numbers: readonly number[], measure: (number: number) => number): number | null {
  return numbers.reduce<number | null>(
    (best, number) => (best === null || measure(number) < measure(best) ? number : best),
    null,
  );
}
