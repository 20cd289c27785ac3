/** Checks that the browser keeps its seat: without cookies it can only watch. */

import { t } from '../i18n';
import { api, RequestError } from './http';
import type { Seated } from './messages';

/** Check that this browser holds the seat. Throws `RequestError` with the code 'no_cookies' if it does not. */
export async function holdSeat({ game, seat }: Seated): Promise<void> {
  if (seat === null) return; // joined as a spectator
  const { room } = await api.table(game);
  if (room.you === null) throw new RequestError('no_cookies', t('pages.no_cookies'));
}

/** Like `holdSeat`, but leaves a seat that is not held, so that it stays open for others. */
export async function holdSeatOrLeave(seated: Seated): Promise<void> {
  try {
    await holdSeat(seated);
  } catch (error) {
    const isLost = error instanceof RequestError && error.code === 'no_cookies';
    if (isLost && seated.token) await api.leave(seated.game, seated.token);
    throw error;
  }
}
