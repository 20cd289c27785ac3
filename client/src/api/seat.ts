/** Checks that the browser keeps its seat: without cookies it can only watch. */

import { t } from '../i18n';
import { api, RequestError } from './http';
import type { Seated } from './messages';

function noCookies(): RequestError {
  return new RequestError('no_cookies', t('pages.no_cookies'));
}

/** Check before a seat is taken that this browser can hold it. Throws `RequestError` with the code 'no_cookies'. */
export function checkCookies(): void {
  if (!navigator.cookieEnabled) throw noCookies();
}

/** Check that this browser holds the seat. Throws `RequestError` with the code 'no_cookies' if it does not. */
export async function holdSeat({ game, seat }: Seated): Promise<void> {
  if (seat === null) return; // joined as a spectator
  const { room } = await api.table(game);
  if (room.you === null) throw noCookies();
}
