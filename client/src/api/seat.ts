/** Whether the browser keeps the seat that it was given: one that keeps no cookies only watches. */

import { t } from '../i18n';
import type { Seated } from './messages';
import { api, RequestError } from './http';

/** See that the seat is held from here. Raises `RequestError`, with the code 'no_cookies' where it is not. */
export async function holdSeat({ game, seat }: Seated): Promise<void> {
  if (seat === null) return; // whoever asked watches
  const { room } = await api.table(game);
  if (room.you === null) throw new RequestError('no_cookies', t('pages.no_cookies'));
}

/** As `holdSeat`, but a seat that is not held is given back, so that it is not taken for nobody. */
export async function holdSeatOrLeave(seated: Seated): Promise<void> {
  try {
    await holdSeat(seated);
  } catch (error) {
    const isLost = error instanceof RequestError && error.code === 'no_cookies';
    if (isLost && seated.token) await api.leave(seated.game, seated.token);
    throw error;
  }
}
