/** The development cards of a hand. */

import type { SeatView } from '../api/messages';
import { t } from '../i18n';

const CARDS = ['knight', 'roadbuilding', 'plenty', 'monopoly', 'point'];

export interface Held {
  name: string;
  count: number;
  fresh: number; // bought in this turn
}

/** The cards that a seat holds, by kind. */
export function developmentOf(own: SeatView | null): Held[] {
  return CARDS.map((name) => ({ name, count: own?.cards?.[name] ?? 0, fresh: own?.fresh?.[name] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
}

/** The name of a card, with the words that are seen on it: people who speak to their computer say these. */
export function spokenName(card: string): string {
  const [name, short] = [t(`names.${card}`), t(`hand.${card}_short`)];
  const words = (text: string) => ` ${text.toLowerCase()} `;
  return words(name).includes(words(short)) ? name : `${short} (${name})`;
}
