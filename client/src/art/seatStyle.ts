/** The style of a seat: its colour, its mark and the colour of the mark. */

import { SEAT_COLORS, SEAT_NAMES } from './shapes';

export interface SeatStyle {
  color: string;
  mark: number;
  ink: string;
}

const DARK = '#231f20';
const PALE = '#ffffff';
const STONE = '#8d897f';
const DARK_INK = new Set([1, 2]); // orange and white have dark marks

/** Fade a colour towards stone, for neutral players. */
function faded(color: string): string {
  const parts = [1, 3, 5].map((i) => {
    const one = parseInt(color.slice(i, i + 2), 16);
    const other = parseInt(STONE.slice(i, i + 2), 16);
    return Math.round(one + 0.55 * (other - one))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** The style of a colour's name; an unknown colour gets the default of the seat. */
export function seatStyleOf(colour: string, seat: number, isNeutral = false): SeatStyle {
  const found = SEAT_NAMES.findIndex((name) => name.toLowerCase() === colour.toLowerCase());
  const index = found >= 0 ? found : seat % SEAT_COLORS.length;
  const color = SEAT_COLORS[index] ?? STONE;
  return { color: isNeutral ? faded(color) : color, mark: index, ink: DARK_INK.has(index) ? DARK : PALE };
}
