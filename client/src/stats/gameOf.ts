/** A replay as the engine takes it. */

import { fromBase64 } from '../api/base64';
import type { Replay } from '../api/messages';
import type { Game } from '../engine/requests';

export function gameOf({ start, steps }: Replay): Game {
  return {
    start: fromBase64(start),
    plies: steps.slice(1).map(({ seat, action }) => ({ seat: seat ?? 0, action: action ?? 0 })),
  };
}
