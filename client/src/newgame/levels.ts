/** Bots load after the server starts: the page polls until all levels are ready. */

import { api } from '../api/http';
import type { Meta } from '../api/messages';

export const AGAIN_MS = 3000;

/** Reload the metadata after a while, unless every level is ready. Returns a function that cancels it. */
export function pollMeta(meta: Meta | null, take: (meta: Meta) => void): () => void {
  const isSettled = meta === null || meta.bots.every((bot) => bot.is_ready);
  const timer = isSettled ? undefined : setTimeout(() => void api.meta().then(take, () => undefined), AGAIN_MS);
  return () => clearTimeout(timer);
}
