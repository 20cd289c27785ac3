/** Whether a game has a coach, who is loaded only then. */

import { load } from '../app/storage';

export const COACH = 'longroad.coach'; // where the coach keeps the progress

export function isCoached(game: string): boolean {
  return (load(COACH) ?? '').includes(`"${game}"`);
}
