/** How far the chat of a game has been read in this tab; it survives a reload. */

import { load, save } from '../app/storage';

const KEY = 'longroad.read';
const tab = () => sessionStorage;

/** The event of the last line that was read; -1 if none. */
export function readUntil(game: string): number {
  const [name, event] = (load(KEY, tab) ?? '').split(' ');
  return name === game ? Number(event) : -1;
}

export function saveRead(game: string, event: number): void {
  save(KEY, `${game} ${event}`, tab);
}
