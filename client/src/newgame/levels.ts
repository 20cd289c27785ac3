/** Computer players are made ready after the server starts: whoever chooses one meanwhile hears of it. */

import { api } from '../api/http';
import type { Meta } from '../api/messages';

export const AGAIN_MS = 3000;

/** Ask once more a little later what there is to choose, unless every level is ready. Gives what calls that off. */
export function askAgain(meta: Meta | null, take: (meta: Meta) => void): () => void {
  const isSettled = meta === null || meta.bots.every((bot) => bot.is_ready);
  const timer = isSettled ? undefined : setTimeout(() => void api.meta().then(take, () => undefined), AGAIN_MS);
  return () => clearTimeout(timer);
}
