/** A replay as the engine takes it. */

import type { Replay } from '../api/messages';
import type { Game } from '../engine/requests';

export function gameOf({ start, steps }: Replay): Game {
  return {
    start: Uint8Array.from(atob(start), (byte) => byte.charCodeAt(0)),
    plies: steps.slice(1).map(({ seat, action }) => ({ seat: seat ?? 0, action: action ?? 0 })),
  };
}
