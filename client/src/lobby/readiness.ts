/** Whether a game can start, and what it waits for, in words. */

import type { Room, Seat } from '../api/messages';
import { colourName, formatList, t } from '../i18n';

export interface Readiness {
  canBegin: boolean; // whether the server lets the host start
  isComplete: boolean; // whether everybody is here and ready
  text: string;
}

function names(seats: readonly Seat[]): string {
  return formatList(seats.map((seat) => seat.name || colourName(seat.colour)));
}

/** The people who must be ready: everyone seated but the host, who starts the game. */
export function guestsOf(room: Room): Seat[] {
  return room.seats.filter((seat) => seat.kind === 'person' && seat.seat !== room.host);
}

/** What the start waits for; the first thing only. */
export function readinessOf(room: Room): Readiness {
  const open = room.seats.filter((seat) => seat.kind === 'open').length;
  if (open > 0)
    return {
      canBegin: false,
      isComplete: false,
      text: t(room.is_host ? 'lobby.start_waits_host' : 'lobby.start_waits', { count: open }),
    };
  if (room.settings.is_hotseat) return { canBegin: true, isComplete: true, text: t('lobby.all_ready') };
  const away = guestsOf(room).filter((seat) => !seat.is_here);
  if (away.length > 0) {
    const text = t('lobby.waits_away', { names: names(away), count: away.length });
    return { canBegin: true, isComplete: false, text };
  }
  const unready = guestsOf(room).filter((seat) => !seat.is_ready);
  if (unready.length > 0) {
    const text = t('lobby.waits_ready', { names: names(unready), count: unready.length });
    return { canBegin: true, isComplete: false, text };
  }
  return { canBegin: true, isComplete: true, text: t('lobby.all_ready') };
}
