/** How a seat looks: its colour, its mark and the ink of the mark. */

import { SEAT_COLORS, SEAT_NAMES } from './shapes';

export interface SeatStyle {
  color: string;
  mark: number;
  ink: string;
}

const DARK = '#231f20';
const PALE = '#ffffff';
const STONE = '#8d897f';
const DARK_INK = new Set([1, 2]); // orange and white take dark marks

/** Mix two colours half and half; a neutral player's colour has faded to stone. */
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

/** Give the seatStyle of a colour's name; a colour that is not known gets that of the seat. */
export function seatStyleOf(colour: string, seat: number, isNeutral = false): SeatStyle {
  const found = SEAT_NAMES.findIndex((name) => name.toLowerCase() === colour.toLowerCase());
  const index = found >= 0 ? found : seat % SEAT_COLORS.length;
  const color = SEAT_COLORS[index] ?? STONE;
  return { color: isNeutral ? faded(color) : color, mark: index, ink: DARK_INK.has(index) ? DARK : PALE };
}
