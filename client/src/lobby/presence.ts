/** Who joined the room, who left and who is ready, in words. */

import type { Seat } from '../api/messages';
import { t } from '../i18n';

function people(seats: readonly Seat[]): Set<string> {
  return new Set(seats.filter((seat) => seat.kind === 'person' && seat.is_here && seat.name).map((seat) => seat.name));
}

function ready(seats: readonly Seat[]): Set<string> {
  return new Set(seats.filter((seat) => seat.kind === 'person' && seat.is_ready && seat.name).map((seat) => seat.name));
}

/** List who joined, who left, and who became ready. */
export function changesOf(before: readonly Seat[], now: readonly Seat[]): string[] {
  const [were, are] = [people(before), people(now)];
  return [
    ...[...are].filter((name) => !were.has(name)).map((name) => t('lobby.joined', { name })),
    ...[...were].filter((name) => !are.has(name)).map((name) => t('lobby.left', { name })),
    ...[...ready(now)].filter((name) => !ready(before).has(name)).map((name) => t('lobby.became_ready', { name })),
  ];
}
