/** Who came to the room and who left it, in words. */

import { t } from '../i18n';
import type { Seat } from '../messages';

function people(seats: readonly Seat[]): Set<string> {
  return new Set(seats.filter((seat) => seat.kind === 'person' && seat.is_here && seat.name).map((seat) => seat.name));
}

/** Tell who is here that was not, and who has gone. */
export function changesOf(before: readonly Seat[], now: readonly Seat[]): string[] {
  const [were, are] = [people(before), people(now)];
  return [
    ...[...are].filter((name) => !were.has(name)).map((name) => t('lobby.came', { name })),
    ...[...were].filter((name) => !are.has(name)).map((name) => t('lobby.left', { name })),
  ];
}
